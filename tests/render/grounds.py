"""What lies under the texts of a picture: measured on the picture without them."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from PIL import Image

from render import font
from render.canvas import MAP
from render.geometry import Frame
from render.raster import rasterise
from render.themes import contrast

SVG = "{http://www.w3.org/2000/svg}"
PIXELS = 1600


@dataclass(frozen=True)
class Written:
    """A text in a picture: its box in the picture's units, its colour, and its halo's."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    fill: str
    halo: str | None


@dataclass(frozen=True)
class Place:
    """Where an element of a picture stands: its scale and shift, its clip, and what it inherits."""

    scale: float
    dx: float
    dy: float
    anchor: str
    weight: str
    clip: Frame

    def box(self, left: float, top: float, right: float, bottom: float) -> Frame:
        """A box of the element in the picture's units."""
        return Frame(
            self.dx + self.scale * left,
            self.dy + self.scale * top,
            self.scale * (right - left),
            self.scale * (bottom - top),
        )

    def whole(self, box: Frame) -> bool:
        """Whether all of a box is seen."""
        return (
            self.clip.left <= box.left
            and box.right <= self.clip.right
            and self.clip.top <= box.top
            and box.bottom <= self.clip.bottom
        )


def written(svg: str) -> list[Written]:
    """All texts of a picture in their places, without those cut off at the rim of a map."""
    found: list[Written] = []
    for element, place in _elements(svg):
        if element.tag == f"{SVG}text":
            box = _text_box(element, place)
            if place.whole(box):
                colours = str(element.get("fill")), element.get("stroke")
                corners = box.left, box.top, box.right, box.bottom
                found.append(Written(element.text or "", *corners, *colours))
    return found


def painted(svg: str) -> list[tuple[str, Frame]]:
    """The boxes of all discs and plates of a picture, with the names of their elements."""
    found: list[tuple[str, Frame]] = []
    for element, place in _elements(svg):
        if element.tag == f"{SVG}circle":
            x, y, r = (float(str(element.get(key))) for key in ("cx", "cy", "r"))
            found.append(("circle", place.box(x - r, y - r, x + r, y + r)))
        elif element.tag == f"{SVG}rect" and element.get("x") is not None:
            x, y, w, h = (float(element.get(key, "0")) for key in ("x", "y", "width", "height"))
            found.append(("rect", place.box(x, y, x + w, y + h)))
    return found


def _text_box(element: ET.Element, place: Place) -> Frame:
    size = float(str(element.get("font-size")))
    wide = font.width(element.text or "", size, "bold" if place.weight == "700" else "medium")
    x = float(str(element.get("x")))
    x -= {"start": 0.0, "middle": wide / 2, "end": wide}[place.anchor]
    y = float(str(element.get("y")))
    return place.box(x, y - size * font.CAP_HEIGHT, x + wide, y)


def _elements(svg: str) -> Iterator[tuple[ET.Element, Place]]:
    """All elements of a picture, from the lowest to the highest, each with its place."""
    root = ET.fromstring(svg)
    width, height = (float(str(root.get(key))) for key in ("width", "height"))
    covered = any(child.get("fill-rule") == "evenodd" for child in root)
    for child in root:
        covered = covered and child.get("fill-rule") != "evenodd"
        clip = MAP if covered else Frame(0, 0, width, height)
        yield from _walk(child, Place(1.0, 0.0, 0.0, "middle", "700", clip))


def _walk(element: ET.Element, place: Place) -> Iterator[tuple[ET.Element, Place]]:
    scale, dx, dy, clip = place.scale, place.dx, place.dy, place.clip
    move = element.get("transform", "")
    if found := re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", move):
        dx, dy = dx + scale * float(found[1]), dy + scale * float(found[2])
    if found := re.search(r"scale\(([-\d.]+)\)", move):
        scale *= float(found[1])
    if element.tag == f"{SVG}svg" and element.get("x") is not None:
        left, top, width, _ = map(float, str(element.get("viewBox")).split())
        zoom = float(str(element.get("width"))) / width
        clip = Frame(*(float(str(element.get(key))) for key in ("x", "y", "width", "height")))
        dx += scale * (float(str(element.get("x"))) - zoom * left)
        dy += scale * (float(str(element.get("y"))) - zoom * top)
        scale *= zoom
    anchor = element.get("text-anchor", place.anchor)
    here = Place(scale, dx, dy, anchor, element.get("font-weight", place.weight), clip)
    yield element, here
    for child in element:
        yield from _walk(child, here)


def least_contrasts(svg: str) -> Iterator[tuple[Written, float]]:
    """Each text within the picture, with its contrast to what it lies on for the most part.

    A halo belongs to the ground. Of the pixels under a text without one, the tenth with the least
    contrast is left out: a letter may touch a line.
    """
    bare = re.sub(r"<text.*?</text>", "", svg)
    image = Image.open(io.BytesIO(rasterise(bare, PIXELS))).convert("RGB")
    size = float(str(ET.fromstring(svg).get("width")))
    zoom = PIXELS / size
    known: dict[tuple[str, tuple[int, int, int]], float] = {}
    for text in written(svg):
        left, top, right, bottom = (
            round(v * zoom) for v in (text.left, text.top, text.right, text.bottom)
        )
        if text.halo is not None:
            yield text, contrast(text.fill, text.halo)
            continue
        area = image.crop((left, top, max(right, left + 1), max(bottom, top + 1)))
        data = area.tobytes()
        counted = Counter(zip(data[::3], data[1::3], data[2::3], strict=True))
        found = []
        for pixel, count in counted.items():
            key = text.fill, pixel
            if key not in known:
                known[key] = contrast(text.fill, "#{:02X}{:02X}{:02X}".format(*pixel))
            found.append((known[key], count))
        found.sort()
        spare = sum(counted.values()) * 0.1
        while spare >= found[0][1]:
            spare -= found.pop(0)[1]
        yield text, found[0][0]
