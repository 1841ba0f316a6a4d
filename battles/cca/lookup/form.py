"""The form fields of the calculator. The query string holds the question: in
``?attacker.type=auxilia&mode=ranged`` each name is the path of a fact (answers/lookup.py).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from battles.cca.pages.heraldry import LETTERS, SYMBOLS
from battles.cca.rules.cards import CARDS
from battles.cca.rules.combat.situation import BLOCKED
from battles.cca.rules.terrain.terrain import TERRAIN
from battles.cca.rules.units import LEADER, UNITS
from battles.cca.wording import names
from games.wording.numbers import whole
from kit.lookup.parts import PASSED_BY, Field, Group

TRUE: Final = "true"
FALSE: Final = "false"
USUAL: Final = {"attacker.type": "medium_inf", "target.type": "medium_inf"}
HELPFUL: Final = tuple(card for card in CARDS.values() if card.close_dice or card.ranged_dice or card.moves)


def question(query: Mapping[str, str]) -> dict[str, Any]:
    """Read a question from a query string. Unknown names stay in the question, so that the answer can report
    them as mistakes.
    """
    found: dict[str, Any] = {}
    for name, text in query.items():
        if name in PASSED_BY or text == "":
            continue
        side, dot, fact = name.partition(".")
        if not dot:
            found[name] = _value(text)
        elif isinstance(below := found.setdefault(side, {}), dict):
            below[fact] = _value(text)
    return {"ask": "combat", **found}


def _value(text: str) -> Any:
    if text in (TRUE, FALSE):
        return text == TRUE
    number = whole(text, -99, 99)
    return text[:80] if number is None else number


def _picture(one: str) -> tuple[str, str]:
    """Return the symbol and letters of a unit's counter; those of a leader are a star without letters."""
    return (SYMBOLS[UNITS[one].grade], LETTERS[one]) if one in UNITS else (SYMBOLS["leader"], "")


class Form:
    """The groups of form fields, filled from the query string."""

    def __init__(self, asked: Mapping[str, str]) -> None:
        self.asked = asked

    def groups(self) -> list[Group]:
        """Return the groups of fields: one for each fighter, and one for the combat."""
        return [
            Group(_("Attacker"), tuple(self._fighter("attacker", UNITS)), tuple(self._more("attacker"))),
            Group(_("Target"), tuple(self._fighter("target", (*UNITS, LEADER))), tuple(self._more("target"))),
            Group(_("Combat"), tuple(self._combat()), tuple(self._answers())),
        ]

    def _pick(self, name: str, label: str, options: Iterable[tuple[str, str]]) -> Field:
        return Field(name, label, self.asked.get(name, USUAL.get(name, "")), tuple(options))

    def _flag(self, name: str, label: str) -> Field:
        return Field(name, label, self.asked.get(name, ""))

    def _numbers(self, name: str, label: str, low: int, high: int, usual: str) -> Field:
        return self._pick(name, label, (("", usual), *((str(n), str(n)) for n in range(low, high + 1))))

    def _fighter(self, side: str, types: Collection[str]) -> Iterator[Field]:
        units = ((one, capfirst(names.unit(one))) for one in types)
        pictures = {one: _picture(one) for one in types}
        yield replace(self._pick(f"{side}.type", _("Unit"), units), pictures=pictures)
        yield self._numbers(f"{side}.blocks", _("Blocks left"), 1, 4, _("all"))
        ground = ((one, names.terrain(one)) for one in TERRAIN if not TERRAIN[one].impassable)
        yield self._pick(
            f"{side}.terrain", _("Ground"), (("" if one == "clear" else one, text) for one, text in ground)
        )

    def _more(self, side: str) -> Iterator[Field]:
        leader = (("", _("nobody")), ("attached", _("in its hex")), ("adjacent", _("next to it")))
        yield self._pick(f"{side}.leader", _("Leader"), leader)
        yield self._flag(f"{side}.supported", _("supported by two neighbours"))
        yield self._flag(f"{side}.covered", _("behind a rampart"))
        if side == "attacker":
            yield self._numbers("attacker.moved", _("Hexes moved"), 1, 4, "0")
        yield self._numbers(f"{side}.room", _("Hexes free behind it"), 0, 4, _("enough"))
        blocked = {"edge": _("the edge"), "units": _("units"), "impassable": _("impassable ground")}
        options = (("" if one == "edge" else one, blocked[one]) for one in BLOCKED)
        yield self._pick(f"{side}.blocked", _("Behind that"), options)
        yield self._numbers(f"{side}.marshes", _("Marshes right behind it"), 1, 4, _("none"))

    def _combat(self) -> Iterator[Field]:
        yield self._pick("mode", _("How"), (("", _("close combat")), ("ranged", _("fire"))))
        yield self._pick(
            "card", _("Card"), (("", _("any other")), *((c.id, names.card(c.id)) for c in HELPFUL))
        )

    def _answers(self) -> Iterator[Field]:
        yield self._flag("first_strike", _("the target plays First Strike"))
        yield self._flag("evade", _("the target evades"))
        yield self._flag("bonus", _("it is a bonus combat"))
        back = (("", _("yes")), (FALSE, _("no")))
        yield self._pick("battle_back", _("Battles back"), back)
        yield self._numbers("ignore", _("Flags the target ignores"), 0, 3, _("all it may"))
        yield self._numbers("ignore_back", _("Flags the attacker ignores"), 0, 3, _("all it may"))
