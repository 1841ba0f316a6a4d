"""docs/api.md lists every URL that answers with JSON, and no other."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from tests.web.cast import browser

ROOT = Path(__file__).resolve().parents[2]
HEADING = re.compile(r"^### `([A-Z, ]+) (/\S+)`$", re.MULTILINE)
WORDS = ("JsonResponse", "application/json", "+json")
SHARED = ("web_manifest(", "answer_json(", "answer_posted(")  # from kit/lookup/serving.py
STANDS_FOR = {
    "uuid:": "00000000-0000-0000-0000-000000000000",
    "str:": "nothing",
    "slug:": "nothing",
    "int:": "0",
}


def documented() -> dict[str, list[str]]:
    """Return the methods of each URL that the page lists."""
    found = HEADING.findall((ROOT / "docs" / "api.md").read_text(encoding="utf-8"))
    assert len({address for _methods, address in found}) == len(found)
    return {address: methods.split(", ") for methods, address in found}


def routes(resolver: Any, before: str = "/") -> Iterator[tuple[str, Any]]:
    for one in resolver.url_patterns:
        path = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from routes(one, path)
        elif isinstance(one, URLPattern):
            yield path, inspect.unwrap(one.callback)


@cache
def answering(module: str) -> frozenset[str]:
    """Return the functions of a module that answer with JSON, directly or through another of its
    functions.
    """
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    functions = {node.name: ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    found = {name for name, text in functions.items() if any(word in text for word in (*WORDS, *SHARED))}
    while more := {
        name
        for name, text in functions.items()
        if name not in found and any(re.search(rf"(?<![.\w]){called}\(", text) for called in found)
    }:
        found |= more
    return frozenset(found)


def in_json() -> set[str]:
    ours = {path: view for path, view in routes(get_resolver()) if not view.__module__.startswith("django.")}
    return {path for path, view in ours.items() if view.__name__ in answering(view.__module__)}


def test_every_address_that_answers_json_is_documented_and_no_other() -> None:
    assert len(in_json()) > 10
    assert set(documented()) == in_json()


@pytest.mark.django_db
@pytest.mark.parametrize("address", documented())
def test_an_address_takes_the_methods_it_is_said_to_take(address: str) -> None:
    asked = re.sub(r"<(\w+:)\w+>", lambda found: STANDS_FOR[found[1]], address)
    client = browser("owner")
    for method in ("GET", "POST", "PUT"):
        status = client.generic(method, asked, b"{}", content_type="application/json").status_code
        taken = method in documented()[address]
        led_elsewhere = method == "GET" and status == 302  # a button's URL leads to its page
        assert (status != 405) is taken or led_elsewhere, method
