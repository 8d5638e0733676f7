"""What the worker does in its tests; apart, so that its process loads nothing else."""

from __future__ import annotations

import os
import time
from pathlib import Path

from render.view import TableView, View


def job(view: View, width: int) -> bytes:
    """What the worker of these tests does: the width tells."""
    if width == 13:
        os._exit(1)
    if width == 16 and isinstance(view, TableView) and not (flag := Path(view.title)).exists():
        flag.touch()
        os._exit(1)
    if width == 14:
        time.sleep(60)
    if width == 15:
        raise ValueError("cannot be drawn")
    return f"{os.getpid()} {width}".encode()
