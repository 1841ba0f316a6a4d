"""The pursuit after a feigned retreat, the runner's about-face, and the blow that follows (6.73)."""

from __future__ import annotations

from typing import Final

from battles.cataphract.rules.battle.flight.passing import pass_through
from battles.cataphract.rules.battle.melee.advancing import Advancing
from battles.cataphract.rules.battle.missiles.shooting import shoot, why_no_target
from battles.cataphract.rules.battle.moves import Marching, Pursuing, Stepping
from battles.cataphract.rules.battle.play import MapPlay, Offered, Way
from battles.cataphract.rules.battle.position import MapField, name_of, read_stand
from battles.cataphract.rules.battle.reacting import PURSUES, ask_reactions
from battles.cataphract.rules.checks.quality import passes
from battles.cataphract.rules.field.feints import gap_between, heading
from battles.cataphract.rules.field.reach import Stand
from battles.cataphract.rules.sheet.clashing.charge import ClashDeclared
from battles.cataphract.rules.sheet.clashing.feigning import CHARGE, HOLD, SHOOT, FaceTurned, Strike
from battles.cataphract.rules.sheet.clashing.segment import Resolving, SegmentBegan
from battles.cataphract.rules.sheet.play.play import FRAMES
from battles.cataphract.rules.sheet.play.state import MAP, Attacking, Charged, Defending
from battles.cataphract.rules.sheet.shooting.fire import REACTION
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Pick
from engine.values import dataclass
from kit.grid.hexes import SIDES
from kit.rules.decisions import Action, not_offered, options

CLOSE: Final = "close"  # move next to the enemy and shoot


@dataclass(frozen=True)
class Pouncing(Frame):
    """The runner, or its pursuer, can now strike the other (6.73).

    ``turned``: whether the striker is the runner, which has then faced about.
    """

    striker: str
    struck: str
    turned: bool


def is_fit(play: MapPlay, *units: str) -> bool:
    """Return whether all these units are on the map and have not routed."""
    now = [play.state.units[unit] for unit in units]
    return all(one.where == MAP and not one.routed for one in now)


def go(play: MapPlay, unit: str, stand: Stand, how: str) -> None:
    """Move a unit to a place, with the leaders in its hex."""
    leaders = play.pos.leaders_at(unit)
    play.put(unit, stand, how)
    for leader in leaders:
        play.ride(leader, name_of(stand.at), "with")


@FRAMES.handler(Pursuing)
class _Pursuing(Way):
    def leg(self, play: MapPlay, frame: Pursuing, leg: str) -> None:
        if not is_fit(play, frame.unit):
            play.swap(frame.but(rest=()))
            return
        stand, pos = read_stand(leg, False), play.pos
        passed = [one.id for one in pos.battlefield.friends_at(pos.piece(frame.unit), stand.at)]
        go(play, frame.unit, stand, "pursue")
        for friend in passed:
            pass_through(play, frame.unit, friend)
        ask_reactions(play, frame.unit, PURSUES)

    def handle_arrival(self, play: MapPlay, frame: Pursuing) -> None:
        _end_move(play, frame.unit)
        if not is_fit(play, frame.unit, frame.runner):
            return
        pos = play.pos
        one, runner = pos.piece(frame.unit), pos.piece(frame.runner)
        gap = gap_between(pos.battlefield, one, runner)
        if gap is None:
            return
        play.put(frame.unit, Stand(one.at, heading(one.at, gap, one.facing)), "turn")
        face = play.throw(f"about_face|{pos.counter(runner.id).name}", "6.73", runner.seat)
        face += pos.check_modifier(runner.seat)
        found = pos.unit(runner.id)
        turns = passes("about_face", found, face)
        play.tell(FaceTurned(runner.id, face, found.quality, turns))
        if turns:
            about = (runner.facing + SIDES // 2) % SIDES
            play.put(runner.id, Stand(runner.at, heading(runner.at, gap, about)), "turn")
        pair = (runner.id, one.id) if turns else (one.id, runner.id)
        play.push(Pouncing(*pair, turns))


def _end_move(play: MapPlay, unit: str) -> None:
    """End the order of a unit that was lured while it moved (6.73)."""
    marching = play.state.in_progress(Marching)
    if marching is not None and marching.unit == unit:
        play.amend(Marching, over=True)
        if play.state.in_progress(Stepping) is not None:
            play.amend(Stepping, rest=())


# --- the blow after a pursuit ------------------------------------------------------------------------------


def blows(pos: MapField, frame: Pouncing) -> tuple[str, ...]:
    """Return the actions that the striker can take. The runner can shoot without moving, its pursuer only
    after moving next to it.
    """
    can = [CHARGE]
    if frame.turned and not why_no_target(pos, frame.striker, frame.struck):
        can.append(SHOOT)
    if not pos.why_no_shot(frame.striker):
        can.append(CLOSE)
    return (*can, HOLD)


@FRAMES.handler(Pouncing)
class _Pouncing(Offered):
    def advance(self, play: MapPlay, frame: Pouncing) -> bool:
        if is_fit(play, frame.striker, frame.struck):
            return False
        play.pop()
        return True

    def ask(self, pos: MapField, frame: Pouncing) -> Ask:
        facts = {"unit": frame.striker, "target": frame.struck}
        return Ask(pos.counter(frame.striker).seat, "strike", Strike(HOLD), "6.73", facts)

    def choices(self, pos: MapField, frame: Pouncing) -> Choices:
        return (Choice("strike", {}, (Pick("how", options(blows(pos, frame))),), rule="6.73"),)

    def objection(self, pos: MapField, frame: Pouncing, action: Action) -> None:
        not_offered("6.73", action)

    def execute(self, play: MapPlay, frame: Pouncing, action: Strike) -> None:
        play.pop()
        pos, (striker, struck) = play.pos, (frame.striker, frame.struck)
        if action.how in (CHARGE, CLOSE):
            one, other = pos.piece(striker), pos.piece(struck)
            gap = gap_between(pos.battlefield, one, other)
            assert gap is not None
            go(play, striker, Stand(gap, heading(gap, other.at, one.facing)), "pursue")
        if action.how in (SHOOT, CLOSE):
            shoot(play, striker, struck, REACTION, moves=True)
        elif action.how == CHARGE:
            _charge(play, striker, struck)


def _charge(play: MapPlay, striker: str, struck: str) -> None:
    """Resolve the clash between the two units at once, outside the shock segment."""
    play.chart(stood={struck: play.pos.board.places[struck].at})
    play.set(clashes=(Charged((Attacking(striker, True),), (Defending(struck),)),))
    play.tell(ClashDeclared(1, (striker,), (struck,)))
    play.tell(SegmentBegan(1))
    play.push(Advancing(), Resolving(aside=True))
