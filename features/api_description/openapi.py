"""Generate the OpenAPI 3.1 description of the API from its URLs and the systems' codecs."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import IntConverter, UUIDConverter

from accounts.models import Key
from engine.game import System
from features.api_description.schemas import schemas_of
from games.views.api import tags
from games.views.api.authentication import ANY_KEY
from games.views.api.cross_origin import ANYBODY
from games.views.api.operations import COMPONENTS, OPERATIONS
from games.views.api.shapes import (
    FREE,
    ID,
    TEXT,
    Operation,
    Schema,
    ref,
)

VERSION: Final = "1.2.0"  # version of the URLs and their responses
ROOM: Final = "api/"


def document(systems: Iterable[System]) -> dict[str, Any]:
    """Build the complete OpenAPI document."""
    found = list(systems)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Vexillum",
            "version": VERSION,
            "description": "Campaigns and battles for programs. docs/api.md is the guide for people.",
        },
        "servers": [{"url": settings.SITE_URL}],
        "tags": [
            *({"name": one.name, "description": f"version {one.version} of these rules"} for one in found),
            *({"name": name, "description": tags.description_of(name)} for name in _tags()),
        ],
        "paths": dict(_paths()),
        "components": {
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
            "responses": {
                "Problem": {
                    "description": "the error, its reason, and what to do",
                    "content": {"application/json": {"schema": ref("Problem")}},
                }
            },
            "schemas": {**COMPONENTS, **_system_schemas(found)},
        },
    }


def _system_schemas(systems: list[System]) -> dict[str, Schema]:
    """Return the schemas of each system's classes, named after the system. The schema Action admits any
    system's action.
    """
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


def _tags() -> list[str]:
    """Return the tags of all operations in alphabetical order, without duplicates."""
    return sorted({_tag_of(one) for _before, one in addresses()})


def _tag_of(one: URLPattern) -> str:
    return tags.tag_of(inspect.unwrap(one.callback).__module__)


def _paths() -> Iterator[tuple[str, Schema]]:
    for before, one in addresses():
        yield f"/{before}{_template(one)}", _path(one)


def addresses() -> list[tuple[str, URLPattern]]:
    """Return every URL below /api/, each with the path that precedes it."""
    return list(_addresses(get_resolver().url_patterns, ""))


def _addresses(patterns: Iterable[Any], before: str) -> Iterator[tuple[str, URLPattern]]:
    for one in patterns:
        path = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _addresses(one.url_patterns, path)
        elif isinstance(one, URLPattern) and path.startswith(ROOM):
            yield before, one


def operations(one: URLPattern) -> Mapping[str, Operation]:
    """Return the operation for each method of a URL."""
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
        told[method] = _operation(f"{one.name}-{method}", operation, scopes[method.upper()], _tag_of(one))
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
            **({"304": {"description": "unchanged since your copy"}} if one.marked else {}),
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
