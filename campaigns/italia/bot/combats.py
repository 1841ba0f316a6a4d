"""The bot in land combat: the order of battles, the targets, and the retreats."""

from __future__ import annotations

from dataclasses import replace

from campaigns.italia.bot.outlook import LEADER, RID, outlook
from campaigns.italia.bot.stacks import land
from campaigns.italia.bot.worth import denial_value, unit_worth, worth
from campaigns.italia.forecast.prospects import chance, prospects
from campaigns.italia.rules.combat.battle import (
    Battle,
    Convert,
    FightOn,
    Submit,
    situation,
    situation_of,
    usual_aim,
)
from campaigns.italia.rules.combat.combats import Attack, FightAtSea, Raid, action_of
from campaigns.italia.rules.combat.naval import NavalBattle, sea_situation
from campaigns.italia.rules.combat.phase import Combats
from campaigns.italia.rules.combat.situation import (
    ATTACKER,
    DEFENDER,
    Side,
    Situation,
    by_strength,
    other,
    preferred_targets,
    to_hit,
    type_of,
    unit_type_of,
)
from campaigns.italia.rules.orders import roomiest
from campaigns.italia.rules.state.position import Position
from engine.game import Choice, Choices, Pick
from kit.bot.answer import Answer, give_reason

SUBMITS = 0.25  # submit if the chance of holding the area is below this
CONVERTS = 0.15  # the lowest gain in the chance of winning that justifies a conversion


def combat(pos: Position, frame: Combats, choices: Choices) -> Answer:
    """Choose the most promising combat, as a fight or a raid. Battles at sea come first."""
    view = outlook(pos, frame.nation)

    def gain(choice: Choice) -> tuple[float, str]:
        if choice.kind == "fight_at_sea":
            return 100.0, ""
        area = choice.fixed["area"]
        units = land(pos, frame.nation, area)
        led = len(pos.leaders(area, frame.nation))
        if choice.kind == "raid":
            return view.raid(area, units), area
        return view.assault(area, units, led, frame.seaborne.get(area, {})), area

    best = max(choices, key=gain)
    action, halves = action_of(best), round(2 * gain(best)[0])
    if isinstance(action, Raid):
        return give_reason(
            action, "raid_pays", area=action.area, percent=_raid_chance(pos, frame.nation, action.area)
        )
    if isinstance(action, Attack):
        led = len(pos.leaders(action.area, frame.nation))
        wet = frame.seaborne.get(action.area, {})
        win = view.wins(action.area, land(pos, frame.nation, action.area), led, wet)
        return give_reason(action, "fight_pays", area=action.area, percent=round(100 * win), halves=halves)
    assert isinstance(action, FightAtSea)
    win = chance(sea_situation(pos, NavalBattle(action.sea, frame.nation, action.nation)))
    return give_reason(action, "sea_first", area=action.sea, percent=round(100 * win))


def _raid_chance(pos: Position, nation: str, area: str) -> int:
    return round(100 * (1 - 0.6 ** pos.troops(area, nation)))


# --- in a combat ------------------------------------------------------------------------------------------


def aim(pos: Position, frame: Battle) -> Answer:
    """Return the default targets, with the reason for the first of them. The reason assumes that this side
    aims first.
    """
    side: Side = ATTACKER if frame.stage == "aim_attacker" else DEFENDER
    action, s = usual_aim(pos, frame, side), situation_of(pos, frame)
    kinds = by_strength(s, s.group(side).units)
    asked = [kind for kind in kinds if vars(action)[type_of(kind)]]
    targets = preferred_targets(s, side, asked[0], s.group(other(side)).units)
    first = next(t for t in targets if t in vars(action)[type_of(asked[0])])
    code = _preference(s, side, asked[0], first, [t for t in targets if t != first])
    return give_reason(action, code, unit=first, number=to_hit(s, side, asked[0], first))


def _preference(s: Situation, side: Side, kind: str, first: str, rest: list[str]) -> str:
    unit, needed = s.types[unit_type_of(first)], to_hit(s, side, kind, first)
    for code, others in (
        ("aims_easiest", (needed < to_hit(s, side, kind, t) for t in rest)),
        ("aims_weakest", (unit.hits < s.types[unit_type_of(t)].hits for t in rest)),
        ("aims_dearest", (unit.cost > s.types[unit_type_of(t)].cost for t in rest)),
    ):
        if all(others):
            return code
    return "aims_shared"


def retreat(pos: Position, frame: Battle, choices: Choices) -> Answer:
    """Decide whether to retreat by comparing the value of fighting on with that of the units saved. Submit
    instead if that is possible and the chance of holding the area is small.
    """
    attacking = frame.stage == "retreat_attacker"
    nation, foe = (frame.attacker, frame.defender) if attacking else (frame.defender, frame.attacker)
    s = situation(pos, frame)
    p = prospects(s)
    win, left = (p.win, p.attackers) if attacking else (p.lose, p.defenders)
    percent = round(100 * win)
    if any(choice.kind == "submit" for choice in choices) and win < SUBMITS:
        return give_reason(Submit(), "submits", percent=percent)
    away = roomiest(choices)
    if away is None:
        return give_reason(FightOn(), "nowhere_to_go", percent=percent)
    own = unit_worth(pos, nation)
    hurt = (s.defender.total - p.defenders if attacking else s.attacker.total - p.attackers) * RID
    prize = worth(pos, nation, frame.area) + (denial_value(pos, nation, frame.area) if attacking else 0.0)
    leaders = LEADER * len(pos.leaders(frame.area, nation))
    stay = win * (prize + leaders) + left * own + hurt
    saved = sum(n for unit, n in away.units.items() if unit in pos.scn.units)
    leave = saved * own + leaders * 0.9
    facts = {"percent": percent, "halves": round(2 * stay), "instead": round(2 * leave)}
    if stay >= leave:
        return give_reason(FightOn(), "stays", **facts)
    return give_reason(away, "leaves", area=away.to, **facts)


def convert(pos: Position, frame: Battle, choices: Choices, nation: str) -> Answer:
    """Choose the unit whose conversion raises the chance of winning most. Convert nobody if the gain is too
    small.
    """
    field = choices[0].fields[0]
    assert isinstance(field, Pick)
    s = situation(pos, frame)
    attacking = nation == frame.attacker

    def win(after: Situation) -> float:
        p = prospects(after)
        return p.win if attacking else p.lose

    before = win(s)
    found = [(win(_with_convert(s, str(o.value), attacking=attacking)), str(o.value)) for o in field.options]
    after, unit = max(found)
    facts = {"unit": unit, "percent": round(100 * before), "instead": round(100 * after)}
    if after - before < CONVERTS:
        return give_reason(Convert(), "spares_conversion", **facts)
    return give_reason(Convert(unit), "converts", **facts)


def _with_convert(s: Situation, unit: str, *, attacking: bool) -> Situation:
    """Return the Situation after one enemy unit has changed sides."""
    mine, theirs = (s.attacker, s.defender) if attacking else (s.defender, s.attacker)
    kind = next(k for k in theirs.units if type_of(k) == unit)
    left = {k: n - (k == kind) for k, n in theirs.units.items() if n > (k == kind)}
    hurt = {k: min(n, left[k]) for k, n in theirs.hurt.items() if k in left}
    more = replace(mine, units={**mine.units, unit: mine.units.get(unit, 0) + 1})
    fewer = replace(theirs, units=left, hurt=hurt)
    return s.with_groups(more, fewer) if attacking else s.with_groups(fewer, more)
