"""Shots at a moving enemy: light units halt it anywhere, shoot, and let it continue (L126, L200, L282).

It costs an action: a reserved one, or one of the coming turn; at most one while the same enemies move.
Whether shooters can still act is public, whether their player wants to shoot is not: the question is covert,
and answered by standing order ("hold", "at n squares") unless they ask to be asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from battles.schiere.rules.board.lasting import LASTS, lasts
from battles.schiere.rules.board.play import FRAMES, Offered, Play
from battles.schiere.rules.board.position import Position, foe
from battles.schiere.rules.board.watching import watch_steps
from battles.schiere.rules.shooting import shot
from battles.schiere.rules.shooting.shooters import STEPPED_OUT, has_target, shoots, targets
from battles.schiere.rules.shooting.volley import fire
from battles.schiere.rules.turn.acting import at_hand, pay
from battles.schiere.rules.turn.march import March
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Facts, Many, Number, Option, Pick
from kit.rules.decisions import Action, Event

RULE: Final = "reserved"


@dataclass(frozen=True)
class Overwatch(Frame):
    """``seat`` may shoot at moving units. ``fired``: it has, and they continue."""

    seat: str
    units: tuple[str, ...]
    fired: bool = False


@dataclass(frozen=True)
class LetPass(Action):
    """Do not shoot now."""


@dataclass(frozen=True)
class FireAt(Action):
    """Shoot at one of the moving units."""

    units: tuple[str, ...]
    target: str


@dataclass(frozen=True)
class HaltedByShots(Event):
    """Moving units are shot at before they continue."""

    seat: str
    units: tuple[str, ...]


@watch_steps
def watched(play: Play, march: March) -> None:
    """After a step, ask each shooting schiera once at each of four distances as marchers approach; a more
    distant group is asked too (L282)."""
    pos, seat = play.pos, foe(march.seat)
    if march.shot_at or not at_hand(pos, seat):
        return
    coming = _coming(pos, march, _close(pos, seat, march.units))
    if not coming:
        return  # everyone able was already asked
    now = {
        name: _nearest(pos, tuple(those), march.units)
        for name, those in _by_schiera(pos, seat, _able(pos, coming))
        if has_target(pos, those, march.units)
    }
    asked = {name: shot.band(far) for name, far in now.items() if _is_nearer(march, name, far)}
    if asked:
        play.amend(March, bands=tuple(sorted({**dict(march.bands), **asked}.items())))
        play.push(Overwatch(seat, march.units))


def _close(pos: Position, seat: str, units: tuple[str, ...]) -> tuple[str, ...]:
    """A side's shooters with these units in range, or who would have them after stepping out in front of
    friends.
    """
    pieces, far = pos.state.pieces, pos.ground.far
    rows = [far[pieces[other].at] for other in units if other in pieces]
    shooters, most = pos.found.shooters[seat], shot.FARTHEST + STEPPED_OUT
    return tuple([id for id in shooters if any(row[pieces[id].at] <= most for row in rows)])


def _coming(pos: Position, march: March, close: tuple[str, ...]) -> tuple[str, ...]:
    """Marchers closer to the schiera than at the last question."""
    pieces, far = pos.state.pieces, pos.ground.far
    rows = [far[pieces[other].at] for other in march.units if other in pieces]
    found = []
    for id in close:
        at = pieces[id].at
        if _is_nearer(march, pieces[id].schiera, min(row[at] for row in rows)):
            found.append(id)
    return tuple(found)


def _is_nearer(march: March, schiera: str, far: int) -> bool:
    """Whether they are in range now, and closer than at the last question."""
    asked = min(march.watched, dict(march.bands).get(schiera, march.watched))
    return shot.NEAREST <= far <= shot.FARTHEST and shot.band(far) < asked


def able_units(pos: Position, seat: str) -> tuple[str, ...]:
    """The units of a side that may shoot now: light ones and ballistae with a shot left."""
    return _able(pos, pos.found.shooters[seat])


def _able(pos: Position, shooters: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([id for id in shooters if shoots(pos, id) and not pos.touching(id)])


def _nearest(pos: Position, able: tuple[str, ...], units: tuple[str, ...]) -> int:
    pieces, far = pos.state.pieces, pos.ground.far
    rows = [far[pieces[other].at] for other in units if other in pieces]
    squares = [pieces[one].at for one in able]
    return min([row[at] for row in rows for at in squares], default=0)


def _targets(
    pos: Position, seat: str, units: tuple[str, ...], able: tuple[str, ...]
) -> dict[tuple[str, str], tuple[str, ...]]:
    """The schiere that can shoot at each moving unit, with their able shooters."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for name, shooters in _by_schiera(pos, seat, able):
        for target, those in targets(pos, shooters, units).items():
            found[name, target] = those
    return found


def _by_schiera(pos: Position, seat: str, able: tuple[str, ...]) -> Iterator[tuple[str, list[str]]]:
    """Units able to shoot, by schiera."""
    for name, ids in pos.schiere(seat).items():
        those = [id for id in ids if id in able]
        if those:
            yield name, those


@FRAMES.duty(Overwatch)
class _Overwatch(Offered):
    def advance(self, play: Play, frame: Overwatch) -> bool:
        if not frame.fired:
            return False
        play.pop()
        march = play.state.in_progress(March)
        left = tuple(id for id in march.units if id in play.state.pieces) if march is not None else ()
        if march is not None and left != march.units:  # a group that has lost a unit stops (ruling S39)
            play.amend(March, units=left, rest=())
        return True

    def ask(self, pos: Position, frame: Overwatch) -> Ask:
        return Ask(frame.seat, "overwatch", LetPass(), RULE, {"units": list(frame.units)}, covert=True)

    def choices(self, pos: Position, frame: Overwatch) -> Choices:
        found = [Choice("let_pass", rule=RULE)]
        for (name, target), able in _targets(
            pos, frame.seat, frame.units, able_units(pos, frame.seat)
        ).items():
            units = Many("units", tuple(Option(id) for id in able), 1)
            found.append(Choice("fire_at", {"target": target}, (units,), RULE, facts={"schiera": name}))
        return tuple(found)

    def carry_out(self, play: Play, frame: Overwatch, action: LetPass | FireAt) -> None:
        if isinstance(action, LetPass):
            play.pop()
            return
        play.swap(frame.but(fired=True))
        play.amend(March, shot_at=True)
        pay(play, frame.seat)
        play.tell(HaltedByShots(frame.seat, frame.units))
        fire(play, frame.seat, tuple(sorted(action.units)), action.target)


@FRAMES.standing_order(
    "overwatch",
    Pick("how", (Option("hold"), Option("fire"))),
    Number("within", shot.NEAREST, shot.FARTHEST, 4),
    LASTS,
    rule=RULE,
    covert=True,
)
def watches(pos: Position, frame: Overwatch, said: Facts) -> Any:
    """Shoot with as many as possible as soon as an enemy comes that close; or hold fire."""
    if not lasts(pos, said):
        return None
    best: tuple[int, FireAt] | None = None
    for (_, target), able in _targets(pos, frame.seat, frame.units, able_units(pos, frame.seat)).items():
        near = _nearest(pos, able, (target,))
        if near <= int(said["within"]) and (best is None or len(able) > best[0]):
            best = len(able), FireAt(able, target)
    return LetPass() if said["how"] == "hold" or best is None else best[1]
