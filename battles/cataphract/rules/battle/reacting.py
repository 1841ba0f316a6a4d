"""The enemy's reactions to a step, a shot or an advance, all in one question (6.5, 7.14, 8.2, 4.62).

A reaction is a word: the unit, what it does, and where it needs one the place, joined by bars:
"b3|withdraw|4412E", "b3|harry|4412E" (shoots first), "b3|turn|NE", "b3|fire", "gara|retire|4403". A unit or
leader with any of these can also be said to stay: "b3|stay".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from battles.cataphract.rules.battle.moves import Marching, Stepping
from battles.cataphract.rules.battle.passing import check, pass_through
from battles.cataphract.rules.battle.play import MapPlay, Offered
from battles.cataphract.rules.battle.position import MapField, hex_of, name_of, stand_name
from battles.cataphract.rules.battle.shooting import (
    PARTING,
    parting_aim,
    shoot,
    why_no_target,
)
from battles.cataphract.rules.field.pieces import CORNERS, Piece
from battles.cataphract.rules.field.reach import Stand
from battles.cataphract.rules.field.sight import in_arc, sees
from battles.cataphract.rules.field.withdrawal import why_no_withdrawal, withdrawals
from battles.cataphract.rules.sheet.armies.roster import foe
from battles.cataphract.rules.sheet.play.play import FRAMES
from battles.cataphract.rules.sheet.play.state import MAP
from battles.cataphract.rules.sheet.shooting.fire import REACTION
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Many
from engine.values import dataclass, replace
from kit.grid.hexes import SIDES, Hex, distance, hexes_within
from kit.rules.decisions import Action, options, refuse

BEGINS, STEPS, LEAVES, SHOOTS, ADVANCES, LINE = "begins", "steps", "leaves", "shoots", "advances", "line"
ARRIVALS: Final = (STEPS, ADVANCES)  # the moments in which a unit moves next to a leader (4.62)
STAY: Final = "stay"
RETIRE: Final = 3  # hexes that a leader may retire (4.62)


@dataclass(frozen=True)
class Reacting(Frame):
    """The enemy may react. ``mover``: the unit to which; ``moment``: what it has done or is about to do;
    ``target``: the unit at which it has shot.
    """

    mover: str
    moment: str
    target: str = ""


@dataclass(frozen=True)
class React(Action):
    """React to a step or a shot, in this order. Reactions that have become impossible are left out."""

    reactions: tuple[str, ...] = ()


def with_stays(found: Iterable[str]) -> Iterator[str]:
    """Return reactions, with the word that a unit stays before the first reaction of each."""
    known: dict[str, None] = {}
    for one in found:
        who = one.split("|")[0]
        known.setdefault(f"{who}|{STAY}")
        known.setdefault(one)
    return iter(known)


def is_stay(word: str, found: Iterable[str]) -> bool:
    """Return whether a word says that somebody who could react does nothing."""
    who, _bar, what = word.partition("|")
    return what == STAY and any(one.partition("|")[0] == who for one in found)


def ask_reactions(play: MapPlay, mover: str, moment: str, target: str = "") -> None:
    """Ask the enemy for reactions, if there are any."""
    frame = Reacting(mover, moment, target)
    if any(True for _one in reactions(play.pos, frame)):
        play.push(frame)
    elif moment in ARRIVALS:
        play.strand(mover)


# --- which reactions there are -----------------------------------------------------------------------------


def reactions(pos: MapField, frame: Reacting) -> Iterator[str]:
    """Yield every reaction that is possible."""
    if frame.moment == LINE:
        yield from _line_fire(pos)
        return
    if frame.mover not in pos.battlefield.pieces or pos.markers(frame.mover).routed:
        return
    mover = pos.piece(frame.mover)
    if frame.moment == SHOOTS:
        if _may_return(pos, frame.target, mover):
            yield f"{frame.target}|fire"
        return
    if frame.moment == LEAVES:
        for one in pos.battlefield.holders(mover.seat, mover.at):
            if parting_aim(pos, one.id):
                yield f"{one.id}|fire"
        return
    near = [o for o in pos.battlefield.of(foe(mover.seat)) if distance(o.at, mover.at) <= PARTING]
    for one in near:
        if frame.moment != ADVANCES:
            yield from _withdrawals(pos, one, mover)
    for one in near:
        if frame.moment == BEGINS or distance(one.at, mover.at) > 1:
            continue
        turned = list(_turns(pos, one, mover))
        yield from (f"{one.id}|turn|{CORNERS[facing]}" for facing in turned)
        if not (frame.moment == STEPS and pos.board.ranks) and _may_fire_on_entry(pos, one, mover, turned):
            yield f"{one.id}|fire"
    if frame.moment != BEGINS:
        yield from _retirements(pos, mover)


def _withdrawals(pos: MapField, one: Piece, mover: Piece) -> Iterator[str]:
    """Yield the places to which a unit may withdraw, with and without a shot (6.51, 6.56)."""
    stays = not pos.roster.sizes  # horse does not withdraw from horse in Attila's battles (L2828)
    if one.artillery or why_no_withdrawal(pos.battlefield, one, mover, horse_stays=stays):
        return
    harries = _may_harry(pos, one, mover)
    for stand in withdrawals(pos.battlefield, one, mover).stands:
        yield f"{one.id}|withdraw|{stand_name(stand, False)}"
        if harries:
            yield f"{one.id}|harry|{stand_name(stand, False)}"


def _may_harry(pos: MapField, one: Piece, mover: Piece) -> bool:
    """Return whether horse with bows may shoot while it withdraws: once at each enemy in a phase (6.56)."""
    if not (one.is_mounted and one.unit.armed_with_bow) or f"{one.id}|{mover.id}" in pos.board.harried:
        return False
    return parting_aim(pos, one.id) and in_arc(one, mover.at) and sees(pos.battlefield, one, mover.at)


def _turns(pos: MapField, one: Piece, mover: Piece) -> Iterator[int]:
    """Yield the facings to which a unit may turn in reaction: by one vertex, once in a phase, in no other
    enemy's zone (7.14, 6.47).
    """
    barred = one.unit.routed or one.unit.column or one.artillery or one.id in pos.board.turned
    if barred or any(o.id != mover.id for o in pos.battlefield.holders(one.seat, one.at)):
        return
    yield from ((one.facing + way) % SIDES for way in (1, -1))


def _may_fire_on_entry(pos: MapField, one: Piece, mover: Piece, turned: list[int]) -> bool:
    """Return whether a unit may shoot at an enemy in its zone, or in it once it has turned (8.21)."""
    if one.artillery or pos.why_no_shot(one.id):
        return False
    facings = [one.facing, *turned]
    return any(mover.at in pos.battlefield.zone(replace(one, facing=facing)) for facing in facings)


def _may_return(pos: MapField, unit: str, shooter: Piece) -> bool:
    """Return whether a unit may shoot back (8.23): not past an enemy in its own zone, nor at a unit at which
    its side has shot on entry (ruling 69).
    """
    if shooter.id in pos.board.met or unit not in pos.battlefield.pieces or pos.counter(unit).artillery:
        return False
    if why_no_target(pos, unit, shooter.id):
        return False
    zone = pos.battlefield.zone(pos.piece(unit))
    crowded = any(pos.battlefield.enemies_at(pos.counter(unit).seat, at) for at in zone)
    return shooter.at in zone or not crowded


def _retirements(pos: MapField, mover: Piece) -> Iterator[str]:
    """Yield the hexes to which enemy leaders may retire from a unit next to them (4.62)."""
    seat = foe(mover.seat)
    for leader in pos.living(seat):
        post = pos.board.posts.get(leader)
        if post is None or distance(hex_of(post), mover.at) > 1:
            continue
        held = [o for o in pos.battlefield.holders(seat, hex_of(post)) if o.id != mover.id]
        if held and pos.units_in(seat, hex_of(post)):
            continue  # they were in an enemy zone before
        for at in _refuges(pos, seat, hex_of(post), mover.at):
            yield f"{leader}|retire|{name_of(at)}"


def _refuges(pos: MapField, seat: str, start: Hex, mover: Hex) -> Iterator[Hex]:
    """Yield the hexes within three of a leader that are farther from the enemy and that leaders can enter."""
    for at in hexes_within(start, RETIRE):
        if at not in pos.setting.ground.board or at in pos.setting.ground.closed:
            continue
        if distance(at, mover) <= distance(start, mover) or pos.battlefield.enemies_at(seat, at):
            continue
        if pos.battlefield.holders(seat, at) and not pos.units_in(seat, at):
            continue
        yield at


def _line_fire(pos: MapField) -> Iterator[str]:
    """Yield the entry fire at a Line that has ended its movement: each unit may shoot at one (8.21)."""
    for mover in pos.board.entered:
        if mover not in pos.battlefield.pieces or pos.markers(mover).routed:
            continue
        one = pos.piece(mover)
        for holder in pos.battlefield.holders(one.seat, one.at):
            if not holder.artillery and not pos.why_no_shot(holder.id):
                yield f"{holder.id}|fire|{mover}"


# --- the answer --------------------------------------------------------------------------------------------


@FRAMES.handler(Reacting)
class _Reacting(Offered):
    def ask(self, pos: MapField, frame: Reacting) -> Ask:
        seat = foe(pos.counter(frame.mover).seat)
        return Ask(seat, "react", React(), "8.2", {"unit": frame.mover, "moment": frame.moment})

    def choices(self, pos: MapField, frame: Reacting) -> Choices:
        found = tuple(with_stays(reactions(pos, frame)))
        return (Choice("react", {}, (Many("reactions", options(found)),), rule="8.2"),)

    def objection(self, pos: MapField, frame: Reacting, action: Action) -> None:
        if isinstance(action, React):
            found = set(reactions(pos, frame))
            for one in action.reactions:
                if one not in found and not is_stay(one, found):
                    rule = SECTIONS.get(one.split("|")[1] if "|" in one else "", "8.2")
                    refuse(rule, "no_such_reaction", reaction=one[:30])

    def execute(self, play: MapPlay, frame: Reacting, action: React) -> None:
        play.pop()
        done: set[tuple[str, str]] = set()
        for one in sorted(action.reactions, key=_is_no_withdrawal):
            who, what, *rest = one.split("|")
            if what == STAY:
                continue
            kind = "leave" if what in WITHDRAWALS else what
            if (who, kind) in done or (who, "leave") in done:
                continue
            if one in set(reactions(play.pos, frame)):
                done.add((who, kind))
                REACTION_OF[what](play, frame, who, *rest)
        if frame.moment in ARRIVALS:
            play.strand(frame.mover)
            _stop_in_zone(play, frame)


def _is_no_withdrawal(reaction: str) -> bool:
    """Return whether a reaction follows the withdrawals: a unit that leaves does not also shoot (6.56)."""
    return reaction.split("|")[1] not in WITHDRAWALS


WITHDRAWALS: Final = ("withdraw", "harry")
SECTIONS: Final = {
    **{"withdraw": "6.51", "harry": "6.56", "turn": "7.14", "fire": "8.21", "retire": "4.62"},
}


def _stop_in_zone(play: MapPlay, frame: Reacting) -> None:
    """Stop a unit that a reaction has put into an enemy zone (7.23)."""
    pos = play.pos
    if frame.moment != STEPS or frame.mover not in pos.battlefield.pieces:
        return
    one = pos.piece(frame.mover)
    if pos.battlefield.holders(one.seat, one.at) and not pos.battlefield.friends_at(one, one.at):
        play.amend(Marching, stopped=True)
        play.amend(Stepping, rest=())


def _withdraw(play: MapPlay, frame: Reacting, unit: str, place: str) -> None:
    """Let a unit withdraw: hits for its approach, for the ground, and for foot (6.52)."""
    pos, mover = play.pos, play.pos.piece(frame.mover)
    one = pos.piece(unit)
    found = withdrawals(pos.battlefield, one, mover)
    stand = Stand(hex_of(place[:4]), CORNERS.index(place[4:]))
    cost, way = found.stands[stand]
    play.hurt(unit, found.before, "withdrawal")
    if play.state.units[unit].routed or play.state.units[unit].where != MAP:
        return
    leaders = pos.leaders_at(unit)
    passed = [f.id for s in way for f in pos.battlefield.friends_at(one, s.at) if s.at != one.at]
    play.put(unit, stand, "withdraw")
    for leader in leaders:
        play.ride(leader, name_of(stand.at), "with")
    for friend in dict.fromkeys(passed):
        pass_through(play, unit, friend)
    play.hurt(unit, cost.hits + found.after, "withdrawal")


def _harry(play: MapPlay, frame: Reacting, unit: str, place: str) -> None:
    play.chart(harried=(*play.pos.board.harried, f"{unit}|{frame.mover}"))
    shoot(play, unit, frame.mover, REACTION, moves=True, away=PARTING)
    now = play.state.units
    if now[frame.mover].where == MAP and not now[frame.mover].routed:
        _withdraw(play, frame, unit, place)


def _turn(play: MapPlay, frame: Reacting, unit: str, facing: str) -> None:
    """Turn a unit by one vertex; foot takes a check of quality and at least one hit (7.14, ruling 13)."""
    pos = play.pos
    one = pos.piece(unit)
    play.chart(turned=(*pos.board.turned, unit))
    play.put(unit, Stand(one.at, CORNERS.index(facing)), "turn")
    if one.unit.foot:
        check(play, unit, "reaction_facing", "reaction")


def _fire(play: MapPlay, frame: Reacting, unit: str, target: str = "") -> None:
    pos, aim_at = play.pos, target or frame.mover
    if frame.moment in (STEPS, ADVANCES):
        one = pos.piece(unit)
        if pos.piece(aim_at).at not in pos.battlefield.zone(one):
            return  # it has not turned after all
    if frame.moment in (STEPS, ADVANCES, LINE):
        play.chart(met=(*pos.board.met, aim_at))
    shoot(play, unit, aim_at, REACTION, away=PARTING if frame.moment == LEAVES else None)


def _retire(play: MapPlay, frame: Reacting, leader: str, at: str) -> None:
    play.ride(leader, at, "retire")


REACTION_OF = {"withdraw": _withdraw, "harry": _harry, "turn": _turn, "fire": _fire, "retire": _retire}
