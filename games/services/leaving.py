"""Departures: handing a game to a new game master, and deleting an account."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import clocks
from accounts.parts import Part
from games import events
from games.access import User, games_of, led_by
from games.models import (
    Branch,
    Command,
    Device,
    Feed,
    Game,
    Hook,
    Letter,
    Meeting,
    MeetingWord,
    Naming,
    Outbox,
    PowerRequest,
    Proposal,
    Reserve,
    Seat,
    Treaty,
)
from games.refusals import BadInvitation, illegal
from games.services import messages
from games.services.clock.deadlines import adjust_to_rest
from games.services.entries import lock
from games.services.fairplay import guard
from games.services.fighting.battles import UNSETTLED, abandon_game
from games.services.notices import wishes
from games.services.plans import plan_of
from games.services.seating import invitation_for, leave_seat


def hand_over(game_id: UUID, user: User, to: str, *, now: datetime) -> Game:
    """Hand the game and its open battles to the named player, substitute or reserve player, who becomes game
    master. Substitutes and reserve players would then see hidden facts, so a game master who plays needs
    everyone's consent to choose one. Raises IllegalAction (no_such_player, needs_consent).
    """
    led_by(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        heir = next((one for one in _seat_owners(game) if one.get_username() == to), None)
        if heir is None:
            heir = _find_outsider(game, to)
            guard.require(user, game, None, PowerRequest.Power.HAND_OVER, now, {"to": to})
            Reserve.objects.filter(game=game, user=heir).delete()
        _make_game_master(game, heir, now)
    return game


def _seat_owners(game: Game) -> Iterable[Any]:
    """Return the people besides the game master who own a seat, in seat order. Substitutes play only for a
    while and are left out.
    """
    people = map(guard.player_of, game.seats.select_related("user", "lender"))
    return {one.pk: one for one in people if one is not None and one.pk != game.gm_id}.values()


def _find_outsider(game: Game, name: str) -> Any:
    """Find a current substitute or a player on the reserve list by name. Raises IllegalAction if there is
    none.
    """
    substitutes = [seat.user for seat in game.seats.select_related("user") if seat.user is not None]
    reserve = Reserve.objects.filter(game=game, user__is_active=True).select_related("user")
    found = (*substitutes, *(one.user for one in reserve))
    heir = next((one for one in found if one.get_username() == name and one.pk != game.gm_id), None)
    if heir is None:
        raise illegal("no_such_player", name=name)
    return heir


def _make_game_master(game: Game, heir: Any, now: datetime) -> None:
    battles = game.battle_links.filter(status__in=UNSETTLED).values("battle_id")
    Game.objects.filter(pk__in=battles).update(gm=heir, version=F("version") + 1)
    Game.objects.filter(pk=game.pk).update(gm=heir, version=F("version") + 1)
    game.gm = heir
    messages.owe(game, Outbox.Kind.LED, f"{heir.pk}.{game.version}", [heir], now, actor=None)


class InGames(Part):
    """The part of an account that concerns games: the seats a user plays and the games they lead."""

    def on_rest_changed(self, user: User, now: datetime) -> None:
        adjust_to_rest(user, now)

    def leave(self, user: User, now: datetime) -> None:
        """Free a deleted user's seats in running games. A seat they lent stays with its substitute. The
        user's moves remain in the logs, without a name.
        """
        lent = Seat.objects.filter(lender=user)
        commanded = Command.objects.filter(game=OuterRef("game"), seat=OuterRef("key"), ended_at=None)
        under = list(lent.filter(Exists(commanded.exclude(taken_at=None))).values_list("pk", flat=True))
        # guest commanders keep their seats
        Seat.objects.filter(pk__in=under).update(lender=None, kept={"orders": {}})
        lent.update(lender=None, back_at=None, kept={})
        for game_id, key in list(
            Seat.objects.filter(user=user).exclude(game__status__in=Game.OVER).values_list("game_id", "key")
        ):
            leave_seat(game_id, user, key, now=now)

    def hand_on(self, user: User, now: datetime) -> None:
        """Hand a departing user's games to another player, or abandon those without another player."""
        for game_id in list(
            Game.objects.filter(gm=user).exclude(status__in=Game.OVER).values_list("pk", flat=True)
        ):
            game = lock(game_id)
            heir = next(iter(_seat_owners(game)), None)
            if heir is None:
                abandon_game(game, now)
            else:
                _make_game_master(game, heir, now)
        events.publish(events.Left(user, now))

    def hand_over(self, guest: User, user: User, now: datetime) -> None:
        """Make the seats that a guest lent return to the guest's new account. Refresh the guest's games,
        whose pages now show the new name.
        """
        Seat.objects.filter(lender=guest).update(lender=user)
        concerned = Game.objects.filter(Q(gm=guest) | Q(seats__user=guest)).values_list("pk", flat=True)
        Game.objects.filter(pk__in=list(concerned)).update(version=F("version") + 1)

    def forget(self, guest: User, now: datetime) -> None:
        """Delete games that the guest led and nobody else played."""
        others = Seat.objects.filter(user__isnull=False).exclude(user=guest).values("game_id")
        Game.objects.filter(gm=guest).exclude(pk__in=others).delete()

    def have_met(self, user: User, other: User) -> bool:
        shared = games_of(user)
        met = shared.filter(Q(gm=other) | Exists(Seat.objects.filter(game=OuterRef("pk"), user=other)))
        return (
            met.exists()
            or Letter.objects.filter(game__in=shared.order_by().values("pk"), author=other).exists()
        )

    def invites(self, address: str) -> bool:
        try:
            match, now = resolve(urlsplit(address).path), clocks.now()
        except (Resolver404, ValueError):
            return False
        try:
            return match.view_name == "join" and bool(invitation_for(match.kwargs["token"], now))
        except BadInvitation:
            return False

    def accesses_without_password(self, user: User) -> list[str]:
        found = []
        for feed in Feed.objects.filter(user=user).select_related("game").defer("game__scenario"):
            told = _("Calendar of my deadlines")
            if feed.game is not None:
                told = _("Feed of %(game)s") % {"game": feed.game.title}
            found.append(told)
        for hook in Hook.objects.filter(user=user):
            found.append(_("Web hook to %(host)s") % {"host": urlsplit(hook.url).hostname or "?"})
        devices = Device.objects.filter(user=user).count()
        if devices:
            text = ngettext("%(n)d device with notifications", "%(n)d devices with notifications", devices)
            found.append(text % {"n": devices})
        return found

    def revoke_all(self, user: User) -> None:
        for model in (Feed, Hook, Device):
            model._base_manager.filter(user=user).delete()

    def named_fields(self) -> list[tuple[Any, str]]:
        places = [(Naming, "place"), *((model, "where") for model in (Meeting, Proposal, MeetingWord))]
        return [(Game, "name"), (Naming, "name"), *places]

    def data_about(self, user: User) -> dict[str, Any]:
        return {
            "notices": wishes.known_of(user),
            "feeds": [str(feed.game_id or "deadlines") for feed in Feed.objects.filter(user=user)],
            "hooks": [{"game": str(one.game_id or ""), "url": one.url} for one in user.hooks.all()],
            "devices": [one.url for one in user.devices.all()],
            "games": [_game_data(user, game) for game in games_of(user)],
            "letters": [
                {
                    "game": str(one.game_id),
                    "from": one.seat,
                    "to": one.to,
                    "at": one.created_at.isoformat(),
                    "text": one.text,
                }
                for one in Letter.objects.filter(author=user).order_by("pk")
            ],
            "treaties": [
                {
                    "game": str(one.game_id),
                    "from": one.seat,
                    "to": one.to,
                    "at": one.created_at.isoformat(),
                    "promises": [{"by": row.by, "kind": row.kind, **row.terms} for row in one.promises.all()],
                }
                for one in Treaty.objects.filter(author=user).prefetch_related("promises").order_by("pk")
            ],
            "tables": [
                {"game": str(one.game_id), "as": one.role, "at": one.came_at.isoformat()}
                for one in user.companions.order_by("pk")
            ],
            "brought": [
                {
                    "game": str(one.game_id),
                    "from": one.seat,
                    "at": one.brought_at.isoformat(),
                    "steps": one.entries,
                }
                for one in Branch.objects.filter(by=user).order_by("pk")
            ],
            "commanded": [
                {"game": str(one.game_id), "seat": one.seat, "at": (one.taken_at or one.made_at).isoformat()}
                for one in user.commands.order_by("pk")
            ],
            "times_proposed": [
                {"at": one.at.isoformat(), "where": one.where}
                for one in user.meeting_proposals.order_by("pk")
            ],
            "times_agreed": [
                {"what": one.what, "at": one.at.isoformat(), "where": one.where, "text": one.text}
                for one in user.meeting_words.order_by("pk")
            ],
            "observed": [str(one.game_id) for one in user.observes.order_by("pk")],
        }


def _game_data(user: User, game: Game) -> dict[str, Any]:
    seats = [seat for seat in game.seats.all() if seat.user_id == user.pk]
    return {
        "game": str(game.pk),
        "name": game.name,
        "rules": game.system,
        "status": game.status,
        "led": game.gm_id == user.pk,
        "seats": {seat.key: _seat_data(seat) for seat in seats},
    }


def _seat_data(seat: Seat) -> dict[str, Any]:
    plan = plan_of(seat)
    kept = {} if plan is None else {"plan": [step["action"] for step in plan.steps]}
    return {"orders": seat.orders, "at_once": seat.orders_at_once, **kept}
