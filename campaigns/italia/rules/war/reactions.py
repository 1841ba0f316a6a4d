"""Reactions of other nations to a campaign move. All nations that can react decide at the same time
(12.32).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from campaigns.italia.rules.combat.naval import with_cargo
from campaigns.italia.rules.combat.phase import Combats
from campaigns.italia.rules.scenario.types import FLEET
from campaigns.italia.rules.state.play import FRAMES, JointHandler, Play
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.war.defection import desert
from campaigns.italia.rules.war.plans import is_garrison, last_round
from engine.choices import permits
from engine.codec import tag_of
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, IllegalAction, Option, Share
from engine.values import dataclass
from kit.rules.decisions import Action, Event, action_json


@dataclass(frozen=True)
class NoReaction(Action):
    """Decline to react to a campaign move."""


@dataclass(frozen=True)
class EnterBattle(Action):
    """Join the fight in the leader's area. ``units``: "area:unit" -> how many."""

    units: Mapping[str, int]


@dataclass(frozen=True)
class MoveAndSee(Action):
    """React to a campaign move by moving one stack to an adjacent area or sea."""

    origin: str
    to: str
    units: Mapping[str, int]


@dataclass(frozen=True)
class Reacting(Frame):
    """The reactions to a campaign move. ``asked``: the nations that can react. ``answers``: their reactions
    so far, by nation. ``blocked``: the area from which nobody can react, or "". ``raided``: whether the
    leader's army raids its area.
    """

    nation: str
    leader: str
    asked: tuple[str, ...]
    blocked: str = ""
    raided: bool = False
    answers: Mapping[str, Action] = field(default_factory=dict)


@dataclass(frozen=True)
class Reacted(Event):
    """A nation reacted. ``how``: enter_battle or move_and_see."""

    nation: str
    how: str
    origin: str
    to: str
    units: Mapping[str, int]


@dataclass(frozen=True)
class ReactionFailed(Event):
    """A reaction became impossible because of an earlier one."""

    nation: str


def places_near(pos: Position, place: str) -> frozenset[str]:
    """Return the areas and seas next to a place."""
    board = pos.scn.board
    return board.coasts[place] | board.waters[place] if pos.scn.is_sea(place) else board.neighbours(place)


def reactors(pos: Position, nation: str, leader: str, blocked: str) -> tuple[str, ...]:
    """Return the other nations that can react, in order of play. They have a unit or leader in the leader's
    place or next to it, by land or sea. Pieces in the blocked area do not count.
    """
    here = pos.leader_at(leader)
    if not here:
        return ()
    places = ({here} | places_near(pos, here)) - {blocked}
    return tuple(
        other
        for other in pos.scn.nations
        if other != nation
        and not is_garrison(pos, other)
        and any(pos.holds(other, place) for place in places)
        and _has_choice(pos, nation, leader, other, blocked)
    )


def _has_choice(pos: Position, nation: str, leader: str, other: str, blocked: str) -> bool:
    frame = Reacting(nation, leader, (other,), blocked)
    return any(choice.kind != "no_reaction" for choice in reactions(pos, frame, other))


def reactions(pos: Position, frame: Reacting, nation: str) -> Iterator[Choice]:
    """Yield a nation's possible reactions to a campaign move."""
    yield Choice("no_reaction", rule="12.32")
    yield from _join_choices(pos, frame, nation)
    for origin in pos.places_of(nation):
        if origin == frame.blocked:
            continue
        if pos.scn.is_sea(origin):
            yield from _sea_reactions(pos, frame, nation, origin)
        else:
            yield from _land_reactions(pos, frame, nation, origin)


def _join_choices(pos: Position, frame: Reacting, nation: str) -> Choices:
    """Return the choice to reinforce a nation's own units in the leader's place, or () if the nation cannot.
    All units next to the place by land or sea can join. If the leader is at sea, only fleets can.
    """
    here = pos.leader_at(frame.leader)
    if not here or frame.raided or pos.friends(nation, frame.nation) or not pos.holds(nation, here):
        return ()
    at_sea, joining = pos.scn.is_sea(here), []
    for place in sorted(places_near(pos, here) - {frame.blocked}):
        if at_sea and not pos.scn.is_sea(place):
            continue
        for unit, number in pos.units(place, nation).items():
            if (unit == FLEET) == at_sea:
                joining.append(Option(f"{place}:{unit}", high=number))
        if not at_sea:
            joining += [Option(f"{place}:{name}", high=1) for name in pos.leaders(place, nation)]
    if not joining:
        return ()
    most = sum(o.high or 0 for o in joining)
    return (Choice("enter_battle", {}, (Share("units", tuple(joining), 1, most),), "12.32"),)


def _land_reactions(pos: Position, frame: Reacting, nation: str, origin: str) -> Iterator[Choice]:
    units = pos.units(origin, nation)
    leaders = [Option(name, high=1) for name in pos.leaders(origin, nation)]
    if pos.treats_as_ordinary(nation, origin):
        yield from _stack_moves(
            frame, origin, units, leaders, sorted(pos.scn.board.adjacent_areas(origin)), pos, nation
        )
        yield from _stack_moves(
            frame, origin, units, leaders, sorted(pos.scn.board.coasts[origin]), pos, nation
        )


def _sea_reactions(pos: Position, frame: Reacting, nation: str, sea: str) -> Iterator[Choice]:
    """Yield the reactions of units at sea. Units aboard can land. Fleets can go to the next sea with as many
    units as they can carry. If all fleets go, leaders aboard go with them.
    """
    aboard = {u: n for u, n in pos.units(sea, nation).items() if u != FLEET}
    ships = pos.fleets(sea, nation)
    leaders = [Option(name, high=1) for name in pos.leaders(sea, nation)] if ships else []
    yield from _stack_moves(frame, sea, aboard, leaders, sorted(pos.scn.board.coasts[sea]), pos, nation)
    yield from _stack_moves(
        frame, sea, {FLEET: ships} if ships else {}, [], sorted(pos.scn.board.waters[sea]), pos, nation
    )


def _stack_moves(
    frame: Reacting,
    origin: str,
    units: Mapping[str, int],
    leaders: list[Option],
    places: list[str],
    pos: Position,
    nation: str,
) -> Iterator[Choice]:
    for to in places:
        if not _can_enter(pos, frame, nation, to):
            continue
        if pos.scn.is_sea(to) and FLEET not in units and not pos.fleets(to, nation):
            continue
        room = _room(pos, nation, to) if FLEET not in units else None
        options = [
            Option(u, high=most, cost=1)
            for u, n in units.items()
            if (most := n if room is None else min(n, room))
        ]
        options += leaders
        if options:
            high = sum(o.high or 0 for o in options)
            share = Share("units", tuple(options), 1, high, budget=room)
            yield Choice("move_and_see", {"origin": origin, "to": to}, (share,), "12.32")


def _room(pos: Position, nation: str, place: str) -> int | None:
    if not pos.scn.is_sea(place):
        return None
    return max(0, 2 * pos.fleets(place, nation) - pos.troops(place, nation))


def _can_enter(pos: Position, frame: Reacting, nation: str, to: str) -> bool:
    """Return whether a stack can enter a place. No other nation may be in the place, except that the
    campaigning nation may be if the stack's nation already holds the place. Land units and leaders enter
    a sea only aboard fleets of their nation (9.1).
    """
    if pos.scn.is_sea(to):
        others = set(pos.nations_at(to)) - {nation}
        return not others or (others == {frame.nation} and bool(pos.fleets(to, nation)))
    if not pos.treats_as_ordinary(nation, to):
        return False
    others = set(pos.foreign(nation, to))
    return not others or (others == {frame.nation} and pos.holds(nation, to))


@FRAMES.handler(Reacting)
class _Reacting(JointHandler):
    def asks(self, pos: Position, frame: Reacting) -> tuple[Ask, ...]:
        facts = {"leader": frame.leader, "area": pos.leader_at(frame.leader), "by": frame.nation}
        return tuple(Ask(pos.seat(n), "react", NoReaction(), "12.32", facts, n) for n in frame.asked)

    def choices(self, pos: Position, frame: Reacting, ask: Ask) -> Choices:
        return tuple(reactions(pos, frame, ask.power))

    def check(self, pos: Position, frame: Reacting, ask: Ask, action: Action) -> None:
        if not permits(reactions(pos, frame, ask.power), action_json(action)):
            raise IllegalAction("12.32", "not_offered", action=tag_of(type(action)))

    def settle(self, play: Play, frame: Reacting) -> None:
        """Resolve the reactions in order of play, and skip those that earlier ones made impossible."""
        play.pop()
        for nation in frame.asked:
            action = frame.answers[nation]
            if isinstance(action, NoReaction):
                continue
            if permits(reactions(play.pos, frame, nation), action_json(action)):
                _react(play, frame, nation, action)
            else:
                play.tell(ReactionFailed(nation))
        if last_round(play.pos) and any(not isinstance(a, NoReaction) for a in frame.answers.values()):
            desert(play)  # legions can desert again after reactions (13.4)


def _react(play: Play, frame: Reacting, nation: str, action: Action) -> None:
    if isinstance(action, EnterBattle):
        here = play.pos.leader_at(frame.leader)
        coming: dict[str, dict[str, int]] = {}
        for key, number in sorted(action.units.items()):
            place, _, unit = key.partition(":")
            if number:
                coming.setdefault(place, {})[unit] = number
        for place, named in coming.items():
            _move_stack(play, nation, "enter_battle", place, here, named)
        return
    assert isinstance(action, MoveAndSee)
    _move_stack(play, nation, "move_and_see", action.origin, action.to, action.units)


def _move_stack(play: Play, nation: str, how: str, origin: str, to: str, named: Mapping[str, int]) -> None:
    """Move units, and leaders by name. Fleets take as many units and leaders along as they can carry."""
    units = {u: n for u, n in named.items() if n and u in play.scn.units}
    leaders = tuple(name for name, n in sorted(named.items()) if n and name in play.scn.leaders)
    if FLEET in units:
        units, leaders = with_cargo(play.pos, nation, origin, units[FLEET])
    play.shift(nation, units, origin, to)
    for leader in leaders:
        play.move_leader(leader, to)
    play.tell(Reacted(nation, how, origin, to, units))
    _note_start(play, origin)


def _note_start(play: Play, area: str) -> None:
    """Record an area from which a reaction started, because the campaigning army cannot retreat to it."""
    phase = play.state.in_progress(Combats)
    assert phase
    play.amend(Combats, reacted=tuple(sorted({*phase.reacted, area})))
