"""Find, from the code, every way to change something through the pages or the API. A way is a URL, a method
and, if the URL offers several actions, one of these.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

WRITING = frozenset({"POST", "PUT", "PATCH", "DELETE"})
BUTTONS = ("require_POST", "button")  # decorators of views that accept only POST
READING = ("require_safe", "require_GET")


@dataclass(frozen=True, order=True)
class Door:
    """A URL by name, a method, and one of its actions ("" if there is only one)."""

    name: str
    method: str
    button_label: str = ""


def patterns(resolver: Any = None, before: str = "", space: str = "") -> Iterator[tuple[str, str, Any]]:
    """Yield the name, path and view of every URL."""
    for one in (resolver or get_resolver()).url_patterns:
        path = before + str(one.pattern)
        if isinstance(one, URLResolver):
            inner = f"{space}{one.namespace}:" if one.namespace else space
            yield from patterns(one, path, inner)
        elif isinstance(one, URLPattern):
            yield f"{space}{one.name}", path, one.callback


def methods(view: Any) -> set[str]:
    """Return the methods by which a view can change something."""
    scopes = getattr(view, "scopes", None)
    if scopes is not None:
        return {method for method in scopes if method in WRITING}
    if inspect.isclass(getattr(view, "view_class", None)):
        return {name.upper() for name in ("post", "put", "delete") if hasattr(view.view_class, name)}
    function = _function(view)
    if function is None:
        return set()
    marks = [ast.unparse(one) for one in function.decorator_list]
    if any(mark.startswith(READING) for mark in marks):
        return set()
    if any(mark.startswith(BUTTONS) for mark in marks):
        return {"POST"}
    named = [mark for mark in marks if mark.startswith("require_http_methods")]
    return {method for method in WRITING for mark in named if method in mark} if named else {"POST"}


def actions(view: Any, method: str) -> set[str]:
    """Return the names of the actions that can be sent to a view's URL, or {""} if there is only one. For a
    page, these are the names of all buttons that the view's module handles.
    """
    module = import_module(view.__module__)
    if getattr(view, "scopes", None) is not None:
        many = getattr(module, "ACTIONS", None)
        source = ast.unparse(_function(view) or ast.Module([], []))
        return set(many) if many and method == "POST" and "ACTIONS" in source else {""}
    if not view.__module__.startswith(("games.views", "leagues.views", "features")):
        return {""}
    return set(_words(view.__module__)) or {""}


@cache
def _words(module: str) -> frozenset[str]:
    """Return the action names of buttons in a module of views."""
    found = set()
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.Match) and "'do'" in ast.unparse(node.subject):
            for case in node.cases:
                parts = ast.walk(case.pattern)
                found |= {one.value.value for one in parts if isinstance(one, ast.MatchValue)}  # type: ignore[attr-defined]
        if isinstance(node, ast.Compare) and ast.unparse(node.left) in (
            "posted.get('do')",
            "do",
            "request.POST.get('do')",
        ):
            for one in node.comparators:
                found |= {part.value for part in ast.walk(one) if isinstance(part, ast.Constant)}
    return frozenset(one for one in found if isinstance(one, str))


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(inspect.getsource(import_module(module)))


def _function(view: Any) -> ast.FunctionDef | None:
    tree = _tree(view.__module__)
    return next(
        (one for one in tree.body if isinstance(one, ast.FunctionDef) and one.name == view.__name__), None
    )


def every_door() -> set[Door]:
    found = set()
    for name, _path, view in patterns():
        for method in methods(view):
            found |= {Door(name, method, action) for action in actions(view, method)}
    return found
