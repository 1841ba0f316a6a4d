"""The API's description of itself: the installed systems, their schemas, and the API's URLs."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext

from engine import registry
from engine.codec import canonical
from features.api_description import openapi as described
from features.api_description import schemas
from games import plugins
from games.views.api.authentication import api_view
from games.views.api.cross_origin import ANYBODY
from games.views.api.play import PLAIN
from games.views.api.shapes import FLAG, FREE, TEXT, Operation, describe_view, many, obj

KEPT: Final = 60 * 60  # how many seconds clients may cache the description


@describe_view(
    get=Operation(
        "List the URLs where a client begins",
        obj({"version": TEXT, "description": TEXT, "systems": TEXT, "me": TEXT, "games": TEXT}),
    )
)
@api_view(GET=ANYBODY)
def index(request: HttpRequest) -> JsonResponse:
    """List the URLs where API clients begin."""
    begin = {name: reverse(f"api-{name}") for name in ("description", "systems", "me", "games")}
    return JsonResponse({"version": described.VERSION, **begin})


@describe_view(get=Operation("Return this description", FREE, marked=True))
@api_view(GET=ANYBODY)
def openapi(request: HttpRequest) -> HttpResponse:
    """Answer with the description of this API, as OpenAPI 3.1."""
    return _cached_response(request, *_openapi(registry.names()))


_SYSTEM = obj({"system": TEXT, "title": TEXT, "rules_version": TEXT, "scenarios": FREE, "looks_up": FLAG})


@describe_view(get=Operation("List the installed rules systems", obj({"systems": many(_SYSTEM)})))
@api_view(GET=ANYBODY)
def systems(request: HttpRequest) -> JsonResponse:
    """List the installed rules systems."""
    found = [registry.get(name) for name in registry.names()]
    rows = [
        {
            "system": one.name,
            "title": gettext(one.title) if one.title else one.name.upper(),
            "rules_version": one.version,
            "scenarios": {name: gettext(title) for name, title in one.scenarios().items()},
            "looks_up": plugins.answers(one.name) is not None,
        }
        for one in found
    ]
    return JsonResponse({"systems": rows}, json_dumps_params=PLAIN)


@describe_view(get=Operation("Return the schemas of a system's actions, events and state", FREE, marked=True))
@api_view(GET=ANYBODY)
def schema(request: HttpRequest, system: str) -> HttpResponse:
    """Answer with the JSON Schema of a system's actions, events and state."""
    if system not in registry.names():
        raise Http404
    return _cached_response(request, *_schema(system))


@cache
def _openapi(names: tuple[str, ...]) -> tuple[bytes, str]:
    return _document_bytes(described.document([registry.get(name) for name in names]))


@cache
def _schema(system: str) -> tuple[bytes, str]:
    return _document_bytes(schemas.of_system(registry.get(system)))


def _document_bytes(document: dict[str, Any]) -> tuple[bytes, str]:
    body = canonical(document).encode()
    return body, f'"{sha256(body).hexdigest()[:32]}"'


def _cached_response(request: HttpRequest, body: bytes, mark: str) -> HttpResponse:
    response = HttpResponse(body, content_type="application/json")
    response.headers["ETag"] = mark
    patch_cache_control(response, public=True, max_age=KEPT)
    return get_conditional_response(request, etag=mark, response=response) or response
