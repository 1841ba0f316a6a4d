"""Each unit's chance of being lost in a duel, given the tactical orders revealed at its first blow."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final, cast

from battles.schiere.rules.cards import Card
from battles.schiere.rules.melee import situation
from battles.schiere.rules.melee.contact import Meeting, melee
from battles.schiere.rules.melee.solution import Duel, Solution
from engine.game import Facts

if TYPE_CHECKING:
    from battles.schiere.pages.position import ReadersBoard

NOBODY: Final[Mapping[str, float]] = {}


def losing(stood: ReadersBoard, blow: Facts) -> Mapping[str, float]:
    """Return each piece's chance of being lost in a duel with best play, given the orders revealed at the
    first blow. ``stood``: the board before that blow. Return an empty mapping if that board shows no such
    duel.
    """
    frames = (one for one in stood.view["in_progress"] if one["kind"] == "clash")
    clash = next(frames, None)
    ids = str(blow["attacker"]), str(blow["defender"])
    if clash is None or ids != (clash["attacker"], clash["defender"]):
        return NOBODY
    pos = stood.pos
    meeting = Meeting(*ids, clash["second"], clash["struck"], clash["faced"], clash["support"])
    orders = cast("tuple[Card | None, Card | None]", tuple(one or None for one in blow["orders"]))
    a, d = situation.fighters(melee(pos, meeting, clash["received"], orders))
    moves = "".join(
        side for side, id in zip("ad", ids, strict=True) if pos.is_unit(id) and pos.points_left(id)
    )
    duel = Duel(a, d, "ad", moves, commanders=pos.setting.options.tests_commanders)
    return dict(zip(ids, loss_chances(duel), strict=True))


@lru_cache(maxsize=1 << 8)
def loss_chances(duel: Duel) -> tuple[float, float]:
    """Return each unit's chance of being lost if both sides care only about that unit's survival."""
    return 1 - Solution(duel, "survive").best().value, Solution(duel, "eliminate").best().value
