"""The one shape of all pictures of the board: wide, so that a channel shows it as large as can be.

A channel shows a picture 400 to 550 pixels wide and at most two thirds as high.
"""

from __future__ import annotations

from render.geometry import Frame

WIDTH, HEIGHT = 1600.0, 1067.0
INLINE = 400  # pixels: the least width in which a channel shows a picture
BAND = 44.0  # the edge with the letters and numbers
STRIP = Frame(1160.0, 0.0, WIDTH - 1160.0, HEIGHT)
MAP = Frame(BAND, BAND, STRIP.left - BAND, HEIGHT - BAND)
SHAPE = MAP.width / MAP.height
