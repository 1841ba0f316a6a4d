"""The shock segment on the map: which units attack, and which of them fight each other (7.3, 9.11, 9.12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from battles.cataphract.rules.battle.melee.advancing import Advancing
from battles.cataphract.rules.battle.melee.engaging import StepBack, step_back, steps_back
from battles.cataphract.rules.battle.moves import Waving
from battles.cataphract.rules.battle.play import MapPlay, Offered
from battles.cataphract.rules.battle.position import MapField, hex_of
from battles.cataphract.rules.sheet.clashing.charge import (
    CancelClash,
    ClashCancelled,
    ClashDeclared,
    engaged_units,
    members_of,
    why_no_attack,
)
from battles.cataphract.rules.sheet.clashing.segment import Resolving, SegmentBegan
from battles.cataphract.rules.sheet.play.play import FRAMES
from battles.cataphract.rules.sheet.play.state import Attacking, Charged, Defending
from battles.cataphract.rules.sheet.units.orders import FIRE, MOVE
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Many
from engine.values import dataclass
from kit.rules.decisions import Action, Event, not_offered, options, pick, refuse

PAIR: Final = 2  # maximum number of enemies in a unit's zone
Paired = tuple[tuple[str, ...], tuple[str, ...]]  # the attackers and the defenders of a clash


@dataclass(frozen=True)
class Designating(Frame):
    """The active side designates its clashes."""


@dataclass(frozen=True)
class JoinShock(Action):
    """Let units that have not moved attack. They do not check their quality (7.33)."""

    units: tuple[str, ...]


@dataclass(frozen=True)
class Engage(Action):
    """Declare a clash between several units and one enemy, or between one unit and all enemies in its zone
    (9.12).
    """

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


@dataclass(frozen=True)
class FightShock(Action):
    """Fight the segment. Each attacker without a clash is assigned to an enemy that it can fight."""


@dataclass(frozen=True)
class UnitsJoined(Event):
    """Units attack without having moved."""

    units: tuple[str, ...]


# --- which units attack ------------------------------------------------------------------------------------


def begin_shock(play: MapPlay) -> None:
    """Begin the shock segment, or end it at once if no unit can attack.

    Engaged units in the active leader's range must attack (10.31).
    """
    held = tuple(u for u in joinable_units(play.pos) if play.pos.markers(u).engaged)
    if held:
        play.chart(joining=(*play.pos.board.joining, *held))
        play.tell(UnitsJoined(held))
    if attackers(play.pos) or joinable_units(play.pos):
        play.push(Designating())
    else:
        end_shock(play)


def end_shock(play: MapPlay) -> None:
    phase = play.state.phase
    if phase is not None:
        play.set(phase=phase.but(fought=True))


def attackers(pos: MapField) -> list[str]:
    """Return the units that can attack, because they have a shock marker and an enemy in their zone."""
    marked = dict.fromkeys((*pos.board.charging, *pos.board.joining))
    return [u for u in marked if _can_attack(pos, u)]


def _can_attack(pos: MapField, unit: str) -> bool:
    if unit not in pos.battlefield.pieces or why_no_attack(pos, unit):
        return False
    waits = pos.markers(unit).wedge and unit not in pos.wave  # a Wedge attacks row by row (L3692)
    return not waits and bool(pos.opponents(unit))


def joinable_units(pos: MapField) -> list[str]:
    """Return the units that may attack without moving (7.33).

    They are in the active leader's range or in the Uncontrolled Line, or they were ordered only to shoot.
    """
    phase = pos.state.phase
    if phase is None or phase.fought:
        return []
    line = pos.line(phase.line)
    near = (
        line.units if line is not None else tuple(pos.commandable_units(phase.leader)) if phase.leader else ()
    )
    shot = (u for u in pos.units_on_map(phase.seat, routed=False) if FIRE in pos.markers(u).ordered)
    taken = {*pos.board.charging, *pos.board.joining}
    able = (u for u in dict.fromkeys((*near, *shot)) if u not in taken)
    return [u for u in able if MOVE not in pos.markers(u).ordered and _can_attack(pos, u)]


def withdrawing_units(pos: MapField) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the Engaged units that can step back instead of attacking, each with the hexes that it can step
    back into (10.32).
    """
    taken = engaged_units(pos)
    for unit in pos.board.joining:
        if unit in pos.battlefield.pieces and unit not in taken and (hexes := steps_back(pos, unit)):
            yield unit, hexes


# --- which units fight each other --------------------------------------------------------------------------


def enemies_in_zones(pos: MapField) -> dict[str, tuple[str, ...]]:
    """Map each attacker to the enemies in its zone."""
    return {u: tuple(o.id for o in pos.opponents(u)) for u in attackers(pos)}


def clashes_possible(pos: MapField) -> Iterator[Paired]:
    """Yield the clashes that can be declared, each with its possible attackers and its defenders."""
    taken, reach = engaged_units(pos), enemies_in_zones(pos)
    free = {u: [d for d in found if d not in taken] for u, found in reach.items() if u not in taken}
    against: dict[str, list[str]] = {}
    for unit, found in free.items():
        for one in found:
            against.setdefault(one, []).append(unit)
    for one, units in against.items():
        yield tuple(units), (one,)
    for unit, found in free.items():
        for pair in combinations(found, PAIR):
            yield (unit,), pair


def assign_remaining(pos: MapField) -> list[Paired]:
    """Return clashes for the attackers that have none yet (9.12).

    In each, several attackers fight one enemy, or one attacker fights both enemies in its zone. If
    possible, every enemy in a zone is attacked.
    """
    taken, reach = engaged_units(pos), enemies_in_zones(pos)
    free = {u: [d for d in found if d not in taken] for u, found in reach.items() if u not in taken}
    foes = dict.fromkeys(d for found in free.values() for d in found)
    chosen: dict[str, str] = {}  # maps each enemy to the attacker that is reserved for it
    for one in foes:
        _match(one, free, chosen, set())
    mine = {unit: [one] for one, unit in chosen.items()}
    for one in foes:
        if one not in chosen:  # no attacker is left for this enemy, so one attacker fights two enemies
            unit = next((u for u, found in free.items() if one in found and len(mine.get(u, ())) == 1), "")
            if unit:
                mine[unit].append(one)
    pairs = [((unit,), tuple(found)) for unit, found in mine.items() if len(found) > 1]
    busy = {d for _unit, found in pairs for d in found}
    single: dict[str, list[str]] = {d: [u] for d, u in chosen.items() if d not in busy}
    for unit, found in free.items():
        open_ = [d for d in found if d in single]
        if unit not in mine and open_:
            single[min(open_, key=lambda d: len(single[d]))].append(unit)
    return [*pairs, *((tuple(units), (one,)) for one, units in single.items())]


def _match(one: str, free: dict[str, list[str]], chosen: dict[str, str], seen: set[str]) -> bool:
    """Reserve a separate attacker for an enemy, reassigning the attackers of other enemies if necessary.
    Return whether one was found.
    """
    for unit, found in free.items():
        if one not in found or unit in seen:
            continue
        seen.add(unit)
        other = next((d for d, u in chosen.items() if u == unit), None)
        if other is None or _match(other, free, chosen, seen):
            if other is not None and chosen.get(other) == unit:
                del chosen[other]
            chosen[one] = unit
            return True
    return False


def units_left_out(pos: MapField) -> list[str]:
    """Return the units that remain without a clash after assignment (9.12).

    They are attackers without an enemy to fight, and enemies in an attacker's zone that no unit fights.
    """
    taken, reach = engaged_units(pos), enemies_in_zones(pos)
    rest = {u for units, found in assign_remaining(pos) for u in (*units, *found)}
    needed = {*reach, *(d for found in reach.values() for d in found)}
    return sorted(needed - taken - rest)


# --- handling the decision ---------------------------------------------------------------------------------


@FRAMES.handler(Designating)
class _Designating(Offered):
    def ask(self, pos: MapField, frame: Designating) -> Ask:
        phase = pos.state.phase
        assert phase is not None
        return Ask(phase.seat, "designate", lambda: _default(pos), "9.11", {"leader": phase.leader})

    def choices(self, pos: MapField, frame: Designating) -> Choices:
        return tuple(self._choices(pos))

    def _choices(self, pos: MapField) -> Iterator[Choice]:
        if able := joinable_units(pos):
            yield Choice("join_shock", {}, (Many("units", options(able), 1),), rule="7.33")
        for unit, hexes in withdrawing_units(pos):
            yield Choice("step_back", {"unit": unit}, (pick("to", hexes),), rule="10.32")
        for units, found in clashes_possible(pos):
            if len(found) == 1:
                fields = (Many("attackers", options(units), 1),)
                yield Choice("engage", {"defenders": list(found)}, fields, rule="9.12")
            else:
                fixed = {"attackers": list(units), "defenders": list(found)}
                yield Choice("engage", fixed, rule="9.12")
        if pos.state.clashes:
            numbers = range(1, len(pos.state.clashes) + 1)
            yield Choice("cancel_clash", {}, (pick("clash", numbers),), rule="9.12")
        if not units_left_out(pos) and not owes_attack(pos):
            yield Choice("fight_shock", rule="9.1")

    def objection(self, pos: MapField, frame: Designating, action: Action) -> None:
        if isinstance(action, FightShock) and owes_attack(pos):
            refuse("5.45", "must_act_after_trump")
        if isinstance(action, FightShock):
            refuse("9.12", "enemy_left_out", unit=units_left_out(pos)[0])
        if isinstance(action, JoinShock):
            for unit in action.units:
                if unit not in joinable_units(pos):
                    refuse("7.33", "may_not_join", unit=unit[:20])
        if isinstance(action, StepBack):
            refuse("10.32", "out_of_reach", unit=action.unit[:20], place=action.to[:8])
        if isinstance(action, Engage):
            refuse("9.12", "no_such_clash", clash=len(pos.state.clashes) + 1)
        not_offered("9.11", action)

    def execute(self, play: MapPlay, frame: Designating, action: Action) -> None:
        if isinstance(action, JoinShock):
            play.chart(joining=(*play.pos.board.joining, *action.units))
            play.tell(UnitsJoined(action.units))
        elif isinstance(action, Engage):
            _declare(play, action.attackers, action.defenders)
        elif isinstance(action, StepBack):
            step_back(play, action.unit, hex_of(action.to))
        elif isinstance(action, CancelClash):
            gone = play.state.clashes[action.clash - 1]
            play.set(clashes=tuple(one for one in play.state.clashes if one is not gone))
            names = members_of(gone)
            play.tell(ClashCancelled(action.clash, tuple(names[0]), tuple(names[1])))
        else:
            _fight(play)


def owes_attack(pos: MapField) -> bool:
    """Return whether a unit must attack, because the leader has trumped and done nothing else (5.45)."""
    return pos.must_act and not attackers(pos) and bool(joinable_units(pos))


def _default(pos: MapField) -> Action:
    if owes_attack(pos):
        return JoinShock((joinable_units(pos)[0],))
    return CancelClash(1) if units_left_out(pos) else FightShock()


def _declare(play: MapPlay, units: Sequence[str], found: Sequence[str]) -> None:
    pos, phase = play.pos, play.state.phase
    assert phase is not None
    clash = Charged(
        tuple(Attacking(u, u in pos.board.charging) for u in units), tuple(Defending(u) for u in found)
    )
    play.set(clashes=(*play.state.clashes, clash), phase=phase.but(used=True))
    play.tell(ClashDeclared(len(play.state.clashes), tuple(units), tuple(found)))


def _fight(play: MapPlay) -> None:
    """Assign the remaining attackers and resolve the segment.

    The frame is replaced, because its clashes are over afterwards.
    """
    for units, found in assign_remaining(play.pos):
        _declare(play, units, found)
    play.pop()
    if not play.state.clashes:
        end_shock(play)
        return
    pos = play.pos
    stood = {u: pos.board.places[u].at for one in play.state.clashes for u in members_of(one)[1]}
    play.chart(stood=stood)
    play.tell(SegmentBegan(len(play.state.clashes)))
    point = pos.wedge[0][0] if pos.wedge else ""
    if pos.state.in_progress(Waving) is None and any(
        one.unit == point for clash in play.state.clashes for one in clash.attackers
    ):
        play.push(Waving(pos.wedge[1:]))
    play.push(Advancing(), Resolving())
