"""The arrangements for a battle, shown at the head of its pages: guest commanders and appointment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts import clocks
from games import plugins
from games.access import User, is_gm, seats_of
from games.models import BattleLink, Game
from games.services.people import guest_commanders, meetings


@dataclass(frozen=True)
class Hint:
    """A hint about a battle's appointment. ``at``: the agreed time; ``asked``: a proposal needs the reader's
    answer.
    """

    url: str
    at: datetime | None = None
    where: str = ""
    asked: bool = False


@dataclass(frozen=True)
class Arrangements:
    """The arrangements for a battle. ``commands``: each seat, its commander and the player they act for.
    ``may_let``: the reader can appoint a commander; ``may_place``: even for a bot's seat; ``may_look``: the
    reader may see the arrangements.
    """

    commands: tuple[tuple[Any, Any, Any], ...] = ()
    meeting: Hint | None = None
    may_let: bool = False
    may_place: bool = False
    may_look: bool = False

    def __bool__(self) -> bool:
        return bool(self.commands or self.meeting or self.may_let or self.may_place)


def arrangements_for(user: User, game: Game) -> Arrangements:
    """The arrangements for a battle that this user may see; empty for any other game."""
    if not plugins.is_battle(game.system) or game.as_was is not None or game.seq < 0:
        return Arrangements()
    rows = tuple((key, row.user, row.for_user) for key, row in guest_commanders.standing(game).items())
    mine, led = seats_of(user, game), is_gm(user, game)
    bots = {seat.key for seat in game.seats.all() if seat.is_bot}
    may = guest_commanders.may_let(user, game, {*mine, *bots}) if mine or led else []
    concerned = any(user.pk == one.pk for _key, *both in rows for one in both if one is not None)
    return Arrangements(
        rows,
        hint_of(user, meetings.of_game(game)) if mine or led else None,
        any(key in mine for key in may),
        any(key in bots for key in may),
        bool(rows) and (concerned or led),
    )


def hint_of(user: User, battle: meetings.Battle | None) -> Hint | None:
    """The appointment hint for the battle's players and, if there is an appointment, for its game master;
    None for others.
    """
    if battle is None or not battle.to_fight:
        return None
    party = any(one.pk == user.pk for one in battle.people)
    if not (party or meetings.leads(user, battle)):
        return None
    found = meetings.meeting_of(battle) if any(game.has_agreed for game in battle.games) else None
    url = meetings.address("meeting", battle)
    if found is None:
        return Hint(url) if party else None
    if found.is_fixed:
        return Hint(url, found.at, found.where)
    ahead = [one for one in found.proposals.all() if one.at > clocks.now()]
    asked = party and any(user.pk not in {fit.user_id for fit in one.fits.all()} for one in ahead)
    return Hint(url, asked=asked) if party or ahead else None


def hint_of_link(user: User, link: BattleLink) -> Hint | None:
    """The appointment hint for a campaign's battle, no matter where it is fought."""
    return hint_of(user, meetings.of_link(link)) if link.status == BattleLink.Status.OPEN else None
