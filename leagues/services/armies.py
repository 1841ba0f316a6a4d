"""The armies that members bring to a league's games, and the club's army lists."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction

from engine.game import Facts
from games import plugins
from games.musters import Musters
from leagues.models import Board, League
from leagues.refusals import LeagueRefused
from leagues.services.access import User, league_for, lock, lock_league, member_of, takes_part


def musters_of(league: League) -> Musters:
    """Return the handler of the armies that players bring. Raises LeagueRefused if the league's players
    bring none.
    """
    found = plugins.musters(league.system)
    if found is None or not league.armies:
        raise LeagueRefused("no_armies")
    return found


def load_lists(user: User, league_id: UUID, sent: bytes) -> int:
    """Replace the club's army lists and return their number. Members whose list is gone must choose an army
    again. An organiser who takes part cannot delete lists that others use. Raises LeagueRefused, or Unfit
    listing every mistake.
    """
    with transaction.atomic():
        league = lock_league(user, league_id)
        musters = musters_of(league)
        if league.armies == League.Armies.LISTED:
            raise LeagueRefused("own_lists_only")
        league.lists = musters.read_lists(sent)
        league.save(update_fields=["lists"])
        brings = league.members.exclude(army=None)
        gone = [one for one in brings if not musters.still_fits(one.army, league.armies, league.lists)]
        if takes_part(user, league) and any(one.user_id != user.pk for one in gone):
            raise LeagueRefused("list_in_use")
        for member in gone:
            member.army = None
            member.save(update_fields=["army"])
    return len(league.lists)


def choose(user: User, league_id: UUID, reference: str) -> None:
    """Set the member's army for coming rounds, in its present form. An empty ``reference`` chooses none.
    Raises Unfit if the army is refused, and LeagueRefused for anyone but a member of an open league.
    """
    league_for(user, league_id)
    with transaction.atomic():
        league = lock(league_id)
        member = member_of(user, league)
        if member is None or member.left_at is not None:
            raise LeagueRefused("not_member")
        if league.is_closed:
            raise LeagueRefused("closed")
        musters = musters_of(league)
        member.army = musters.army(user, reference, league.armies, league.lists) if reference else None
        member.save(update_fields=["army"])


def take_list(user: User, league_id: UUID, number: int) -> str:
    """Copy an army from one of the club's lists to the user's own armies. Return the URL for editing the
    copy. Raises LeagueRefused if there is no such list, and Unfit if the army is refused.
    """
    league = league_for(user, league_id)
    if not 1 <= number <= len(league.lists):
        raise LeagueRefused("no_such_list")
    return musters_of(league).take(user, league.lists[number - 1])


def army_scenario(league: League, board: Board) -> Facts | None:
    """Return the scenario of a board with its players' own armies, or None if nobody brings one."""
    if not league.armies:
        return None
    people: dict[str, Any] = {chair.seat: chair.member for chair in board.chairs.all()}
    armies = {seat: one.army for seat, one in people.items() if one is not None and one.army is not None}
    if not armies:
        return None
    scenario: Facts = plugins.system(league.system).scenario(league.scenario_name)
    return musters_of(league).scenario(scenario, armies)
