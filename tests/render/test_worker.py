"""The worker process: pictures come, a crash or a hang costs one picture, the loop never waits."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from cachetools import LRUCache

from render import worker
from render.view import BoardView, Heading, Laid, MarketView, SheetView, TableView
from render.worker import LARGEST, Painter, key_of, paint_now, pictures_used_last
from tests.render.jobs import job
from tests.support.patience import PATIENCE

SMALL = BoardView(crop=frozenset({"G8"}))


@pytest.fixture(scope="module")
def painter() -> Iterator[Painter]:
    painter = Painter(job=job, time_limit=6.0)
    yield painter
    painter.close()


def test_a_crash_costs_one_picture(painter: Painter) -> None:
    first = painter.paint(SMALL, 100).result(60)
    assert first is not None
    before = painter.replaced
    assert painter.paint(SMALL, 13).result(60) is None
    after = painter.paint(SMALL, 101).result(60)
    assert after is not None
    assert after.split()[0] != first.split()[0], "another process"
    assert painter.replaced == before + 2, "it was tried once more"


def test_a_picture_whose_worker_crashed_is_tried_once_more(
    painter: Painter, tmp_path: Path
) -> None:
    before = painter.replaced
    made = painter.paint(TableView(str(tmp_path / "crashed"), (), ()), 16).result(60)
    assert made is not None
    assert painter.replaced == before + 1


def test_what_nobody_waits_for_is_made_last(painter: Painter) -> None:
    order: list[int] = []

    def note(width: int, _: Future[bytes | None]) -> None:
        order.append(width)

    for width, late in ((301, False), (302, True), (303, True), (304, False), (303, False)):
        painter.paint(SMALL, width, late=late).add_done_callback(partial(note, width))
    painter.paint(SMALL, 302, late=True).result(60)
    painter.paint(SMALL, 305).result(60)
    assert [w for i, w in enumerate(order) if w not in order[:i]] == [301, 304, 303, 302]


def test_of_too_many_for_whom_nobody_waits_the_oldest_are_not_made(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "MOST_LATE", 2)
    first = painter.paint(SMALL, 401)
    late = [painter.paint(SMALL, width, late=True) for width in range(402, 409)]
    made = [answer.result(PATIENCE) is not None for answer in (first, *late)]
    assert made[0]
    assert made[-2:] == [True, True]
    assert made.count(False) >= len(late) - 3, "one may be under way when the others come"
    assert painter.waiting == 0


def test_a_hang_costs_one_picture(painter: Painter) -> None:
    assert painter.paint(SMALL, 102).result(60) is not None
    before = painter.replaced
    assert painter.paint(SMALL, 14).result(60) is None
    assert painter.paint(SMALL, 103).result(60) is not None
    assert painter.replaced == before + 1


def test_a_view_that_cannot_be_drawn_is_no_crash(painter: Painter) -> None:
    before = painter.replaced
    assert painter.paint(SMALL, 15).result(60) is None
    assert painter.paint(SMALL, 104).result(60) is not None
    assert painter.replaced == before
    assert isinstance(painter.last_error, ValueError)


def test_the_same_picture_is_made_once(painter: Painter) -> None:
    one = painter.paint(replace(SMALL, heading=Heading("x")), 200)
    two = painter.paint(replace(SMALL, heading=Heading("x")), 200)
    assert one.result(60) == two.result(60)
    third = painter.paint(replace(SMALL, heading=Heading("x")), 200)
    assert third.done(), "from the cache"
    assert third.result() == one.result()


def test_where_no_worker_can_be_started_there_are_no_pictures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_room(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(worker, "ProcessPoolExecutor", no_room)
    painter = Painter(job=job)
    assert painter.paint(SMALL, 100).result(PATIENCE) is None
    assert painter.paint(SMALL, 101).result(PATIENCE) is None
    painter.close()


def test_a_closed_painter_answers_without_picture() -> None:
    closing = Painter(job=job)
    waiting = closing.paint(SMALL, 14)
    closing.close()
    assert waiting.result(10) is None
    assert closing.paint(SMALL, 100).result(10) is None
    assert not closing._thread.is_alive()


async def test_the_loop_goes_on_while_pictures_are_made() -> None:
    painter = Painter()
    try:
        view = replace(SMALL, crop=None)
        task = asyncio.wrap_future(painter.paint(view, 900))
        ticks = 0
        while not task.done():
            await asyncio.sleep(0.005)
            ticks += 1
        png = await task
        assert png is not None
        assert png.startswith(b"\x89PNG")
        assert ticks > 10
    finally:
        painter.close()


def test_the_interpreter_ends_even_when_nobody_closed() -> None:
    code = (
        "from render.worker import Painter\n"
        "from render.view import BoardView\n"
        "if __name__ == '__main__':\n"
        "    painter = Painter()\n"
        "    assert painter.paint(BoardView(crop=frozenset({'G8'})), 300).result(100)\n"
        "    print('drawn')\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=Path(__file__).parents[2],
    )
    assert run.stdout == "drawn\n"
    assert run.returncode == 0
    assert "Traceback" not in run.stderr


def test_pictures_stay_light() -> None:
    assert len(paint_now(SMALL, 500)) < LARGEST
    assert paint_now(SMALL, 500) is paint_now(
        replace(SMALL, network=SMALL.crop or frozenset()), 500
    )


def test_keys_tell_contents_apart() -> None:
    tiles = {"G10": Laid("9", 0), "G12": Laid("8", 1)}
    turned = dict(reversed(tiles.items()))
    assert key_of(BoardView(tiles=tiles), 9) == key_of(BoardView(tiles=turned), 9)
    keys = {
        key_of(view, width)
        for view in (BoardView(), BoardView(tiles=tiles), SMALL, MarketView({}), SheetView())
        for width in (9, 10)
    }
    assert len(keys) == 10


def test_the_pictures_used_last_are_kept_up_to_a_number_of_bytes() -> None:
    cache: LRUCache[str, bytes] = pictures_used_last(10)
    cache["map"] = b"1234"
    cache["market"] = b"1234"
    assert cache.get("map")
    cache["routes"] = b"123456"
    assert list(cache) == ["map", "routes"]
