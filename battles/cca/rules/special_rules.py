"""The special rules of scenarios, with the data of each rule. Every hex, leader or camp that a rule names is
checked against the set-up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from battles.cca.rules.cards import CARDS
from battles.cca.rules.position import Position
from battles.cca.rules.terrain.board import HEXES, Side
from battles.cca.rules.units import SACRED_BAND
from engine.reading import Reader
from engine.values import dataclass

MOST_CARDS: Final = 6
MOST_BANNERS: Final = 15
CAMP: Final = "camp"


@dataclass(frozen=True)
class Setup:
    """The part of a scenario against which its special rules are checked."""

    position: Position
    reserve: int  # number of units in reserve

    def unit_side(self, name: str) -> Side | None:
        """Return the side of the unit in a hex, or None."""
        unit = self.position.units.get(HEXES[name]) if name in HEXES else None
        return unit.side if unit else None

    def is_camp(self, name: str) -> bool:
        ground = self.position.ground.get(HEXES[name]) if name in HEXES else None
        return ground is not None and ground.terrain == CAMP


def read_specials(entry: Reader, position: Position, reserve: int) -> tuple[Mapping[str, Any], ...]:
    """Read the special rules of a scenario, reporting every mistake."""
    setup = Setup(position, reserve)
    return tuple(_special(rule, setup) for rule in entry.items())


def _special(rule: Reader, setup: Setup) -> Mapping[str, Any]:
    name = rule["rule"].one_of(SPECIAL_RULES)
    rule["src"].text()
    if name == rule["rule"].value:
        SPECIAL_RULES[name](rule, setup)
    return dict(rule.object())


# --- shared by several rules --------------------------------------------------------------------------------


def _side(rule: Reader) -> Side:
    return Side(rule["side"].one_of([str(side) for side in Side]))


def _hex(entry: Reader) -> str:
    """Read the name of a hex. After a mistake, return ""."""
    name = entry.text()
    if name and name not in HEXES:
        entry.note_mistake("no_such_hex", hex=name)
    return name if name in HEXES else ""


def _hexes(rule: Reader) -> tuple[str, ...]:
    names = rule["hexes"].words()
    if isinstance(rule["hexes"].value, list) and not names:
        rule["hexes"].note_mistake("no_hexes_named")
    for name in names:
        if name not in HEXES:
            rule["hexes"].note_mistake("no_such_hex", hex=name)
    return names


def _camps(rule: Reader, setup: Setup) -> tuple[str, ...]:
    names = _hexes(rule)
    for name in names:
        if name in HEXES and not setup.is_camp(name):
            rule["hexes"].note_mistake("no_camp_there", hex=name)
    return names


# --- rule by rule -------------------------------------------------------------------------------------------


def _read_nothing(rule: Reader, setup: Setup) -> None:
    """Accept a rule without data."""


def _fordable(rule: Reader, setup: Setup) -> None:
    if rule["hexes"].value != "all":
        _hexes(rule)


def _special_unit(rule: Reader, setup: Setup) -> None:
    rule["unit"].one_of((SACRED_BAND,))
    for field in ("hex", "alternative_hex"):
        if field == "hex" or field in rule:
            at = _hex(rule[field])
            if at and setup.unit_side(at) is None:
                rule[field].note_mistake("no_unit_there", hex=at)


def _ambush(rule: Reader, setup: Setup) -> None:
    _side(rule)
    for name in rule["cards"].words():
        if name not in CARDS:
            rule["cards"].note_mistake("no_such_card", card=name)
    rule["not_before_own_turn"].number(1, 50)
    if not setup.reserve:
        rule.note_mistake("no_reserve")


def _hand_grows(rule: Reader, setup: Setup) -> None:
    _side(rule)
    draws = [one.number(1, MOST_CARDS) for one in rule["draws"].items(MOST_BANNERS)]
    after = [one.number(1, MOST_CARDS) for one in rule["hand_after"].items(MOST_BANNERS)]
    stays = rule["stays"].number(1, MOST_CARDS)
    if not draws or len(draws) != len(after) or after[-1] != stays:
        rule.note_mistake("hand_does_not_grow_so")


def _hand_at_banner(rule: Reader, setup: Setup) -> None:
    _side(rule)
    rule["banner"].number(1, MOST_BANNERS)
    rule["draw_at_once"].number(0, MOST_CARDS)
    rule["command"].number(1, MOST_CARDS)


def _leader_lost_loses(rule: Reader, setup: Setup) -> None:
    side, name = _side(rule), rule["leader"].text()
    leaders = [one.name for one in setup.position.leaders.values() if one.side is side]
    if name and name not in leaders:
        rule["leader"].note_mistake("no_such_leader", leader=name)


def _exit_for_banner(rule: Reader, setup: Setup) -> None:
    _side(rule)
    _hexes(rule)


def _camp_banner(rule: Reader, setup: Setup) -> None:
    _side(rule)
    _camps(rule, setup)
    rule["banners_each"].number(1, MOST_BANNERS)


def _camps_held(rule: Reader, setup: Setup) -> None:
    names = _camps(rule, setup)
    for number in range(len(names) + 1):
        rule["banners"][str(number)].number(0, MOST_BANNERS)
    start = {side: rule["start"][str(side)].number(0, len(HEXES)) for side in Side}
    if not any(start.values()):
        rule["start"].note_mistake("camps_of_nobody")


def _war_machine(rule: Reader, setup: Setup) -> None:
    _side(rule)


SPECIAL_RULES: Final[Mapping[str, Callable[[Reader, Setup], None]]] = {
    "fordable": _fordable,
    "special_unit": _special_unit,
    "river_not_fordable": _read_nothing,
    "ambush": _ambush,
    "impassable": _read_nothing,
    "hand_grows": _hand_grows,
    "hand_at_banner": _hand_at_banner,
    "leader_lost_loses": _leader_lost_loses,
    "exit_for_banner": _exit_for_banner,
    "camp_banner": _camp_banner,
    "camps_held": _camps_held,
    "war_machine": _war_machine,
    "siege": _read_nothing,
}
