"""Run the test cases of DBA (tests/cases/dba, docs/cases.md)."""

from __future__ import annotations

from collections.abc import Mapping

from battles.dba.answers import board_cases, table_cases
from battles.dba.answers.lookup import read
from battles.dba.forecast.advice import Change, advice
from battles.dba.rules.consequences import Consequence, consequences, fate
from battles.dba.rules.odds import odds
from battles.dba.rules.outcomes import Outcome, compare, outcome
from battles.dba.rules.reckoning import Line, reckon
from battles.dba.rules.relevance import Chip, chips
from battles.dba.rules.resolve import break_off_pursuit
from battles.dba.rules.situation import Contender, Situation
from engine.game import BadScenario, Json


def run(given: Mapping[str, Json]) -> Mapping[str, Json]:
    """Answer one test case. It is about a combat or a shot, unless it has one of these keys: ``board`` (a
    position), ``terrain`` (a battlefield), ``battle`` with ``steps`` (a whole battle), or ``break_off``
    (troops whose enemy breaks off).
    """
    if "board" in given:
        return board_cases.run(given)
    if "terrain" in given:
        return table_cases.run_terrain(given["terrain"])
    if "battle" in given:
        return table_cases.run_battle(given["battle"], given.get("steps", ()))
    if "break_off" in given:
        gone = Contender(**given.get("gone", {"type": "Bd"}))
        return {"deeds": [_deed(c) for c in break_off_pursuit(Contender(**given["break_off"]), gone, "a")]}
    try:
        s, dice = read({k: v for k, v in given.items() if k != "comparison"})
    except BadScenario as refusal:
        return {
            "refused": sorted({m.code for m in refusal.mistakes}),
            "mistakes": {m.path: m.code for m in refusal.mistakes},
        }
    reckoning = reckon(s)
    answer: dict[str, Json] = {
        "lines": {"a": _lines(reckoning.a), "b": _lines(reckoning.b)},
        "base": {"a": reckoning.total_a, "b": reckoning.total_b},
        "chances": {"a": dict(odds(s).a), "b": dict(odds(s).b)},
        "active": s.active,
        "matters": [_chip(chip) for chip in chips(s)],
        "helps": {side: _help(change) for side, change in advice(s).items()},
    }
    comparison = given.get("comparison")
    if dice:
        totals = {"a": reckoning.total_a + dice[0], "b": reckoning.total_b + dice[1]}
        comparison = compare(totals["a"], totals["b"])
        answer |= {"totals": totals, "comparison": comparison}
    return answer | _follows(s, outcome(s, comparison)) if comparison else answer


def _follows(s: Situation, said: Outcome) -> dict[str, Json]:
    return {
        "table": {"a": said.a.code, "b": said.b.code},
        "fate": {"a": fate(s, "a", said.a), "b": fate(s, "b", said.b)},
        "deeds": [_deed(c) for c in consequences(s, said) if c.code != "holds"],
    }


def _lines(lines: tuple[Line, ...]) -> dict[str, int]:
    return {line.code: line.value for line in lines}


def _chip(chip: Chip) -> str:
    """Format a fact that can change the result, with its other possible values: "a general", "b going bad
    river".
    """
    values = [str(v) for v in chip.options[1:] if v is not True]
    return " ".join([*filter(None, [chip.side]), chip.field, *values])


def _help(change: Change | None) -> str:
    """Format the change that would help a side most, followed by its own and the enemy's chance of loss after
    that change: "b uphill True: 1/3 1/12". Return "" if no change helps.
    """
    if change is None:
        return ""
    return f"{change.side} {change.field} {change.value}: {change.own_after} {change.foe_after}"


def _deed(c: Consequence) -> str:
    """Format a consequence briefly: "a element recoil 30 mm", "b behind destroyed", "a flankers
    recoil x2".
    """
    words = [c.side, c.who, c.code]
    if c.mm is not None:
        words += [str(c.mm), "mm"]
    if c.who == "flankers":
        words.append(f"x{c.count}")
    return " ".join(words)
