"""The present and former players of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import F, Q, QuerySet

from engine.game import GM
from engine.journal import ACTION, SETUP
from games import plugins
from games.models import BattleLink, Command, Departure, Entry, Game, Outbox, Seat
from games.prepared_sql import PreparedQuery

User = Any  # a user or AnonymousUser
# answers given by a game master, visible to everyone
FOR_OTHERS = frozenset({Entry.Reason.FOR, Entry.Reason.RULED})


def plays(user: User, game: Game) -> bool:
    """Return whether the user plays, or has ever played, in this game or its campaign. Former players count,
    because they could not be impartial game masters.
    """
    return user.pk in players(games_together(game))


def has_led(user: User, game: Game) -> bool:
    """Return whether the user leads the game or ever led it, whether they began it or took it over."""
    began = Entry.objects.filter(game=game, kind=SETUP, actor=user.pk)
    told = Outbox.objects.filter(game=game, kind=Outbox.Kind.LED, recipient=user.pk)
    return game.gm_id == user.pk or began.exists() or told.exists()


def games_together(game: Game) -> list[Game]:
    """Return the game itself and, if it is a battle of a campaign, also its campaign."""
    link = link_of(game)
    return [game] if link is None else [game, link.campaign]


def link_of(game: Game) -> BattleLink | None:
    """Return the link to the campaign to which this battle belongs, or None."""
    return _LINK.one(game.pk)


_LINK = PreparedQuery(
    lambda battle: (
        BattleLink.objects.select_related("campaign")
        .defer("campaign__scenario")
        .filter(battle=battle)
        .order_by("pk")[:1]
    ),
    UUID,
)


def by_people(link: BattleLink) -> bool:
    """Return whether people fought or reported the battle. Its result then survives a rewind of the
    campaign.
    """
    if link.report is None:
        return False
    if link.reported_by != "battle":
        return True
    return Entry.objects.filter(game=link.battle_id, kind=ACTION, actor__isnull=False).exists()


def players(games: Sequence[Game]) -> set[int]:
    """Return the ids of everybody who plays or lends a seat, or has played one while the game ran. These are
    players, substitutes and guest commanders, even after they left or were removed. Deleted accounts do
    not count.
    """
    seats = Seat.objects.filter(game__in=games).select_related("user", "lender")
    seated = [one.pk for seat in seats for one in (seat.user, seat.lender) if one and one.is_active]
    moved = Entry.objects.filter(game__in=games, kind=ACTION, actor__is_active=True).exclude(
        Q(seat=GM) | Q(reason__in=FOR_OTHERS)
    )
    told = Outbox.objects.filter(
        game__in=games,
        kind__in=(Outbox.Kind.UNSEATED, Outbox.Kind.STAND_IN),
        created_at__gte=F("game__started_at"),
        recipient__is_active=True,
    )
    left = Departure.objects.filter(game__in=games, user__is_active=True).order_by()
    commanded = Command.objects.filter(
        game__in=games, taken_at__isnull=False, user__is_active=True
    ).order_by()
    sat = told.order_by().values_list("recipient_id")
    sat = sat.union(left.values_list("user_id"), commanded.values_list("user_id"))
    people = (
        *seated,
        *moved.order_by().values_list("actor_id", flat=True).distinct(),
        *(pk for (pk,) in sat),
    )
    return {one for one in people if one is not None}


# --- battles of a campaign ----------------------------------------------------------------------------------


def sides(link: BattleLink) -> tuple[str, ...]:
    """Return the campaign's seats on both sides of a battle."""
    return (link.attacker, link.defender)


def bots(game: Game) -> set[str]:
    """The seats that bots play."""
    return {seat.key for seat in game.seats.all() if seat.is_bot}


def left_to_bots(link: BattleLink) -> bool:
    """Whether both sides have left the battle to the bots, and no guest commander fights in it."""
    if not set(sides(link)) <= set(link.to_programs) | bots(link.campaign):
        return False
    generals = Command.objects.filter(game=link.battle_id, ended_at=None, taken_at__isnull=False)
    return link.battle_id is None or not generals.exists()


def between_bots(battle: UUID) -> bool:
    """Return whether this game is a campaign's unfinished battle that both sides have left to the bots."""
    link = _TO_FIGHT.one(battle)
    return link is not None and left_to_bots(link)


def is_left_to_bots(game: Game) -> bool:
    """Return whether a loaded game is left to the bots. For a system that fights no battles this needs no
    query.
    """
    return plugins.is_battle(game.system) and between_bots(game.pk)


def _open_battle(battle: UUID) -> QuerySet[BattleLink]:
    links = BattleLink.objects.filter(battle=battle, status=BattleLink.Status.OPEN).order_by("pk")
    return links.select_related("campaign").defer("campaign__scenario")


_TO_FIGHT = PreparedQuery(_open_battle, UUID)
