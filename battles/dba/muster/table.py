"""Start a battle at the table from two armies on one phone, without an account and with real dice."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import arriving, clocks
from accounts.logins.answers import without_login
from armies.dba.lists import army_lists
from armies.dba.roster import Roster
from armies.desks.dba.wording import army_name
from armies.services import armies_of, roster_of
from battles.dba.muster.scenario import battle
from battles.dba.muster.titles import battle_title, battle_titles
from battles.dba.muster.views import army_title, mistakes_of
from engine.game import IllegalAction
from games import services
from games.access import games_of
from games.forms import form_key
from games.models import Game
from games.services.creation import ME

COOKIE: Final = "dba_table"  # remembers the last two armies chosen on this phone
KEPT: Final = 365 * 24 * 60 * 60
FIRST: Final = ("polybian_roman", "later_carthaginian")
SIDES: Final = ("a", "b")
UNDER_WAY: Final = 3  # maximum number of unfinished battles listed, newest first
LONGEST: Final = 30  # maximum length of a commander's name, in characters


@without_login
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def at_the_table(request: HttpRequest) -> HttpResponse:
    """Show the form for a battle at a table, and start the battle when the form is sent.

    ``a`` and ``b``: the two armies, each a list's id, the id of an army that the user owns, or a shared
    army's token. ``general_a`` and ``general_b``: the names of their commanders. ``keeps``: the side of the
    phone's owner.
    """
    sent = request.POST if request.method == "POST" else request.GET
    last = _last_armies(request)
    asked = {side: sent.get(side, last[place])[:80] for place, side in enumerate(SIDES)}
    asked |= {f"general_{side}": _clean_name(sent.get(f"general_{side}", "")) for side in SIDES}
    asked["unlisted"] = sent.get("unlisted", "")[:3]
    asked["keeps"] = "b" if sent.get("keeps") == "b" else "a"
    context: dict[str, Any] = {
        "asked": asked,
        "sides": SIDES,
        "longest": LONGEST,
        "lists": sorted(army_lists().values(), key=lambda a: army_name(a).casefold()),
        "own": [(str(a.pk), a) for a in armies_of(request.user, "dba")],
        "key": form_key(request.POST) or uuid4(),
        "under_way": _unfinished_battles(request),
    }
    if request.method != "POST":
        return render(request, "battles/dba/muster/table.html", context)
    rosters = [roster_of("dba", asked[side], request.user) for side in SIDES]
    mistakes = [text for roster in rosters for text in mistakes_of(roster, bool(asked["unlisted"]))]
    if mistakes:
        return render(request, "battles/dba/muster/table.html", context | {"mistakes": mistakes}, status=422)
    too_many = arriving.log_in_guest(request, clocks.now(), key=str(form_key(request.POST) or ""))
    if too_many is not None:
        told = context | {"mistakes": [too_many.message]}
        return render(request, "battles/dba/muster/table.html", told, status=429)
    response = redirect(_begin_battle(request, rosters, asked))
    response.set_cookie(
        COOKIE,
        "|".join(asked[side] for side in SIDES),
        KEPT,
        samesite="Lax",
        httponly=True,
        secure=request.is_secure(),
    )
    return response


def _last_armies(request: HttpRequest) -> tuple[str, str]:
    """Return the armies last chosen on this phone, or the default ones if they no longer exist."""
    first, _bar, second = request.COOKIES.get(COOKIE, "").partition("|")
    known = [ref if roster_of("dba", ref[:80], request.user) else "" for ref in (first, second)]
    return known[0] or FIRST[0], known[1] or FIRST[1]


def _unfinished_battles(request: HttpRequest) -> list[Game]:
    """Return the user's unfinished battles, so that players who come back do not start a second one."""
    if not request.user.is_authenticated:
        return []
    begun = games_of(request.user).filter(system="dba", status=Game.Status.RUNNING, tryout=False)
    return list(begun.filter(dice_mode=Game.DiceMode.PHYSICAL)[:UNDER_WAY])


def _clean_name(text: str) -> str:
    return " ".join(text.split())[:LONGEST].strip()


def _begin_battle(request: HttpRequest, rosters: list[Roster], asked: dict[str, str]) -> Game:
    """Start the battle. The phone's owner is red and acts for both sides. A form that is sent twice starts
    only one battle.
    """
    order = SIDES if asked["keeps"] == "a" else SIDES[::-1]
    chosen = dict(zip(SIDES, rosters, strict=True))
    names = (army_title(chosen[order[0]]), army_title(chosen[order[1]]))
    title = battle_title(names)
    now = clocks.now()
    game = services.create_game(
        gm=request.user,
        name=title[:120],
        system="dba",
        scenario=battle(
            chosen[order[0]],
            chosen[order[1]],
            title,
            names,
            (asked[f"general_{order[0]}"], asked[f"general_{order[1]}"]),
        ),
        dice_mode=Game.DiceMode.PHYSICAL,
        players_rewind=True,  # at one table, anyone who notices a mistake can correct it
        now=now,
        seats={"red": ME, "blue": ME},
        key=form_key(request.POST),
        names=battle_titles(names),
    )
    if game.status == Game.Status.GATHERING:
        with suppress(IllegalAction):  # the form was sent twice, and the game has begun
            services.start(game.pk, request.user, now=now)
    return game
