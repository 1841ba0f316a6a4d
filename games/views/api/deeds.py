"""URLs with several actions, each named by ``do``. The fields of each action are defined once, for validation
and for the API description.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.http import HttpRequest

from games.views.api.asking import lacking, need, read_body
from games.views.api.problems import Mistaken
from games.views.api.schemas import Schema
from games.views.api.shapes import TEXT, WHOLE, body

NUMBER: Final[Schema] = {**WHOLE, "minimum": 1, "maximum": 10**15}
MOST: Final = 100_000  # the largest request body in bytes
NOTHING: Final[Schema] = body({})
TYPES: Final = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict}


@dataclass(frozen=True)
class Deed:
    """An action of a URL: the function to call with the fields, and the fields' schemas. ``scope``: the scope
    a key needs if the actions of a URL differ.
    """

    run: Callable[..., Any]
    needs: Mapping[str, Schema] = field(default_factory=dict)
    takes: Mapping[str, Schema] = field(default_factory=dict)
    scope: str = ""


def bodies(deeds: Mapping[str, Deed]) -> Schema:
    """The schema of a URL's possible request bodies, for the API description."""
    return {"oneOf": [_body(do, one) for do, one in deeds.items()]}


def _body(do: str, one: Deed) -> Schema:
    told = body({"do": {"const": do}, **one.needs}, one.takes)
    return {**told, "x-scope": str(one.scope)} if one.scope else told


def requested_deed(request: HttpRequest, deeds: Mapping[str, Deed]) -> tuple[str, Deed, dict[str, Any]]:
    """Read the requested action and its fields. A key without the scope is refused first. Raises Problem,
    Mistaken.
    """
    data = read_body(request, MOST)
    if not isinstance(data, dict) or type(data.get("do")) is not str:
        said = {"do": data["do"]} if isinstance(data, dict) and "do" in data else {}
        raise Mistaken(lacking(said if isinstance(data, dict) else data, {"do": str}))
    deed = deeds.get(data["do"])
    if deed is None:
        raise Mistaken([("$.do", "not_one_of")])
    if deed.scope:
        need(request, deed.scope)
    shapes = {**deed.needs, **deed.takes}
    found = lacking(data, {"do": str, **_types(deed.needs)}, _types(deed.takes))
    found = found or [
        (f"$.{name}", "not_one_of") for name in shapes if not _fits(data.get(name), shapes[name])
    ]
    if found:
        raise Mistaken(found)
    return data["do"], deed, {name: value for name, value in data.items() if name != "do"}


def asked_plainly(request: HttpRequest) -> None:
    """Require the empty object as the body of a URL with one action and no fields. Raises Problem,
    Mistaken."""
    found = lacking(read_body(request, MOST), {})
    if found:
        raise Mistaken(found)


def _types(shapes: Mapping[str, Schema]) -> dict[str, type]:
    return {name: TYPES[shape.get("type", "string")] for name, shape in shapes.items()}


def _fits(value: Any, shape: Schema) -> bool:
    """Whether a value of the right type is also within its bounds."""
    if value is None:
        return True
    if "enum" in shape and value not in shape["enum"]:
        return False
    if type(value) is int:
        low, high = shape.get("minimum", value), shape.get("maximum", value)
        return bool(low <= value <= high)
    return True


def one_of(*values: str) -> Schema:
    return {**TEXT, "enum": list(values)}
