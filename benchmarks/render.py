"""Prints how long pictures take, how large they are, and how long an event loop beside them waits.

Run it from the top of the repository: `python -m benchmarks.render`.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from dataclasses import replace

from render.view import BoardView
from render.worker import Painter
from tests.render.boards import load, network

ROUNDS = 12


async def _gaps(stop: asyncio.Event, found: list[float]) -> None:
    """Measure by how much later than asked the loop wakes, in milliseconds."""
    while not stop.is_set():
        before = time.perf_counter()
        await asyncio.sleep(0.001)
        found.append((time.perf_counter() - before - 0.001) * 1000)


async def _measure() -> None:
    painter = Painter()
    await asyncio.wrap_future(painter.paint(BoardView(crop=frozenset({"G8"})), 200))
    stop, gaps = asyncio.Event(), list[float]()
    watch = asyncio.create_task(_gaps(stop, gaps))
    for name in ("end-306", "end-304"):
        whole = load(name)
        for kind, view in (
            ("crop", network(whole, "GIPR")),
            ("whole map", whole),
        ):
            times, hits, size = [], [], 0
            for i in range(ROUNDS if kind == "crop" else 3):
                # Another gauge-change marker each time, so that no cache helps.
                fresh = replace(view, gauge_markers=view.gauge_markers[i:], title=f"{i}")
                start = time.perf_counter()
                png = await asyncio.wrap_future(painter.paint(fresh))
                times.append(time.perf_counter() - start)
                size = max(size, len(png or b""))
                start = time.perf_counter()
                await asyncio.wrap_future(painter.paint(fresh))
                hits.append(time.perf_counter() - start)
            print(
                f"{name} {kind}: view to PNG median {statistics.median(times):.3f} s, "
                f"worst {max(times):.3f} s; cache hit median {statistics.median(hits) * 1000:.2f} ms, "
                f"worst {max(hits) * 1000:.2f} ms; PNG at most {size / 1000:.0f} KB"
            )
    stop.set()
    await watch
    print(f"event loop: longest gap {max(gaps):.1f} ms over {len(gaps)} wakes")
    painter.close()


if __name__ == "__main__":
    asyncio.run(_measure())
