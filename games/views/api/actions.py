"""URLs that offer several actions, chosen by the field ``do``. The definition of an action's fields serves
for both validation and the API description.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.http import HttpRequest

from games.views.api.authentication import body_mistakes, need, read_body
from games.views.api.problems import InvalidRequest
from games.views.api.shapes import TEXT, WHOLE, Schema, body

NUMBER: Final[Schema] = {**WHOLE, "minimum": 1, "maximum": 10**15}
MOST: Final = 100_000  # the maximum size of a request body, in bytes
NOTHING: Final[Schema] = body({})
TYPES: Final = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict}


@dataclass(frozen=True)
class ApiAction:
    """An action of a URL: the function that carries it out, and the schemas of its required and optional
    fields. ``scope`` is set if the action needs a different scope from the URL's other actions.
    """

    run: Callable[..., Any]
    needs: Mapping[str, Schema] = field(default_factory=dict)
    takes: Mapping[str, Schema] = field(default_factory=dict)
    scope: str = ""


def bodies(actions: Mapping[str, ApiAction]) -> Schema:
    """Return the schema of all request bodies that a URL accepts, for the API description."""
    return {"oneOf": [_body(do, one) for do, one in actions.items()]}


def _body(do: str, one: ApiAction) -> Schema:
    told = body({"do": {"const": do}, **one.needs}, one.takes)
    return {**told, "x-scope": str(one.scope)} if one.scope else told


def requested_action(
    request: HttpRequest, actions: Mapping[str, ApiAction]
) -> tuple[str, ApiAction, dict[str, Any]]:
    """Read the requested action and its fields. Raises Problem if the key lacks the action's scope, which is
    checked before the fields. Raises InvalidRequest if the action or a field is invalid.
    """
    data = read_body(request, MOST)
    if not isinstance(data, dict) or type(data.get("do")) is not str:
        said = {"do": data["do"]} if isinstance(data, dict) and "do" in data else {}
        raise InvalidRequest(body_mistakes(said if isinstance(data, dict) else data, {"do": str}))
    action = actions.get(data["do"])
    if action is None:
        raise InvalidRequest([("$.do", "not_one_of")])
    if action.scope:
        need(request, action.scope)
    shapes = {**action.needs, **action.takes}
    found = body_mistakes(data, {"do": str, **_types(action.needs)}, _types(action.takes))
    found = found or [
        (f"$.{name}", "not_one_of") for name in shapes if not _fits(data.get(name), shapes[name])
    ]
    if found:
        raise InvalidRequest(found)
    return data["do"], action, {name: value for name, value in data.items() if name != "do"}


def require_empty_body(request: HttpRequest) -> None:
    """Require an empty object as the request body, for a URL with one action and no fields. Raises Problem
    or InvalidRequest for any other body.
    """
    found = body_mistakes(read_body(request, MOST), {})
    if found:
        raise InvalidRequest(found)


def _types(shapes: Mapping[str, Schema]) -> dict[str, type]:
    return {name: TYPES[shape.get("type", "string")] for name, shape in shapes.items()}


def _fits(value: Any, shape: Schema) -> bool:
    """Whether a value that has the right type also meets its schema's list of values and bounds."""
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
