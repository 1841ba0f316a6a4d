"""The waves of the Wedge on the map: row after row moves up, shoots and attacks (L3695 to L3718)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battles.cataphract.rules.battle.flight.passing import pass_through
from battles.cataphract.rules.battle.melee.designating import Designating, attackers
from battles.cataphract.rules.battle.missiles.shooting import shoot, shootable_targets
from battles.cataphract.rules.battle.moves import Waving
from battles.cataphract.rules.battle.play import MapPlay, Offered
from battles.cataphract.rules.battle.position import MapField, hex_of, name_of
from battles.cataphract.rules.battle.reacting import LINE, PURSUES, SHOOTS, ask_reactions
from battles.cataphract.rules.battle.wedge.drive import COMMANDER, LEADING, flat
from battles.cataphract.rules.battle.wedge.formation import keep_shape
from battles.cataphract.rules.field.costs import step_cost
from battles.cataphract.rules.field.pieces import Piece
from battles.cataphract.rules.field.reach import Stand
from battles.cataphract.rules.sheet.play.play import FRAMES
from battles.cataphract.rules.sheet.shooting.fire import ORDER
from battles.cataphract.rules.sheet.units.orders import FIRE, MOVE, WAVE
from engine.frames import Ask, Frame
from engine.game import Choice, Choices
from engine.values import dataclass
from kit.grid.hexes import Hex
from kit.rules.decisions import Action, not_offered, pick, refuse

MOVES, SHOOTS_FIRST, FIGHTS, DONE = "moves", "shoots", "fights", "done"  # the stages of a wave
PASSING: Final = 1  # extra movement points to move through a friend, which a unit can do once (L3706)
AFTERWARDS: Final = 4  # hexes that the leader of the Wedge can move after its last wave (L3715)


@dataclass(frozen=True)
class Surge(Action):
    """Move a unit of the current row up to a hex (L3698)."""

    unit: str
    to: str


@dataclass(frozen=True)
class WaveShoot(Action):
    """Let a unit of the current row shoot, after it has moved up (L3703)."""

    unit: str
    target: str


@dataclass(frozen=True)
class WaveFight(Action):
    """Let the current row attack without shooting any more (L3703)."""


@dataclass(frozen=True)
class Following(Frame):
    """The leader of the Wedge can move after its last wave (L3715)."""


@dataclass(frozen=True)
class Follow(Action):
    """Move the leader of the Wedge to a hex, or stay (L3715)."""

    to: str


# --- moving up ---------------------------------------------------------------------------------------------

Way = tuple[Hex, ...]


def surges(pos: MapField, unit: str) -> dict[Hex, Way]:
    """Return the hexes to which a unit must move up, each with its route.

    It moves straight ahead, without turning, until it is next to an enemy or has no movement points left. If
    it can come to have an enemy in its zone, it must, because the whole Wedge must attack. A unit that is
    next to an enemy already stays.
    """
    one = pos.battlefield.pieces.get(unit)
    if one is None or one.unit.routed or not pos.markers(unit).wedge or _is_beside(pos, one.seat, one.at):
        return {}
    found: dict[Hex, tuple[int, Way]] = {}
    for spent, way in _routes(pos, one):
        if way[-1] not in pos.battlefield.occupants and spent < found.get(way[-1], (99, ()))[0]:
            found[way[-1]] = (spent, way)
    sorts = {at: _sort(pos, one, at, way) for at, (_spent, way) in found.items()}
    best = max(sorts.values(), default=(0, 0))
    return {at: found[at][1] for at in sorted(found) if sorts[at] == best}


def _sort(pos: MapField, one: Piece, at: Hex, way: Way) -> tuple[int, int]:
    """Return how well a place serves the attack, as a pair that is higher for a better place. It is (2, 0)
    with an enemy in the zone and (1, 0) with an enemy next to the place. Otherwise it is 0 and the length of
    the route.
    """
    ahead = one.moved_to(at, one.facing).fronts()
    if any(pos.battlefield.enemies_at(one.seat, to) for to in ahead):
        return 2, 0
    return (1, 0) if _is_beside(pos, one.seat, at) else (0, len(way))


def _is_beside(pos: MapField, seat: str, at: Hex) -> bool:
    return pos.enemy_distance_from(seat, at) == 1


def _routes(pos: MapField, one: Piece) -> Iterator[tuple[int, Way]]:
    """Yield every route straight ahead, with its movement points."""
    open_: list[tuple[int, int, Way]] = [(0, 0, (one.at,))]
    while open_:
        spent, passed, way = open_.pop()
        for at in one.moved_to(way[-1], one.facing).fronts():
            friends = bool(pos.battlefield.friends_at(one, at))
            if not pos.setting.ground.open_to(way[-1], at) or pos.battlefield.enemies_at(one.seat, at):
                continue
            total = spent + step_cost(pos.setting.ground, one, way[-1], at).mp + PASSING * friends
            if total > one.ma or passed + friends > 1:
                continue
            yield total, (*way[1:], at)
            if friends or not _is_beside(pos, one.seat, at):
                open_.append((total, passed + friends, (*way, at)))


def _move_up(play: MapPlay, unit: str, at: Hex) -> None:
    """Move a unit up. It takes hits for the terrain but none for moving again (L3718)."""
    pos = play.pos
    one, way = pos.piece(unit), surges(pos, unit)[at]
    leaders = pos.leaders_at(unit)
    _note(play, unit)
    here = one.at
    for to in way:
        friends = [o.id for o in play.pos.battlefield.friends_at(one, to)]
        play.put(unit, Stand(to, one.facing), "surge")
        play.hurt(unit, step_cost(pos.setting.ground, one, here, to).hits, "terrain")
        for friend in friends:
            pass_through(play, unit, friend)
        here = to
        if play.state.units[unit].routed:
            return
    for leader in leaders:
        play.ride(leader, name_of(at), "with")
    board = play.pos.board
    play.chart(entered=(*board.entered, unit))
    ask_reactions(play, unit, PURSUES)  # only leaders react; the row is shot at when all of it has moved


def _note(play: MapPlay, unit: str) -> None:
    now = play.pos.markers(unit)
    if WAVE not in now.ordered:
        play.mark(unit, moved=True, ordered=(*now.ordered, WAVE))


# --- the waves ---------------------------------------------------------------------------------------------


def wave_shots(pos: MapField, frame: Waving) -> Iterator[tuple[str, list[str]]]:
    """Yield the units of the current row that can shoot before they attack, with their targets (L3703)."""
    for unit in frame.rows[0]:
        now = pos.markers(unit)
        if unit not in pos.battlefield.pieces or not now.wedge or FIRE in now.ordered:
            continue
        if WAVE in now.ordered and (found := shootable_targets(pos, unit)):
            yield unit, found


@FRAMES.handler(Waving)
class _Waving(Offered):
    def advance(self, play: MapPlay, frame: Waving) -> bool:
        pos = play.pos
        if not frame.rows or play.state.phase is None or play.state.ended:
            play.pop()
            keep_shape(play)
            if play.state.phase is not None and not play.state.ended and followings(play.pos):
                play.push(Following())
            return True
        row = frame.rows[0]
        if not frame.stage:
            play.chart(entered=(), charging=(), joining=())
            play.swap(frame.but(stage=MOVES, queue=row))
        elif frame.stage == MOVES and frame.queue:
            return _move_next(play, frame)
        elif frame.stage == MOVES:
            play.swap(frame.but(stage=SHOOTS_FIRST))
            entered = [u for u in pos.board.entered if u in pos.battlefield.pieces]
            if entered:
                ask_reactions(play, entered[0], LINE)
        elif frame.stage == SHOOTS_FIRST:
            if any(True for _one in wave_shots(pos, frame)):
                return False
            play.swap(frame.but(stage=FIGHTS))
        elif frame.stage == FIGHTS:
            _attack(play, frame)
        else:
            play.swap(frame.but(rows=frame.rows[1:], stage=""))
        return True

    def ask(self, pos: MapField, frame: Waving) -> Ask:
        seat = pos.counter(frame.rows[0][0]).seat
        if frame.stage == MOVES:
            unit = frame.queue[0]
            first = Surge(unit, name_of(next(iter(surges(pos, unit)))))
            return Ask(seat, "wave", first, "L3698", {"unit": unit})
        return Ask(seat, "wave", WaveFight(), "L3703", {})

    def choices(self, pos: MapField, frame: Waving) -> Choices:
        if frame.stage == MOVES:
            unit = frame.queue[0]
            places = [name_of(at) for at in surges(pos, unit)]
            return (Choice("surge", {"unit": unit}, (pick("to", places),), rule="L3698"),)
        shots = tuple(
            Choice("wave_shoot", {"unit": unit}, (pick("target", found),), rule="L3703")
            for unit, found in wave_shots(pos, frame)
        )
        return (*shots, Choice("wave_fight", rule="L3703"))

    def objection(self, pos: MapField, frame: Waving, action: Action) -> None:
        if isinstance(action, Surge):
            refuse("L3698", "out_of_reach", unit=action.unit[:20], place=action.to[:8])
        if isinstance(action, WaveShoot):
            refuse("L3703", "no_such_target", unit=action.target[:20])
        not_offered("L3695", action)

    def execute(self, play: MapPlay, frame: Waving, action: Action) -> None:
        if isinstance(action, Surge):
            play.swap(frame.but(queue=frame.queue[1:]))
            _move_up(play, action.unit, hex_of(action.to))
        elif isinstance(action, WaveShoot):
            shoot(play, action.unit, action.target, ORDER)
            ask_reactions(play, action.unit, SHOOTS, action.target)
        else:
            play.swap(frame.but(stage=FIGHTS))


def _move_next(play: MapPlay, frame: Waving) -> bool:
    """Move up the next unit, if it has at most one hex to go to. Return False if its player must choose."""
    unit = frame.queue[0]
    found = surges(play.pos, unit)
    if len(found) > 1:
        return False
    play.swap(frame.but(queue=frame.queue[1:]))
    if found:
        _move_up(play, unit, next(iter(found)))
    elif unit in play.pos.battlefield.pieces and not play.pos.markers(unit).routed:
        _note(play, unit)
    return True


def _attack(play: MapPlay, frame: Waving) -> None:
    """Let the current row attack the enemies in its zones. Units that have moved check their quality."""
    pos = play.pos
    able = [u for u in frame.rows[0] if u in pos.battlefield.pieces and not pos.markers(u).routed]
    moved = tuple(u for u in able if u in pos.board.entered or MOVE in pos.markers(u).ordered)
    play.chart(charging=moved, joining=tuple(u for u in able if u not in moved))
    play.swap(frame.but(stage=DONE))  # the row stays the present one until its clashes are over
    if attackers(play.pos):
        play.push(Designating())


# --- the leader afterwards ---------------------------------------------------------------------------------


def followings(pos: MapField) -> list[str]:
    """Return the hexes to which the leader of the Wedge can move after its last wave: up to four hexes, even
    out of an enemy zone (L3715). While there is a Wedge, it is a hex of its first three rows (L3690).
    """
    phase = pos.state.phase
    if phase is None or COMMANDER not in pos.living_leaders(phase.seat):
        return []
    seat, start = phase.seat, pos.post(COMMANDER)
    found, edge = {start}, [start]
    for _step in range(AFTERWARDS):
        near = [at for here in edge for at in here.neighbours() if _may_ride(pos, seat, here, at)]
        edge = [at for at in dict.fromkeys(near) if at not in found]
        found.update(edge)
    if pos.wedge:
        front = {pos.board.places[u].at for u in flat(pos.wedge[:LEADING])}
        places = sorted(front & {name_of(at) for at in found})
    else:
        places = sorted(name_of(at) for at in found)
    return [at for at in places if at != name_of(start)]


def _may_ride(pos: MapField, seat: str, here: Hex, at: Hex) -> bool:
    if not pos.setting.ground.open_to(here, at) or pos.battlefield.enemies_at(seat, at):
        return False
    return not pos.battlefield.holders(seat, at) or bool(pos.units_in(seat, at))


@FRAMES.handler(Following)
class _Following(Offered):
    def ask(self, pos: MapField, frame: Following) -> Ask:
        stay = Follow(pos.board.posts[COMMANDER])
        return Ask(pos.chief(COMMANDER).seat, "ride", stay, "L3715", {"leader": COMMANDER})

    def choices(self, pos: MapField, frame: Following) -> Choices:
        places = (pos.board.posts[COMMANDER], *followings(pos))
        return (Choice("follow", {}, (pick("to", places),), rule="L3715"),)

    def objection(self, pos: MapField, frame: Following, action: Action) -> None:
        if isinstance(action, Follow):
            refuse("L3715", "leader_cannot_reach", leader=COMMANDER, hex=action.to[:8])

    def execute(self, play: MapPlay, frame: Following, action: Follow) -> None:
        play.pop()
        play.ride(COMMANDER, action.to, "order")
