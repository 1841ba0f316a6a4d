"""Questions about a position, such as "touch r1 b1" or "overlaps b1". Their text format lets test cases,
pages and bug reports ask the same questions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Final

from battles.dba.rules.board import flights, shooting, stances
from battles.dba.rules.field import convex, ground, groups, sight, touch
from battles.dba.rules.field.position import Placed, Position
from battles.dba.rules.table.actions import Stance
from engine.game import InvalidAction
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Question:
    """A question: a keyword, and the elements that it is about. The last argument can be a number."""

    word: str
    about: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Question:
        """Parse a question. Raises InvalidAction for an unknown question."""
        word, *about = text.split()
        if word not in ASKED or len(about) != ASKED[word][0]:
            raise InvalidAction("", "unknown_question", text=text[:80])
        return cls(word, tuple(about))

    def __str__(self) -> str:
        return " ".join((self.word, *self.about))

    def answer(self, position: Position) -> str:
        """Answer a question briefly: "yes", "no", names, or "" for nothing. Raises InvalidAction for an
        element that is not in the position.
        """
        for name in self.about:
            if name not in position.elements and not name.isdecimal() and name != stances.DENIZENS:
                raise InvalidAction("", "no_such_element", element=name[:40])
        return ASKED[self.word][1](position, *self.about)


def _yes(found: bool) -> str:
    return "yes" if found else "no"


def _all(found: Iterable[str]) -> str:
    return " ".join(found)


def _where(found: dict[str, str]) -> str:
    return ", ".join(f"{name} {where}" for name, where in found.items())


def _touch(position: Position, one: str, two: str) -> str:
    return str(touch.touch(position.base(one), position.base(two)) or "")


def _contacts(position: Position) -> str:
    return ", ".join(" ".join(pair) for pair in touch.contacts(position))


def _strip(position: Position, one: str, two: str) -> str:
    """Return "" if the first element is not in the strip of ground in front of the second. Otherwise return
    "open" if another element in the strip lets the first one cross it (ruling P9), or else "closed".
    """
    strip = sight.front_strip(position.base(two))
    if not convex.overlap(position.base(one).corners, strip):
        return ""
    return "open" if sight.open_strip(position, two, strip, [one]) else "closed"


def _target(position: Position, one: str, two: str) -> str:
    """Return the reason the first element cannot shoot at the second, or ""."""
    why = shooting.why_not(position, one, two)
    if why == "behind":
        return f"behind {_all(sight.between_them(position, one, two))}"
    return (
        f"behind {sight.screening_terrain(position, one, two)}"
        if why == "screened"
        else why.replace("_", " ")
    )


def _flight(position: Position, name: str) -> str:
    """Describe where the second leg of a flight from an element's present place would end: place, heading,
    and obstacle or "clear".
    """
    found = flights.flight(position, name)
    line = str(Position({name: Placed("red", found.base)})).split(" ", 3)[3]
    return f"{line} {found.end}"


def _stance(position: Position, one: str, two: str) -> str:
    """Describe the facts that count for the element ``one`` against ``two``, leaving out defaults."""
    found = stances.stance(position, one, two)
    told = ((f.name, getattr(found, f.name)) for f in fields(found))
    usual = Stance()
    return ", ".join(_fact(name, value) for name, value in told if value != getattr(usual, name))


def _fact(name: str, value: object) -> str:
    if value is True:
        return name
    return f"{name} {_all(value) if isinstance(value, tuple) else value}"


ASKED: Final[dict[str, tuple[int, Callable[..., str]]]] = {
    "touch": (2, _touch),
    "contacts": (0, _contacts),
    "opponents": (1, lambda p, n: _all(touch.opponents(p, n))),
    "assaults": (1, touch.assaults),
    "overlaps": (1, lambda p, n: _where(touch.overlaps(p, n))),
    "flanked": (1, lambda p, n: _where(touch.flank_enemies(p, n))),
    "supporter": (1, touch.supporter),
    "psiloi_beside": (1, touch.psiloi_beside),
    "group": (1, lambda p, n: _all(groups.group_of(p, n))),
    "going": (1, lambda p, n: ground.going_of(p, p.base(n))),
    "higher": (2, lambda p, a, b: _yes(ground.is_higher(p, p.base(a), p.base(b)))),
    "bank": (2, lambda p, a, b: _yes(ground.defends_bank(p, p.base(a), p.base(b)))),
    "hidden": (2, sight.hiding_terrain),
    "far": (2, lambda p, n, general: _yes(sight.far_from(p, general, n))),
    "strip": (2, _strip),
    "between": (2, lambda p, a, b: _all(sight.between_them(p, a, b))),
    "target": (2, _target),
    "targets": (1, lambda p, n: _all(shooting.targets(p, n))),
    "mutual": (0, lambda p: ", ".join(" ".join(pair) for pair in shooting.mutual(p))),
    "engaged": (1, lambda p, n: _yes(shooting.is_engaged(p, n))),
    "flight": (1, _flight),
    "behind": (2, lambda p, n, steps: str(sight.free_behind(p, n, int(steps)))),
    "stance": (2, _stance),
}
