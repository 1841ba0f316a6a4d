"""Parts of a scenario in separate files: one table, or all tables about one nation.

A part names the built-in scenario (``part_of``) that supplies all other tables. A part about a nation
names the nation (``nation``), and holds its card and its rows of the other tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from campaigns.italia.rules.scenario.loading import TABLES, TITLES, builtin
from engine.game import BadScenario, Completed, Facts, Mistake

PART_OF: Final = "part_of"
NATION: Final = "nation"
ROWS: Final = {
    "nations": "id",
    "setups": "nation",
    "reinforcements": "nation",
    "charts": "nation",
    "events": "nation",
}


def part_names(scenario: str) -> tuple[str, ...]:
    """Return the names of all parts of a built-in scenario: its tables, then its nations' ids."""
    return *TABLES, *(card["id"] for card in builtin(scenario)["nations"])


def part(scenario: str, name: str) -> Facts:
    """Return a part of a built-in scenario. Raises KeyError if ``name`` is unknown."""
    whole = builtin(scenario)
    if name in TABLES:
        return {PART_OF: scenario, name: whole[name]}
    if name not in part_names(scenario):
        raise KeyError(name)
    rows = {table: [row for row in whole[table] if row.get(key) == name] for table, key in ROWS.items()}
    return {PART_OF: scenario, NATION: name, **rows}


def complete_document(document: Facts) -> Completed:
    """Complete a document that holds only a part: return the built-in scenario with this part replaced.
    Return any other document unchanged. Raises BadScenario listing every mistake.
    """
    if PART_OF not in document:
        return Completed(document)
    base, nation = document[PART_OF], document.get(NATION)
    if base not in TITLES:
        expected = ", ".join(TITLES)
        raise BadScenario([Mistake(f"$.{PART_OF}", "not_one_of", {"expected": expected})])
    whole = builtin(base)
    own = {name: value for name, value in document.items() if name not in (PART_OF, NATION)}
    wrong = [Mistake(f"$.{n}", "unknown_field", {"field": str(n)[:80]}) for n in own if n not in whole]
    if wrong or nation is None:
        if wrong:
            raise BadScenario(wrong)
        return Completed({**whole, **own})
    if nation not in part_names(base)[len(TABLES) :]:
        wrong = [Mistake(f"$.{NATION}", "unknown_nation", {"name": str(nation)[:80]})]
    wrong += [mistake for table, rows in own.items() for mistake in _row_mistakes(table, rows, nation)]
    if wrong:
        raise BadScenario(wrong)
    moved: dict[str, str] = {}
    for table, rows in own.items():
        whole[table], there = _replace_rows(whole[table], rows, ROWS[table], nation)
        moved |= {f"$.{table}[{at}]": f"$.{table}[{number}]" for number, at in enumerate(there)}
    return Completed(whole, moved)


def _row_mistakes(table: str, rows: Any, nation: Any) -> list[Mistake]:
    key = ROWS.get(table)
    if key is None:
        return [Mistake(f"$.{table}", "unknown_field", {"field": table})]
    if not isinstance(rows, list):
        return [Mistake(f"$.{table}", "not_a_list")]
    return [
        Mistake(f"$.{table}[{number}].{key}", "another_nation", {"name": nation})
        for number, row in enumerate(rows)
        if not isinstance(row, Mapping) or row.get(key) != nation
    ]


def _replace_rows(rows: list[Any], own: list[Any], key: str, nation: str) -> tuple[list[Any], list[int]]:
    first = next((at for at, row in enumerate(rows) if row.get(key) == nation), len(rows))
    rest = [row for row in rows if row.get(key) != nation]
    return [*rest[:first], *own, *rest[first:]], list(range(first, first + len(own)))
