"""The page for the operator and the example of settings tell of all that there is, and no more."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.settings import Settings
from bot.start.cli import SUBCOMMANDS

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
LEVELS = {"debug", "info", "warning", "error", "exception", "critical"}
PACKAGES = ("bot", "cogs", "storage", "render", "interchange", "engine")
SETTINGS = sorted(name.upper() for name in Settings.model_fields)


def events() -> Iterator[str]:
    """The event of every line that the program logs."""
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and node.args and _logs(node.func):
                    event = node.args[0]
                    assert isinstance(event, ast.Constant), f"{path}:{node.lineno}: name the event"
                    yield str(event.value)


def told() -> set[str]:
    """The names under which log lines tell something."""
    found = set()
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and node.args and _logs(node.func):
                    found |= {str(word.arg) for word in node.keywords}
    return found


def _logs(function: ast.expr) -> bool:
    """Whether that is `log.info` or the like, or one of two such."""
    if isinstance(function, ast.IfExp):
        return _logs(function.body)
    return (
        isinstance(function, ast.Attribute)
        and function.attr in LEVELS
        and isinstance(function.value, ast.Name)
        and function.value.id in {"log", "logger"}
    )


def section(title: str) -> str:
    """The text of a section of the page."""
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def first_column(text: str) -> set[str]:
    """What is marked as code in the first column of the tables of a text."""
    rows = re.findall(r"^\| (.*?) \|", text, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}


def test_every_log_line_is_explained_and_no_other() -> None:
    assert first_column(section("Logs")) == set(events())


def test_log_lines_tell_numbers_and_kinds_and_what_is_the_programs_own() -> None:
    """Nothing of what players type, hold or are shown; an error is told without its words."""
    numbers = {"game", "guild", "channel", "user", "entry", "program", "guilds", "games", "count"}
    kinds = {"kind", "name", "outcome", "command", "component", "reference", "version"}
    times = {"answered_ms", "took_ms", "next_try", "deleted_on"}
    errors = {"problem", "exc_info"}
    processes = {"pid", "host", "shards"}
    assert told() == numbers | kinds | times | errors | processes


def test_every_setting_is_explained_and_no_other() -> None:
    assert first_column(section("Settings")) == set(SETTINGS)


def test_every_setting_stands_in_the_example() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE)) == SETTINGS


def test_the_example_sets_nothing_that_it_would_take_from_a_unit_or_an_image() -> None:
    """Both have a DATA_DIR of their own, and a file of settings wins over theirs."""
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert re.findall(r"^[A-Z_]+=.*$", example, re.MULTILINE) == ["DISCORD_TOKEN="]


def test_a_file_with_the_token_is_not_kept_by_git() -> None:
    assert ".env" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()


def test_the_example_is_what_is_used_if_nothing_is_set(tmp_path: Path) -> None:
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    (tmp_path / ".env").write_text(re.sub(r"^#([A-Z_]+=)", r"\1", text, flags=re.MULTILINE))
    example = Settings(_env_file=tmp_path / ".env")
    nothing = Settings(_env_file=None)
    for name in Settings.model_fields:
        assert getattr(example, name) == getattr(nothing, name), name


@pytest.mark.parametrize("page", ["README.md", "docs/operating.md"])
def test_the_tables_tell_what_is_used_if_nothing_is_set(page: str, tmp_path: Path) -> None:
    text = (ROOT / page).read_text(encoding="utf-8").partition("\n## Settings\n")[2]
    rows = [row.strip("| ").split(" | ") for row in text.partition("\n## ")[0].splitlines()]
    defaults = {row[0].strip("`"): row for row in rows if row[0].startswith("`")}
    assert sorted(defaults) == SETTINGS
    column = 1 if page.startswith("docs") else -1
    told = {name: re.fullmatch(r"`(.*)`", row[column]) for name, row in defaults.items()}
    env = [f"{name}={value[1]}" for name, value in told.items() if value]
    (tmp_path / ".env").write_text("\n".join(env))
    nothing = Settings(_env_file=None)
    assert Settings(_env_file=tmp_path / ".env") == nothing
    assert {name for name, value in told.items() if not value} == {
        name for name in SETTINGS if getattr(nothing, name.lower()) is None
    }


@pytest.mark.parametrize(
    "metric", re.findall(r'f"\{PREFIX\}(_\w+)"', (ROOT / "bot/measures.py").read_text())
)
def test_every_metric_is_explained(metric: str) -> None:
    assert metric in section("Is all well?")


@pytest.mark.parametrize("command", ["backup", "restore", "games", "doctor"])
def test_the_operators_commands_are_there(command: str) -> None:
    assert command in SUBCOMMANDS
    assert f"python -m bot {command}" in PAGE
    assert f"`python -m bot {command}" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_links_lead_to_sections_and_files() -> None:
    titles = {
        re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")
        for title in re.findall(r"^## (.*)$", PAGE, re.MULTILINE)
    }
    for target in re.findall(r"\]\(([^)]+)\)", PAGE):
        file, _, anchor = target.partition("#")
        assert not file or (ROOT / "docs" / file).exists(), target
        assert file or anchor in titles, target


def test_subcommands_beside_the_unit_run_as_the_unit_does() -> None:
    """With another user systemd would give him the folder, and the bot could not write it."""
    unit = (ROOT / "deploy/operating-round.service").read_text(encoding="utf-8")
    script = (ROOT / "deploy/operating-round.sh").read_text(encoding="utf-8")
    shared = {
        *("User", "DynamicUser", "StateDirectory", "StateDirectoryMode", "UMask"),
        *("WorkingDirectory", "EnvironmentFile", "Environment"),
    }
    said = dict(re.findall(r"^([A-Za-z]+)=(.*)$", unit, re.MULTILINE))
    again = dict(re.findall(r'-p "?([A-Za-z]+)=(.*?)"? \\$', script, re.MULTILINE))
    assert again == {name: said[name] for name in shared}
    assert f'{said["ExecStart"]} "$@"' in script


def test_at_the_end_the_unit_tells_the_bot_alone() -> None:
    """It ends the process that makes pictures itself, when those that were asked for are made."""
    unit = (ROOT / "deploy/operating-round.service").read_text(encoding="utf-8")
    assert "\nKillMode=mixed\n" in unit


@pytest.mark.parametrize(
    "file",
    ["Dockerfile", "compose.yaml", "operating-round.service", "operating-round.sh"],
)
def test_what_is_shipped_names_settings_that_there_are(file: str) -> None:
    text = (ROOT / "deploy" / file).read_text(encoding="utf-8")
    own = {"POSTGRES_USER", "POSTGRES_PASSWORD", "POSTGRES_DB"}
    named = set(re.findall(r"\b([A-Z]+(?:_[A-Z]+)+)\b", text)) - own
    known = {*SETTINGS, "PYTHONUNBUFFERED", "AF_INET", "AF_UNIX"}
    assert named <= known
    assert file in PAGE


def test_no_page_holds_the_marks_of_a_merge() -> None:
    pages = [
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/*.md"),
        *ROOT.glob("deploy/*"),
        ROOT / ".env.example",
    ]
    marked = [
        f"{page.name}:{number}"
        for page in pages
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1)
        if line.startswith(("<<<<<<<", "=======", ">>>>>>>"))
    ]
    assert not marked
