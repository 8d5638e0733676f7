"""Every small fault that can be put into a module or a data file of the engine.

Own code, since mutmut passes over decorated functions (here every method of a step), constants and
data, and cosmic-ray starts a new interpreter for each fault.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

SWAPS = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
    ast.And: "or", ast.Or: "and", ast.Add: "-", ast.Sub: "+", ast.Mult: "//", ast.FloorDiv: "*",
    ast.Mod: "//", ast.BitAnd: "|", ast.BitOr: "&",
}  # fmt: skip
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
NO_RULES = {"emit", "changed", "isinstance"}
"""Calls that tell what happened, forget what was remembered, or look at types."""


@dataclass(frozen=True)
class Fault:
    """A fault: the file, the function (or key) around it, what stood there and stands there now.

    `text` is the whole file with the fault in it; `function` the line of the `def`, 0 outside.
    """

    path: str
    where: str
    was: str
    now: str
    line: int
    function: int
    text: str

    @property
    def key(self) -> str:
        """What names the fault while the lines around it move."""
        return f"{self.path} {self.where}: {self.was} -> {self.now}"


def _code(node: ast.AST) -> str:
    return ast.unparse(node)


def _operands(node: ast.Compare | ast.BoolOp | ast.BinOp) -> Iterator[str]:
    """The code of a comparison or sum with each of its operators swapped in turn."""
    if isinstance(node, ast.BinOp):
        if type(node.op) in SWAPS:
            yield f"({_code(node.left)}) {SWAPS[type(node.op)]} ({_code(node.right)})"
    elif isinstance(node, ast.BoolOp):
        yield f" {SWAPS[type(node.op)]} ".join(f"({_code(v)})" for v in node.values)
    else:
        parts = [node.left, *node.comparators]
        signs = [_code(ast.Compare(ast.Name(""), [op], [ast.Name("")])).strip() for op in node.ops]
        for i, op in enumerate(node.ops):
            changed = [*signs[:i], SWAPS[type(op)], *signs[i + 1 :]]
            rest = zip(changed, parts[1:], strict=True)
            yield f"({_code(parts[0])})" + "".join(f" {s} ({_code(p)})" for s, p in rest)


def _instead(node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """What may stand in place of a node, each with the node whose text it replaces."""
    match node:
        case ast.Compare() | ast.BoolOp() | ast.BinOp():
            yield from ((node, f"({text})") for text in _operands(node))
        case ast.AugAssign(target, op, value) if type(op) in SWAPS:
            yield node, f"{_code(target)} {SWAPS[type(op)]}= {_code(value)}"
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield node, f"({_code(operand)})"
        case ast.Constant(bool(value)):
            yield node, str(not value)
        case ast.Constant(int(value)):
            yield node, str(value + 1)
        case ast.Name(name) if name in NAMES:
            yield node, NAMES[name]
        case ast.If(test) | ast.IfExp(test) | ast.While(test):
            if isinstance(test, ast.Name | ast.Attribute | ast.Call):
                yield test, f"(not {_code(test)})"
        case ast.Expr(ast.Call(called)):
            if getattr(called, "attr", getattr(called, "id", "")) not in NO_RULES:
                yield node, "pass"
        case _:
            pass


class _Walk(ast.NodeVisitor):
    """Finds (node, text instead, name of the function around it, its line)."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.lines: list[int] = [0]
        self.found: list[tuple[ast.AST, str, str, int]] = []

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.JoinedStr):
            return
        for old, new in _instead(node):
            self.found.append((old, new, ".".join(self.names), self.lines[-1]))
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            self.names.append(node.name)
            # a code object begins at the first decorator
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            self.lines.append(first if isinstance(node, ast.FunctionDef) else 0)
            for part in node.body:
                self.visit(part)
            self.names.pop()
            self.lines.pop()
        elif isinstance(node, ast.AnnAssign):
            of_a_field = len(self.lines) > 1 and not self.lines[-1]
            if node.value and not of_a_field:
                self.visit(node.value)
        elif not (isinstance(node, ast.Call) and getattr(node.func, "id", "") in NO_RULES):
            self.generic_visit(node)


def in_code(path: str, source: str) -> list[Fault]:
    """The faults of a module."""
    lines = source.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    walk = _Walk()
    walk.visit(ast.parse(source))
    found = []
    raw = source.encode()
    for node, now, where, function in walk.found:
        begin = starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        end = starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
        was = " ".join(raw[begin:end].decode().split())
        text = (raw[:begin] + now.encode() + raw[end:]).decode()
        line = node.lineno  # type: ignore[attr-defined]
        found.append(Fault(path, where, was, " ".join(now.split()), line, function, text))
    return found


def in_data(path: str, source: str, unread: set[str]) -> list[Fault]:
    """The faults of a data file: each number, flag and name in a list, those of `unread` apart.

    A revenue of 0 is that of a place without track, which nobody can run to.
    """
    data = json.loads(source)
    found: list[Fault] = []

    def note(where: str, was: object, now: object, change: Callable[[Any], None]) -> None:
        """Keep the fault that setting `now` makes, and put back what was."""
        change(now)
        text = json.dumps(data, ensure_ascii=False)
        change(was)
        found.append(Fault(path, where, json.dumps(was), json.dumps(now), 0, 0, text))

    def walk(part: Any, where: str) -> None:
        rows = part.items() if isinstance(part, dict) else enumerate(part)
        for key, value in list(rows):
            if key in unread or (key, value) == ("revenue", 0):
                continue
            name = f"{where}.{key}" if where else str(key)
            if isinstance(value, dict) and "hex" in value:
                name = str(value["hex"])

            def change(now: object, part: Any = part, key: Any = key) -> None:
                part[key] = now

            if isinstance(value, dict | list):
                walk(value, name)
            elif isinstance(value, bool):
                note(name, value, not value, change)
            elif isinstance(value, int):
                note(name, value, (value + 1) % 6 if "track" in where else value + 10, change)
            elif isinstance(value, str) and isinstance(part, list) and "track" not in where:
                note(name, value, "", change)

    walk(data, "")
    return found
