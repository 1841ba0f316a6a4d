"""The game master's desk: deadlines, settings, seats."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clocks
from engine.game import Refusal
from features.desk import answering, helping, reserves, substitutes
from features.desk import helping as gm_tools
from features.desk.lending_page import read_day, reserve_names
from games import access, pages, services
from games.models import Game
from games.page_facts.battle_summary import status_of
from games.refusals import illegal
from games.services import viewers
from games.services.fairplay import guard
from games.services.fighting import battles
from games.services.leading import can_open, may_set_table
from games.services.people.habits import Habits
from games.services.proof.chance import is_revealed
from games.views.battle import LARGEST, describe_battle_systems
from games.views.frame import frame
from games.views.lobby import open_invitations
from games.views.new import HOURS, read_hours
from games.views.people.fair import absences
from games.wording.numbers import required_number
from games.wording.refusal_text import word_refusal


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
            messages.error(request, word_refusal(refused, game))
        except ValueError:
            messages.error(request, _("This must be a whole number."))
        fresh = access.get_game_for(request.user, pk)
        return redirect("game-desk" if access.is_gm(request.user, fresh) else "game", pk)
    return render(request, "features/desk/desk.html", _context(request, game))


def _do(request: HttpRequest, game: Game) -> None:
    posted, now, user = request.POST, clocks.now(), request.user
    match posted.get("do"):
        case "extend":
            count = services.extend_deadline(
                game.pk, user, hours=read_hours(posted.get("hours", "")), now=now, exact="exact" in posted
            )
            moved = ngettext("%(n)d deadline moved.", "%(n)d deadlines moved.", count) % {"n": count}
            waits = _("It starts when the game resumes.") if game.is_paused and count else ""
            messages.success(request, f"{moved} {waits}".strip())
        case "pause":
            services.pause(game.pk, user, now=now)
            messages.success(request, _("Paused: deadlines are stopped until you resume the game."))
        case "resume":
            services.resume(game.pk, user, now=now, exact="exact" in posted)
            messages.success(
                request, _("The game resumes; every deadline moves back by the length of the pause.")
            )
        case "hand_over":
            services.hand_over(game.pk, user, posted.get("to", ""), now=now)
            messages.success(request, _("You have handed the game over."))
        case "nudge":
            helping.nudge(game.pk, user, posted.get("seat", ""), now=now)
            messages.success(request, _("They get an e-mail asking for their decision."))
        case "more_time":
            helping.more_time(game.pk, user, posted.get("seat", ""), now=now, exact="exact" in posted)
            messages.success(request, _("They have more time; everyone else's time stays as it was."))
        case "call":
            count = reserves.call(game.pk, user, posted.get("seat", ""), now=now)
            told = ngettext("%(n)d substitute has been asked.", "%(n)d substitutes have been asked.", count)
            messages.success(request, told % {"n": count})
        case "program_once":
            answering.answer_for(
                game.pk,
                user,
                posted.get("seat", ""),
                drawn_seq=required_number(posted.get("seq")),
                key=posted.get("key", ""),
                now=now,
            )
            messages.success(request, _("The bot has answered; the chronicle shows it to everybody."))
        case "lend":
            until = _read_day(posted.get("until", ""))
            substitutes.lend(
                game.pk, user, posted.get("seat", ""), until=until, to=posted.get("to", ""), now=now
            )
            messages.success(request, _("A substitute has the seat; it comes back automatically."))
        case "settings":
            services.change_settings(game.pk, user, now=now, **_read_settings(game, user, posted))
            messages.success(request, _("Saved."))
        case _:
            messages.error(request, _("There is no such button."))


@dataclass(frozen=True)
class Person:
    """A seat on the game master's desk, with its player's response times and ways to be reached."""

    place: pages.Place
    habits: Habits
    reach: gm_tools.Reach | None
    nudged_at: datetime | None
    may_nudge: bool
    may_give_time: bool

    @property
    def notification_text(self) -> str:
        """Describe how the player is notified. The text is "" for a seat without a player."""
        if self.reach is None:
            return ""
        mail = str(REACH[self.reach.mail])
        return _("%(mail)s, and notifications on a device") % {"mail": mail} if self.reach.device else mail


REACH = {
    "mail": gettext_lazy("gets e-mail"),
    "digest": gettext_lazy("gets e-mail once a day"),
    "muted": gettext_lazy("wants no notifications of decisions in this game"),
    "mail_off": gettext_lazy("wants no e-mail"),
    "unconfirmed": gettext_lazy("address not confirmed yet: no e-mail"),
    "no_address": gettext_lazy("no address: no e-mail"),
}


def people_of(at: pages.Scene, now: datetime) -> list[Person]:
    """Return a row for each seat, in seat order."""
    game = at.game
    found, nudged = services.habits(game), gm_tools.recent_nudges(game, game.seats.all(), now)
    timed = {wait.place.key for wait in at.waits if wait.due_at or wait.held}
    reach = gm_tools.reach(game, [place.user for place in at.places if place.user is not None])
    people = []
    for place in at.places:
        owes = place.owes and place.user is not None and game.running
        reached = None if place.user is None else reach[place.user.pk]
        mail = reached is not None and reached.by_mail
        people.append(
            Person(
                place,
                found.get(place.key, Habits()),
                reached,
                nudged.get(place.key),
                owes and mail and place.key not in nudged and place.user != game.gm,
                owes and place.key in timed,
            )
        )
    return people


def possible_game_masters(at: pages.Scene) -> list[str]:
    """Return the user names of the players who could become game master."""
    return sorted({p.user.get_username() for p in at.places if p.user and p.user != at.game.gm})


def _read_day(text: str) -> date:
    """Read a date in ISO format. Raises IllegalAction if the text is not a date."""
    try:
        return read_day(text)
    except ValueError:
        raise illegal("lend_until", most=substitutes.LONGEST) from None


def _read_settings(game: Game, user: Any, posted: Any) -> dict[str, Any]:
    """Read the settings from the form. For a finished game, only those that still matter are read. Raises
    ValueError for an invalid number.
    """
    changes = {"name": posted.get("name", "").strip()[:120] or game.title, "public": "public" in posted}
    if _may_share_table(game, user):
        changes["players_rewind"] = "players_rewind" in posted
    if not game.is_over:
        changes["hours_per_decision"] = read_hours(posted.get("hours_per_decision", ""))
        changes["battle_system"] = posted.get("battle_system", "")
        if "battle_least" in posted:
            changes["battle_least"] = required_number(posted["battle_least"] or "0", 0, LARGEST)
    return changes


def _may_share_table(game: Game, user: Any) -> bool:
    """Whether this game master may still declare that the players share one table. It is false if the
    declaration would change nothing.
    """
    if game.dice_mode == Game.DiceMode.VIRTUAL:
        return False
    goes_back = game.running or (game.has_ended and not is_revealed(game))
    return goes_back and may_set_table(game, user)


def _context(request: HttpRequest, game: Game) -> dict[str, Any]:
    free = guard.free_ground(request.user, game)
    careful = free is None
    at = pages.scene(request.user, game)
    links = game.battle_links.order_by("-pk").select_related("battle")[:20]
    for link in links:
        link.campaign = game
    return {
        **frame(at, "desk"),
        "waits": at.waits,
        "people": people_of(at, clocks.now()),
        "letter_key": str(uuid.uuid4()),
        "may_choose": game.running and free is guard.Ground.LED,
        "bench": reserve_names(game),
        "bench_url": request.build_absolute_uri(
            f"{reverse('game-bench', args=[game.pk])}?key={reserves.key_of(game)}"
        ),
        "today": timezone.localdate().isoformat(),
        "scene": at,
        "careful": careful,
        "absent": absences(game, clocks.now()) if careful else {},
        "trouble": viewers.trouble_of(request.user, game),
        "time_choices": HOURS if game.hours_per_decision in HOURS else (*HOURS, game.hours_per_decision),
        "battle_systems": describe_battle_systems(game.system) if can_open(game) else (),
        "begun": game.seq >= 0,
        "one_table": _may_share_table(game, request.user),
        "heirs": possible_game_masters(at),
        "links": [(link, battles.listed_name(link, game), status_of(link)) for link in links],
        "invitations": open_invitations(request, at),
        "full": not any(place.free for place in at.places),
    }
