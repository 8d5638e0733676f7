"""The tables are told in SQL that PostgreSQL speaks too."""

import pytest
from sqlalchemy.engine import make_url
from sqlalchemy.schema import CreateIndex, CreateTable

from storage.schema import metadata


@pytest.mark.parametrize("name", sorted(metadata.tables))
def test_postgresql_can_make_the_table(name: str) -> None:
    table = metadata.tables[name]
    dialect = make_url("postgresql+asyncpg://").get_dialect()()
    told = str(CreateTable(table).compile(dialect=dialect))
    assert "TIMESTAMP WITHOUT TIME ZONE" not in told
    for index in table.indexes:
        told = str(CreateIndex(index).compile(dialect=dialect))
        assert ("WHERE status = 'active'" in told) == (index.name == "uq_games_active_channel")
