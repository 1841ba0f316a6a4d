"""Overwatch: light units can halt a moving enemy anywhere, shoot, and let it continue (L126, L200, L282).

This costs an action, a reserved one or one of the coming turn, at most once during a move. It is public
whether shooters can still act, but not whether their player wants to shoot. So the question is covert, and a
standing order ("hold", "at n squares") answers it unless the player prefers to be asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from battles.schiere.rules.board.lasting import LASTS, lasts
from battles.schiere.rules.board.play import FRAMES, Offered, Play
from battles.schiere.rules.board.position import Position, foe
from battles.schiere.rules.board.watching import watch_steps
from battles.schiere.rules.shooting import shot
from battles.schiere.rules.shooting.shooters import STEPPED_OUT, have_target, shoots, targets
from battles.schiere.rules.shooting.volley import fire
from battles.schiere.rules.turn.acting import at_hand, pay
from battles.schiere.rules.turn.march import March
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Facts, Many, Number, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event

RULE: Final = "reserved"


@dataclass(frozen=True)
class Overwatch(Frame):
    """``seat`` can shoot at moving units. ``fired``: it has done so, and they continue."""

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
    """A shot interrupts the moving units, which then continue."""

    seat: str
    units: tuple[str, ...]


@watch_steps
def ask_watchers(play: Play, march: March) -> None:
    """Ask shooters after a step whether they fire. Each schiera is asked once at each of four distances as
    the marchers approach; a more distant schiera is asked as well (L282).
    """
    pos, seat = play.pos, foe(march.seat)
    if march.shot_at or not at_hand(pos, seat):
        return
    coming = _units_coming(pos, march, _close(pos, seat, march.units))
    if not coming:
        return  # every schiera that is able to shoot was already asked
    now = {
        name: _nearest(pos, tuple(those), march.units)
        for name, those in _by_schiera(pos, seat, _able(pos, coming))
        if have_target(pos, those, march.units)
    }
    asked = {name: shot.band(far) for name, far in now.items() if _is_nearer(march, name, far)}
    if asked:
        play.amend(March, bands=tuple(sorted({**dict(march.bands), **asked}.items())))
        play.push(Overwatch(seat, march.units))


def _close(pos: Position, seat: str, units: tuple[str, ...]) -> tuple[str, ...]:
    """A side's shooters with any of the moving units in range, now or after stepping out in
    front of friends.
    """
    pieces, far = pos.state.pieces, pos.ground.far
    rows = [far[pieces[other].at] for other in units if other in pieces]
    shooters, most = pos.found.shooters[seat], shot.FARTHEST + STEPPED_OUT
    return tuple([id for id in shooters if any(row[pieces[id].at] <= most for row in rows)])


def _units_coming(pos: Position, march: March, close: tuple[str, ...]) -> tuple[str, ...]:
    """The marchers that are closer to a schiera than when it was last asked."""
    pieces, far = pos.state.pieces, pos.ground.far
    rows = [far[pieces[other].at] for other in march.units if other in pieces]
    found = []
    for id in close:
        at = pieces[id].at
        if _is_nearer(march, pieces[id].schiera, min(row[at] for row in rows)):
            found.append(id)
    return tuple(found)


def _is_nearer(march: March, schiera: str, far: int) -> bool:
    """Return whether a marcher is in range and closer than when the schiera was last asked."""
    asked = min(march.watched, dict(march.bands).get(schiera, march.watched))
    return shot.NEAREST <= far <= shot.FARTHEST and shot.band(far) < asked


def able_units(pos: Position, seat: str) -> tuple[str, ...]:
    """The units of a side that can shoot now: light units and ballistae with a shot left."""
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
    """Return the schiere that can shoot at each moving unit, with the shooters that are able to."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for name, shooters in _by_schiera(pos, seat, able):
        for target, those in targets(pos, shooters, units).items():
            found[name, target] = those
    return found


def _by_schiera(pos: Position, seat: str, able: tuple[str, ...]) -> Iterator[tuple[str, list[str]]]:
    """Yield the units able to shoot, grouped by schiera."""
    for name, ids in pos.schiere(seat).items():
        those = [id for id in ids if id in able]
        if those:
            yield name, those


@FRAMES.handler(Overwatch)
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

    def execute(self, play: Play, frame: Overwatch, action: LetPass | FireAt) -> None:
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
    """Standing order: shoot with as many units as possible once an enemy comes that close, or hold fire."""
    if not lasts(pos, said):
        return None
    best: tuple[int, FireAt] | None = None
    for (_, target), able in _targets(pos, frame.seat, frame.units, able_units(pos, frame.seat)).items():
        near = _nearest(pos, able, (target,))
        if near <= int(said["within"]) and (best is None or len(able) > best[0]):
            best = len(able), FireAt(able, target)
    return LetPass() if said["how"] == "hold" or best is None else best[1]
