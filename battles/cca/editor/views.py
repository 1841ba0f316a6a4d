"""The pages of the scenario editor: the list of the reader's scenarios, and one scenario on the board.

Guests can use them. A visitor who creates a scenario becomes a guest in this browser.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import arriving, clocks
from accounts.logins.answers import without_login
from battles.cca.editor import scenario_view
from battles.cca.editor.begin import SYSTEM, WAYS, begin
from battles.cca.rules import editing
from battles.cca.rules.editing import Document
from battles.cca.rules.scenarios import read_scenario, scenarios
from battles.cca.rules.terrain.board import HEXES
from battles.cca.rules.terrain.terrain import TERRAIN
from battles.cca.rules.units import LEADER, UNITS
from battles.cca.scenarios.briefing_text import facts_of
from battles.models import SavedScenario
from battles.shelf import MOST_SCENARIOS, TooMany, own_scenario, save_scenario, scenarios_of
from engine import documents
from engine.game import BadScenario, Mistake
from games import pages
from games.wording.numbers import whole

FILE_LIMIT: Final = 200_000  # maximum size of an uploaded file, in bytes
UNDO: Final = "cca_undo"  # session key for the scenario before its last change
LONGEST_TEXT: Final = 80
Posted = Mapping[str, str]


# --- the list -----------------------------------------------------------------------------------------------


@without_login
@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """List the reader's scenarios. A POST starts a new scenario: empty, from a built-in one,
    or from a file.
    """
    context: dict[str, Any] = {
        "own": scenarios_of(request.user, SYSTEM),
        "built_in": [(one.id, _(one.name)) for one in scenarios().values()],
        "chosen": request.GET.get("from", ""),
        "limit": FILE_LIMIT // 1000,
    }
    if request.method != "POST":
        return render(request, "battles/cca/editor/index.html", context)
    text = request.POST.get("text", "")
    try:
        document = _begin_scenario(request)
    except BadScenario as bad:
        found = [scenario_view.fault(one) for one in bad.mistakes]
        context |= {"faults": found, "text": text[:FILE_LIMIT]}
        return render(request, "battles/cca/editor/index.html", context, status=422)
    return save_and_redirect(request, document, "edit")


def _begin_scenario(request: HttpRequest) -> Document:
    """Return the document of a new scenario. Raises BadScenario listing every mistake in an uploaded file."""
    name = request.POST.get("from", "")
    if request.POST.get("do") == "copy" and name in scenarios():
        found = editing.as_own(facts_of(name))
        return {**found, "name": _(str(found["name"]))}
    if request.POST.get("do") == "upload":
        return editing.as_own(_read_upload(request))
    return {**editing.blank(), "name": _("My scenario")}


def _read_upload(request: HttpRequest) -> Document:
    file, text = request.FILES.get("file"), request.POST.get("text", "")
    if file is None and not text.strip():
        raise BadScenario([Mistake("$", "no_file")])
    if file is not None and (file.size or 0) > FILE_LIMIT:
        raise BadScenario([Mistake("$", "too_big", {"most": FILE_LIMIT // 1000})])
    try:
        found = documents.read(file.read() if file is not None else text, FILE_LIMIT)
    except documents.NoDocument as error:
        place = "$" if error.line is None else f"{error.line}:{error.column}"
        raise BadScenario([Mistake(place, "not_json")]) from None
    if not isinstance(found, dict):
        raise BadScenario([Mistake("$", "not_an_object")])
    read_scenario(found)
    return found


def save_and_redirect(request: HttpRequest, document: Document, way: str) -> HttpResponse:
    """Save a new scenario, then start a game with it or open it in the editor (``way``: see :func:`begin`). A
    visitor is signed in as a guest first.
    """
    now = clocks.now()
    if not request.user.is_authenticated:
        too_many = arriving.log_in_guest(request, now, key=request.META.get("CSRF_COOKIE", ""))
        if too_many is not None:
            return render(request, "games/refused.html", {"text": too_many.message}, status=429)
    try:
        saved = save_scenario(request.user, SYSTEM, document, now)
    except TooMany:
        full = _("You have %(most)s scenarios, the most we keep. Delete one first.")
        messages.error(request, full % {"most": MOST_SCENARIOS})
        return redirect("battles:cca-editor")
    return begin(request, document, str(saved.pk), way)


# --- one scenario -------------------------------------------------------------------------------------------


def _own_or_404(request: HttpRequest, key: uuid.UUID) -> SavedScenario:
    found = own_scenario(request.user, SYSTEM, str(key))
    if found is None:
        raise Http404
    return found


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Show one of the reader's scenarios. A POST changes the scenario, or starts a game with it."""
    saved = _own_or_404(request, key)
    if request.method == "POST":
        return _handle_post(request, saved)
    return render(request, "battles/cca/editor/page.html", _page(request, saved))


def _page(request: HttpRequest, saved: SavedScenario) -> dict[str, Any]:
    document, asked = saved.document, request.GET
    at = asked.get("at", "").upper()
    at = at if at in HEXES else ""
    side = asked.get("side", "bottom")
    piece = asked.get("piece", "")
    keep = urlencode({"side": side, "piece": piece})
    wrong = scenario_view.faults(document)
    leader = next((one for one in document["leaders"] if one["hex"] == at), None)
    return {
        "saved": saved,
        "document": document,
        "at": at,
        "side": side,
        "piece": piece,
        "map": scenario_view.board_svg(document, at, f"?{keep}&at="),
        "here": scenario_view.occupants(document, at) if at else (),
        "leader": leader,
        "occupied": any(one["hex"] == at for part in ("units", "leaders") for one in document[part]),
        "brushes": scenario_view.brushes(document),
        "sides": scenario_view.sides(),
        "hexes": list(HEXES),
        "faults": wrong,
        "forces": scenario_view.forces(document),
        "box": scenario_view.box_rows(document),
        "specials": scenario_view.specials(document),
        "rules": scenario_view.rule_names(document),
        "reserve": scenario_view.reserve(document),
        "hands": range(2, 7),
        "expanded": scenario_view.uses_expansions(document),
        "seats": [(name, document[name]) for name in ("bottom", "top")],
        "armies": {name: scenario_view.army(document, name) for name in ("bottom", "top")},
        "undo": str(saved.pk) in request.session.get(UNDO, {}),
        "said": request.session.pop("cca_said", ""),
        "drawn_from": _describe_recipe(document.get("recipe")),
    }


def _describe_recipe(recipe: Any) -> dict[str, str]:
    """Return the seed of a points battle, and the query of the page that sets up the same battle again.
    Return {} for any other scenario.
    """
    if not isinstance(recipe, dict):
        return {}
    asked = {name: value for name, value in recipe.items() if name != "mirrored" or value}
    return {"seed": str(recipe.get("seed", "")), "query": urlencode(asked)}


def _handle_post(request: HttpRequest, saved: SavedScenario) -> HttpResponse:
    posted: dict[str, str] = {str(name): str(value) for name, value in request.POST.items()}
    do = posted.get("do", "")
    if do in WAYS:
        try:
            return begin(request, saved.document, str(saved.pk), do)
        except BadScenario:
            request.session["cca_said"] = _("Correct the mistakes first; then it can be played.")
            return redirect("battles:cca-editing", saved.pk)
    before = saved.document
    if do == "undo":
        after = request.session.get(UNDO, {}).get(str(saved.pk), before)
    else:
        after = CHANGES.get(do, _nothing)(before, posted)
    if after != before:
        # only one step can be undone; undoing again restores it
        request.session[UNDO] = {str(saved.pk): before}
        save_scenario(request.user, SYSTEM, after, clocks.now(), saved)
    asked = {name: posted[name] for name in ("at", "side", "piece") if posted.get(name)}
    return redirect(f"{reverse('battles:cca-editing', args=[saved.pk])}?{urlencode(asked)}")


def _nothing(document: Document, posted: Posted) -> Document:
    return document


def _put(document: Document, posted: Posted) -> Document:
    """Return the scenario with a piece put on a hex, a piece moved to the hex, or the hex cleared, as the
    form says.
    """
    at, side, piece = posted.get("at", ""), posted.get("side", ""), posted.get("piece", "")
    if at not in HEXES or side not in ("bottom", "top"):
        return document
    ground = piece.removeprefix("ground:")
    if piece == scenario_view.MOVE:
        start = posted.get("from", "")
        return editing.move(document, start, at) if start in HEXES and start != at else document
    if piece == scenario_view.REMOVE:
        return editing.clear(document, at)
    if piece == LEADER:
        return editing.put_leader(document, at, side)
    if ground != piece and ground in TERRAIN:
        return editing.put_ground(document, at, ground, side)
    return editing.put_unit(document, at, side, piece) if piece in UNITS else document


def _at_posted_hex(change: Callable[[Document, str], Document]) -> Callable[[Document, Posted], Document]:
    def changed(document: Document, posted: Posted) -> Document:
        at = posted.get("at", "")
        return change(document, at) if at in HEXES else document

    return changed


def _whole(change: Callable[[Document], Document]) -> Callable[[Document, Posted], Document]:
    return lambda document, posted: change(document)


def _name_leader(document: Document, posted: Posted) -> Document:
    """Return the scenario with a new name for the leader in a hex."""
    at, name = posted.get("at", ""), posted.get("leader", "").strip()[:LONGEST_TEXT]
    found = next((one for one in document["leaders"] if one["hex"] == at), None)
    return document if found is None else editing.put_leader(document, at, found["side"], name)


def _change_setup(document: Document, posted: Posted) -> Document:
    """Return the scenario with the name, year, armies, hands, first player, banners and box from the form."""

    def text(field: str, before: Any) -> str:
        return " ".join(str(posted.get(field, before)).split())[:LONGEST_TEXT]

    found = {**document, **{name: text(name, document[name]) for name in ("name", "year")}}
    for side in ("bottom", "top"):
        one = document[side]
        changed = {name: text(f"{side}-{name}", one[name]) for name in ("army", "leader")}
        hand = whole(posted.get(f"{side}-hand"), low=2, high=6) or one["hand"]
        found[side] = {**one, **changed, "hand": hand}
    found = editing.with_goals(found, *(_goal(posted, document, side) for side in ("bottom", "top")))
    if posted.get("first") in ("bottom", "top"):
        found["first"] = posted["first"]
    if "box" in posted:
        found["expansions"] = posted["box"] == "expansions"
    return found


def _goal(posted: Posted, document: Document, side: str) -> int:
    return whole(posted.get(f"{side}-banners"), low=1, high=15) or scenario_view.goal(document, side)


def _add_rule(document: Document, posted: Posted) -> Document:
    kind = posted.get("rule", "")
    if kind not in dict(scenario_view.rule_names(document)):
        return document
    side, leader = posted.get("rule-side", "bottom"), " ".join(posted.get("rule-leader", "").split())
    if kind == "ambush":
        units = scenario_view.types_in(posted.get("reserve", ""))
        return editing.with_ambush(document, side, units, leader[:LONGEST_TEXT])
    given = [whole(one, low=0, high=1000) for one in posted.get("numbers", "").replace(",", " ").split()]
    numbers = [one for one in given if one is not None]
    hexes = scenario_view.hexes_in(posted.get("hexes", ""))
    rule = editing.rule_of(kind, side, hexes, leader[:LONGEST_TEXT], numbers[:10])
    return {**document, "special": [*document["special"], rule]}


def _drop_rule(document: Document, posted: Posted) -> Document:
    number = whole(posted.get("number"), low=0, high=100)
    return document if number is None else editing.without_rule(document, number)


CHANGES: Final[Mapping[str, Callable[[Document, Posted], Document]]] = {
    "put": _put,
    "clear": _at_posted_hex(editing.clear),
    "side": _at_posted_hex(editing.change_side),
    "name": _name_leader,
    "turn": _whole(editing.turn_battle),
    "flip": _whole(editing.flip_battle),
    "like-bottom": lambda document, posted: editing.mirror_army(document, "bottom"),
    "like-top": lambda document, posted: editing.mirror_army(document, "top"),
    "empty": _whole(editing.empty_board),
    "setup": _change_setup,
    "add-rule": _add_rule,
    "drop-rule": _drop_rule,
}


@require_safe
def file(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Return one of the reader's scenarios as a file, finished or not."""
    saved = _own_or_404(request, key)
    called = slugify(saved.name) or "scenario"
    return HttpResponse(
        pages.pretty(saved.document),
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="cca-{called}.json"'},
    )


@require_POST
def delete(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Delete one of the reader's scenarios. Games started with it are not affected."""
    _own_or_404(request, key).delete()
    messages.success(request, _("Scenario deleted."))
    return redirect("battles:cca-editor")
