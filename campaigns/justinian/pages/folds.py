"""Folded sections that are slow to draw: each is drawn when it is opened, not with every page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.http import HttpRequest

ALONE = "campaigns/justinian/_folded.html"  # sent instead of a full page: only the section being opened
FOLDER = "campaigns/justinian/"
SECTIONS = {"forces": FOLDER + "_forces.html", "upkeep": FOLDER + "_upkeep.html"}


def open_folds(request: HttpRequest) -> frozenset[str]:
    """Return the open sections named in the query string; for the upkeep, a recalculation opens it."""
    asked = {name for name in request.GET.getlist("open") if name in SECTIONS}
    return frozenset(asked | {"upkeep"} if "what" in request.GET else asked)


def requested_fold(request: HttpRequest) -> str:
    """Return the only section that an open page requests; "" for a whole page. A past position is drawn and
    cached whole, and the script extracts its section.
    """
    match, asked = request.resolver_match, getattr(request, "htmx", None)
    if match is not None and match.url_name == "game-replay":
        return ""
    target = str(asked.target) if asked else ""
    return next((name for name in SECTIONS if target == f"fold-{name}-in"), "")
