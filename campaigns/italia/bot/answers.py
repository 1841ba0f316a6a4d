"""How the program answers what is asked beside movement: purchases, combats, retreats, campaigns."""

from __future__ import annotations

from campaigns.italia.bot.attack import likely
from campaigns.italia.bot.worth import threatened, worth
from campaigns.italia.forecast.estimate import chance
from campaigns.italia.rules.combat.battle import Battle, FightOn, Submit, situation
from campaigns.italia.rules.combat.naval import CallBattles, NavalCalls
from campaigns.italia.rules.combat.sack import Sack
from campaigns.italia.rules.ground.position import Position
from campaigns.italia.rules.ground.registry import Action
from campaigns.italia.rules.money.arrivals import PlaceGroup, PlaceLeader, Spread
from campaigns.italia.rules.money.levy import BuildCities, Buy, EndLevy, Levy, PlaceAside
from campaigns.italia.rules.orders import roomiest
from campaigns.italia.rules.scenario.types import FLEET
from campaigns.italia.rules.war.campaign import Campaign, EndCampaign, MakeMove
from engine.game import Choices, Many, Option, Pick, Share

HOLD = 0.3  # a chance to win from which on a side fights on


def buy(pos: Position, frame: Levy, choices: Choices) -> Action:
    """The strongest land unit there is gold for, where it is needed; a city with what is left."""
    best: tuple[float, Action] = (0.0, EndLevy())
    for choice in choices:
        if choice.kind in ("buy", "place_aside") and choice.fixed["unit"] != FLEET:
            share = choice.fields[0]
            assert isinstance(share, Share)
            unit = pos.scn.units[choice.fixed["unit"]]
            where = _needed(pos, frame.nation, share)
            if where:
                value = unit.hits * (11 - unit.to_hit) / unit.cost + (
                    5 if choice.kind == "place_aside" else 0
                )
                kind = Buy if choice.kind == "buy" else PlaceAside
                best = max(best, (value, kind(unit.id, where)), key=lambda found: found[0])
        elif choice.kind == "build_cities":
            site = _site(pos, frame.nation, choice.fields[0])
            if site:
                best = max(best, (0.9, BuildCities((site,))), key=lambda found: found[0])
    return best[1]


def _needed(pos: Position, nation: str, share: Share) -> dict[str, int]:
    """Where units are bought: areas with room, those in danger and of worth first."""

    def need(option: Option) -> tuple[float, str]:
        area = str(option.value)
        return (-(threatened(pos, nation, area) + worth(pos, nation, area)), area)

    found: dict[str, int] = {}
    for option in sorted(share.options, key=need):
        area = str(option.value)
        room = pos.limit(nation, area) + 1 - pos.troops(area, nation)
        number = min(option.high or share.high, room, share.high - sum(found.values()))
        if number > 0:
            found[area] = number
    return found


def _site(pos: Position, nation: str, field: object) -> str:
    """An area for a city that is safe and scores; "" for none."""
    assert isinstance(field, Many)
    safe = [str(o.value) for o in field.options if not threatened(pos, nation, str(o.value))]
    scores = any(a.nation == nation and a.award == "city" for a in pos.scn.awards)
    return safe[0] if safe and scores and pos.state.round < pos.scn.rounds else ""


def place(pos: Position, nation: str, choices: Choices) -> Action:
    """Reinforcements where they are worth most: beside something to take."""
    choice = choices[0]
    field = choice.fields[0]
    if isinstance(field, Share):
        order = sorted((str(o.value) for o in field.options), key=lambda p: (-_front(pos, nation, p), p))
        found: dict[str, int] = {}
        left = field.low
        for number in (2, field.low):
            for area in order:
                taken = min(left, number)
                if taken:
                    found[area] = found.get(area, 0) + taken
                    left -= taken
        return Spread(choice.fixed["unit"], found)
    assert isinstance(field, Pick)
    best = max((str(o.value) for o in field.options), key=lambda p: (_front(pos, nation, p), p))
    return PlaceGroup(best) if choice.kind == "place_group" else PlaceLeader(choice.fixed["leader"], best)


def _front(pos: Position, nation: str, place: str) -> float:
    if pos.scn.is_sea(place):
        return sum(worth(pos, nation, area) for area in pos.scn.board.coasts[place]) / 4
    near = pos.scn.board.beside(place)
    return worth(pos, nation, place) + sum(
        worth(pos, nation, a) for a in near if pos.uses(nation, a) and not pos.holds(nation, a)
    )


def retreat(pos: Position, frame: Battle, choices: Choices) -> Action:
    """Stay while there is a chance; else go where most can go, or submit."""
    attacking = frame.stage == "retreat_attacker"
    win = chance(situation(pos, frame))
    if (win if attacking else 1 - win) >= HOLD:
        return FightOn()
    if any(choice.kind == "submit" for choice in choices):
        return Submit()
    return roomiest(choices) or FightOn()


def sack(choices: Choices) -> Action:
    """Points where they are worth more than four gold."""
    choice = next(c for c in choices if c.kind == "sack")
    field = choice.fields[0]
    assert isinstance(field, Pick)
    points = next((o.facts["halves"] for o in field.options if o.value == "points"), 0)
    return Sack(choice.fixed["area"], "points" if points >= 4 else "gold")


def call(pos: Position, frame: NavalCalls, choices: Choices) -> Action:
    """Battles at sea with twice as many fleets."""
    mine = frame.left[0]
    field = choices[0].fields[0]
    assert isinstance(field, Many)
    wanted = []
    for option in field.options:
        sea, _, other = str(option.value).partition(":")
        foe = other if mine == frame.nation else frame.nation
        if pos.fleets(sea, mine) >= 2 * pos.fleets(sea, foe):
            wanted.append(str(option.value))
    return CallBattles(tuple(wanted))


def campaign(pos: Position, frame: Campaign) -> Action:
    """Another move while the army is strong enough for something beside it."""
    here = pos.leader_at(frame.leader)
    if pos.scn.is_sea(here):
        return EndCampaign()
    units = dict(pos.units(here, frame.nation))
    if sum(units.values()) < 2:
        return EndCampaign()
    keep = {u: n for u, n in units.items() if n}
    for near in pos.scn.board.land[here]:
        if not pos.uses(frame.nation, near):
            continue
        if pos.foes(frame.nation, near):
            if likely(pos, frame.nation, near, keep, 1) >= 0.7 and worth(pos, frame.nation, near) > 0:
                return MakeMove()
        elif not pos.nations_at(near) and worth(pos, frame.nation, near) >= 2:
            return MakeMove()
    return MakeMove() if not pos.uses(frame.nation, here) else EndCampaign()
