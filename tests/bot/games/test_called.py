"""What members are called is noted, also where the database was away at first."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games.called import Names
from storage import Busy, Members, Store


async def test_a_name_that_could_not_be_noted_is_noted_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path}/games.db")
    names = Names(store)
    await names.keep(1, {101: "Asha"})

    async def away(*_which: object) -> None:
        raise Busy

    monkeypatch.setattr(Members, "note", away)
    with pytest.raises(Busy):
        await names.see(1, 101, "Asha II")
    monkeypatch.undo()
    assert await names.see(1, 101, "Asha II")
    assert await Members(store).name(1, 101) == "Asha II"
    assert not await names.see(1, 101, "Asha II")
    await store.close()
