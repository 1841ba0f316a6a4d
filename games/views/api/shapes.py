"""Building blocks of the API description (features.api_description.openapi)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.http import HttpResponse

from games.models import Game

Schema = dict[str, Any]


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def obj(required: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None) -> Schema:
    """Return the schema of an object that later versions may extend with further fields."""
    shapes = {**required, **(optional or {})}
    return {"type": "object", "properties": shapes, "required": list(required)}


def body(required: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None) -> Schema:
    """Return the schema of an object that allows no further fields."""
    return {**obj(required, optional), "additionalProperties": False}


def many(one: Schema) -> Schema:
    return {"type": "array", "items": one}


def maybe(one: Schema) -> Schema:
    return {"anyOf": [one, {"type": "null"}]}


TEXT: Final[Schema] = {"type": "string"}
WHOLE: Final[Schema] = {"type": "integer"}
FLAG: Final[Schema] = {"type": "boolean"}
ID: Final[Schema] = {"type": "string", "format": "uuid"}
TIME: Final[Schema] = {"type": "string", "format": "date-time"}
FREE: Final[Schema] = {"type": "object"}
STATUS: Final[Schema] = {"enum": list(Game.Status.values)}
VOID: Final[Schema] = {
    **FLAG,
    "description": "a battle that does not count, because its campaign was rewound",
}
KEY: Final[Schema] = {
    "type": "string",
    "minLength": 1,
    "maxLength": 64,
    "description": "unique key chosen by you for each request",
}
SEQ: Final[Schema] = {"type": "integer", "minimum": -1, "maximum": 10**9}
MATCH: Final = {
    **obj(
        {
            "games": many(ID),
            "second": FLAG,
            "over": FLAG,
            "abandoned": FLAG,
            "drawn": FLAG,
            "sides": many(
                obj({"seat": TEXT, "points": many(maybe(WHOLE)), "total": WHOLE, "won": WHOLE, "wins": FLAG})
            ),
        }
    ),
    "description": "two games with sides swapped, scored together",
}
EVENTS: Final = many({**FREE, "description": "an event of the system, as listed under components"})


def query(name: str, shape: Schema, told: str, required: bool = False) -> Schema:
    found = {"name": name, "in": "query", "schema": shape, "description": told}
    return {**found, "required": True} if required else found


SEAT: Final = query("seat", TEXT, "one of your seats; “gm” for the game master")
LIMIT: Final = query("limit", {"type": "integer", "minimum": 1, "maximum": 200}, "maximum number of entries")


@dataclass(frozen=True)
class Operation:
    """One method of a URL. ``told`` is its summary, ``asked`` its query parameters, ``takes`` the schema of
    the JSON body, and ``gives`` the schema of the response.
    """

    told: str
    gives: Schema
    takes: Schema | None = None
    asked: tuple[Schema, ...] = ()
    login: bool = False  # needs a login, although it only reads
    marked: bool = False  # answers 304 if the caller is up to date
    more: Mapping[str, str] = field(default_factory=dict)  # further statuses that are worth documenting


View = Callable[..., HttpResponse]


def describe_view(**operations: Operation) -> Callable[[View], View]:
    """Return a decorator that attaches the description of each method to a view, so that it stays next to the
    view's code.
    """

    def note(view: View) -> View:
        vars(view)["told"] = operations
        return view

    return note
