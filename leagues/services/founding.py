"""Create a league, manage its members, and close it."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from accounts import conduct
from accounts.naming.claims import find_account
from accounts.naming.lines import one_line
from engine.codec import digest
from engine.game import Facts
from games import plugins
from games.models import Seat
from games.services.creation import options_with
from games.services.fairplay import guard
from leagues.models import MOST_PEOPLE, MOST_ROUNDS, Chair, League, Member, fresh_token
from leagues.refusals import LeagueRefused
from leagues.services.access import User, league_for, league_of_link, lock, lock_league, member_of, takes_part
from leagues.services.leaving import unused_members
from leagues.services.results import boards_of, undecided_boards
from leagues.services.shutting import close_season


def found_league(
    gm: User,
    name: str,
    system: str,
    *,
    now: datetime,
    scenario_name: str = "",
    options: Facts | None = None,
    kind: str = League.Kind.SEASON,
    rounds: int = 5,
    hours: int | None = None,
    public: bool = False,
    plays: bool = True,
    armies: str = League.Armies.SCENARIO,
    key: UUID | None = None,
) -> League:
    """Create a league that is open for members. Submitting the same form (``key``) twice creates only one
    league.

    ``plays``: whether the organiser takes part too. ``armies``: the kind of armies that players may bring.
    Raises LeagueRefused if the name is missing or the settings do not fit the system. Raises BadScenario if
    the scenario cannot be played with these options, and engine.registry.UnknownSystem for an unknown system.
    """
    rules = plugins.system(system)
    scenarios = rules.scenarios()
    scenario_name = scenario_name if scenario_name in scenarios else next(iter(scenarios))
    chosen = options_with(rules, options or {}, "")
    opened = rules.open(rules.scenario(scenario_name), chosen)
    name = one_line(name)[:80]
    if not name:
        raise LeagueRefused("name_missing")
    if kind == League.Kind.DUPLICATE and not plugins.two_sided(system, len(opened.seats)):
        raise LeagueRefused("battles_only")
    agreed = {
        "name": name,
        "kind": kind,
        "system": system,
        "scenario_name": scenario_name,
        "options": chosen,
        "rounds_planned": min(max(rounds, 1), MOST_ROUNDS),
        "hours_per_decision": hours,
        "public": public,
    }
    if armies:
        if plugins.musters(system) is None or armies not in League.Armies.values:
            raise LeagueRefused("no_armies")
        if kind == League.Kind.DUPLICATE:
            raise LeagueRefused("duplicate_armies")
        agreed["armies"] = armies
    number = uuid4() if key is None else uuid5(key, digest([gm.pk, agreed, plays]))
    seats = [seat.id for seat in opened.seats]
    with transaction.atomic():
        league, new = League.objects.get_or_create(
            pk=number, gm=gm, defaults={**agreed, "seats": seats, "created_at": now}
        )
        if plays and new:
            Member.objects.create(league=league, user=gm, joined_at=now)
    return league


def join(token: str, user: User, now: datetime) -> League:
    """Join a league, or rejoin it, by its link. Raises Http404 for an invalid link, and LeagueRefused if the
    league is full or its organiser has blocked the user.
    """
    league = league_of_link(token)
    if conduct.blocks(league.gm, user):
        raise LeagueRefused("unwelcome")
    with transaction.atomic():
        _add_member(lock(league.pk), user, now)
    return league


def _add_member(league: League, user: Any, now: datetime) -> None:
    member = Member.objects.filter(league=league, user=user).first()
    if member is not None and member.left_at is None:
        return
    if league.members.filter(left_at=None).count() >= MOST_PEOPLE:
        raise LeagueRefused("full", most=MOST_PEOPLE)
    Member.objects.update_or_create(
        league=league, user=user, defaults={"left_at": None}, create_defaults={"joined_at": now}
    )


def add(user: User, league_id: UUID, name: str, now: datetime) -> Member:
    """Let the organiser add a person by name. To keep strangers out, only people who have played in one of
    the organiser's games or leagues can be added.
    """
    with transaction.atomic():
        league = lock_league(user, league_id)
        played = Seat.objects.filter(user=OuterRef("pk"), game__gm=user)
        took_part = Member.objects.filter(user=OuterRef("pk"), league__gm=user)
        known = get_user_model().objects.filter(Q(Exists(played)) | Q(Exists(took_part)), is_active=True)
        meant = find_account(name.strip())
        person = None if meant is None or conduct.blocks(meant, user) else known.filter(pk=meant.pk).first()
        if person is None:
            raise LeagueRefused("no_such_person")
        if Member.objects.filter(league=league, user=person, left_at=None).exists():
            raise LeagueRefused("member_already")
        _add_member(league, person, now)
    return Member.objects.get(league=league, user=person)


def remove(user: User, league_id: UUID, member_id: int, now: datetime) -> None:
    """Remove a person from the league. They get no more pairings, but their past games count. Their games in
    progress continue, possibly with a replacement. Raises LeagueRefused (rival_stays) if an organiser who
    plays would remove an active rival.
    """
    with transaction.atomic():
        league = lock_league(user, league_id)
        member = league.members.select_related("user").filter(pk=member_id).first()
        other = member is not None and member.user_id not in (None, user.pk)
        if member is not None and other and takes_part(user, league):
            _require_absent(member, now)
        _withdraw_member(league, member, now)


def _require_absent(member: Member, now: datetime) -> None:
    """Refuse to remove a person who has played, unless they have long been absent from a league game. Raises
    LeagueRefused (rival_stays).
    """
    if member.user is None or unused_members().filter(pk=member.pk).exists():
        return
    boards = boards_of(member.league).filter(chairs__member=member, game__isnull=False)
    games = [board.game for board in boards if board.game is not None]
    away = any(
        guard.absences(game, [one for one in game.seats.all() if guard.player_of(one) == member.user], now)
        for game in games
    )
    if member.user.is_active and not away:
        raise LeagueRefused("rival_stays", days=guard.ABSENT_DAYS)


def leave(user: User, league_id: UUID, now: datetime) -> None:
    """Withdraw the user from the league."""
    league = league_for(user, league_id)
    with transaction.atomic():
        _withdraw_member(lock(league.pk), member_of(user, league), now)


def _withdraw_member(league: League, member: Member | None, now: datetime) -> None:
    """Withdraw a member from the league. Raises LeagueRefused for somebody who takes no part, or who has a
    place in a round that has not begun.
    """
    if member is None or member.left_at is not None:
        raise LeagueRefused("not_member")
    if Chair.objects.filter(round__league=league, round__begun_at=None, member=member).exists():
        raise LeagueRefused("sits_in_it")
    if unused_members().filter(pk=member.pk).delete()[0]:
        return
    member.left_at = now
    member.save(update_fields=["left_at"])


def new_link(user: User, league_id: UUID) -> None:
    """Replace the league's invitation link. The old link stops working."""
    with transaction.atomic():
        league = lock_league(user, league_id)
        league.token = fresh_token()
        league.save(update_fields=["token"])


def plan(user: User, league_id: UUID, rounds: int) -> None:
    """Set the planned number of rounds."""
    with transaction.atomic():
        league = lock_league(user, league_id)
        if not max(league.rounds.count(), 1) <= rounds <= MOST_ROUNDS:
            raise LeagueRefused("wrong_rounds", most=MOST_ROUNDS)
        league.rounds_planned = rounds
        league.save(update_fields=["rounds_planned"])


def close(user: User, league_id: UUID, now: datetime) -> None:
    """Close the season and keep its standings. Raises LeagueRefused while a game has no result."""
    with transaction.atomic():
        league = lock_league(user, league_id)
        if undecided_boards(league):
            raise LeagueRefused("round_open")
        close_season(league, now)
