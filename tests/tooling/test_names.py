"""Names: a verb and a noun for functions, a noun for modules and classes, never a participle alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = (
    *("accounts", "armies", "battles", "bench", "campaigns", "config", "engine"),
    *("features", "games", "kit", "leagues", "maps", "tools"),
)
PARTICIPLES = """
    begun bought broken brought built caught chosen dealt done drawn driven fallen felt fled fought found
    given gone heard held hidden kept known laid led left lent lost made met overdue paid seen sent shot
    shown sold spent spoken stood struck stuck sunk swept taken thought thrown told typed understood undone
    unmet unseen withdrawn won worn written
"""
PREPOSITIONS = """
    about above across after again against ahead alone along among anew apart around aside at away back before
    behind below beneath beside between beyond by for from here in inside into near off on onto out outside
    over own past since there through to together toward towards under until up upon with within without
"""
ADJECTIVES = """
    afraid dark doubtful fierce hopeless hostile laden passable recoverable shootable
    unwelcome
"""
BARE = frozenset(f"{PARTICIPLES} {PREPOSITIONS} {ADJECTIVES}".split())
OTHERS = "bed breed creed deed embed exceed feed greed heed indeed need proceed red seed shed speed succeed"
REGISTERED = ("register.", "shared_task")  # templates and the queue know these functions by their names


def is_bare(name: str) -> bool:
    """Return whether a name is only a participle or a preposition."""
    word = name.strip("_")
    return word in BARE or (word.isalpha() and word.endswith("ed") and word not in OTHERS.split())


def bare_names(text: str) -> Iterator[str]:
    """Yield the bare names of top-level functions in a module."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and is_bare(node.name):
            decorators = " ".join(ast.unparse(one) for one in node.decorator_list)
            if not any(one in decorators for one in REGISTERED):
                yield node.name


@pytest.mark.parametrize("room", ROOMS)
def test_no_function_is_named_by_a_participle_or_preposition_alone(room: str) -> None:
    files = [path for path in sorted((ROOT / room).rglob("*.py")) if "migrations" not in path.parts]
    assert files
    found = {
        str(path.relative_to(ROOT)): names
        for path in files
        if (names := list(bare_names(path.read_text(encoding="utf-8"))))
    }
    assert found == {}, "name them by verb and noun, or by a noun (CONTRIBUTING.md)"


def bare_methods(text: str) -> Iterator[str]:
    """Yield the bare names of methods and properties in a module, each with its class."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef):
            for one in node.body:
                if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) and is_bare(one.name):
                    yield f"{node.name}.{one.name}"


@pytest.mark.parametrize("room", ROOMS)
def test_no_method_is_named_by_a_participle_or_preposition_alone(room: str) -> None:
    files = [path for path in sorted((ROOT / room).rglob("*.py")) if "migrations" not in path.parts]
    found = {
        str(path.relative_to(ROOT)): names
        for path in files
        if (names := list(bare_methods(path.read_text(encoding="utf-8"))))
    }
    assert found == {}, "name them by verb and noun, by a noun, or by is_ and has_ (CONTRIBUTING.md)"


NOUNS = {"shot"}
IN_BROWSER = {"inside"}  # games/browser/inside: the pages that run in the browser name it by its path
STORED = {"Owned", "Shown"}  # models, whose names are in the database
GAMES_OWN = ("rules", "engine")  # logs and states name events, actions and values by these classes


def bare_classes(text: str) -> Iterator[str]:
    """Yield the classes of a module whose name is a single participle or preposition, except events and
    actions.
    """
    for node in ast.walk(ast.parse(text)):
        if (
            isinstance(node, ast.ClassDef)
            and len(re.findall("[A-Z]", node.name)) == 1
            and is_bare(node.name.lower())
        ):
            bases = " ".join(ast.unparse(one) for one in node.bases)
            if "Event" not in bases and "Action" not in bases and node.name not in STORED:
                yield node.name


@pytest.mark.parametrize("room", ROOMS)
def test_no_module_or_class_is_named_by_a_participle_or_preposition_alone(room: str) -> None:
    files = [path for path in sorted((ROOT / room).rglob("*.py")) if "migrations" not in path.parts]
    names = {part for path in files for part in path.relative_to(ROOT).with_suffix("").parts}
    assert {name for name in names if is_bare(name)} - NOUNS - IN_BROWSER == set(), "name them by a noun"
    found = {
        str(path.relative_to(ROOT)): classes
        for path in files
        if not set(path.relative_to(ROOT).parts) & set(GAMES_OWN)
        and (classes := list(bare_classes(path.read_text(encoding="utf-8"))))
    }
    assert found == {}, "name them by a noun (CONTRIBUTING.md)"


def test_bare_names_are_told_from_verbs_and_nouns() -> None:
    text = "def told(): ...\ndef _within(): ...\ndef ordered(): ...\ndef read(): ...\ndef seed(): ...\n"
    text += "def draw_map(): ...\n@register.filter\ndef dated(): ...\nclass A:\n    def kept(self): ...\n"
    assert list(bare_names(text)) == ["told", "_within", "ordered"]
    assert list(bare_methods(text)) == ["A.kept"]
