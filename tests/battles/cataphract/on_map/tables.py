"""A battle on the map for tests, which put units where they need them and give each action its dice."""

from __future__ import annotations

from typing import Any

from battles.cataphract.rules.battle.ordering import Ordering
from battles.cataphract.rules.battle.position import MapField, name_of, read_stand
from battles.cataphract.rules.battle.rules import MapRules
from battles.cataphract.rules.battle.state import OnMap, Place
from battles.cataphract.rules.sheet.play.state import LEFT, Marked, Phase, Sheet
from battles.cataphract.rules.system import CATAPHRACT
from engine.dice import Scripted
from engine.game import IllegalAction

AWAY = "1120"  # the hex of leaders who do not matter


class MapTable:
    """A battle in progress. ``places``: the only units on the map, each id with its hex and facing ("4607W");
    ``leader``: the leader whose Orders Phase it is; ``reserves``: the die rolled for the reinforcements of
    the first turn.
    """

    def __init__(
        self,
        places: dict[str, str] | None = None,
        leader: str = "",
        posts: dict[str, str] | None = None,
        battle: str = "tricameron",
        reserves: int = 9,
        options: dict[str, str] | None = None,
    ) -> None:
        rules = CATAPHRACT.open(CATAPHRACT.scenario(f"field-{battle}"), options or {})
        assert isinstance(rules, MapRules)
        self.rules = rules
        rolls = {"tricameron": [reserves], "catalaunian": [9, 8]}  # the elite phases: the first side opens
        dice = Scripted(rolls.get(battle, []))
        self.state: Sheet = rules.setup(dice).state
        self.events: list[Any] = []
        if places is not None:
            self._set(places, posts or {})
        if leader:
            seat = rules.setting.roster.chiefs[leader].seat
            stack = (*self.state.stack, Ordering())
            self.state = self.state.but(phase=Phase(leader, seat), stack=stack)

    def _set(self, places: dict[str, str], posts: dict[str, str]) -> None:
        found = {}
        for unit, text in places.items():
            stand = read_stand(text, False)
            found[unit] = Place(name_of(stand.at), stand.facing)
        units = {id: one if id in places else one.but(where=LEFT) for id, one in self.state.units.items()}
        away = dict.fromkeys(self.pos.board.posts, AWAY)
        self.state = self.state.but(units=units, board=OnMap(found, {**away, **posts}))

    def mark(self, unit: str, **changes: Any) -> None:
        units = self.state.units
        self.state = self.state.but(units={**units, unit: units[unit].but(**changes)})

    @property
    def seat(self) -> str:
        return self.rules.pending(self.state)[0].seat

    @property
    def asked(self) -> str:
        return self.rules.pending(self.state)[0].kind

    def do(self, action: Any, *faces: int) -> list[Any]:
        dice = Scripted(list(faces))
        step = self.rules.apply(self.state, self.seat, action, dice)
        assert not dice.faces, f"unused dice: {dice.faces}"
        self.state, self.events = step.state, list(step.events)
        return self.events

    def refused(self, action: Any) -> tuple[str, str]:
        """Return the section and the code of a refusal that changes nothing."""
        before = self.state
        try:
            self.rules.apply(self.state, self.seat, action, Scripted([]))
        except IllegalAction as refusal:
            assert self.state is before
            return refusal.rule, refusal.code
        raise AssertionError(f"accepted: {action}")

    def offered(self, kind: str, field: str) -> list[Any]:
        """Return the options of a field of a choice."""
        choices = [c for c in self.rules.choices(self.state, self.seat) if c.kind == kind]
        return [o.value for c in choices for f in c.fields if f.name == field for o in f.options]  # type: ignore[union-attr]

    @property
    def pos(self) -> MapField:
        return self.rules.position(self.state)

    def unit(self, id: str) -> Marked:
        return self.state.units[id]

    def leader_status(self, id: str) -> str:
        return self.state.leaders[id].status

    def at(self, id: str) -> str:
        """Return the hex of a unit."""
        return self.pos.board.places[id].at

    def told(self, kind: type) -> list[Any]:
        return [one for one in self.events if isinstance(one, kind)]
