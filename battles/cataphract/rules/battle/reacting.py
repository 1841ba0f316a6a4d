"""The enemy's reactions to a step, a shot or an advance, all asked for in one decision (6.5, 7.14, 8.2,
4.62).

A reaction is a string: the unit, its action and, if needed, a place, joined by bars. Examples are
"b3|withdraw|4412E", "b3|harry|4412E" (shoot first), "b3|line|4412E" (withdraw with the whole Line),
"b3|volley|4412E" (shoot, then withdraw with the Line), "b3|feign|4412E", "b3|turn|NE", "b3|fire", "a49|bolt"
(a shot by artillery) and "gara|retire|4403". A unit or leader with any reaction can also stay, written
"b3|stay".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from battles.cataphract.rules.battle.baiting import offer_bait, pursuit_value
from battles.cataphract.rules.battle.flight.passing import check, pass_through
from battles.cataphract.rules.battle.missiles.shooting import (
    PARTING,
    can_shoot_parting,
    shoot,
    why_no_target,
)
from battles.cataphract.rules.battle.missiles.walls import Sheltering, can_shelter
from battles.cataphract.rules.battle.moves import Harassing, Marching, Pursuing, Stepping
from battles.cataphract.rules.battle.play import MapPlay, Offered
from battles.cataphract.rules.battle.position import MapField, hex_of, name_of, read_stand, stand_name
from battles.cataphract.rules.field.feints import feints, why_no_feint
from battles.cataphract.rules.field.harassment import covers
from battles.cataphract.rules.field.lines import cavalry_line
from battles.cataphract.rules.field.pieces import CORNERS, Piece
from battles.cataphract.rules.field.reach import Stand, passing_cost
from battles.cataphract.rules.field.sight import in_arc, sees
from battles.cataphract.rules.field.withdrawal import (
    Withdrawal,
    remove_others,
    why_no_line_withdrawal,
    why_no_withdrawal,
    withdrawals,
)
from battles.cataphract.rules.sheet.armies.roster import foe
from battles.cataphract.rules.sheet.play.play import FRAMES
from battles.cataphract.rules.sheet.play.state import MAP
from battles.cataphract.rules.sheet.shooting.fire import REACTION, REACTIONS
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Many
from engine.values import dataclass, replace
from kit.grid.hexes import SIDES, Hex, distance, hexes_within, turns
from kit.rules.decisions import Action, options, refuse

BEGINS, STEPS, LEAVES, SHOOTS, ADVANCES, LINE = "begins", "steps", "leaves", "shoots", "advances", "line"
PURSUES, HARASSES = "pursues", "harasses"
ARRIVALS: Final = (STEPS, ADVANCES, PURSUES)  # the moments when a unit moves next to a leader (4.62)
BOLTED: Final = (BEGINS, STEPS, SHOOTS)  # the moments at which artillery can shoot (11.66)
STAY: Final = "stay"
RETIRE: Final = 3  # maximum number of hexes that a leader may retire (4.62)


@dataclass(frozen=True)
class Reacting(Frame):
    """The enemy may react to a unit.

    ``mover``: that unit. ``moment``: what the mover has done or is about to do. ``target``: the unit
    that the mover has shot at or harasses, or "".
    """

    mover: str
    moment: str
    target: str = ""


@dataclass(frozen=True)
class React(Action):
    """React to a step or a shot. Withdrawals are carried out first, then the other reactions in the given
    order. Reactions that have become impossible are skipped.
    """

    reactions: tuple[str, ...] = ()


def add_stays(found: Iterable[str]) -> Iterator[str]:
    """Yield the reactions, with "stay" before the first reaction of each unit or leader."""
    known: dict[str, None] = {}
    for one in found:
        who = one.split("|")[0]
        known.setdefault(f"{who}|{STAY}")
        known.setdefault(one)
    return iter(known)


def is_stay(word: str, found: Iterable[str]) -> bool:
    """Return whether an answer keeps in place a unit or leader that has another possible reaction."""
    who, _bar, what = word.partition("|")
    return what == STAY and any(one.partition("|")[0] == who for one in found)


def ask_reactions(play: MapPlay, mover: str, moment: str, target: str = "") -> None:
    """Ask the enemy for reactions to a unit, if any are possible."""
    frame = Reacting(mover, moment, target)
    if any(True for _one in reactions(play.pos, frame)):
        play.push(frame)
    elif moment in ARRIVALS:
        play.strand(mover)


# --- the possible reactions --------------------------------------------------------------------------------


def reactions(pos: MapField, frame: Reacting) -> Iterator[str]:
    """Yield every possible reaction."""
    if frame.moment == LINE:
        yield from _line_fire(pos)
        return
    if frame.mover not in pos.battlefield.pieces or pos.markers(frame.mover).routed:
        return
    mover = pos.piece(frame.mover)
    if frame.moment in BOLTED:
        yield from _bolts(pos, mover)
    if frame.moment == SHOOTS:
        if _may_return(pos, frame.target, mover):
            yield f"{frame.target}|fire"
        return
    if frame.moment == LEAVES:
        for one in pos.battlefield.holders(mover.seat, mover.at):
            if can_shoot_parting(pos, one.id):
                yield f"{one.id}|fire"
        return
    if frame.moment == PURSUES:  # nobody shoots at a pursuer (6.73)
        yield from _retirements(pos, mover)
        return
    if frame.moment == HARASSES:
        yield from _answers_to_harassment(pos, frame, mover)
        return
    near = [o for o in pos.battlefield.of(foe(mover.seat)) if distance(o.at, mover.at) <= PARTING]
    for one in near:
        if frame.moment != ADVANCES and not pos.markers(one.id).engaged:
            yield from _withdrawals(pos, one, mover)
            yield from _line_withdrawals(pos, one, mover)
            yield from _feints(pos, one, mover)
    for one in near:
        if frame.moment == BEGINS or distance(one.at, mover.at) > 1:
            continue
        turned = list(_turns(pos, one, mover))
        yield from (f"{one.id}|turn|{CORNERS[facing]}" for facing in turned)
        if not (frame.moment == STEPS and pos.board.ranks) and _may_fire_on_entry(pos, one, mover, turned):
            yield f"{one.id}|fire"
    if frame.moment != BEGINS:
        yield from _retirements(pos, mover)


def _bolts(pos: MapField, mover: Piece) -> Iterator[str]:
    """Yield the shots that artillery can take at an active unit, up to two in an enemy phase (11.66)."""
    for one in pos.battlefield.of(foe(mover.seat)):
        spent = not one.artillery or pos.markers(one.id).reacted >= REACTIONS
        if not spent and not why_no_target(pos, one.id, mover.id):
            yield f"{one.id}|bolt"


def _withdrawals(pos: MapField, one: Piece, mover: Piece) -> Iterator[str]:
    """Yield a unit's possible withdrawals, with and without a shot (6.51, 6.56)."""
    if pos.markers(one.id).shieldwall:
        return  # units in a Shieldwall do not withdraw (11.73)
    stays = not pos.roster.sizes  # horse does not withdraw from horse in Attila's battles (L2828)
    if one.artillery or why_no_withdrawal(pos.battlefield, one, mover, horse_stays=stays):
        return
    harries = _may_harry(pos, one, mover)
    for stand in withdrawals(pos.battlefield, one, mover).stands:
        yield f"{one.id}|withdraw|{stand_name(stand, False)}"
        if harries:
            yield f"{one.id}|harry|{stand_name(stand, False)}"


def _line_withdrawals(pos: MapField, one: Piece, mover: Piece) -> Iterator[str]:
    """Yield the reactions in which a unit withdraws together with its cavalry Line (6.58)."""
    stays = not pos.roster.sizes
    if not one.is_mounted or why_no_withdrawal(pos.battlefield, one, mover, horse_stays=stays):
        return
    line = line_that_withdraws(pos, one, mover)
    if not line:
        return
    harries = _may_harry(pos, one, mover)
    for stand in withdrawals(remove_others(pos.battlefield, line, one.id), one, mover).stands:
        if stand.facing != one.facing:
            continue  # a Line does not turn (ruling 70)
        yield f"{one.id}|line|{stand_name(stand, False)}"
        if harries:
            yield f"{one.id}|volley|{stand_name(stand, False)}"


def line_that_withdraws(pos: MapField, one: Piece, mover: Piece) -> frozenset[str]:
    """Return the Line that can withdraw with a unit, or an empty set.

    A Line cannot withdraw once one of its units has withdrawn alone in this phase (6.58), nor while one of
    its units is engaged (10.31).
    """
    key = ("line that withdraws", one.id, mover.id)
    if key not in pos.cache:
        line = cavalry_line(pos.battlefield, pos.setting.lines[one.seat], one)
        barred = not line or not line.isdisjoint(pos.board.backed)
        barred = barred or any(pos.markers(unit).engaged for unit in line)
        stays = not pos.roster.sizes
        if barred or why_no_line_withdrawal(pos.battlefield, line, mover, horse_stays=stays):
            line = frozenset()
        pos.cache[key] = line
    found: frozenset[str] = pos.cache[key]
    return found


def _feints(pos: MapField, one: Piece, mover: Piece) -> Iterator[str]:
    """Yield the feigned retreats that a unit can make (6.72)."""
    if not pos.counter(one.id).feigns or why_no_feint(pos.battlefield, one, mover):
        return
    if pursuit_value(pos, mover.id) is None:
        return
    for stand in feints(pos.battlefield, one, mover):
        yield f"{one.id}|feign|{stand_name(stand, False)}"


def _answers_to_harassment(pos: MapField, frame: Reacting, mover: Piece) -> Iterator[str]:
    """Yield the turns that a harassed unit can make, and the shots at its harasser's path (8.33)."""
    harassing = pos.state.in_progress(Harassing)
    if harassing is None:
        return
    way = tuple(map(hex_of, harassing.way))
    for one in pos.battlefield.of(foe(mover.seat)):
        turned = list(_turns(pos, one, mover)) if one.id == frame.target else []
        yield from (f"{one.id}|turn|{CORNERS[facing]}" for facing in turned)
        facings = [one.facing, *turned]
        if one.artillery or pos.why_no_shot(one.id):
            continue
        if any(covers(replace(one, facing=facing), way) for facing in facings):
            yield f"{one.id}|fire"


def _may_harry(pos: MapField, one: Piece, mover: Piece) -> bool:
    """Return whether horse with bows may shoot as it withdraws, which it can do once at each enemy in a
    phase (6.56).
    """
    if not (one.is_mounted and one.unit.armed_with_bow) or f"{one.id}|{mover.id}" in pos.board.harried:
        return False
    return can_shoot_parting(pos, one.id) and in_arc(one, mover.at) and sees(pos.battlefield, one, mover.at)


def _turns(pos: MapField, one: Piece, mover: Piece) -> Iterator[int]:
    """Yield the facings that a unit may turn to in reaction (7.14, 6.47).

    It can turn by one vertex, once in a phase, and only outside the zones of other enemies.
    """
    barred = one.unit.routed or one.unit.column or one.artillery or one.id in pos.board.turned
    # neither Engaged units nor a Shieldwall turn (10.31, ruling 72)
    barred = barred or pos.markers(one.id).engaged or pos.markers(one.id).shieldwall
    if barred or any(o.id != mover.id for o in pos.battlefield.holders(one.seat, one.at)):
        return
    yield from ((one.facing + way) % SIDES for way in (1, -1))


def _may_fire_on_entry(pos: MapField, one: Piece, mover: Piece, turned: list[int]) -> bool:
    """Return whether a unit may shoot at an enemy that is in its zone, or would be in it after a turn
    (8.21).
    """
    if one.artillery or pos.why_no_shot(one.id):
        return False
    facings = [one.facing, *turned]
    return any(mover.at in pos.battlefield.zone(replace(one, facing=facing)) for facing in facings)


def _may_return(pos: MapField, unit: str, shooter: Piece) -> bool:
    """Return whether a unit may shoot back (8.23).

    It cannot shoot past an enemy in its own zone. It also cannot shoot at an enemy that has already drawn
    entry fire from its side (ruling 69).
    """
    if shooter.id in pos.board.met or unit not in pos.battlefield.pieces or pos.counter(unit).artillery:
        return False
    if why_no_target(pos, unit, shooter.id):
        return False
    zone = pos.battlefield.zone(pos.piece(unit))
    crowded = any(pos.battlefield.enemies_at(pos.counter(unit).seat, at) for at in zone)
    return shooter.at in zone or not crowded


def _retirements(pos: MapField, mover: Piece) -> Iterator[str]:
    """Yield the reactions of leaders who may retire from an enemy unit next to them (4.62)."""
    seat = foe(mover.seat)
    for leader in pos.living_leaders(seat):
        post = pos.board.posts.get(leader)
        if post is None or distance(hex_of(post), mover.at) > 1:
            continue
        held = [o for o in pos.battlefield.holders(seat, hex_of(post)) if o.id != mover.id]
        if held and pos.units_in(seat, hex_of(post)):
            continue  # the leader was already in another enemy's zone
        for at in _refuges(pos, seat, hex_of(post), mover.at):
            yield f"{leader}|retire|{name_of(at)}"


def _refuges(pos: MapField, seat: str, start: Hex, mover: Hex) -> Iterator[Hex]:
    """Yield the hexes that a leader can retire to: within three hexes, open to leaders, and farther from the
    enemy.
    """
    for at in hexes_within(start, RETIRE):
        if at not in pos.setting.ground.board or at in pos.setting.ground.closed:
            continue
        if distance(at, mover) <= distance(start, mover) or pos.battlefield.enemies_at(seat, at):
            continue
        if pos.battlefield.holders(seat, at) and not pos.units_in(seat, at):
            continue
        yield at


def _line_fire(pos: MapField) -> Iterator[str]:
    """Yield the possible shots at a Line that has ended its movement, as reactions "firer|fire|target". Units
    may shoot at the Line's units that have entered their zones, each at one of these (8.21).
    """
    for mover in pos.board.entered:
        if mover not in pos.battlefield.pieces or pos.markers(mover).routed:
            continue
        one = pos.piece(mover)
        for holder in pos.battlefield.holders(one.seat, one.at):
            if not holder.artillery and not pos.why_no_shot(holder.id):
                yield f"{holder.id}|fire|{mover}"


# --- carrying out the reactions ----------------------------------------------------------------------------


@FRAMES.handler(Reacting)
class _Reacting(Offered):
    def ask(self, pos: MapField, frame: Reacting) -> Ask:
        seat = foe(pos.counter(frame.mover).seat)
        return Ask(seat, "react", React(), "8.2", {"unit": frame.mover, "moment": frame.moment})

    def choices(self, pos: MapField, frame: Reacting) -> Choices:
        found = tuple(add_stays(reactions(pos, frame)))
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
        places = play.pos.board.places
        for one in sorted(action.reactions, key=_withdrawals_first):
            who, what, *rest = one.split("|")
            if what == STAY:
                continue
            kind = "leave" if what in WITHDRAWALS else what
            if (who, kind) in done or (who, "leave") in done:
                continue
            if what in NOT_AT_LURED and _is_lured(play, frame):
                continue
            if what in WITHDRAWALS and play.pos.board.places[who].at != places[who].at:
                continue  # its Line has withdrawn already
            if one in set(reactions(play.pos, frame)):
                done.add((who, kind))
                REACTION_OF[what](play, frame, who, *rest)
        if frame.moment in ARRIVALS:
            play.strand(frame.mover)
            if not _is_lured(play, frame):
                _stop_in_zone(play, frame)


def _withdrawals_first(reaction: str) -> bool:
    """Return a sort key that puts withdrawals first, because a unit that leaves does not also shoot
    (6.56).
    """
    return reaction.split("|")[1] not in WITHDRAWALS


WITHDRAWALS: Final = ("withdraw", "harry", "feign", "line", "volley")
NOT_AT_LURED: Final = ("feign", "fire")  # not possible against a unit that must pursue (6.75, ruling 71)
SECTIONS: Final = {
    **{
        "withdraw": "6.51",
        "harry": "6.56",
        "line": "6.58",
        "volley": "6.58",
        "feign": "6.72",
        "turn": "7.14",
        "fire": "8.21",
        "retire": "4.62",
        "bolt": "11.66",
    },
}


def _is_lured(play: MapPlay, frame: Reacting) -> bool:
    """Return whether the mover is about to pursue a unit that has feigned a retreat."""
    pursuing = play.state.in_progress(Pursuing)
    return frame.moment != PURSUES and pursuing is not None and pursuing.unit == frame.mover


def _stop_in_zone(play: MapPlay, frame: Reacting) -> None:
    """Stop a unit that is in an enemy zone because of a reaction (7.23)."""
    pos = play.pos
    if frame.moment != STEPS or frame.mover not in pos.battlefield.pieces:
        return
    one = pos.piece(frame.mover)
    if pos.battlefield.holders(one.seat, one.at) and not pos.battlefield.friends_at(one, one.at):
        play.amend(Marching, stopped=True)
        play.amend(Stepping, rest=())


def _withdraw(play: MapPlay, frame: Reacting, unit: str, place: str) -> None:
    """Withdraw a unit alone. The units of its Line can then no longer withdraw as a Line (6.58)."""
    pos, one = play.pos, play.pos.piece(unit)
    line = cavalry_line(pos.battlefield, pos.setting.lines[one.seat], one) or {unit}
    play.chart(backed=tuple(dict.fromkeys((*pos.board.backed, *sorted(line)))))
    mover = play.pos.piece(frame.mover)
    found = withdrawals(play.pos.battlefield, play.pos.piece(unit), mover)
    _go_back(play, unit, read_stand(place, False), found)


def _go_back(play: MapPlay, unit: str, stand: Stand, found: Withdrawal) -> None:
    """Move a unit back. It takes hits for the mover's approach, for terrain, and for being foot (6.52)."""
    pos, one = play.pos, play.pos.piece(unit)
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


def _withdraw_line(play: MapPlay, frame: Reacting, unit: str, place: str) -> None:
    """Withdraw a whole cavalry Line (6.58).

    Its units go as far as the named unit, or as nearly so as they can, without turning (ruling 70).
    Those farthest from the mover go first.
    """
    pos, mover = play.pos, play.pos.piece(frame.mover)
    one, stand = pos.piece(unit), read_stand(place, False)
    line = line_that_withdraws(pos, one, mover)
    for id in sorted(line, key=lambda u: (-distance(pos.piece(u).at, mover.at), u)):
        now = play.pos.battlefield.pieces.get(id)
        if now is None or now.unit.routed:
            continue  # it routed when a friend passed through it
        found = withdrawals(play.pos.battlefield, now, mover)
        aimed = Hex(now.at.q + stand.at.q - one.at.q, now.at.r + stand.at.r - one.at.r)
        places = sorted(
            found.stands,
            key=lambda s: (turns(s.facing, now.facing), distance(s.at, aimed), found.stands[s][0].hits, s),
        )
        if places:
            _go_back(play, id, places[0], found)


def _feign(play: MapPlay, frame: Reacting, unit: str, place: str) -> None:
    """Let a unit ride away in a feigned retreat, and roll to see whether the mover pursues (6.73, 6.74)."""
    pos, stand = play.pos, read_stand(place, False)
    one, mover = pos.piece(unit), pos.piece(frame.mover)
    way = feints(pos.battlefield, one, mover)[stand]
    seen = sees(pos.battlefield, mover, one.at)
    passed = [friend for at in way[1:] for friend in pos.battlefield.friends_at(one, at)]
    cost = sum(passing_cost(pos.battlefield, one, at).hits for at in way[1:])
    leaders = pos.leaders_at(unit)
    play.put(unit, stand, "feign")
    for leader in leaders:
        play.ride(leader, name_of(stand.at), "with")
    for friend in passed:
        pass_through(play, unit, friend.id)
    play.hurt(unit, cost, "passage")
    if play.state.units[unit].where == MAP and not play.state.units[unit].routed:
        offer_bait(play, unit, frame.mover, way, sees=seen)


def _harry(
    play: MapPlay, frame: Reacting, unit: str, place: str, *, back: Callable[..., None] = _withdraw
) -> None:
    play.chart(harried=(*play.pos.board.harried, f"{unit}|{frame.mover}"))
    shoot(play, unit, frame.mover, REACTION, moves=True, away=PARTING)
    now = play.state.units
    if now[frame.mover].where == MAP and not now[frame.mover].routed:
        back(play, frame, unit, place)


def _volley(play: MapPlay, frame: Reacting, unit: str, place: str) -> None:
    _harry(play, frame, unit, place, back=_withdraw_line)


def _turn(play: MapPlay, frame: Reacting, unit: str, facing: str) -> None:
    """Turn a unit by one vertex. Foot checks its quality and takes at least one hit (7.14, ruling 13)."""
    pos = play.pos
    one = pos.piece(unit)
    play.chart(turned=(*pos.board.turned, unit))
    play.put(unit, Stand(one.at, CORNERS.index(facing)), "turn")
    if one.unit.foot:
        check(play, unit, "reaction_facing", "reaction")


def _fire(play: MapPlay, frame: Reacting, unit: str, target: str = "") -> None:
    pos, aim_at = play.pos, target or frame.mover
    if frame.moment == HARASSES:
        harassing = play.state.in_progress(Harassing)
        assert harassing is not None
        play.amend(Harassing, firers=(*harassing.firers, unit))
        return
    if frame.moment in (STEPS, ADVANCES):
        one = pos.piece(unit)
        if pos.piece(aim_at).at not in pos.battlefield.zone(one):
            return  # the unit did not turn after all
    if frame.moment in (STEPS, ADVANCES, LINE):
        play.chart(met=(*pos.board.met, aim_at))
    if frame.moment == SHOOTS and can_shelter(pos, unit, aim_at):
        play.push(Sheltering(unit, aim_at, returned=True))
        return
    shoot(play, unit, aim_at, REACTION, away=PARTING if frame.moment == LEAVES else None)


def _bolt(play: MapPlay, frame: Reacting, unit: str) -> None:
    if frame.moment == SHOOTS and can_shelter(play.pos, unit, frame.mover):
        play.push(Sheltering(unit, frame.mover, returned=True))
        return
    shoot(play, unit, frame.mover, REACTION)


def _retire(play: MapPlay, frame: Reacting, leader: str, at: str) -> None:
    play.ride(leader, at, "retire")


REACTION_OF: Final[Mapping[str, Callable[..., None]]] = {
    **{"withdraw": _withdraw, "harry": _harry, "feign": _feign, "line": _withdraw_line, "volley": _volley},
    **{"turn": _turn, "fire": _fire, "retire": _retire, "bolt": _bolt},
}
