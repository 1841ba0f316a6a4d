"""Compare the totals, and look up the results in the three outcome tables (section "results")."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from battles.dba.rules.situation import Contender, Situation, camel, in_bad, in_good
from battles.dba.rules.tables import load
from battles.dba.rules.troops import TYPES, is_good

COMPARISONS = ("equal", "a_lower", "a_half", "b_lower", "b_half")
RESULTS = ("none", "recoil", "flee", "destroyed", "surrender")
_SEVERITY = {code: rank for rank, code in enumerate(RESULTS)}

Condition = Callable[[Contender, Contender], bool]


class Result(NamedTuple):
    """A table's result for one side. ``cause`` names the conditions of the row that applied, joined by "+":
    "by" (the row names the winner's type), "shot", "close" and so on. It is "otherwise" for a row without
    conditions, and "" for a side that is not affected.
    """

    code: str
    rule: str = ""
    cause: str = ""


class Outcome(NamedTuple):
    """Each side's result from the tables, before anything moves."""

    a: Result
    b: Result


UNTOUCHED = Result("none")
NOTHING = Outcome(UNTOUCHED, UNTOUCHED)


# Maps each qualifier that a row of an outcome table can have to a test of the loser and the winner.
CONDITIONS: dict[str, Condition] = {
    "loser_good": lambda loser, winner: in_good(loser),
    "loser_bad": lambda loser, winner: in_bad(loser),
    "ground_good": lambda loser, winner: loser.post != "bua" and is_good(loser.going, camel(winner)),
    "charged": lambda loser, winner: loser.charged,
    "loser_holds_bua": lambda loser, winner: loser.post == "bua",
    "winner_not_in_bua": lambda loser, winner: winner.post != "bua",
}

_Row = tuple[tuple[Condition, ...], Result]


def compare(total_a: int, total_b: int) -> str:
    """Return which of two final totals is lower, and whether it is half or less (see COMPARISONS). Exactly
    half counts as "half". Totals can be zero or less.
    """
    if total_a == total_b:
        return "equal"
    if total_a < total_b:
        return "a_half" if 2 * total_a <= total_b else "a_lower"
    return "b_half" if 2 * total_b <= total_a else "b_lower"


def outcome(s: Situation, comparison: str) -> Outcome:
    """Return both sides' results from the tables. A shooter is unaffected unless the target shoots back."""
    mode = "close" if s.mode == "close" else "shot"
    exposed = s.answered or mode == "close"
    if comparison == "equal":
        return Outcome(
            _look_up("equal", s.a, s.b, mode) if exposed else UNTOUCHED, _look_up("equal", s.b, s.a, mode)
        )
    if comparison == "b_lower":
        return Outcome(UNTOUCHED, _look_up("lower", s.b, s.a, mode))
    if comparison == "b_half":
        return Outcome(UNTOUCHED, _doubled_result(s.b, s.a, mode))
    if not exposed:
        return NOTHING
    if comparison == "a_lower":
        return Outcome(_look_up("lower", s.a, s.b, mode), UNTOUCHED)
    return Outcome(_doubled_result(s.a, s.b, mode), UNTOUCHED)


def _doubled_result(loser: Contender, winner: Contender, mode: str) -> Result:
    """Return the result for a total that is at most half the enemy's. It is never milder than a plain defeat
    (ruling D12: doubled by artillery in contact).
    """
    half = _look_up("half", loser, winner, mode)
    if half.code == "destroyed":
        return half
    lower = _look_up("lower", loser, winner, mode)
    return lower if _SEVERITY[lower.code] > _SEVERITY[half.code] else half


def _look_up(table: str, loser: Contender, winner: Contender, mode: str) -> Result:
    for conditions, result in _ROWS[table, loser.type, winner.type, mode]:
        if not conditions:
            return result
        for holds in conditions:
            if not holds(loser, winner):
                break
        else:
            return result
    return UNTOUCHED


def rows(table: str, loser: str) -> list[Mapping[str, Any]]:
    """Return the rows of an outcome table that apply to a loser of this type."""
    tables = load("outcomes")
    found: list[Mapping[str, Any]] = tables[table].get(loser, tables[table].get("other", []))
    return found


def _compile() -> dict[tuple[str, str, str, str], tuple[_Row, ...]]:
    return {
        (table, loser, winner, mode): _rows_for(table, loser, winner, mode)
        for table in ("equal", "lower", "half")
        for loser in TYPES
        for winner in TYPES
        for mode in ("close", "shot")
    }


def _rows_for(table: str, loser: str, winner: str, mode: str) -> tuple[_Row, ...]:
    found: list[_Row] = []
    for row in rows(table, loser):
        if winner not in row.get("by", TYPES) or row.get("mode", mode) != mode:
            continue
        when = row.get("when", [])
        found.append((tuple(CONDITIONS[name] for name in when), _result(table, row)))
        if not when:
            break
    return tuple(found)


def _result(table: str, row: Mapping[str, Any]) -> Result:
    parts = [
        *(["by"] if "by" in row else []),
        *([row["mode"]] if "mode" in row else []),
        *row.get("when", []),
    ]
    return Result(row["result"], f"results.{table}", "+".join(parts) or "otherwise")


_ROWS = _compile()
