"""The form fields of the page for each question, filled from the query string."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from battles.cataphract.lookup import words
from battles.cataphract.rules.contingents import contingents
from battles.cataphract.rules.unit import MOST_SIZE, MOST_TQ, TYPES
from kit.lookup.parts import Field, Group

ROWS = 2  # the number of units that the form has for each side; a JSON question can name six
USUAL: dict[str, dict[str, str]] = {
    "clash": {"attackers.0.of": "immortal", "attackers.0.check": "true", "defenders.0.of": "numeri"},
    "shot": {"firer.of": "aux_b", "target.of": "numeri", "distance": "1"},
    "check": {"kind": "momentum", "rating": "6"},
    "quality": {"kind": "passed_by_routed", "unit.of": "numeri"},
    "rally": {"unit.of": "numeri", "unit.routed": "true", "charisma": "4"},
    "leader": {"leader.personal_combat": "5"},
    "champions": {
        "first.combat": "6",
        "first.resistance": "6",
        "second.combat": "4",
        "second.resistance": "6",
    },
}


class Form:
    """The groups of form fields of one question."""

    def __init__(self, asked: Mapping[str, str]) -> None:
        self.asked = asked

    def groups(self, ask: str) -> list[Group]:
        return list(getattr(self, f"_{ask}_groups")())

    # --- fields ---

    def _value(self, name: str) -> str:
        return self.asked.get(name, "")

    def _pick(self, name: str, fact: str, values: words.Words, none: str = "") -> Field:
        empty = [("", str(words.PAGE[none]))] if none else []
        options = (*empty, *((code, str(text)) for code, text in values.items()))
        return Field(name, str(words.FACTS[fact]), self._value(name), options)

    def _number(self, name: str, fact: str, low: int, high: int, none: str = "") -> Field:
        empty = [("", str(words.PAGE[none]))] if none else []
        options = (*empty, *((str(n), str(n)) for n in range(low, high + 1)))
        return Field(name, str(words.FACTS[fact]), self._value(name), options)

    def _flags(self, at: str, facts: Iterable[str]) -> Iterator[Field]:
        for fact in facts:
            yield Field(f"{at}{fact}", str(words.FACTS[fact]), self._value(f"{at}{fact}"))

    def _die(self, name: str = "rolled") -> Field:
        return self._number(name, "rolled", 0, 9, "not_yet")

    # --- a unit ---

    def _unit(self, at: str, title: str, shown: Iterable[Field], folded: Iterable[Field]) -> Group:
        counters = {
            one.id: f"{one.name}, {one.type} {_span(one.size)}{_span(one.tq)}"
            for one in contingents().values()
        }
        first = "nobody" if title.endswith("_2") else "by_hand"
        return Group(
            str(words.PAGE[title]),
            (
                self._pick(f"{at}.of", "of", counters, first),
                self._number(f"{at}.hits", "hits", 0, MOST_TQ - 1),
                *shown,
            ),
            (
                self._pick(f"{at}.type", "type", {one: words.TYPES[one] for one in TYPES}, "as_printed"),
                self._number(f"{at}.tq", "tq", 1, MOST_TQ, "as_printed"),
                self._number(f"{at}.size", "size", 1, MOST_SIZE, "as_printed"),
                *folded,
            ),
        )

    def _missile_fields(self, at: str) -> Iterator[Field]:
        missiles = {code: text for code, text in words.MISSILES.items() if code}
        yield self._pick(f"{at}.missile", "missile", missiles, "as_printed")
        yield self._pick(f"{at}.supply", "supply", words.SUPPLY)

    def _leader_of(self, at: str) -> Iterator[Field]:
        yield self._number(f"{at}.leader.charisma", "charisma", 0, 9, "none")
        yield self._number(f"{at}.leader.personal_combat", "personal_combat", 0, 9, "none")
        yield from self._flags(f"{at}.leader.", ("wounded",))

    # --- questions ---

    def _clash_groups(self) -> Iterator[Group]:
        for row in range(ROWS):
            at = f"attackers.{row}"
            yield self._unit(
                at,
                "attacker_2" if row else "attacker",
                (
                    self._pick(f"{at}.aspect", "aspect", words.ASPECTS),
                    *self._flags(f"{at}.", ("check",)),
                ),
                (
                    *self._missile_fields(at),
                    *self._flags(f"{at}.", ("cataphract", "sword", "wedge", "outflanked")),
                    *self._leader_of(at),
                ),
            )
        for row in range(ROWS):
            at = f"defenders.{row}"
            yield self._unit(
                at,
                "defender_2" if row else "defender",
                (),
                (
                    *self._missile_fields(at),
                    *self._flags(f"{at}.", ("cataphract", "routed", "column", "open_flank")),
                    *self._leader_of(at),
                ),
            )
        yield Group(
            str(words.PAGE["around"]),
            (self._pick("terrain.0", "terrain", words.TERRAIN),),
            tuple(self._flags("", ("by_number",))),
        )

    def _shot_groups(self) -> Iterator[Group]:
        yield self._unit("firer", "firer", (), self._missile_fields("firer"))
        yield self._unit("target", "target", (), self._flags("target.", ("cataphract",)))
        sides = {"": words.ASPECTS["front"], "false": words.ASPECTS["flank"]}
        yield Group(
            str(words.ASKED["shot"]),
            (
                self._number("distance", "distance", 1, 10),
                self._pick("through_front", "through_front", sides),
                *self._flags("", ("moves", "harassing", "in_woods", "shieldwall")),
                self._die(),
            ),
            (self._pick("height", "height", words.LEVELS), *self._flags("", ("upwind",))),
        )

    def _check_groups(self) -> Iterator[Group]:
        rated = self._number("rating", "rating", 0, 9)
        kind = self._pick("kind", "kind", words.CHECKS)
        yield Group(str(words.PAGE["roll"]), (kind, rated, self._die()))

    def _quality_groups(self) -> Iterator[Group]:
        yield self._unit("unit", "unit", (), self._flags("unit.", ("routed", "column")))
        kind = self._pick("kind", "kind", words.QUALITY)
        yield Group(str(words.PAGE["roll"]), (kind, self._die()))

    def _rally_groups(self) -> Iterator[Group]:
        yield self._unit("unit", "unit", self._flags("unit.", ("routed",)), self._missile_fields("unit"))
        charisma = self._number("charisma", "charisma", 0, 9)
        yield Group(str(words.PAGE["roll"]), (charisma, self._die()))

    def _leader_groups(self) -> Iterator[Group]:
        combat = self._number("leader.personal_combat", "personal_combat", 0, 9)
        yield Group(str(words.PAGE["leader"]), (combat, *self._flags("leader.", ("wounded",))))
        yield Group(str(words.PAGE["roll"]), (self._die("rolled.0"), self._die("rolled.1")))

    def _champions_groups(self) -> Iterator[Group]:
        for place, side in enumerate(("first", "second")):
            yield Group(
                str(words.PAGE[side]),
                (
                    self._number(f"{side}.combat", "combat", 0, 9),
                    self._number(f"{side}.resistance", "resistance", 0, 9),
                    self._number(f"hits.{place}", "hits", 0, 9),
                    self._die(f"rolled.{place}"),
                ),
            )


def _span(values: tuple[int, ...]) -> str:
    if not values:
        return ""
    low, high = min(values), max(values)
    return f" {low}" if low == high else f" {low}–{high}"
