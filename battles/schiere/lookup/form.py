"""The form fields of each question, filled in from the URL."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from armies.schiere.catalogue import CHIEFS, MOST_WINGS, WINGS, army_lists
from battles.schiere.lookup.answer_blocks import Words
from battles.schiere.pages.heraldry import SYMBOLS
from battles.schiere.rules.cards import CARDS
from battles.schiere.rules.melee.rout import DRAWN_FROM
from battles.schiere.rules.melee.situation import COMMANDERS, FIGHTERS, GROUNDS, RECEPTIONS, STRUCK
from battles.schiere.rules.shooting.shot import FARTHEST, NEAREST, STANDS, WEAPONS
from kit.lookup.parts import Field, Group

MOST_BOUGHT = 20  # maximum orders or actions in the form; a JSON question can name more
POINTS = (20, 30, 40, 60, 80, 104)
SHOOTERS = 4  # number of shooters in the form; a JSON question can name eight
USUAL = {
    "a.class": "heavy_infantry",
    "d.class": "heavy_infantry",
    "target.class": "heavy_infantry",
    "army.points": "40",
}


# the kind of unit whose symbol on the board stands for a class
DRAWN: Final = {
    "heavy_infantry": "legionaries",
    "light_infantry": "velites",
    "heavy_cavalry": "heavy_cavalry",
    "light_cavalry": "light_cavalry",
    "elephants": "elephants",
    "ballista": "ballistae",
    "chief": "chief",
    "wing": "wing",
}


def _fighter_pictures() -> Mapping[str, tuple[str, str]]:
    return {fighter: (SYMBOLS[DRAWN[fighter]], "") for fighter in FIGHTERS}


class Form:
    """The groups of form fields for each question, in one language."""

    def __init__(self, asked: Mapping[str, str], words: Words) -> None:
        self.asked, self.w = asked, words

    def groups(self, ask: str) -> list[Group]:
        return list(
            {
                "duel": self._duel,
                "shot": self._shot_groups,
                "initiative": self._bids,
                "rally": self._rally,
                "army": self._army,
            }.get(ask, self._nerve)()
        )

    # --- fields ---

    def _value(self, name: str) -> str:
        return self.asked.get(name, USUAL.get(name, ""))

    def _pick(
        self, name: str, fact: str, values: Iterable[str], texts: Mapping[str, str], none: str = ""
    ) -> Field:
        options = [(one, texts.get(one, one)) for one in values]
        empty = [("", self.w.page(none))] if none else []
        return Field(name, self.w.texts["facts"].get(fact, fact), self._value(name), (*empty, *options))

    def _flag(self, name: str, fact: str) -> Field:
        return Field(name, self.w.texts["facts"][fact], self._value(name))

    def _numbers(self, name: str, fact: str, most: int) -> Field:
        options = (("", "0"), *((str(n), str(n)) for n in range(1, most + 1)))
        return Field(name, self.w.texts["facts"][fact], self._value(name), options)

    def _card(self, name: str, label: str, cards: Iterable[str] = CARDS) -> Field:
        options = (("", "–"), *((one, self.w.texts["cards"][one]) for one in cards))
        return Field(name, label, self._value(name), options)

    # --- questions ---

    def _unit(self, side: str, title: str, shot_at: bool = False) -> Group:
        texts = self.w.texts
        grounds = [("", texts["options"]["plain"])] + [(g, texts["options"][g]) for g in GROUNDS[1:]]
        ground = Field(
            f"{side}.ground", texts["facts"]["ground"], self._value(f"{side}.ground"), tuple(grounds)
        )
        first = (
            replace(
                self._pick(f"{side}.class", "class", FIGHTERS, texts["classes"]), pictures=_fighter_pictures()
            ),
            self._numbers(f"{side}.damage", "damage", 3),
        )
        led = (
            self._pick(f"{side}.commander", "commander", COMMANDERS, texts["classes"], "nobody"),
            self._numbers(f"{side}.commander_damage", "commander_damage", 1),
        )
        if shot_at:
            return Group(title, first, (*led, ground), side)
        around = (
            self._pick(f"{side}.order", "order", CARDS, texts["cards"], "none"),
            self._numbers(f"{side}.support", "support", 2),
            self._numbers(f"{side}.beside", "beside", 3),
            ground,
            *(
                self._flag(f"{side}.{fact}", fact)
                for fact in ("solid", "out_of_command", "shaken", "isolated")
            ),
        )
        return Group(title, first, (*led, *around), side)

    def _duel(self) -> Iterator[Group]:
        w, options = self.w, self.w.texts["options"]
        yield self._unit("a", w.page("a"))
        yield self._unit("d", w.page("d"))
        received = [("", options[RECEPTIONS[1]])] + [
            (r, options[r]) for r in RECEPTIONS if r != RECEPTIONS[1]
        ]
        struck = [("", options["front"])] + [(s, options[s]) for s in STRUCK[1:3]]
        second = self._pick("second.class", "class", FIGHTERS, w.texts["classes"], "nobody")
        facts = w.texts["facts"]
        yield Group(
            facts["received"],
            (
                Field("received", facts["received"], self._value("received"), tuple(received)),
                Field("struck", facts["struck"], self._value("struck"), tuple(struck)),
            ),
            (
                replace(second, label=w.page("second")),
                self._pick("tests", "tests", ("a", "d", "ad"), options, "nobody"),
            ),
        )
        yield Group(w.page("played"), tuple(self._cards()))

    def _cards(self) -> Iterator[Field]:
        for row in range(len(CARDS)):
            for place, side in enumerate("ad"):
                label = f"{self.w.page('blow', n=row + 1)}, {self.w.page(side)}"
                yield self._card(f"cards.{row}.{place}", label)

    def _shot_groups(self) -> Iterator[Group]:
        w, facts = self.w, self.w.texts["facts"]
        distances = tuple((str(n), str(n)) for n in range(NEAREST, FARTHEST + 1))
        for row in range(SHOOTERS):
            at = f"shooters.{row}"
            yield Group(
                w.page("shooter", n=row + 1),
                (
                    self._pick(f"{at}.weapon", "weapon", WEAPONS, w.texts["weapons"], "nobody"),
                    Field(
                        f"{at}.distance", facts["distance"], self._value(f"{at}.distance") or "2", distances
                    ),
                    self._numbers(f"{at}.damage", "damage", 1),
                    self._flag(f"{at}.velites", "velites"),
                ),
            )
        yield self._unit("target", w.page("target"), shot_at=True)
        stands = [("", w.texts["options"]["open"])] + [(s, w.texts["options"][s]) for s in STANDS[1:]]
        yield Group(
            w.page("shot"),
            (
                Field("from", facts["from"], self._value("from"), tuple(stands)),
                self._card("cards.0", w.page("card_a")),
                self._card("cards.1", w.page("card_d")),
            ),
        )

    def _bids(self) -> Iterator[Group]:
        for side, title in (("a", "first_side"), ("b", "b")):
            order = self._pick(f"{side}.order", "order", CARDS, self.w.texts["cards"], "none")
            yield Group(self.w.page(title), (order, self._flag(f"{side}.enterprising", "enterprising")))

    def _nerve(self) -> Iterator[Group]:
        moves = Field(
            "moves",
            self.w.texts["facts"]["moves"],
            self._value("moves"),
            (("", self.w.page("yes")), ("false", self.w.page("no"))),
        )
        yield Group(
            self.w.page("nerve"), (moves, self._card("card", self.w.texts["facts"]["drawn"], DRAWN_FROM))
        )

    def _yes(self, name: str, fact: str) -> Field:
        options = (("", self.w.page("yes")), ("false", self.w.page("no")))
        return Field(name, self.w.texts["facts"][fact], self._value(name), options)

    def _rally(self) -> Iterator[Group]:
        chief = self._pick("chief", "chief", CHIEFS, self.w.texts["chiefs"])
        yield Group(
            self.w.page("rally"),
            (
                self._flag("rampaging", "rampaging"),
                chief,
                self._yes("in_chain", "in_chain"),
                self._pick("order", "order", CARDS, self.w.texts["cards"], "none"),
            ),
        )

    def _army(self) -> Iterator[Group]:
        """Yield the fields of every army list. The form shows all lists, so that units entered under the
        wrong list can be flagged.
        """
        texts = self.w.texts
        points = tuple((str(n), str(n)) for n in POINTS)
        wings = (
            self._pick(f"army.wings.{n}", "wing", WINGS, texts["wings"], "nobody") for n in range(MOST_WINGS)
        )
        yield Group(
            self.w.page("army"),
            (
                self._pick("army.army", "army", army_lists(), texts["armies"]),
                Field("army.points", texts["facts"]["points"], self._value("army.points"), points),
                self._pick("army.chief", "chief", CHIEFS, texts["chiefs"]),
                *wings,
                self._numbers("army.orders", "orders", MOST_BOUGHT),
                self._numbers("army.actions", "actions", MOST_BOUGHT),
                self._numbers("agreed", "agreed", MOST_BOUGHT),
            ),
        )
        for id, army in army_lists().items():
            units = (
                Field(
                    name := f"army.units.{kind.id}",
                    f"{texts['kinds'][kind.id]} ({kind.points})",
                    self._value(name),
                    (("", "0"), *((str(n), str(n)) for n in range(1, kind.units + 1))),
                )
                for kind in army.kinds.values()
            )
            yield Group(texts["armies"][id], tuple(units))
