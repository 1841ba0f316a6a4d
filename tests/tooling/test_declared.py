"""The shell uses only what the contract declares and looks up no attribute by name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROBES = {"getattr", "hasattr", "setattr"}
CONTRACT = {"bridge", "choice", "field", "one", "option", "outcome", "page", "rules", "scene", "wording"}
CONTRACT |= {"system"}


def probes(text: str) -> Iterator[str]:
    """Yield each call that looks up an attribute of the contract by name."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in PROBES:
            words = {n.id for n in ast.walk(node.args[0]) if isinstance(n, ast.Name)}
            words |= {n.attr for n in ast.walk(node.args[0]) if isinstance(n, ast.Attribute)}
            if words & CONTRACT:
                yield ast.unparse(node)


def test_the_shell_looks_for_nothing_that_is_not_declared() -> None:
    files = sorted((ROOT / "games").rglob("*.py"))
    assert len(files) > 80
    found = {str(path): list(probes(path.read_text(encoding="utf-8"))) for path in files}
    assert {path: calls for path, calls in found.items() if calls} == {}


@pytest.mark.parametrize(
    "call",
    [
        'getattr(plugins.wording(game), "button_label", None)',
        'hasattr(bridge, "convert_losses")',
        'getattr(at.rules, "why", None)',
        'setattr(scene, "shown", at)',
        'getattr(one, "options", ())',
    ],
)
def test_attribute_lookups_by_name_are_found(call: str) -> None:
    assert list(probes(f"def f():\n    return {call}\n")) != []


def test_getattr_is_allowed_on_objects_outside_the_contract() -> None:
    assert list(probes('getattr(request, "htmx", False)')) == []
