"""Factories for table battles and their states, with helpers that act on them."""

import json
from typing import Any

from battles.dba.rules.system import DBA
from battles.dba.rules.table.rules import TableRules
from battles.dba.rules.table.state import TableState
from engine.dice import Scripted
from engine.game import IllegalAction

DEPTHS = {
    "El": 40,
    "Kn": 30,
    "Cv": 30,
    "LH": 30,
    "SCh": 40,
    "WWg": 80,
    "Art": 40,
    "Hd": 30,
    "Sp": 15,
    "Bd": 15,
}


def an_army(prefix: str, *types: str, followers: bool = True, **more: Any) -> dict[str, Any]:
    """Return an army of these types, the general first, with or without camp followers."""
    elements = [
        {"id": f"{prefix}{n}", "code": t, "type": t, "depth_mm": DEPTHS.get(t, 20), "figures": 3}
        for n, t in enumerate(types, 1)
    ]
    elements[0]["general"] = True
    if followers:
        camp = {"id": f"{prefix}f", "code": "CF", "type": "Followers", "depth_mm": 20, "figures": 3}
        elements.append(camp)
    return {"name": prefix, "aggression": 1, "topography": "arable", "elements": elements, **more}


TWELVE = ("Cv", "Kn", "Sp", "Sp", "Bd", "Ax", "Ps", "Bw", "LH", "Wb", "Hd", "Art")


def a_table(
    red: dict[str, Any] | None = None, blue: dict[str, Any] | None = None, quick: bool = True, **facts: Any
) -> TableRules:
    armies = {"red": red or an_army("r", *TWELVE), "blue": blue or an_army("b", *TWELVE)}
    return DBA.open({"armies": armies, **facts}, {"setup": "quick" if quick else "guided"})


class Play:
    """A battle in progress: ``do`` carries out an action with these dice and records the state and events."""

    def __init__(self, rules: TableRules) -> None:
        self.rules = rules
        self.state: TableState = rules.setup(Scripted([])).state
        self.events: tuple[Any, ...] = ()

    def do(self, kind: str, *faces: int, by: str = "", **fields: Any) -> "Play":
        action = DBA.codec.read({"kind": kind, **fields})
        dice = Scripted(list(faces))
        step = self.rules.apply(self.state, by or self.state.active or "red", action, dice)
        assert not dice.faces, "dice left over"
        self.state, self.events = step.state, step.events
        return self

    def refused(self, kind: str, *faces: int, by: str = "", **fields: Any) -> tuple[str, str]:
        """Assert that an action is refused without changing anything. Return the rule and code of the
        refusal.
        """
        before = DBA.codec.write(self.state)
        try:
            self.do(kind, *faces, by=by, **fields)
        except IllegalAction as refusal:
            assert DBA.codec.write(self.state) == before
            assert json.dumps(refusal.facts)  # the values for a message are plain JSON
            return refusal.rule, refusal.code
        raise AssertionError(f"{kind} was accepted")

    def kinds(self) -> list[str]:
        return [type(event).__name__ for event in self.events]

    def lost(self) -> set[str]:
        return {i for i, e in self.state.elements.items() if e.where == "lost"}

    def standing(self, seat: str) -> dict[str, Any]:
        found: dict[str, Any] = self.rules.view(self.state, None)["armies"][seat]["standing"]
        return found

    def to(self, phase: str, pips: int = 6) -> "Play":
        """Play on to this part of a bound, rolling the given PIPs on the way."""
        while self.state.phase != phase:
            if self.state.phase == "pips":
                self.do("roll_pips", pips)
            elif self.state.phase == "shooting":
                self.do("end_shooting", none_in_reach=True)
            else:
                self.do("end_moves" if self.state.phase == "moves" else "end_combat")
        return self

    def next_bound(self) -> "Play":
        bound = self.state.bound
        while self.state.bound == bound and self.state.phase != "over":
            self.to("combat") if self.state.phase != "combat" else self.do("end_combat")
        return self


def a_battle(red: Any = None, blue: Any = None, bua: bool = False, river: bool = False, **more: Any) -> Play:
    """Return a battle set up by hand, in which red rolls first for PIPs."""
    play = Play(a_table(red, blue))
    return play.do("set_table", invader="red", bua=bua, river=river, **more)
