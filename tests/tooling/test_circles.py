"""No module of ours imports itself through others at run time."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.house import imported_modules, name_of, python_files
from tests.tooling.circles import circles, graph

ROOT = Path(__file__).resolve().parents[2]


def test_nothing_imports_itself_by_a_detour() -> None:
    imports = graph(ROOT)
    assert len(imports) > 300 and "engine.game" in imports["engine.choices"]
    assert circles(imports) == []


def written(root: Path, **files: str) -> Path:
    (root / "room").mkdir()
    (root / "room" / "__init__.py").write_text("")
    for name, text in files.items():
        (root / "room" / f"{name}.py").write_text(text)
    return root


@pytest.mark.parametrize(
    "back",
    [
        "from room import a",
        "from room.a import x",
        "import room.a",
        "from . import a",
        "from .a import x",
        "def f():\n    from room.a import x\n",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import os\nelse:\n    import room.a\n",
    ],
)
def test_a_circle_is_found(tmp_path: Path, back: str) -> None:
    root = written(tmp_path, a="from room.b import y", b="import room.c", c=back)
    assert circles(graph(root)) == [["room.a", "room.b", "room.c"]]


def test_imports_for_type_checking_are_no_cycle(tmp_path: Path) -> None:
    only_types = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from room.a import x\n"
    assert circles(graph(written(tmp_path, a="from room.b import y", b=only_types))) == []


def test_nothing_imports_itself_by_a_detour_with_types_counted_either() -> None:
    """No module imports itself through other modules, even if imports for type checking count. For example,
    rules must not import their bots, which engine.minds finds.
    """
    sources = {path: path.read_text("utf-8") for path in python_files(ROOT)}
    modules = {name_of(ROOT, path): path for path in sources}
    typed = {
        name: frozenset(imported_modules(name, sources[path], modules, types=True))
        for name, path in modules.items()
    }
    assert any("games.models" in found for found in typed.values()) and len(typed) > 300
    assert circles(typed) == []
