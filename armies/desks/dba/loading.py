"""Load a player's own army lists from a file. Each list becomes a saved army that contains it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from accounts import clocks
from armies.dba.free_lists import MOST_FILE_BYTES, MOST_LISTS, read_own_lists
from armies.dba.roster import from_picks
from armies.desks.dba.desk import DESK
from armies.services import MOST_ARMIES, TooMany, save_army
from armies.uploads import text_of
from engine.refusals import BadDocument, Mistake

MOST_TOLD = 50  # maximum number of mistakes shown on the page


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def load_lists(request: HttpRequest) -> HttpResponse:
    """Load army lists from a file. If the file has mistakes, show them and load nothing."""
    context: dict[str, object] = {"tab": "mine", "desk": DESK, "limit": MOST_LISTS}
    if request.method != "POST":
        return render(request, "armies/dba/load.html", context)
    try:
        count = _load(request)
    except BadDocument as refused:
        told = [(DESK.place(m), DESK.mistake(m)) for m in refused.mistakes[:MOST_TOLD]]
        return render(request, "armies/dba/load.html", context | {"mistakes": told}, status=422)
    text = ngettext(
        "%(count)s list is loaded: it is among your armies, ready to be changed and shared.",
        "%(count)s lists are loaded: they are among your armies, ready to be changed and shared.",
        count,
    )
    messages.success(request, text % {"count": count})
    return redirect(DESK.page_url("mine"))


def _load(request: HttpRequest) -> int:
    sent = request.FILES.get("file")
    if sent is None:
        raise BadDocument([Mistake("$", "empty")])
    lists = read_own_lists(text_of(sent.read(MOST_FILE_BYTES + 1), MOST_FILE_BYTES))
    now = clocks.now()
    try:
        with transaction.atomic():
            for army in lists:
                picks = [{slot.options[0]: slot.count} for slot in army.slots]
                save_army(request.user, from_picks(army, picks, name=army.name), now)
    except TooMany:
        raise BadDocument([Mistake("$", "too_many_armies", {"limit": MOST_ARMIES})]) from None
    return len(lists)
