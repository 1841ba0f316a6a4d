"""Viewing a map: the reader's selected place, and the URLs of other views of the same page."""

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
LONGEST = 1000  # characters of a route


def place_field(request: HttpRequest) -> str:
    """Return the parameter that names the selected place; in a replay, ``at`` already means the entry."""
    match = request.resolver_match
    return "place" if match is not None and match.url_name == "game-replay" else "at"


def selected_place(request: HttpRequest, names: Mapping[str, str]) -> str:
    """Return the selected place: its id, or typed letters of its name; "" for none. ``names``: those of every
    place, by id.
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


def way(request: HttpRequest) -> tuple[str, ...]:
    """Return the places of the route that the reader builds on the map, without its start; () for none."""
    asked = request.GET.get("way", "")
    try:
        found = json.loads(asked) if 0 < len(asked) <= LONGEST else []
    except (ValueError, RecursionError):
        return ()
    return tuple(found) if isinstance(found, list) and all(isinstance(one, str) for one in found) else ()


def only_chosen(request: HttpRequest) -> bool:
    """Return whether the request is a tap on the map, so that the rest of the page stays as it is."""
    asked: Any = getattr(request, "htmx", None)
    return bool(asked) and asked.target == "chosen"


def query(
    request: HttpRequest,
    at: str = "",
    keep: Mapping[str, str] = MappingProxyType({}),
    looks: str = "",
) -> dict[str, Any]:
    """Return query strings that keep the reader's choices: for links to places, zoom and folds, and the
    hidden fields of a form. ``keep``: those kept by a tap on another place; ``looks``: those dropped when
    the game continues.
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
    """Return the variables of a printed map, which replaces the whole page. ``when``: the turn."""
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
    """Return the context of the window's template. ``asked``: from :func:`query`; ``focus``: where it opens;
    ``zooms``: choices without scripts (name, width in pixels; 0: fit); ``goals``: places that extend the
    current view even if the reader's own pieces are there.
    """
    wanted = request.GET.get("zoom", "")
    width = dict(zooms).get(wanted, 0)
    whole = bool(wanted) and not width
    links = Links(f"?{asked['to']}", f"&{asked['keep']}" if asked["keep"] else "", goals)
    return {
        "map": drawing.svg(shown, marks, links, width=width, whole=whole),
        "opening": "" if whole else drawing.opening(shown, focus, width=width),
        "zoom": wanted,
        "zooms": [name for name, _width in zooms],
        "query": asked,
        "plain": shown.plain,
    }
