"""The description of the API as OpenAPI 3.1, generated from its URLs and the systems' codecs."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import IntConverter, UUIDConverter

from accounts.models import Key
from engine.game import System
from games.views.api.asking import ANY_KEY
from games.views.api.cross_origin import ANYBODY
from games.views.api.operations import COMPONENTS, OPERATIONS
from games.views.api.schemas import Schema, schemas_of
from games.views.api.shapes import (
    FREE,
    ID,
    TEXT,
    Operation,
    ref,
)

VERSION: Final = "1.2.0"  # version of the URLs and their responses
ROOM: Final = "api/"


def document(systems: Iterable[System]) -> dict[str, Any]:
    """The complete OpenAPI document."""
    found = list(systems)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Vexillum",
            "version": VERSION,
            "description": "Campaigns and battles for programs. docs/api.md tells the same to people.",
        },
        "servers": [{"url": settings.SITE_URL}],
        "tags": [
            *({"name": one.name, "description": f"version {one.version} of these rules"} for one in found),
            *(
                {"name": name, "description": TAGS.get(name) or _describe_tag(name)}
                for name in sorted(_tags())
            ),
        ],
        "paths": dict(_paths()),
        "components": {
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
            "responses": {
                "Problem": {
                    "description": "what went wrong, why, and what to do",
                    "content": {"application/json": {"schema": ref("Problem")}},
                }
            },
            "schemas": {**COMPONENTS, **_of_systems(found)},
        },
    }


def _of_systems(systems: list[System]) -> dict[str, Schema]:
    """The schemas of each system's classes, named after the system, and schemas that cover all systems."""
    shapes: dict[str, Schema] = {}
    for system in systems:
        found = schemas_of(system, f"#/components/schemas/{system.name}.{{}}".format)
        own = {"action": found.family(system.actions), "event": found.family(system.events)}
        if system.state is not None:
            own["state"] = found.of(system.state)
        told = {"x-rules-version": system.version}
        shapes |= {f"{system.name}.{name}": shape for name, shape in found.defs.items()}
        shapes |= {f"{system.name}.{name}": {**shape, **told} for name, shape in own.items()}
    any_of = [ref(f"{system.name}.action") for system in systems]
    return {**shapes, "Action": {"anyOf": any_of} if any_of else FREE}


# the module of a view in games.views.api -> its tag; views of features have the name of their folder
GROUPS: Final[Mapping[str, str]] = {
    "describing": "site",
    "mine": "you",
    "play": "play",
    "plan": "play",
    "returning": "play",
    "log": "log",
    "seating": "game",
    "table": "game",
    "desk": "desk",
    "fair": "desk",
    "treaties": "agreements",
    "commanding": "agreements",
    "meeting": "agreements",
    "ruling": "agreements",
    "observing": "observers",
}
TAGS: Final[Mapping[str, str]] = {
    "site": "the systems of this site and the description of its API",
    "you": "the caller: their games, decisions and invitations",
    "game": "a game: its seats, pace, letters and export",
    "play": "acting for a seat",
    "log": "what has happened in a game",
    "desk": "the game master's tools",
    "agreements": "what players agree on: treaties, times, commanders, results",
    "observers": "people who watch a private game",
}


def tag_of(one: URLPattern) -> str:
    """The tag of a URL's operations: the feature or room of its view, or its group in the core."""
    where: str = inspect.unwrap(one.callback).__module__
    room, *below = where.split(".")
    if room == "games":
        return GROUPS[below[-1]] if below[-1] in GROUPS else below[1]
    return below[0] if room == "features" else room


def _tags() -> dict[str, str]:
    """Map each tag to the package of the views that have it."""
    found = {}
    for _before, one in addresses():
        room, *below = inspect.unwrap(one.callback).__module__.split(".")
        found[tag_of(one)] = f"{room}.{below[0]}" if room == "features" else room
    return found


def _describe_tag(tag: str) -> str:
    """The first sentence of the package that has this tag."""
    told = " ".join((sys.modules[_tags()[tag]].__doc__ or tag).split())
    return told.partition(". ")[0].rstrip(".")


def _paths() -> Iterator[tuple[str, Schema]]:
    for before, one in addresses():
        yield f"/{before}{_template(one)}", _path(one)


def addresses() -> list[tuple[str, URLPattern]]:
    """Every URL below /api/ as the site serves it, with its full path."""
    return list(_addresses(get_resolver().url_patterns, ""))


def _addresses(patterns: Iterable[Any], before: str) -> Iterator[tuple[str, URLPattern]]:
    for one in patterns:
        path = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _addresses(one.url_patterns, path)
        elif isinstance(one, URLPattern) and path.startswith(ROOM):
            yield before, one


def operations(one: URLPattern) -> Mapping[str, Operation]:
    """The operation of each method of a URL, by method."""
    found: Mapping[str, Operation] = vars(one.callback).get("told") or OPERATIONS[str(one.name)]
    return found


def _template(one: URLPattern) -> str:
    """Convert a path from Django's syntax to OpenAPI's: `games/<uuid:pk>/act` becomes `games/{pk}/act`."""
    return re.sub(r"<\w+:(\w+)>", r"{\1}", str(one.pattern))


def _path(one: URLPattern) -> Schema:
    scopes: Mapping[str, str] = vars(one.callback)["scopes"]
    fixed = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": next((shape for kind, shape in _FIXED if isinstance(converter, kind)), _NAME),
        }
        for name, converter in one.pattern.converters.items()
    ]
    told: Schema = {"parameters": fixed} if fixed else {}
    for method, operation in operations(one).items():
        told[method] = _operation(f"{one.name}-{method}", operation, scopes[method.upper()], tag_of(one))
    return told


_NAME: Final[Schema] = {**TEXT, "minLength": 1}
_FIXED: Final = ((UUIDConverter, ID), (IntConverter, {"type": "integer", "minimum": 0, "maximum": 10**15}))


def _operation(name: str, one: Operation, scope: str, tag: str) -> Schema:
    problem = {"$ref": "#/components/responses/Problem"}
    well = {"description": one.told, "content": {"application/json": {"schema": one.gives}}}
    told: Schema = {
        "operationId": name,
        "summary": one.told,
        "tags": [tag],
        "security": _security("" if one.login else scope),
        "responses": {
            "200": well,
            **({"304": {"description": "you have it already"}} if one.marked else {}),
            **{status: {**_PROBLEM, "description": why} for status, why in one.more.items()},
            "4XX": problem,
            "503": problem,
        },
    }
    if scope not in (ANYBODY, ANY_KEY):
        told["x-scope"] = str(scope)
    if one.asked:
        told["parameters"] = list(one.asked)
    if one.takes is not None:
        told["requestBody"] = {"required": True, "content": {"application/json": {"schema": one.takes}}}
    return told


_PROBLEM: Final[Schema] = {"content": {"application/json": {"schema": ref("Problem")}}}


def _security(scope: str) -> list[Schema]:
    return [{}, {"key": []}] if scope in (ANYBODY, Key.Scope.READ) else [{"key": []}]
