"""The page on which a user chooses two armies and prints their cheat sheet on one sheet of A4."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armies.dba.catalogue import catalogue
from armies.dba.lists import army_lists
from armies.dba.roster import Roster
from armies.desks.dba.desk import DESK
from armies.desks.dba.wording import army_name
from armies.services import armies_of, roster_of
from battles.dba.cheatsheet.sheet import sheet
from battles.dba.pages.rules_at_hand import Table, move_table


@require_safe
def cheatsheet(request: HttpRequest) -> HttpResponse:
    """Show the cheat sheet. ``a``: the user's army. ``b``: the enemy's army. Each is a list's id, the id of
    an army that the user owns, or a shared army's token.
    """
    lists = sorted(army_lists().values(), key=lambda a: army_name(a).casefold())
    asked = {side: request.GET.get(side, "")[:80] for side in ("a", "b")}
    found = {side: roster_of("dba", reference, request.user) for side, reference in asked.items()}
    context: dict[str, Any] = {
        "lists": lists,
        "own": [(str(a.pk), a) for a in armies_of(request.user, "dba")],
        "asked": asked,
        "unknown": [asked[s] for s in asked if asked[s] and found[s] is None],
        "tab": "index",
        "desk": DESK,
    }
    a, b = found["a"], found["b"]
    if a and b:
        context |= {"moves": [_moves(side) for side in (a, b)]}
        context |= {"sheet": sheet(a, b), "mine": _title(a), "theirs": _title(b)}
    return render(request, "battles/dba/cheatsheet/sheet.html", context)


def _moves(roster: Roster) -> Table:
    return move_table(
        _title(roster), dict.fromkeys((e.code, catalogue()[e.code].type) for e in roster.elements)
    )


def _title(roster: Roster) -> str:
    return roster.name or army_name(roster.army)
