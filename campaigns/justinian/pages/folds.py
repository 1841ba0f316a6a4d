"""Collapsible sections that are slow to draw. Each is drawn only when the reader opens it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.http import HttpRequest

ALONE = "campaigns/justinian/_folded.html"  # template of a partial response: only the section being opened
FOLDER = "campaigns/justinian/"
SECTIONS = {"forces": FOLDER + "_forces.html", "upkeep": FOLDER + "_upkeep.html"}


def open_folds(request: HttpRequest) -> frozenset[str]:
    """Return the names of the open sections in the query string. When costs are recalculated, the upkeep
    section stays open.
    """
    asked = {name for name in request.GET.getlist("open") if name in SECTIONS}
    return frozenset(asked | {"upkeep"} if "what" in request.GET else asked)


def requested_fold(request: HttpRequest) -> str:
    """Return the section that htmx requests for a page already open, or "" if the whole page is requested. A
    past position is always drawn and cached as a whole page, from which the script extracts the section.
    """
    match, asked = request.resolver_match, getattr(request, "htmx", None)
    if match is not None and match.url_name == "game-replay":
        return ""
    target = str(asked.target) if asked else ""
    return next((name for name in SECTIONS if target == f"fold-{name}-in"), "")
