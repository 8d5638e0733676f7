"""What Discord takes: its limits, and its own description of its API where that is at hand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
from simcord.types import HttpLogEntry

DESCRIPTION = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"
MESSAGE_ANSWERS = {4, 7}
EPHEMERAL = 64
SELECT, BUTTON = 3, 2


def messages(requests: Sequence[HttpLogEntry]) -> Iterator[dict[str, Any]]:
    """Every message, or edit of one, among the bot's requests."""
    for request in requests:
        body = request.json
        if not isinstance(body, dict):
            continue
        if request.path.endswith("/callback"):
            if body["type"] in MESSAGE_ANSWERS:
                yield body["data"]
        elif request.path.startswith("/webhooks/") or "/messages" in request.path:
            yield body


def check_limits(message: dict[str, Any]) -> None:
    """The message stays inside Discord's limits. Raises AssertionError."""
    assert len(message.get("content") or "") <= 2000
    embeds = message.get("embeds") or []
    assert len(embeds) <= 10
    for embed in embeds:
        fields = embed.get("fields", [])
        footer = embed.get("footer", {}).get("text", "")
        assert len(embed.get("title", "")) <= 256
        assert len(embed.get("description", "")) <= 4096
        assert len(footer) <= 2048
        assert len(fields) <= 25
        assert all(1 <= len(f["name"]) <= 256 and 1 <= len(f["value"]) <= 1024 for f in fields)
    assert sum(map(_letters, embeds)) <= 6000
    rows = message.get("components") or []
    assert len(rows) <= 5
    for row in rows:
        parts = row["components"]
        assert len(parts) <= (1 if parts[0]["type"] == SELECT else 5)
        for part in parts:
            assert 1 <= len(part["custom_id"]) <= 100
            assert part["type"] != BUTTON or 1 <= len(part["label"]) <= 80
            options = part.get("options", [])
            assert len(options) <= 25
            assert all(1 <= len(o["label"]) <= 100 and len(o["value"]) <= 100 for o in options)
            assert len({o["value"] for o in options}) == len(options)


def _letters(embed: dict[str, Any]) -> int:
    texts = [embed.get("title", ""), embed.get("description", "")]
    texts += [text for f in embed.get("fields", []) for text in (f["name"], f["value"])]
    return sum(map(len, texts)) + len(embed.get("footer", {}).get("text", ""))


# -- Discord's description -----------------------------------------------------------------------


@cache
def _description() -> dict[str, Any]:
    description: dict[str, Any] = json.loads(DESCRIPTION.read_text())
    return description


@cache
def _validator(method: str, template: str) -> jsonschema.Draft202012Validator | None:
    description = _description()
    operation = description["paths"][template].get(method.lower(), {})
    content = operation.get("requestBody", {}).get("content", {})
    if "application/json" not in content:
        return None
    schema = content["application/json"]["schema"]
    return jsonschema.Draft202012Validator({**schema, "components": description["components"]})


@cache
def _templates() -> list[tuple[re.Pattern[str], str]]:
    """The paths of the API, those with the fewest placeholders first."""
    paths = sorted(_description()["paths"], key=lambda path: path.count("{"))
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), path) for path in paths]


def check_described(method: str, path: str, body: object) -> None:
    """The request is one that Discord's description allows. Raises AssertionError."""
    template = next(name for pattern, name in _templates() if pattern.fullmatch(path))
    validator = _validator(method, template)
    if validator is None or validator.is_valid(body := _with_text_ids(body)):
        return
    problem = jsonschema.exceptions.best_match(validator.iter_errors(body))
    raise AssertionError(f"{method} {template}: {problem.message} in {body}")


def _with_text_ids(body: Any) -> Any:
    """Ids as texts: discord.py sends those of allowed mentions as numbers, which Discord takes."""
    if isinstance(body, dict):
        return {
            key: [str(id_) for id_ in value] if key == "users" else _with_text_ids(value)
            for key, value in body.items()
        }
    return [_with_text_ids(part) for part in body] if isinstance(body, list) else body
