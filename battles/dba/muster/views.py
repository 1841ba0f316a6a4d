"""Create a battle with the user's own armies. The user chooses both armies and the players, then sets up the
table.
"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import clocks
from armies.dba.lists import army_lists
from armies.dba.roster import Roster
from armies.dba.validate import validate
from armies.desks.dba.desk import DESK
from armies.desks.dba.wording import army_name, problem
from armies.services import armies_of, roster_of
from battles.dba.muster.scenario import battle
from battles.dba.muster.titles import battle_title, battle_titles
from games import services
from games.forms import form_key
from games.services.creation import BOT, ME

OPEN = ""  # the other seat stays open for an invited player
DICE = ("mixed", "physical", "virtual")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_battle(request: HttpRequest) -> HttpResponse:
    """Show the form for a new battle, and create the battle when the form is sent.

    ``a``: the user's army. ``b``: the enemy's army. Each is a list's id, the id of an army that the user
    owns, or a shared army's token.
    """
    sent = request.POST if request.method == "POST" else request.GET
    asked = {name: sent.get(name, "")[:80] for name in ("a", "b", "who", "dice", "unlisted")}
    context: dict[str, Any] = {
        "asked": asked,
        "lists": sorted(army_lists().values(), key=lambda a: army_name(a).casefold()),
        "own": [(str(a.pk), a) for a in armies_of(request.user, "dba")],
        "tab": "mine",
        "desk": DESK,
        "key": form_key(request.POST) or uuid4(),
    }
    if request.method != "POST":
        return render(request, "battles/dba/muster/new.html", context)
    rosters = [roster_of("dba", asked[side], request.user) for side in ("a", "b")]
    mistakes = [text for roster in rosters for text in mistakes_of(roster, bool(asked["unlisted"]))]
    if mistakes:
        return render(request, "battles/dba/muster/new.html", context | {"mistakes": mistakes})
    red, blue = (roster for roster in rosters if roster is not None)
    return _open(request, red, blue, asked)


def mistakes_of(roster: Roster | None, unlisted: bool) -> list[str]:
    """Return the reasons why an army cannot fight. ``unlisted``: whether armies from outside the site's lists
    are allowed.
    """
    if roster is None:
        return [_("One of these armies does not exist, or is not shared with you. Choose again.")]
    told = [f"{army_title(roster)}: {problem(p, roster.army)}" for p in validate(roster)]
    if roster.is_unlisted and not unlisted:
        text = _(
            "%(army)s is not from one of our lists. If both sides agree, tick the box that "
            "allows such armies."
        )
        told.append(text % {"army": army_title(roster)})
    return told


def army_title(roster: Roster) -> str:
    """Return an army's own name, or the name of its list. The mark for a list that is not one of the site's
    is added only when the name is shown (names.marked_name).
    """
    return roster.name or army_name(roster.army)


def _open(request: HttpRequest, red: Roster, blue: Roster, asked: dict[str, str]) -> HttpResponse:
    names = (army_title(red), army_title(blue))
    title = battle_title(names)
    other = {"bot": BOT, "invite": OPEN}.get(asked["who"], ME)
    game = services.create_game(
        gm=request.user,
        name=title[:120],
        names=battle_titles(names),
        system="dba",
        scenario=battle(red, blue, title, names),
        dice_mode=asked["dice"] if asked["dice"] in DICE else DICE[0],
        players_rewind=other != OPEN,  # at one table, anyone who notices a mistake can correct it
        now=clocks.now(),
        seats={"red": ME, "blue": other},
        key=form_key(request.POST),
    )
    return redirect("game", game.pk)
