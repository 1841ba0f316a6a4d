"""No test may pass without checking anything, and tests may import helpers only from modules that contain no
tests.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
ORDERED = {"enumerate", "list", "permutations", "product", "reversed", "set", "sorted", "zip"}


def modules(root: Path) -> list[Path]:
    return sorted(root.rglob("test_*.py"))


def borrowed(path: Path) -> Iterator[str]:
    """Return each import of another test module: ``tests.room.test_this`` or a name from it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module or ''}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        for name in names:
            if re.search(r"(^|\.)tests\..*\btest_\w+|^\.?test_\w+", name):
                yield f"{path}:{node.lineno}: {name}"


def surely_some(node: ast.expr, known: dict[str, ast.expr]) -> bool:
    """Return whether a reader can see that the loop runs: over a literal list, a range or a constant."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return bool(node.elts)
    if isinstance(node, ast.Dict):
        return bool(node.keys)
    if isinstance(node, ast.Constant):
        return bool(node.value)
    if isinstance(node, ast.Name):
        return node.id.isupper() or (node.id in known and surely_some(known[node.id], {}))
    if isinstance(node, ast.Attribute):
        return node.attr.isupper()
    if isinstance(node, ast.Call):
        match node.func:
            case ast.Name(id="range" | "some"):
                return True
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in ORDERED:
                return all(surely_some(argument, known) for argument in node.args)
            case ast.Attribute(value=of, attr="items" | "keys" | "values"):
                return surely_some(of, known)
    return False


def checks(node: ast.AST) -> bool:
    """Return whether a statement checks something: an assert, an expected exception, or a helper named
    check.
    """
    if isinstance(node, ast.Assert):
        return True
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        return bool(re.match(r"raises|refused|fail|(assert|check|expect)(_|$)", name))
    return False


def idle(test: ast.FunctionDef) -> bool:
    """Return whether all checks of a test are in loops that may be empty."""
    known = {
        target.id: node.value
        for node in ast.walk(test)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }

    def outside(node: ast.AST) -> bool:
        if isinstance(node, ast.For) and not surely_some(node.iter, known):
            return any(outside(child) for child in ast.iter_child_nodes(node) if child not in node.body)
        return checks(node) or any(outside(child) for child in ast.iter_child_nodes(node))

    return any(checks(node) for node in ast.walk(test)) and not outside(test)


def idle_tests(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and idle(node):
            yield f"{path}:{node.lineno}: {node.name}"


def test_no_test_module_is_a_library() -> None:
    """No test module imports from another. Code that two test modules share belongs in a plain module next to
    them.
    """
    assert len(modules(TESTS)) > 150
    assert [line for path in sorted(TESTS.rglob("*.py")) for line in borrowed(path)] == []


@pytest.mark.parametrize(
    "line",
    [
        "from tests.web.test_back import do",
        "from tests.web import test_back",
        "import tests.web.test_back",
        "from .test_back import do",
        "from . import test_back",
    ],
)
def test_a_borrowed_helper_is_found(tmp_path: Path, line: str) -> None:
    path = tmp_path / "test_one.py"
    path.write_text(f"import pytest\nfrom tests.web.doors import door\n{line}\n")
    assert len(list(borrowed(path))) == 1


def test_no_test_passes_on_nothing() -> None:
    """A loop over computed values must go through ``some``, or something outside it must be checked."""
    assert [line for path in modules(TESTS) for line in idle_tests(path)] == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("for one in found():\n        assert one", 1),
        ("for one in found():\n        with pytest.raises(ValueError):\n            one()", 1),
        ("for a in (1, 2):\n        for b in found(a):\n            assert b", 1),
        ("for a, b in enumerate(sorted(found())):\n        assert b", 1),
        ("for one in some(found()):\n        assert one", 0),
        ("for one in (1, 2):\n        assert one", 0),
        ("both = ('en', 'it')\n    for one in both:\n        assert one", 0),
        ("for one in found():\n        assert one\n    assert len(found()) == 3", 0),
        ("found()", 0),
    ],
)
def test_an_idle_loop_is_found(tmp_path: Path, body: str, expected: int) -> None:
    path = tmp_path / "test_one.py"
    path.write_text(f"def test_it():\n    {body}\n")
    assert len(list(idle_tests(path))) == expected
