"""Every button and select that outlives a restart can be read back from its id."""

from bot.lasting import Lasting
from tests.support.world import World


async def test_every_lasting_item_can_be_read(world: World) -> None:
    kinds = [kind for kind in Lasting.__subclasses__() if kind.__module__.startswith("cogs.")]
    assert len(kinds) > 15
    assert [kind.__name__ for kind in kinds if "read" not in vars(kind)] == []
