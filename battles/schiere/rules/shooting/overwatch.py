"""Overwatch: light units can halt a moving enemy anywhere, shoot, and let it continue (L126, L200, L282).

A shot costs an action, either a reserved one or one of the coming turn, at most once during a move. It is
public whether shooters can still act, but not whether their player wants to shoot. So the decision is covert,
and a standing order ("hold", "at n squares") can answer it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from battles.schiere.rules.board.lasting import LASTS, order_applies
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
    """A decision in progress: ``seat`` can shoot at moving units. ``fired``: whether it has shot, after which
    the units continue.
    """

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
    """After a step of a march, let shooters decide whether to fire. Each schiera decides separately, once in
    each of four distance bands as the marchers approach. A distant schiera decides even if a nearer one
    has already done so (L282).
    """
    pos, seat = play.pos, foe(march.seat)
    if march.shot_at or not at_hand(pos, seat):
        return
    coming = _approached_shooters(pos, march, _close_shooters(pos, seat, march.units))
    if not coming:
        return  # every schiera that could shoot has already decided
    now = {
        name: _nearest(pos, tuple(those), march.units)
        for name, those in _group_by_schiera(pos, seat, _able_to_shoot(pos, coming))
        if have_target(pos, those, march.units)
    }
    asked = {name: shot.band(far) for name, far in now.items() if _is_nearer(march, name, far)}
    if asked:
        play.amend(March, bands=tuple(sorted({**dict(march.bands), **asked}.items())))
        play.push(Overwatch(seat, march.units))


def _close_shooters(pos: Position, seat: str, units: tuple[str, ...]) -> tuple[str, ...]:
    """Return a side's shooters that have any of the moving units within range. They may first step out in
    front of friends.
    """
    pieces, far = pos.state.pieces, pos.ground.far
    rows = [far[pieces[other].at] for other in units if other in pieces]
    shooters, most = pos.found.shooters[seat], shot.FARTHEST + STEPPED_OUT
    return tuple([id for id in shooters if any(row[pieces[id].at] <= most for row in rows)])


def _approached_shooters(pos: Position, march: March, close: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of the shooters within range (``close``) that the marching units have approached, by at
    least one distance band, since the shooters' schiera last decided whether to fire.
    """
    pieces, far = pos.state.pieces, pos.ground.far
    rows = [far[pieces[other].at] for other in march.units if other in pieces]
    found = []
    for id in close:
        at = pieces[id].at
        if _is_nearer(march, pieces[id].schiera, min(row[at] for row in rows)):
            found.append(id)
    return tuple(found)


def _is_nearer(march: March, schiera: str, far: int) -> bool:
    """Return whether a marching unit at the distance ``far`` is in range of a schiera, and in a nearer
    distance band than when the schiera last decided whether to fire.
    """
    asked = min(march.watched, dict(march.bands).get(schiera, march.watched))
    return shot.NEAREST <= far <= shot.FARTHEST and shot.band(far) < asked


def able_units(pos: Position, seat: str) -> tuple[str, ...]:
    """Return a side's units that can shoot now and are not in contact with an enemy."""
    return _able_to_shoot(pos, pos.found.shooters[seat])


def _able_to_shoot(pos: Position, shooters: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([id for id in shooters if shoots(pos, id) and not pos.adjacent_enemies(id)])


def _nearest(pos: Position, able: tuple[str, ...], units: tuple[str, ...]) -> int:
    pieces, far = pos.state.pieces, pos.ground.far
    rows = [far[pieces[other].at] for other in units if other in pieces]
    squares = [pieces[one].at for one in able]
    return min([row[at] for row in rows for at in squares], default=0)


def _targets(
    pos: Position, seat: str, units: tuple[str, ...], able: tuple[str, ...]
) -> dict[tuple[str, str], tuple[str, ...]]:
    """Map each pair of a schiera's name and a moving unit to the schiera's shooters that can shoot at that
    unit.
    """
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for name, shooters in _group_by_schiera(pos, seat, able):
        for target, those in targets(pos, shooters, units).items():
            found[name, target] = those
    return found


def _group_by_schiera(pos: Position, seat: str, able: tuple[str, ...]) -> Iterator[tuple[str, list[str]]]:
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
    """The standing order's answer: shoot with as many units as possible once an enemy is within the given
    distance, or hold fire. Return None once the order has expired.
    """
    if not order_applies(pos, said):
        return None
    best: tuple[int, FireAt] | None = None
    for (_, target), able in _targets(pos, frame.seat, frame.units, able_units(pos, frame.seat)).items():
        near = _nearest(pos, able, (target,))
        if near <= int(said["within"]) and (best is None or len(able) > best[0]):
            best = len(able), FireAt(able, target)
    return LetPass() if said["how"] == "hold" or best is None else best[1]
