"""The builder: choose, see what is wrong at once, save. Works without an account until one saves."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.answers import from_anybody
from armies import builder, wording
from armies.dba.documents import from_json, to_json
from armies.dba.lists import ARMY_SIZE, ArmyList
from armies.dba.roster import CAMPS, Roster, ready_roster
from armies.dba.validate import validate
from armies.models import SavedArmy
from armies.services import MOST_ARMIES, TooMany, armies_of, save_army
from armies.views.reference import get_list
from engine.game import Mistake

DRAFT = "army_draft"


def checked(army: ArmyList, roster: Roster, mistakes: list[Mistake]) -> dict[str, object]:
    """What the page says about a roster: its problems with their fixes, and the army drawn."""
    problems = [
        {
            "text": wording.problem(p, army.id),
            "rule": wording.rule(p.rule),
            "slot": p.slot,
            "fixes": [(builder.fix_code(f), wording.fix(f)) for f in p.fixes],
        }
        for p in validate(roster)
    ]
    return {
        "problems": [{"text": wording.mistake(m), "fixes": []} for m in mistakes] + problems,
        "roster": roster,
        "size": len(roster.elements),
        "need": ARMY_SIZE,
    }


def _page(
    request: HttpRequest, army: ArmyList, roster: Roster, mistakes: list[Mistake], saved: SavedArmy | None
) -> HttpResponse:
    context: dict[str, object] = {
        "army": army,
        "fields": builder.fields_of(army, roster),
        "camps": CAMPS,
        "year": abs(roster.year) if roster.year else "",
        "bc": roster.year < 0 if roster.year else army.start_year < 0,
        "saved": saved,
        "building": True,
        "tab": "mine" if saved else "lists",
    }
    return render(request, "armies/builder.html", context | checked(army, roster, mistakes))


def _fields(request: HttpRequest) -> Mapping[str, str]:
    return {str(key): str(value) for key, value in request.POST.items()}


@require_http_methods(["GET", "HEAD", "POST"])
def build(request: HttpRequest, list_id: str) -> HttpResponse:
    """A new army of a list. POST: check it, mend it by a button, or save it."""
    army = get_list(list_id)
    if request.method != "POST":
        draft = request.session.pop(DRAFT, None)
        kept = from_json(draft) if draft and draft["list"] == army.id else None
        return _page(request, army, kept or ready_roster(army.id), [], None)
    return _sent(request, army, None)


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, army_id: uuid.UUID) -> HttpResponse:
    """Change an army of one's own."""
    saved = get_object_or_404(armies_of(request.user), pk=army_id)
    if request.method != "POST":
        return _page(request, saved.army_list, saved.roster, [], saved)
    return _sent(request, saved.army_list, saved)


def _sent(request: HttpRequest, army: ArmyList, saved: SavedArmy | None) -> HttpResponse:
    roster, mistakes = builder.roster_from(army, _fields(request))
    if fix := request.POST.get("fix"):
        return _page(request, army, builder.mended(army, roster, fix[:60]), mistakes, saved)
    if "save" not in request.POST or mistakes:
        return _page(request, army, roster, mistakes, saved)
    if not request.user.is_authenticated:
        request.session[DRAFT] = to_json(roster)  # still there after logging in
        return redirect_to_login(request.path)
    try:
        saved = save_army(request.user, roster, timezone.now(), saved)
    except TooMany:
        full = Mistake("$", "too_many_armies", {"limit": MOST_ARMIES})
        return _page(request, army, roster, [full], saved)
    if saved.ready:
        messages.success(request, _("Saved. The army is ready for the table."))
    else:
        messages.warning(
            request, _("Saved as it is; some things are still to be mended before it can fight.")
        )
    return redirect(saved)


@from_anybody
@require_POST
def check(request: HttpRequest, list_id: str) -> HttpResponse:
    """What is wrong with the army as it stands in the form: a part of the page, while one types."""
    army = get_list(list_id)
    roster, mistakes = builder.roster_from(army, _fields(request))
    return render(
        request, "armies/_checked.html", {"army": army, "building": True} | checked(army, roster, mistakes)
    )


@require_GET
def start(request: HttpRequest) -> HttpResponse:
    """From "build an army of this list" to the builder."""
    return redirect("armies:build", get_list(request.GET.get("list", "")).id)
