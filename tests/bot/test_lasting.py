"""Every button and select that outlives a restart can be read back from its id."""

import re

from bot.lasting import Lasting
from tests.support.world import World


async def test_every_lasting_item_can_be_read(world: World) -> None:
    kinds = [kind for kind in Lasting.__subclasses__() if kind.__module__.startswith("cogs.")]
    assert len(kinds) > 15
    assert [kind.__name__ for kind in kinds if "read" not in vars(kind)] == []


async def test_no_id_has_a_number_that_a_database_does_not_keep(world: World) -> None:
    kinds = [kind for kind in Lasting.__subclasses__() if kind.__module__.startswith("cogs.")]
    ids = "\n".join(kind.__discord_ui_compiled_template__.pattern for kind in kinds)
    assert set(re.findall(r"\\d(\+|\*|\{.*?\})", ids)) <= {"{1,2}", "{1,3}", "{1,6}", "{1,9}"}
