"""How the program answers what is asked beside movement: purchases, combats, retreats, campaigns."""

from __future__ import annotations

from dataclasses import replace

from campaigns.italia.bot.movement import best_idea
from campaigns.italia.bot.outlook import LEADER, RID, outlook
from campaigns.italia.bot.worth import (
    city_points,
    denied,
    gold_worth,
    rounds_left,
    threatened,
    unit_worth,
    worth,
)
from campaigns.italia.forecast.prospects import prospects
from campaigns.italia.rules.combat.battle import Battle, FightOn, Submit, situation
from campaigns.italia.rules.combat.combats import chosen, fights, may_raid
from campaigns.italia.rules.combat.naval import CallBattles, NavalCalls
from campaigns.italia.rules.combat.phase import Combats
from campaigns.italia.rules.combat.rebuild import LeaveRuins, Rebuild
from campaigns.italia.rules.combat.sack import BOOTY, Sack, Sacking, Spare
from campaigns.italia.rules.ground.position import Position
from campaigns.italia.rules.ground.registry import Action
from campaigns.italia.rules.money.arrivals import PlaceGroup, PlaceLeader, Spread
from campaigns.italia.rules.money.levy import BuildCities, Buy, EndLevy, Levy, PlaceAside
from campaigns.italia.rules.movement.ledger import Movement, ships_of
from campaigns.italia.rules.orders import roomiest
from campaigns.italia.rules.scenario.types import FLEET
from campaigns.italia.rules.war.announce import Announce, Announcing
from campaigns.italia.rules.war.campaign import Campaign, EndCampaign, MakeMove
from campaigns.italia.rules.war.reactions import EnterBattle, NoReaction, Reacting
from campaigns.italia.rules.war.subjects import MayRevolt, RiseUp, StayLoyal
from engine.game import Choice, Choices, Many, Option, Pick, Share

SUBMITS = 0.25  # a chance to hold below which a nation submits, where it may


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
        return sum(worth(pos, nation, area) for area in sorted(pos.scn.board.coasts[place])) / 4
    near = sorted(pos.scn.board.beside(place))
    return worth(pos, nation, place) + sum(
        worth(pos, nation, a) for a in near if pos.uses(nation, a) and not pos.holds(nation, a)
    )


# --- combats ----------------------------------------------------------------------------------------------


def combat(pos: Position, frame: Combats, choices: Choices) -> Action:
    """What was meant when they marched: the fight or the raid that is worth more; the surest first."""
    view = outlook(pos, frame.nation)

    def gain(choice: Choice) -> tuple[float, str]:
        if choice.kind == "fight_at_sea":
            return 100.0, ""
        area = choice.fixed["area"]
        units = _troops(pos, frame.nation, area)
        led = len(pos.leaders(area, frame.nation))
        if choice.kind == "raid":
            return view.raid(area, units), area
        return view.assault(area, units, led, frame.seaborne.get(area, {})), area

    return chosen(max(choices, key=gain))


def announce(pos: Position, frame: Announcing) -> Action:
    """Raids of a campaign where they are worth more than the fight."""
    nation = frame.combats.nation
    view = outlook(pos, nation)
    raids = []
    for area in dict.fromkeys(area for area, _ in fights(pos, nation)):
        units, led = _troops(pos, nation, area), len(pos.leaders(area, nation))
        if may_raid(pos, nation, area) and view.raid(area, units) > view.assault(area, units, led, {}):
            raids.append(area)
    return Announce(tuple(raids))


def _troops(pos: Position, nation: str, area: str) -> dict[str, int]:
    return {u: n for u, n in pos.units(area, nation).items() if u != FLEET}


def retreat(pos: Position, frame: Battle, choices: Choices) -> Action:
    """Stay as long as fighting on is worth more than what can be led away; submit where it costs less."""
    attacking = frame.stage == "retreat_attacker"
    nation, foe = (frame.attacker, frame.defender) if attacking else (frame.defender, frame.attacker)
    s = situation(pos, frame)
    p = prospects(s)
    win, left = (p.win, p.attackers) if attacking else (p.lose, p.defenders)
    if any(choice.kind == "submit" for choice in choices) and win < SUBMITS:
        return Submit()
    away = roomiest(choices)
    if away is None:
        return FightOn()
    own = unit_worth(pos, nation)
    hurt = (s.defender.total - p.defenders if attacking else s.attacker.total - p.attackers) * RID
    prize = worth(pos, nation, frame.area) + (denied(pos, nation, frame.area) if attacking else 0.0)
    leaders = LEADER * len(pos.leaders(frame.area, nation))
    stay = win * (prize + leaders) + left * own + hurt
    saved = sum(n for unit, n in away.units.items() if unit in pos.scn.units)
    return FightOn() if stay >= saved * own + leaders * 0.9 else away


def sack(pos: Position, frame: Sacking, choices: Choices) -> Action:
    """Points or gold, whichever is worth more now; a city that scores for its new owner may stand."""
    choice = next(c for c in choices if c.kind == "sack")
    field = choice.fields[0]
    assert isinstance(field, Pick)
    points = next((o.facts["halves"] for o in field.options if o.value == "points"), 0) / 2
    room = 10 - pos.holdings(frame.nation).gold
    gold = min(BOOTY, room) * gold_worth(pos, frame.nation)
    spare = any(c.kind == "spare" for c in choices)
    if spare and _city_points(pos, frame.nation, choice.fixed["area"]) > max(points, gold):
        return Spare(choice.fixed["area"])
    return Sack(choice.fixed["area"], "points" if points and points >= gold else "gold")


def _city_points(pos: Position, nation: str, area: str) -> float:
    """What the city itself gives to its holder: points of the charts and gold."""
    return city_points(pos, nation, area) + gold_worth(pos, nation)


def call(pos: Position, frame: NavalCalls, choices: Choices) -> Action:
    """Battles at sea with twice as many fleets."""
    mine = frame.left[0]
    field = choices[0].fields[0]
    assert isinstance(field, Many)
    wanted = []
    for option in field.options:
        sea, _, other = str(option.value).partition(":")
        foe = other if mine == frame.nation else frame.nation
        if pos.seat(foe) != pos.seat(mine) and pos.fleets(sea, mine) >= 2 * pos.fleets(sea, foe):
            wanted.append(str(option.value))
    return CallBattles(tuple(wanted))


# --- campaigns --------------------------------------------------------------------------------------------


def campaign(pos: Position, frame: Campaign) -> Action:
    """Another move while one is worth its gold."""
    ships = ships_of(pos, frame.nation)
    start = pos.leader_at(frame.leader)
    idea = best_idea(pos, Movement(frame.nation, ships=ships, campaign=frame.leader, start=start))
    price = gold_worth(pos, frame.nation)
    if frame.single:
        return MakeMove() if idea else EndCampaign()
    return MakeMove() if idea and idea.gain > price + 0.2 else EndCampaign()


def react(pos: Position, frame: Reacting, nation: str, choices: Choices) -> Action:
    """Join a fight that is then likely won; else let it happen."""
    here = pos.leader_at(frame.leader)
    entering = next((c for c in choices if c.kind == "enter_battle"), None)
    if entering is None or pos.scn.is_sea(here) or pos.seat(nation) == pos.seat(frame.nation):
        return NoReaction()
    s = situation(pos, Battle(here, frame.nation, nation))
    before = prospects(s)
    field = entering.fields[0]
    assert isinstance(field, Share)
    best: tuple[float, Action] = (0.3, NoReaction())
    named: dict[str, int] = {}
    for option in field.options:
        area, _, unit = str(option.value).partition(":")
        if pos.scn.is_sea(area) or unit not in pos.scn.units:
            continue
        spare = (option.high or 0) - (1 if worth(pos, nation, area) > 0 else 0)
        if spare <= 0:
            continue
        named[str(option.value)] = spare
        units = dict(s.defender.units)
        for key, number in named.items():
            kind = key.partition(":")[2]
            units[kind] = units.get(kind, 0) + number
        after = prospects(s.with_groups(s.attacker, replace(s.defender, units=units)))
        own = unit_worth(pos, nation)
        gain = (after.lose - before.lose) * (worth(pos, nation, here) + LEADER)
        gain += (after.defenders - before.defenders - sum(named.values())) * own
        gain += (before.attackers - after.attackers) * RID
        best = max(best, (gain, EnterBattle(dict(named))), key=lambda found: found[0])
    return best[1]


def revolt(pos: Position, frame: MayRevolt) -> Action:
    """Half the points are lost to a subject: rise up unless the overlord stands next door in strength."""
    near = sum(
        pos.troops(area, frame.against)
        for held in pos.areas_of(frame.nation)
        for area in pos.scn.board.beside(held)
    )
    return (
        RiseUp()
        if near <= 2 * sum(pos.troops(a, frame.nation) for a in pos.areas_of(frame.nation))
        else StayLoyal()
    )


def rebuild(pos: Position, nation: str, choices: Choices) -> Action:
    """A ruin becomes a city again where the city is worth more than the unit that it costs."""
    best: tuple[float, Action] = (0.0, LeaveRuins())
    for choice in choices:
        if choice.kind != "rebuild":
            continue
        area, field = choice.fixed["area"], choice.fields[0]
        assert isinstance(field, Pick)
        if _rises_by_itself(pos, nation, area):
            continue
        units = sorted((str(o.value) for o in field.options), key=lambda u: (pos.scn.units[u].cost, u))
        years = min(3, max(0, rounds_left(pos, nation)))
        gain = city_points(pos, nation, area) + years * gold_worth(pos, nation) - unit_worth(pos, nation)
        if pos.troops(area, nation) > 1:
            best = max(best, (gain, Rebuild(area, units[0])), key=lambda found: found[0])
    return best[1]


def _rises_by_itself(pos: Position, nation: str, area: str) -> bool:
    """Whether the city of a nation's home will be rebuilt for nothing (13.1)."""
    home = pos.nation(nation).effect("home")
    return home is not None and home["area"] == area and pos.state.round < home["until_round"]
