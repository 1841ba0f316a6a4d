"""The leaders from a player's own copy of the game.

Their ratings are checked against the printed ones, and the place of every mistake is reported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from battles.cataphract.rules.tables import DATA, FIRM
from battles.cataphract.rules.unit import MOST_RATING
from engine.reading import Reader

RATED: Final = ("range", "initiative", "strategy", "charisma", "personal_combat")
FIELDS: Final = "name initiative charisma"
MORE: Final = "class range elite line_commands strategy personal_combat restriction"
MOST: Final = 60


@cache
def known_leaders() -> Mapping[str, Mapping[str, Any]]:
    """Return all named leaders by id."""
    return {one["id"]: one for one in DATA.table("leaders")["leaders"]}


def read_leaders(listed: Reader) -> dict[str, dict[str, Any]]:
    """Read leaders, and return their ratings by the leader's id."""
    found: dict[str, dict[str, Any]] = {}
    names = {one["name"].lower(): id for id, one in known_leaders().items()} | {
        id: id for id in known_leaders()
    }
    for one in listed.items(MOST):
        if not one.fields(FIELDS, MORE):
            continue
        said = one["name"].text(40)
        id = names.get(said.lower())
        if id is None:
            one["name"].note_mistake("no_such_leader_known", value=said)
            continue
        if id in found:
            one["name"].note_mistake("repeated_id", id=said)
        found[id] = _ratings(one, known_leaders()[id])
    return found


def _ratings(one: Reader, printed: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {fact: one[fact].number(0, MOST_RATING) for fact in RATED if one[fact].has_value}
    if one["elite"].has_value:
        found["elite"] = one["elite"].flag()
    if one["line_commands"].has_value:
        found["line_commands"] = one["line_commands"].number(0, 2)
    said = {**found, **({"class": one["class"].text(4)} if one["class"].has_value else {})}
    for fact, value in said.items():
        if printed["prov"].get(fact) in FIRM and printed[fact] is not None and value != printed[fact]:
            one[fact].note_mistake("printed_value", value=str(value), printed=str(printed[fact]))
    return found


def rows_of(battle: str) -> Sequence[Mapping[str, Any]]:
    """Return the site's leaders of a battle as the rows of a file."""
    return [one for one in known_leaders().values() if battle in one["battles"]]
