"""Leaders' rolls: orders, lines, momentum, trumps, and the penalty for failure (4.3, 5.3, 5.4)."""

from __future__ import annotations

from typing import Final

from battles.cataphract.rules.tables import table
from engine.values import dataclass

KINDS: Final = (
    "momentum",
    "trump",
    "line_inside",
    "line_outside",
    "line_attila_outside",
    "rally",
    "undisciplined",
    "line_discipline",
)


@dataclass(frozen=True)
class Check:
    """A roll against a rating, which passes at ``needs`` or less. ``passes`` and ``fails`` are codes for the
    results.
    """

    kind: str
    needs: int
    passes: str
    fails: str
    rule: str


def check(kind: str, rating: int) -> Check:
    """Return the check that a roll of this kind makes against a rating.

    For momentum, trumps and discipline, ``rating`` is Initiative. An army's discipline uses its overall
    commander's Initiative. For a Line inside range, ``rating`` is the overall commander's Strategy. For a
    rally it is the leader's Charisma. In the Attila battles it is the leader's Initiative for a Line outside
    range.
    """
    found = {
        "momentum": Check(kind, rating, "another_phase", "finished", "5.3"),
        "trump": Check(kind, rating, "activates", "trumper_finished", "5.4"),
        "line_inside": Check(kind, rating, "lines_this_turn", "orders_only", "4.3"),
        "line_outside": Check(kind, 0, "lines_this_turn", "finished", "4.3"),
        "line_attila_outside": Check(kind, rating, "lines_this_phase", "orders_only", "L2824"),
        "rally": Check(kind, rating, "rallies", "eliminated", "10.27"),
        "undisciplined": Check(kind, rating, "keeps_heart", "loses_heart", "11.2"),
        "line_discipline": Check(kind, rating, "controlled", "uncontrolled", "11.3"),
    }
    return found[kind]


def answer(one: Check, face: int) -> str:
    """Return the result of a roll.

    A natural 9 for momentum leads to the Dieroll of Doom, no matter how high the rating is.
    """
    if one.kind == "momentum" and face == table("doom")["on_momentum_natural"]:
        return "doom"
    return one.passes if face <= one.needs else one.fails


# the table is printed in lines L679-684
def doom(face: int) -> str:
    """Return the effect of the Dieroll of Doom."""
    return "side_finished" if face <= 1 else "leader_finished" if face <= 8 else "all_finished"
