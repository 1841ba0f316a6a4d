"""Advance after combat: the victors enter the hexes that the losers left (9.2)."""

from __future__ import annotations

from collections.abc import Iterator

from battles.cataphract.rules.battle.play import MapPlay, Offered
from battles.cataphract.rules.battle.position import MapField, hex_of, name_of, stand_name
from battles.cataphract.rules.battle.reacting import ADVANCES, ask_reactions
from battles.cataphract.rules.field.pieces import CORNERS
from battles.cataphract.rules.field.reach import Stand
from battles.cataphract.rules.sheet.play.play import FRAMES
from engine.frames import Ask, Frame
from engine.game import Choice, Choices
from engine.values import dataclass
from kit.grid.hexes import SIDES, distance
from kit.rules.decisions import Action, not_offered, pick, refuse


@dataclass(frozen=True)
class Advancing(Frame):
    """The victors of a shock segment advance one by one."""


@dataclass(frozen=True)
class Advance(Action):
    """Move a victor into a vacated hex. It can turn by at most one vertex (9.21, 9.22)."""

    unit: str
    to: str


def advances(pos: MapField) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the units that still have to advance, each with the places (hex and facing) that it can enter."""
    for gap in pos.board.gaps:
        for unit in gap.attackers:
            if unit not in pos.battlefield.pieces or pos.markers(unit).routed:
                continue
            one = pos.piece(unit)
            places = tuple(
                stand_name(Stand(hex_of(at), (one.facing + turn) % SIDES), False)
                for at in gap.hexes
                if distance(hex_of(at), one.at) == 1
                and hex_of(at) not in pos.battlefield.occupants
                and pos.setting.ground.open_to(one.at, hex_of(at))
                for turn in (0, 1, -1)
            )
            if places:
                yield unit, places


@FRAMES.handler(Advancing)
class _Advancing(Offered):
    def advance(self, play: MapPlay, frame: Advancing) -> bool:
        if next(advances(play.pos), None) is not None:
            return False
        play.chart(gaps=(), stood={})
        play.pop()
        return True

    def ask(self, pos: MapField, frame: Advancing) -> Ask:
        unit, places = next(advances(pos))
        return Ask(pos.counter(unit).seat, "advance", Advance(unit, places[0]), "9.21", {"unit": unit})

    def choices(self, pos: MapField, frame: Advancing) -> Choices:
        return tuple(
            Choice("advance", {"unit": unit}, (pick("to", places),), rule="9.21")
            for unit, places in advances(pos)
        )

    def objection(self, pos: MapField, frame: Advancing, action: Action) -> None:
        if isinstance(action, Advance):
            refuse("9.21", "out_of_reach", unit=action.unit[:20], place=action.to[:8])
        not_offered("9.21", action)

    def execute(self, play: MapPlay, frame: Advancing, action: Advance) -> None:
        pos = play.pos
        leaders = pos.leaders_at(action.unit)
        stand = Stand(hex_of(action.to[:4]), CORNERS.index(action.to[4:]))
        gaps = [g.but(attackers=tuple(u for u in g.attackers if u != action.unit)) for g in pos.board.gaps]
        play.chart(gaps=tuple(gaps))
        play.put(action.unit, stand, "advance")
        for leader in leaders:
            play.ride(leader, name_of(stand.at), "with")
        play.chart(turned=())
        ask_reactions(play, action.unit, ADVANCES)
