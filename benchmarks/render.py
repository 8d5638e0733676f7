"""Prints how long pictures take, how large they are, and how long an event loop beside them waits.

Run it from the top of the repository: `python -m benchmarks.render`.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import time
from dataclasses import replace

from render import picture
from render.raster import rasterise
from render.view import BoardView
from render.worker import Painter
from tests.render.boards import NAMES, load, network

ROUNDS = 11


async def _gaps(stop: asyncio.Event, found: list[float]) -> None:
    """Measure by how much later than asked the loop wakes, in milliseconds."""
    while not stop.is_set():
        before = time.perf_counter()
        await asyncio.sleep(0.001)
        found.append((time.perf_counter() - before - 0.001) * 1000)


def _fresh(view: BoardView, i: int) -> BoardView:
    """The view with another hex marked for each i, so that no cache helps."""
    shown = sorted(view.network or view.tiles)
    return replace(view, highlight=frozenset({shown[i % len(shown)], shown[i // len(shown)]}))


def _views() -> list[tuple[str, BoardView, int]]:
    """What is drawn, with its name and how often."""
    early, late = load("early-306"), load("end-304")
    return [
        ("crop of a small network", network(early, "PNS"), ROUNDS),
        ("crop of a large network", network(late, "GIPR"), ROUNDS),
        ("whole map, end of a game", late, 3),
    ]


async def _measure() -> None:
    painter, work = Painter(), _views()
    await asyncio.wrap_future(painter.paint(BoardView(crop=frozenset({"G8"})), 200))
    stop, gaps = asyncio.Event(), list[float]()
    watch = asyncio.create_task(_gaps(stop, gaps))
    for name, view, rounds in work:
        times, hits, largest = [], [], 0
        for i in range(rounds):
            fresh = _fresh(view, i)
            start = time.perf_counter()
            png = await asyncio.wrap_future(painter.paint(fresh))
            times.append(time.perf_counter() - start)
            largest = max(largest, len(png or b""))
            start = time.perf_counter()
            await asyncio.wrap_future(painter.paint(fresh))
            hits.append((time.perf_counter() - start) * 1000)
        print(
            f"{name}, {picture.WIDTH} px: "
            f"view to PNG median {statistics.median(times):.3f} s, worst {max(times):.3f} s; "
            f"from the cache median {statistics.median(hits):.2f} ms, worst {max(hits):.2f} ms; "
            f"PNG at most {largest / 1000:.0f} KB"
        )
    stop.set()
    await watch
    print(f"event loop: longest gap {max(gaps):.1f} ms over {len(gaps)} wakes")
    painter.close()
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; without waiting:")
    for name, view, _ in work:
        drawing, painting, sizes = [], [], []
        for i in range(5):
            start = time.process_time()
            svg = picture.draw(_fresh(view, i))
            drawn = time.process_time()
            sizes.append(len(rasterise(svg, picture.WIDTH)))
            drawing.append(drawn - start)
            painting.append(time.process_time() - drawn)
        print(
            f"{name}: {statistics.median(drawing):.3f} s to draw, "
            f"{statistics.median(painting):.3f} s to rasterise and compress, of one core in the "
            f"median; PNG at most {max(sizes) / 1000:.0f} KB"
        )
    sizes = [len(rasterise(picture.draw(load(name)), picture.WIDTH)) for name in NAMES]
    print(f"whole maps of {len(sizes)} games: PNG at most {max(sizes) / 1000:.0f} KB")


if __name__ == "__main__":
    asyncio.run(_measure())
