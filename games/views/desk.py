"""The game master's desk: deadlines, settings, seats."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from engine.game import Refusal
from games import access, pages, services
from games.models import BattleLink, Game
from games.numbers import needed
from games.refusals import worded
from games.services import sight
from games.services.leading import can_open, may_set_table
from games.services.proof.chance import is_revealed
from games.views.battle import LARGEST, battle_ways
from games.views.frame import frame
from games.views.lobby import open_invitations
from games.views.new import HOURS, hours_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def desk(request: HttpRequest, pk: UUID) -> HttpResponse:
    game = access.led_by(request.user, pk)
    if game.status == Game.Status.GATHERING:
        return redirect("game", pk)
    if request.method == "POST":
        try:
            _do(request, game)
        except Refusal as refused:
            messages.error(request, worded(refused, game))
        except ValueError:
            messages.error(request, _("A whole number belongs there."))
        fresh = access.get_game_for(request.user, pk)
        return redirect("game-desk" if access.is_gm(request.user, fresh) else "game", pk)
    return render(request, "games/desk.html", _context(request, game))


def _do(request: HttpRequest, game: Game) -> None:
    posted, now, user = request.POST, timezone.now(), request.user
    match posted.get("do"):
        case "extend":
            count = services.extend_deadline(game.pk, user, hours=hours_of(posted.get("hours", "")), now=now)
            moved = ngettext("%(n)d deadline moved.", "%(n)d deadlines moved.", count) % {"n": count}
            waits = _("It runs from when the game goes on.") if game.paused and count else ""
            messages.success(request, f"{moved} {waits}".strip())
        case "pause":
            services.pause(game.pk, user, now=now)
            messages.success(request, _("Paused: no deadline runs until you let the game go on."))
        case "resume":
            services.resume(game.pk, user, now=now)
            messages.success(request, _("The game goes on; every deadline is later by the pause."))
        case "hand_over":
            services.hand_over(game.pk, user, posted.get("to", ""), now=now)
            messages.success(request, _("You have handed the game over."))
        case "settings":
            services.change_settings(game.pk, user, now=now, **_settings(game, user, posted))
            messages.success(request, _("Saved."))
        case _:
            messages.error(request, _("There is no such button."))


def _settings(game: Game, user: Any, posted: Any) -> dict[str, Any]:
    """Those that the form has: of a game that is over, only what still means something. Raises ValueError."""
    changes = {"name": posted.get("name", "").strip()[:120] or game.title, "public": "public" in posted}
    if _one_table(game, user):
        changes["players_rewind"] = "players_rewind" in posted
    if not game.over:
        changes["hours_per_decision"] = hours_of(posted.get("hours_per_decision", ""))
        changes["battle_system"] = posted.get("battle_system", "")
        if "battle_least" in posted:
            changes["battle_least"] = needed(posted["battle_least"] or "0", 0, LARGEST)
    return changes


def _one_table(game: Game, user: Any) -> bool:
    """Whether it still means something that all sit at one table, and may be said by this game master."""
    if game.dice_mode == Game.DiceMode.VIRTUAL:
        return False
    goes_back = game.running or (game.ended and not is_revealed(game))
    return goes_back and may_set_table(game, user)


def _context(request: HttpRequest, game: Game) -> dict[str, Any]:
    at = pages.scene(request.user, game)
    links = game.battle_links.exclude(status=BattleLink.Status.VOID).order_by("-pk")
    return {
        **frame(at, "desk"),
        "waits": at.waits,
        "scene": at,
        "trouble": sight.trouble_of(request.user, game),
        "time_choices": HOURS if game.hours_per_decision in HOURS else (*HOURS, game.hours_per_decision),
        "battle_systems": battle_ways(game.system) if can_open(game) else (),
        "begun": game.seq >= 0,
        "one_table": _one_table(game, request.user),
        "heirs": sorted({p.user.get_username() for p in at.places if p.user and p.user != game.gm}),
        "links": [
            (link, services.battles.called(link, game)) for link in links.select_related("battle")[:20]
        ],
        "invitations": open_invitations(request, at),
        "full": not any(place.free for place in at.places),
    }
