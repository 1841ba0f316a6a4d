"""The builder, where users choose an army, see mistakes at once, and save it. Only saving needs an
account.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts import clocks
from accounts.logins.answers import without_login
from armies.desk import AnyRoster, Desk, ProblemText
from armies.desks import desks
from armies.models import SavedArmy
from armies.services import MOST_ARMIES, TooMany, armies_of, save_army
from engine.refusals import Mistake

DRAFT = "army_draft"


def require_list(desk: Desk[Any], list_id: str) -> str:
    """Return a list's id unchanged if the builder knows the list. Raises Http404 otherwise."""
    if not desk.knows(list_id):
        raise Http404(_("There is no such army list."))
    return list_id


def check_context(desk: Desk[Any], roster: AnyRoster, mistakes: list[Mistake]) -> dict[str, object]:
    """Return the template variables of a checked roster: its problems and fixes, its cost, and its pieces."""
    return {
        "desk": desk,
        "problems": [*(ProblemText(desk.mistake(m)) for m in mistakes), *desk.problems(roster)],
        "roster": roster,
        "measure": desk.measure(roster),
        "drawn": desk.draw_pieces(roster),
        "list_id": roster.list_id,
        "list_name": desk.list_of(roster),
        "list_page": roster.list_id in desk.lists(),
        "list_note": desk.note(roster.list_id),
    }


def _page(
    request: HttpRequest, desk: Desk[Any], roster: AnyRoster, mistakes: list[Mistake], saved: SavedArmy | None
) -> HttpResponse:
    context: dict[str, object] = {"saved": saved, "building": True, "tab": "mine" if saved else "index"}
    context |= desk.form(roster.list_id, roster)
    return render(request, "armies/builder.html", context | check_context(desk, roster, mistakes))


def _fields(request: HttpRequest) -> Mapping[str, str]:
    return {str(key): str(value) for key, value in request.POST.items()}


@require_http_methods(["GET", "HEAD", "POST"])
def build(request: HttpRequest, system: str, list_id: str) -> HttpResponse:
    """Build a new army from a list. A POST checks it, applies a suggested fix, or saves it."""
    desk = desks()[system]
    require_list(desk, list_id)
    if request.method != "POST":
        begun = _draft(request, desk, list_id)
        if begun is None and list_id not in desk.lists() and list_id not in desk.unlisted_armies():
            raise Http404(_("There is no such army list."))
        return _page(request, desk, begun or desk.ready(list_id), [], None)
    return _handle_form(request, desk, list_id, None)


def _draft(request: HttpRequest, desk: Desk[Any], list_id: str) -> AnyRoster | None:
    kept = request.session.pop(DRAFT, None)
    if not isinstance(kept, dict) or kept.get("system") != desk.name:
        return None
    found: AnyRoster = desk.from_json(kept["roster"])
    return found if found.list_id == list_id else None


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, system: str, army_id: uuid.UUID) -> HttpResponse:
    """Edit one of the user's own armies."""
    saved = get_object_or_404(armies_of(request.user, system), pk=army_id)
    if request.method != "POST":
        return _page(request, saved.desk, saved.roster, [], saved)
    return _handle_form(request, saved.desk, saved.list_id, saved)


def _handle_form(
    request: HttpRequest, desk: Desk[Any], list_id: str, saved: SavedArmy | None
) -> HttpResponse:
    roster, mistakes = desk.from_form(list_id, _fields(request))
    if fix := request.POST.get("fix"):
        return _page(request, desk, desk.apply_fix(roster, fix[:60]), mistakes, saved)
    if "save" not in request.POST or mistakes:
        return _page(request, desk, roster, mistakes, saved)
    if not request.user.is_authenticated:
        # keep the army until the user has logged in
        request.session[DRAFT] = {"system": desk.name, "roster": desk.to_json(roster)}
        return redirect_to_login(request.path)
    try:
        saved = save_army(request.user, roster, clocks.now(), saved)
    except TooMany:
        full = Mistake("$", "too_many_armies", {"limit": MOST_ARMIES})
        return _page(request, desk, roster, [full], saved)
    if saved.ready:
        messages.success(request, _("Saved. The army is ready for the table."))
    else:
        messages.warning(request, _("Saved as it is; some things still need fixing before it can fight."))
    return redirect(saved)


@without_login
@require_POST
def check(request: HttpRequest, system: str, list_id: str) -> HttpResponse:
    """Check the army in the form while the user edits it. The response is an HTML fragment."""
    desk = desks()[system]
    require_list(desk, list_id)
    roster, mistakes = desk.from_form(list_id, _fields(request))
    return render(request, "armies/_checked.html", {"building": True} | check_context(desk, roster, mistakes))


@require_GET
def start(request: HttpRequest, system: str) -> HttpResponse:
    """Redirect to the builder of the list that was chosen in the form."""
    desk = desks()[system]
    return redirect(desk.page_url("build", require_list(desk, request.GET.get("list", ""))))
