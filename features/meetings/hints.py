"""Hints about a battle's appointment, on the pages of the battle and of its campaign."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from accounts import clocks
from features.meetings import services
from games import plugins
from games.access import User
from games.models import BattleLink, Game


@dataclass(frozen=True)
class Hint:
    """A hint about a battle's appointment. ``at``: the agreed time, or None. ``asked``: whether a proposed
    time needs the reader's answer.
    """

    url: str
    at: datetime | None = None
    where: str = ""
    asked: bool = False


def hint_for(user: User, game: Game) -> Hint | None:
    """Return the appointment hint for a player or the game master of a battle. Return None for anyone else,
    and if the game is not a battle.
    """
    if not plugins.is_battle(game.system) or game.as_was is not None or game.seq < 0:
        return None
    return hint_of(user, services.battle_of_game(game))


def hint_of(user: User, battle: services.Battle | None) -> Hint | None:
    """Return the appointment hint for one of the battle's players or, if there is an appointment, for its
    game master. Return None for anyone else.
    """
    if battle is None or not battle.can_be_scheduled:
        return None
    party = any(one.pk == user.pk for one in battle.people)
    if not (party or services.leads(user, battle)):
        return None
    found = services.meeting_of(battle) if any(game.has_agreed for game in battle.games) else None
    url = services.address("meeting", battle)
    if found is None:
        return Hint(url) if party else None
    if found.is_fixed:
        return Hint(url, found.at, found.where)
    ahead = [one for one in found.proposals.all() if one.at > clocks.now()]
    asked = party and any(user.pk not in {fit.user_id for fit in one.fits.all()} for one in ahead)
    return Hint(url, asked=asked) if party or ahead else None


def hint_of_link(user: User, link: BattleLink) -> Hint | None:
    """Return the appointment hint for a campaign's battle, no matter where it is fought. Return None if the
    battle is no longer open.
    """
    return hint_of(user, services.battle_of_link(link)) if link.status == BattleLink.Status.OPEN else None
