"""Answer questions from the calculator and from test cases. A question asks about a combat, a value of a
position, or the result of some actions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from campaigns.italia.answers import legal
from campaigns.italia.answers.combat import chances, combat, needs
from campaigns.italia.answers.position import FIELDS, describe_position, read_position
from campaigns.italia.answers.schema import schema as schema
from campaigns.italia.rules.chapters import CODEC
from campaigns.italia.rules.combat.battle import Battle, situation
from campaigns.italia.rules.combat.phase import Combats
from campaigns.italia.rules.combat.retreats import retreat_places
from campaigns.italia.rules.combat.supremacy import supremacy
from campaigns.italia.rules.money import prices
from campaigns.italia.rules.money.arrivals import begin_arrivals
from campaigns.italia.rules.money.income import income
from campaigns.italia.rules.money.levy import begin_purchases
from campaigns.italia.rules.movement.ledger import Movement, ships_of
from campaigns.italia.rules.movement.stacking import enough_to_overrun
from campaigns.italia.rules.rules import ItaliaRules
from campaigns.italia.rules.state.play import Play
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.state.progress import GameRound
from campaigns.italia.rules.turn.scoring import chart, halve_up, score_round, totals
from campaigns.italia.rules.turn.sequence import begin_turn
from campaigns.italia.rules.turn.transformations import after_round
from campaigns.italia.rules.war.campaign import begin as begin_campaign
from campaigns.italia.rules.war.subjects import may_submit, must_submit
from engine.dice import Scripted
from engine.game import BadScenario, Facts, InvalidAction, Refusal
from engine.reading import Reader

Answer = dict[str, Any]


def run(given: Facts) -> Answer:
    """Return the answer to a question or test case. If the rules refuse an action, the answer is
    {"refused": code, "rule": section}. If the question is faulty, it is {"mistakes": {path: code}}.
    """
    try:
        return resolve(given)
    except Refusal as refusal:
        return {"refused": refusal.code, "rule": refusal.rule}
    except BadScenario as bad:
        return {"mistakes": {m.path: m.code for m in bad.mistakes}}


def resolve(given: Facts) -> Answer:
    """Return the answer to a question. Raises Refusal if the rules refuse an action, and BadScenario if the
    question is faulty.
    """
    ask = str(given.get("ask"))
    if ask not in QUESTIONS:
        raise InvalidAction("", "no_such_question", path="$.ask", questions=sorted(QUESTIONS))
    return QUESTIONS[ask](given)


def _read_position(given: Facts, fields: str = "") -> tuple[Position, Reader]:
    """Read the position of a question, and return it with the reader for the question's other fields.
    Mistakes are collected but not raised.
    """
    top = Reader(given).only(f"ask {FIELDS} {fields}")
    return read_position(top), top


def _nation(top: Reader, pos: Position, key: str = "nation") -> str:
    return top[key].one_of(pos.scn.nations)


def _area(top: Reader, pos: Position, key: str = "area") -> str:
    return top[key].one_of(pos.scn.board.areas)


def _flag(top: Reader, key: str) -> bool:
    return key in top and top[key].flag()


# --- figures of a position --------------------------------------------------------------------------------


def _income(given: Facts) -> Answer:
    pos, top = _read_position(given, "nation")
    nation = _nation(top, pos)
    top.raise_mistakes(BadScenario)
    found = income(pos, nation)
    return {
        "areas": found.areas,
        "cities": found.cities,
        "income": found.whole,
        "tribute": found.tribute,
        "kept": found.net_gold,
        "to_spend": pos.holdings(nation).gold + found.net_gold,
    }


def _recruits(given: Facts) -> Answer:
    pos, top = _read_position(given, "nation unit")
    nation, unit = _nation(top, pos), top["unit"].one_of(pos.scn.units)
    top.raise_mistakes(BadScenario)
    return {"most": prices.recruits_left(pos, nation, unit), "price": prices.price(pos, nation, unit)}


def _limits(given: Facts) -> Answer:
    pos, top = _read_position(given, "nation area led invasion")
    nation, area, led, invasion = (
        _nation(top, pos),
        _area(top, pos),
        _flag(top, "led"),
        _flag(top, "invasion"),
    )
    top.raise_mistakes(BadScenario)
    return {
        "stand": pos.limit(nation, area),
        "attack": pos.attack_limit(nation, area, led=led, invasion=invasion),
        "retreat": pos.limit(nation, area) + 1,
    }


def _stack(given: Facts) -> Answer:
    pos, top = _read_position(given, "nation area attacking invasion")
    nation, area = _nation(top, pos), _area(top, pos)
    attacking, invasion = _flag(top, "attacking"), _flag(top, "invasion")
    top.raise_mistakes(BadScenario)
    return legal.stack(pos, nation, area, attacking=attacking, invasion=invasion)


def _move(given: Facts) -> Answer:
    pos, top = _read_position(given, "nation step invasion")
    nation, step, invasion = _nation(top, pos), top["step"].object(), _flag(top, "invasion")
    top.raise_mistakes(BadScenario)
    return legal.step(pos, nation, step, invasion=invasion)


def _retreat(given: Facts) -> Answer:
    pos, top = _read_position(given, "nation area barred campaign")
    barred, campaign = top["barred"].words() if "barred" in top else (), _flag(top, "campaign")
    nation, area = _nation(top, pos), _area(top, pos)
    top.raise_mistakes(BadScenario)
    room = retreat_places(pos, nation, area, barred, campaign=campaign)
    return {"room": {to: n for to, n in room.items() if n}}


def _overrun(given: Facts) -> Answer:
    pos, top = _read_position(given, "nation area led invasion")
    nation, area, led, invasion = (
        _nation(top, pos),
        _area(top, pos),
        _flag(top, "led"),
        _flag(top, "invasion"),
    )
    top.raise_mistakes(BadScenario)
    most = pos.attack_limit(nation, area, led=led, invasion=invasion)
    need = next((n for n in range(1, most + 1) if enough_to_overrun(pos, nation, area, n)), 0)
    return {"needs": need} if need else {"impossible": True}


def _supremacy(given: Facts) -> Answer:
    pos, top = _read_position(given, "area attacker defender")
    attacker, defender = _nation(top, pos, "attacker"), _nation(top, pos, "defender")
    area = _area(top, pos)
    top.raise_mistakes(BadScenario)
    side = supremacy(pos, area, attacker, defender)
    return {"supremacy": {"attacker": attacker, "defender": defender}.get(side, "")}


def _submission(given: Facts) -> Answer:
    pos, top = _read_position(given, "nation attacker")
    nation, attacker = _nation(top, pos), _nation(top, pos, "attacker")
    top.raise_mistakes(BadScenario)
    return {
        "must": must_submit(pos, nation, attacker),
        "may": may_submit(pos, nation, attacker),
        "areas": len(pos.areas_of(nation)),
    }


def _score(given: Facts) -> Answer:
    pos, top = _read_position(given, "nation chart")
    nation, of = _nation(top, pos), top["chart"].number(1, 50) if "chart" in top else pos.state.round
    top.raise_mistakes(BadScenario)
    lines = chart(pos, nation, of)
    return {
        "halves": sum(line.halves for line in lines),
        "lines": [{"award": line.award.award, "halves": line.halves} for line in lines],
    }


def _scores(given: Facts) -> Answer:
    pos, top = _read_position(given, "chart")
    of = top["chart"].number(1, 50) if "chart" in top else pos.state.round
    top.raise_mistakes(BadScenario)
    nations = {nation: sum(line.halves for line in chart(pos, nation, of)) for nation in pos.scn.nations}
    found = {n: halve_up(h) if pos.holdings(n).overlord else h for n, h in nations.items() if h}
    return {"nations": found, "seats": {seat: _seat_halves(pos, found, seat) for seat in pos.scn.seats}}


def _seat_halves(pos: Position, halves: Mapping[str, int], seat: str) -> int:
    return sum(n for nation, n in halves.items() if pos.seat(nation) == seat)


def _read_combat(top: Reader, pos: Position) -> Battle:
    """Read a combat between two nations in an area."""
    area, attacker, defender = _area(top, pos), _nation(top, pos, "attacker"), _nation(top, pos, "defender")
    by_sea = top["by_sea"].amounts() if "by_sea" in top else {}
    return Battle(area, attacker, defender, raid=_flag(top, "raid"), seaborne=by_sea)


def _needs(given: Facts) -> Answer:
    pos, top = _read_position(given, "area attacker defender raid")
    battle = _read_combat(top, pos)
    top.raise_mistakes(BadScenario)
    s = situation(pos, battle)
    return {
        "ground": s.ground,
        "city": s.city,
        "supremacy": s.supremacy,
        "weak": {"attacker": s.attacker.weak, "defender": s.defender.weak},
    }


def _odds(given: Facts) -> Answer:
    """Return each side's numbers to hit, and the odds of a fight to the end. If ``rounds`` is given, add the
    odds after that many rounds.
    """
    pos, top = _read_position(given, "area attacker defender by_sea rounds")
    battle, rounds = _read_combat(top, pos), top["rounds"].number(1, 20) if "rounds" in top else None
    for side, nation in (("attacker", battle.attacker), ("defender", battle.defender)):
        if not top.mistakes and not pos.troops(battle.area, nation):
            top[side].note_mistake("no_units", nation=nation, area=battle.area)
    top.raise_mistakes(BadScenario)
    s = situation(pos, battle)
    return {**needs(s), **chances(s, rounds)}


# --- playing actions ----------------------------------------------------------------------------------------


def _play(given: Facts) -> Answer:
    """Play from a position: begin ``phase``, then carry out ``actions`` one by one with scripted dice. Return
    the final position and the events.
    """
    pos, top = _read_position(
        given, "phase nation area attacker defender leader gold dice actions raid came by_sea until"
    )
    phase = top["phase"].one_of(PHASES)
    top.raise_mistakes(BadScenario)
    rules = ItaliaRules(pos.setting)
    dice = Scripted([one.number(1, 10) for one in top["dice"].items()] if "dice" in top else [])
    play = Play(pos, dice)
    PHASES[phase](play, top, pos)
    rules.drive(play)
    state, events = play.state, [type(event).__name__ for event in play.events]
    refused: Answer = {}
    for written in given.get("actions", ()):
        action = CODEC.read({k: v for k, v in written.items() if k != "by"})
        owed = rules.pending(state)
        seat = pos.seat(written["by"]) if "by" in written else owed[0].seat if owed else pos.scn.seats[0]
        try:
            step = rules.apply(state, seat, action, dice)
        except Refusal as refusal:
            refused = {"refused": refusal.code, "rule": refusal.rule}
            break
        state = step.state
        events += [type(event).__name__ for event in step.events]
    return {
        **_describe_after(rules, Position(pos.setting, state)),
        **refused,
        "dice_left": len(dice.faces),
        "told": events,
    }


def _describe_after(rules: ItaliaRules, pos: Position) -> Answer:
    owed = rules.pending(pos.state)
    found: Answer = {
        **describe_position(pos),
        "decisions": [[d.power, d.kind] for d in owed],
        "points": totals(pos),
    }
    if owed:
        found["decision"], found["power"] = owed[0].kind, owed[0].power
        found["may"] = sorted({c.kind for c in rules.choices(pos.state, owed[0].seat)})
    return found


Begin = Callable[[Play, Reader, Position], None]


def _begin_movement(play: Play, top: Reader, pos: Position) -> None:
    nation = _turn(play, top, pos)
    play.push(Movement(nation, ships=ships_of(play.pos, nation)))


def _begin_invasion(play: Play, top: Reader, pos: Position) -> None:
    nation = _turn(play, top, pos)
    play.push(Movement(nation, ships=ships_of(play.pos, nation), invasion=True))


def _begin_levy(play: Play, top: Reader, pos: Position) -> None:
    begin_purchases(play, _turn(play, top, pos))


def _begin_arrivals(play: Play, top: Reader, pos: Position) -> None:
    nation = _nation(top, pos)
    top.raise_mistakes(BadScenario)
    for timing in ("end_of_round", "placement_phase", "start_of_round"):
        begin_arrivals(play, nation, timing)


def _begin_battle(play: Play, top: Reader, pos: Position) -> None:
    attacker, defender = _nation(top, pos, "attacker"), _nation(top, pos, "defender")
    area = _area(top, pos)
    top.raise_mistakes(BadScenario)
    play.set(nation=attacker)
    play.push(
        Combats(attacker, stage="sack"),
        Battle(
            area,
            attacker,
            defender,
            raid="raid" in top and top["raid"].flag(),
            came=top["came"].words() if "came" in top else (),
            seaborne=top["by_sea"].amounts() if "by_sea" in top else {},
            start_units=pos.troops(area, attacker),
            start_foes=pos.troops(area, defender),
        ),
    )
    top.raise_mistakes(BadScenario)


def _begin_combats(play: Play, top: Reader, pos: Position) -> None:
    play.push(Combats(_turn(play, top, pos)))


def _begin_campaign(play: Play, top: Reader, pos: Position) -> None:
    nation, leader = _turn(play, top, pos), top["leader"].one_of(pos.scn.leaders)
    gold = top["gold"].number(0, 20) if "gold" in top else 0
    top.raise_mistakes(BadScenario)
    begin_campaign(play, nation, leader, gold)


def _begin_turn(play: Play, top: Reader, pos: Position) -> None:
    nation = _nation(top, pos)
    top.raise_mistakes(BadScenario)
    begin_turn(play, nation)


def _begin_round(play: Play, top: Reader, pos: Position) -> None:
    play.push(GameRound())


def _end_round(play: Play, top: Reader, pos: Position) -> None:
    score_round(play)
    after_round(play)


def _turn(play: Play, top: Reader, pos: Position) -> str:
    nation = _nation(top, pos)
    top.raise_mistakes(BadScenario)
    play.set(nation=nation, today=replace(play.state.today, points=0))
    return nation


PHASES: Final[Mapping[str, Begin]] = {
    "movement": _begin_movement,
    "invasion": _begin_invasion,
    "levy": _begin_levy,
    "arrivals": _begin_arrivals,
    "battle": _begin_battle,
    "combats": _begin_combats,
    "campaign": _begin_campaign,
    "turn": _begin_turn,
    "round": _begin_round,
    "end_round": _end_round,
}

QUESTIONS: Final[Mapping[str, Callable[[Facts], Answer]]] = {
    "combat": combat,
    "income": _income,
    "recruits": _recruits,
    "limits": _limits,
    "retreat": _retreat,
    "overrun": _overrun,
    "supremacy": _supremacy,
    "submission": _submission,
    "score": _score,
    "scores": _scores,
    "needs": _needs,
    "odds": _odds,
    "stack": _stack,
    "move": _move,
    "play": _play,
}
