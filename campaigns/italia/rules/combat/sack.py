"""Sacking a conquered city (10.6)."""

from __future__ import annotations

from campaigns.italia.rules.money.income import pay_tribute
from campaigns.italia.rules.state.play import FRAMES, Offered, Play, gold_kept
from campaigns.italia.rules.state.position import Position
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Option, Pick
from engine.values import dataclass, replace
from kit.rules.decisions import Action

BOOTY = 4


@dataclass(frozen=True)
class Sacking(Frame):
    """A nation's decisions about the cities it took. ``raided``: whether the city was raided, in which case
    only the reward is left to choose.
    """

    nation: str
    areas: tuple[str, ...]
    raided: bool = False


@dataclass(frozen=True)
class Sack(Action):
    """Sack a city for gold or for the points on the nation's card. ``reward``: gold or points."""

    area: str
    reward: str


@dataclass(frozen=True)
class Spare(Action):
    """Leave the city undamaged."""

    area: str


def sackable_cities(pos: Position, nation: str) -> tuple[str, ...]:
    """Return the cities that a nation took in this phase and can sack. Another player's nation held them
    last, and they were neither raided nor rebuilt this turn.
    """
    return tuple(
        area
        for area, city in pos.state.cities.items()
        if city.standing
        and city.owner
        and city.owner != pos.seat(nation)
        and pos.holds(nation, area)
        and not pos.foes(nation, area)
        and area not in pos.state.today.restored
        and area not in pos.state.today.sacked
        and f"saved:{area}" not in pos.state.tallies
    )


def note_owners(play: Play) -> None:
    """Record the new owner of every city whose area is held by one player only (10.6)."""
    cities = dict(play.state.cities)
    for area, city in play.state.cities.items():
        here = {play.pos.seat(nation) for nation in play.pos.nations_at(area)}
        if len(here) == 1 and city.owner not in here:
            cities[area] = replace(city, owner=here.pop())
    if cities != play.state.cities:
        play.set(cities=cities)


def destroy(play: Play, nation: str, area: str, how: str) -> None:
    """Turn a city into a ruin. A city sacked in the last round of Italia I leaves the map instead (13.4)."""
    city = play.state.cities[area]
    gone = how == "sacked" and bool(play.scn.last_round_order) and play.state.round == play.scn.rounds
    play.set_city(area, None if gone else replace(city, standing=False), "gone" if gone else how, nation)
    play.remember(sacked=play.state.today.sacked | {area})


def reward(play: Play, nation: str, area: str, kind: str) -> None:
    """Give a nation its reward for a city: the points on its card, or gold, half of which goes to its
    overlord.
    """
    first = f"first:{nation}:{area}"
    if kind == "points":
        play.score(nation, points_for(play.pos, nation, area), "sack_or_raid", area)
    else:
        overlord = play.pos.holdings(nation).overlord
        play.pay(nation, booty(play.pos, nation), "sack")
        if overlord:
            pay_tribute(play, nation, overlord, BOOTY // 2)
    play.count(first)


def booty(pos: Position, nation: str) -> int:
    """Return the gold that a nation receives for a city. It is four, or two for a subject, but never more
    than the treasury has room for.
    """
    return gold_kept(pos, nation, BOOTY // 2 if pos.holdings(nation).overlord else BOOTY)


@FRAMES.handler(Sacking)
class _Sacking(Offered):
    def advance(self, play: Play, frame: Sacking) -> bool:
        if frame.areas:
            return False
        play.pop()
        return True

    def ask(self, pos: Position, frame: Sacking) -> Ask:
        facts = {"area": frame.areas[0]}
        return Ask(pos.seat(frame.nation), "sack", Sack(frame.areas[0], "gold"), "10.6", facts, frame.nation)

    def choices(self, pos: Position, frame: Sacking) -> Choices:
        area = frame.areas[0]
        rewards = [Option("gold", {"gold": booty(pos, frame.nation)})]
        points = points_for(pos, frame.nation, area)
        if points:
            rewards.append(Option("points", {"halves": points}))
        sack = Choice("sack", {"area": area}, (Pick("reward", tuple(rewards)),), "10.6")
        return (sack,) if frame.raided else (sack, Choice("spare", {"area": area}, rule="10.6"))

    def execute(self, play: Play, frame: Sacking, action: Action) -> None:
        play.swap(frame.but(areas=frame.areas[1:]))
        if isinstance(action, Sack):
            if not frame.raided:
                destroy(play, frame.nation, action.area, "sacked")
            reward(play, frame.nation, action.area, action.reward)


def points_for(pos: Position, nation: str, area: str) -> int:
    """Return the highest reward that a nation's card now gives for sacking or raiding a city, in half-points.
    Return 0 if it gives none.
    """
    return max(
        (
            b.halves
            for b in pos.scn.rewards(nation, "sack_or_raid")
            if (not b.areas or area in b.areas)
            and not (b.first_only and f"first:{nation}:{area}" in pos.state.tallies)
        ),
        default=0,
    )
