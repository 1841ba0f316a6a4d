"""The viewer's selection on a map, and the URLs that change it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from django.utils.http import urlencode

from maps import drawing
from maps.values import Links, Map, Marks

if TYPE_CHECKING:
    from django.http import HttpRequest


PAPER = "maps/paper.html"
LONGEST = 1000  # maximum length of a route in a URL, in characters


def place_field(request: HttpRequest) -> str:
    """Return the name of the parameter that holds the selected place. It differs on a replay page, where
    ``at`` names the log entry.
    """
    match = request.resolver_match
    return "place" if match is not None and match.url_name == "game-replay" else "at"


def selected_place(request: HttpRequest, names: Mapping[str, str]) -> str:
    """Return the id of the selected place, or "" if none is selected or found. The viewer can give an id or
    some letters of a name. ``names``: the name of every place by id.
    """
    asked = request.GET.get(place_field(request), "").strip()
    if not asked or asked in names:
        return asked
    wanted = asked.casefold()
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [key for key, name in names.items() if fits(name.casefold(), wanted)]
        if found:
            return found[0]
    return ""


def route_in_url(request: HttpRequest) -> tuple[str, ...]:
    """Return the places of the route that the viewer is building on the map, without its start. Return () if
    there is no route.
    """
    asked = request.GET.get("way", "")
    try:
        found = json.loads(asked) if 0 < len(asked) <= LONGEST else []
    except (ValueError, RecursionError):
        return ()
    return tuple(found) if isinstance(found, list) and all(isinstance(one, str) for one in found) else ()


def wants_selection_only(request: HttpRequest) -> bool:
    """Return whether the request is a tap on the map, which needs only the selection and not the whole
    page.
    """
    asked: Any = getattr(request, "htmx", None)
    return bool(asked) and asked.target == "chosen"


def query(
    request: HttpRequest,
    at: str = "",
    keep: Mapping[str, str] = MappingProxyType({}),
    looks: str = "",
) -> dict[str, Any]:
    """Return the query strings for links to places and for zooming and expanding, and the hidden fields for
    forms. All of them preserve the viewer's choices. ``keep``: parameters to keep when the viewer taps
    another place. ``looks``: names of parameters to drop when the game continues.
    """
    field = place_field(request)
    kept = ("seat", "at") if field == "place" else ("seat",)
    base = {name: request.GET[name] for name in kept if request.GET.get(name)}
    here = {**base, **({field: at} if at else {})}
    looking = {**here, **keep}
    return {
        "base": urlencode(base),
        "to": f"{urlencode({**base, field: ''})}",
        "here": f"{urlencode(here)}&" if here else "",
        "zoom": urlencode(looking),
        "open": f"?{urlencode({**looking, 'open': ''})}",
        "kept": tuple(base.items()),
        "field": field,
        "looks": f"{field} {looks}".strip(),
        "keep": urlencode(keep),
    }


def paper(shown: Map, when: str, key_template: str) -> dict[str, Any]:
    """Return the template context of the map that is printed instead of the page. ``shown``: the map.
    ``when``: the name of the turn.
    """
    upright = shown.outlines.height > shown.outlines.width
    return {
        "base_template": PAPER,
        "map": drawing.svg(shown, Marks(), Links(""), whole=True, level=len(shown.levels) - 1),
        "map_title": shown.title,
        "when": when,
        "upright": upright,
        "key_template": key_template,
        "plain": shown.plain,
    }


def window(
    request: HttpRequest,
    shown: Map,
    marks: Marks,
    asked: Mapping[str, Any],
    *,
    focus: str,
    zooms: Sequence[tuple[str, int]],
    goals: frozenset[str] = frozenset(),
) -> dict[str, Any]:
    """Return the template context of the map's window. ``asked``: the result of :func:`query`. ``focus``: the
    place at which the window opens. ``zooms``: the zoom choices for browsers without scripts, each as (name,
    width in pixels or 0 to fit). ``goals``: places whose links keep the current selection even if the
    viewer's own pieces are on them.
    """
    wanted = request.GET.get("zoom", "")
    width = dict(zooms).get(wanted, 0)
    whole = bool(wanted) and not width
    links = Links(f"?{asked['to']}", f"&{asked['keep']}" if asked["keep"] else "", goals)
    return {
        "map": drawing.svg(shown, marks, links, width=width, whole=whole),
        "opening": "" if whole else drawing.scroll_to_place(shown, focus, width=width),
        "zoom": wanted,
        "zooms": [name for name, _width in zooms],
        "query": asked,
        "plain": shown.plain,
    }
