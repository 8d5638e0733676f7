"""The rules page, the engine's table of clauses, the code and the tests name the same clauses.

A test of a rule is named after its clause: `test_1_6_2_1_…` tests 1.6.2.1, `test_site_8_…` site.8.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine import RuleViolation
from engine.clauses import PAGE, clauses

ROOT = Path(__file__).parents[1]
HEADING = re.compile(r'#+ <a id="((?:1|site)\.[\d.]+)"></a>(\S+) (.+?)(?: \((\d[\d.]+)\))?')
ANCHOR = re.compile(r'<a id="([^"]+)">')
LINK = re.compile(r"\]\(#([^)]+)\)")
IN_TEXT = re.compile(r"\b1\.\d+(?:\.\d+)*\b")
AS_ARGUMENT = re.compile(r"(?:1|site)(?:\.\d+)+")
TEST = re.compile(r"^(?:async )?def (test_((?:1|site)(?:_\d+)+)_\w+)", re.MULTILINE)


def page() -> str:
    return (ROOT / PAGE).read_text(encoding="utf-8")


def parsed(*folders: str) -> Iterator[tuple[Path, ast.Module]]:
    """Every module of some folders of the project."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path, ast.parse(path.read_text(encoding="utf-8"))


@cache
def named_by_tests() -> dict[str, str]:
    """The clauses that tests are named after, each with one of its tests."""
    found = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for match in TEST.finditer(path.read_text(encoding="utf-8")):
            found[match[2].replace("_", ".")] = f"{path.name}::{match[1]}"
    return found


def leaves() -> list[str]:
    """The clauses that say something themselves: those without parts."""
    return [n for n in clauses() if not any(other.startswith(f"{n}.") for other in clauses())]


def test_page_and_table_have_the_same_clauses() -> None:
    found = []
    for line in page().splitlines():
        match = HEADING.fullmatch(line)
        if match:
            assert match[1] == match[2], line
            found.append((match[1], match[3], match[4]))
    assert found == [(c.number, c.title, c.printed) for c in clauses().values()]


def test_every_link_of_the_page_leads_somewhere() -> None:
    anchors = ANCHOR.findall(page())
    assert len(anchors) == len(set(anchors))
    assert set(LINK.findall(page())) <= set(anchors)
    assert {c.anchor for c in clauses().values()} <= {f"{PAGE}#{a}" for a in anchors}


def test_every_clause_named_in_the_code_is_on_the_page() -> None:
    unknown = []
    for path, module in parsed("engine", "bot", "cogs", "interchange"):
        named = {
            node.value
            for node in ast.walk(module)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and AS_ARGUMENT.fullmatch(node.value)
        }
        if path.is_relative_to(ROOT / "engine"):
            named.update(IN_TEXT.findall(path.read_text(encoding="utf-8")))
        unknown += [f"{path.name}: {n}" for n in sorted(named) if n not in clauses()]
    assert not unknown


def test_every_clause_named_by_a_test_is_on_the_page() -> None:
    assert {n: test for n, test in named_by_tests().items() if n not in clauses()} == {}


def test_every_clause_has_a_test() -> None:
    named = named_by_tests()
    assert [n for n in leaves() if n not in named] == []


@pytest.mark.parametrize(
    ("clause", "citation"),
    [
        ("1.4.1", "rule 7.2.2"),
        ("1.6.1.3", "rule 8.4.1.1"),
        ("1.6.1.4", "rule 8.4.1"),
        ("1.6.5.2", "rules page 1.6.5.2, Selling"),
        ("site.9", "rules page site.9, A further tile need not join"),
        (None, None),
    ],
)
def test_a_refusal_cites_the_printed_rule_or_else_the_page(
    clause: str | None, citation: str | None
) -> None:
    assert RuleViolation("No.", clause).citation == citation
