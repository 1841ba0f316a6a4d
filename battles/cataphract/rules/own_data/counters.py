"""The counters from a player's own copy of the game.

Values are checked against the printed totals, and the place of every mistake is reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from battles.cataphract.rules.contingents import contingents
from battles.cataphract.rules.tables import DATA, FIRM
from battles.cataphract.rules.unit import MISSILES, MOST_SIZE, MOST_TQ, TYPES
from engine.reading import Reader
from engine.values import dataclass

FIELDS: Final = "scenario side name id type tq"
MORE: Final = "class size ma missile sword"
MOST: Final = 700
MOST_MA: Final = 12
CATAPHRACT: Final = "cat"
Key = tuple[str, str, str, int]  # battle, side, contingent, number


@dataclass(frozen=True)
class OwnCounter:
    """A counter from a player's own copy of the game, which replaces the site's."""

    type: str
    tq: int
    size: int | None
    ma: int | None
    missile: str
    cataphract: bool
    sword: bool


@cache
def printed_counters() -> Mapping[Key, Mapping[str, Any]]:
    """Return all printed counters by battle, side, contingent and number."""
    listed = DATA.table("units")["by_battle"]
    return {(one["battle"], one["side"], one["contingent"], one["id"]): one for one in listed}


@cache
def battles() -> Mapping[str, Mapping[str, Any]]:
    """Return the printed facts of the land battles by id."""
    return {one["id"]: one for one in DATA.table("battles")["battles"]}


def read_counters(listed: Reader) -> dict[Key, OwnCounter]:
    """Read counters, keyed as in :func:`printed_counters`. Every army must be complete, and its totals must
    equal the printed ones.
    """
    found: dict[Key, OwnCounter] = {}
    for one in listed.items(MOST):
        if not one.fields(FIELDS, MORE):
            continue
        key = _key(one)
        if key is None:
            continue
        if key in found:
            one["id"].note_mistake("repeated_id", id=f"{key[2]} {key[3]}")
        found[key] = _counter(one, key)
    _check_armies(listed, found)
    return found


def _key(one: Reader) -> Key | None:
    battle = one["scenario"].one_of(battles())
    side = one["side"].one_of(battles()[battle]["sides"])
    names = {c: contingents()[c].name for b, s, c, _n in printed_counters() if (b, s) == (battle, side)}
    said = one["name"].text(60)
    called = next((id for id, name in names.items() if said.lower() in (id, name.lower())), None)
    if called is None:
        one["name"].note_mistake("not_one_of", value=said, expected=sorted(names.values()))
        return None
    key = (battle, side, called, one["id"].number(1, 99))
    if key not in printed_counters():
        one["id"].note_mistake("no_such_unit", id=f"{names[called]} {key[3]}")
        return None
    return key


def _counter(one: Reader, key: Key) -> OwnCounter:
    sized = battles()[key[0]]["sizes"]
    if one["size"].has_value and not sized:
        one["size"].note_mistake("no_sizes_in_this_battle")
    if sized and not one["size"].has_value:
        one["size"].note_mistake("missing_field", field="size")
    classed = one["class"].text(20).lower() if one["class"].has_value else ""
    found = OwnCounter(
        one["type"].one_of(TYPES),
        one["tq"].number(1, MOST_TQ),
        one["size"].number(1, MOST_SIZE) if one["size"].has_value else None,
        one["ma"].number(1, MOST_MA) if one["ma"].has_value else None,
        _missile(one, key),
        classed == CATAPHRACT,
        one["sword"].flag() if one["sword"].has_value else False,
    )
    _check_printed(one, key, found)
    return found


def _missile(one: Reader, key: Key) -> str:
    if key[2] == "cheiroballistra":
        return "Cheiro"
    return one["missile"].one_of(MISSILES) if one["missile"].has_value else ""


def _check_printed(one: Reader, key: Key, found: OwnCounter) -> None:
    """Report values that contradict the rulebook or one of its worked examples."""
    sure = _certainties(key[2])
    for fact in ("type", "size", "tq", "ma", "missile"):
        ours, value = printed_counters()[key][fact], getattr(found, fact)
        if sure.get(fact) in FIRM and value is not None and ours is not None and value != ours:
            one[fact].note_mistake("printed_value", value=str(value), printed=str(ours))


def _certainties(contingent: str) -> Mapping[str, str]:
    return next(c["prov"] for c in DATA.table("units")["contingents"] if c["id"] == contingent)


# --- totals of an army -------------------------------------------------------------------------------------


def _check_armies(listed: Reader, found: Mapping[Key, OwnCounter]) -> None:
    for battle, side in dict.fromkeys((key[0], key[1]) for key in found):
        army = [key for key in printed_counters() if key[:2] == (battle, side)]
        missing = [key for key in army if key not in found]
        for key in missing:
            listed.note_mistake("missing_counter", battle=battle, side=side, name=f"{key[2]} {key[3]}")
        if not missing:
            for fact, sum_, total in totals(battle, side, found):
                if total is not None and sum_ != total:
                    listed.note_mistake(
                        "wrong_total", battle=battle, side=side, total=fact, sum=sum_, printed=total
                    )


def totals(battle: str, side: str, found: Mapping[Key, OwnCounter]) -> Iterator[tuple[str, int, int | None]]:
    """Yield two totals of an army, "size" and "rp" (rout points): the name, the sum of the counters, and the
    printed total or None.
    """
    counted = [(key, one) for key, one in found.items() if key[:2] == (battle, side)]
    counted = [(key, one) for key, one in counted if printed_counters()[key]["counted"]]
    facts = battles()[battle]["printed"][side]
    yield "size", sum(one.size or 0 for _key, one in counted), facts["size"]
    yield "rp", sum(rout_points(key, one) for key, one in counted), facts["rp"]


def rout_points(key: Key, one: OwnCounter) -> int:
    """Return a counter's rout points. They equal its quality unless the battle gives another value."""
    changed = battles()[key[0]].get("rp_override") or {}
    return int(changed.get(key[2], one.tq))


def rows_of(battle: str) -> Sequence[Mapping[str, Any]]:
    """Return the built-in counters of a battle, as rows of the table that players can download and edit."""
    return [
        {
            **{"scenario": key[0], "side": key[1], "name": contingents()[key[2]].name, "id": key[3]},
            **{fact: one[fact] for fact in ("type", "class", "size", "tq", "ma", "sword")},
            "missile": "" if one["missile"] == "Cheiro" else one["missile"],
        }
        for key, one in printed_counters().items()
        if key[0] == battle
    ]
