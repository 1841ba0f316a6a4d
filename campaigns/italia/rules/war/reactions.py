"""Reactions of the others to a campaign move: all who may are asked together (12.32)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from campaigns.italia.rules.combat.phase import Combats
from campaigns.italia.rules.ground.play import Play
from campaigns.italia.rules.ground.position import Position
from campaigns.italia.rules.ground.registry import FRAMES, Action, Event, JointDuty, written
from campaigns.italia.rules.scenario.types import FLEET
from campaigns.italia.rules.war.defection import desert
from campaigns.italia.rules.war.plans import last_round, neutral
from engine.choices import permits
from engine.codec import tag_of
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, IllegalAction, Option, Share


@dataclass(frozen=True)
class NoReaction(Action):
    """Let it happen."""


@dataclass(frozen=True)
class EnterBattle(Action):
    """Join the fight in the leader's area: "area:unit" -> how many."""

    units: Mapping[str, int]


@dataclass(frozen=True)
class MoveAndSee(Action):
    """Move one stack one area."""

    origin: str
    to: str
    units: Mapping[str, int]


@dataclass(frozen=True)
class Reacting(Frame):
    """``blocked``: the area that is held down; ``raided``: the leader's army raids where it is."""

    nation: str
    leader: str
    asked: tuple[str, ...]
    blocked: str = ""
    raided: bool = False
    answers: Mapping[str, Action] = field(default_factory=dict)


@dataclass(frozen=True)
class Reacted(Event):
    """``how``: enter_battle, move_and_see."""

    nation: str
    how: str
    origin: str
    to: str
    units: Mapping[str, int]


@dataclass(frozen=True)
class ReactionFailed(Event):
    """What others did first left no room for it."""

    nation: str


def reactors(pos: Position, nation: str, leader: str, blocked: str) -> tuple[str, ...]:
    """Every nation that is not the campaigner's friend with a unit in the leader's area or next to it, in
    order of play; units held down by a block do not count."""
    here = pos.leader_at(leader)
    if not here or pos.scn.is_sea(here):
        return ()
    near = ({here} | pos.scn.board.around(here)) - {blocked}
    return tuple(
        other
        for other in pos.scn.nations
        if other != nation
        and not pos.friends(nation, other)
        and not neutral(pos, other)
        and any(pos.units(place, other) for place in near)
        and _any_choice(pos, nation, leader, other, blocked)
    )


def _any_choice(pos: Position, nation: str, leader: str, other: str, blocked: str) -> bool:
    frame = Reacting(nation, leader, (other,), blocked)
    return any(choice.kind != "no_reaction" for choice in reactions(pos, frame, other))


def reactions(pos: Position, frame: Reacting, nation: str) -> Iterator[Choice]:
    """What a nation may do about the move."""
    here = pos.leader_at(frame.leader)
    yield Choice("no_reaction", rule="12.32")
    if here and not frame.raided and pos.troops(here, nation):
        joining = tuple(
            Option(f"{area}:{unit}", high=number)
            for area in sorted(pos.scn.board.beside(here))
            if area != frame.blocked and not pos.foes(nation, area)
            for unit, number in pos.units(area, nation).items()
            if unit != FLEET
        )
        if joining:
            most = sum(o.high or 0 for o in joining)
            yield Choice("enter_battle", {}, (Share("units", joining, 1, most),), "12.32")
    for origin in pos.areas_of(nation):
        if origin != frame.blocked:
            yield from _moves(pos, frame, nation, origin)
    for sea in pos.scn.board.seas:
        fleets = pos.fleets(sea, nation)
        if fleets and not pos.troops(sea, nation) and not pos.leaders(sea, nation):
            share = Share("units", (Option(FLEET, high=fleets),), 1, fleets)
            for to in sorted(pos.scn.board.waters[sea]):
                yield Choice("move_and_see", {"origin": sea, "to": to}, (share,), "12.32")


def _moves(pos: Position, frame: Reacting, nation: str, origin: str) -> Iterator[Choice]:
    """Where a stack may step: an empty area, an own one, or one where only it and the campaigner stand."""
    units = {u: n for u, n in pos.units(origin, nation).items() if u != FLEET}
    leaders = pos.leaders(origin, nation)
    options = [Option(u, high=n) for u, n in units.items()] + [Option(name, high=1) for name in leaders]
    if not options or not pos.uses(nation, origin):
        return
    share = Share("units", tuple(options), 1, sum(o.high or 0 for o in options))
    for to in sorted(pos.scn.board.beside(origin)):
        if _open(pos, frame, nation, to):
            yield Choice("move_and_see", {"origin": origin, "to": to}, (share,), "12.32")


def _open(pos: Position, frame: Reacting, nation: str, to: str) -> bool:
    if not pos.uses(nation, to):
        return False
    others = set(pos.foreign(nation, to))
    return not others or (others == {frame.nation} and pos.holds(nation, to))


@FRAMES.duty(Reacting)
class _Reacting(JointDuty):
    def asks(self, pos: Position, frame: Reacting) -> tuple[Ask, ...]:
        facts = {"leader": frame.leader, "area": pos.leader_at(frame.leader), "by": frame.nation}
        return tuple(Ask(pos.seat(n), "react", NoReaction(), "12.32", facts, n) for n in frame.asked)

    def choices(self, pos: Position, frame: Reacting, ask: Ask) -> Choices:
        return tuple(reactions(pos, frame, ask.power))

    def check(self, pos: Position, frame: Reacting, ask: Ask, action: Action) -> None:
        if not permits(self.choices(pos, frame, ask), written(action)):
            raise IllegalAction("12.32", "not_offered", action=tag_of(type(action)))

    def settle(self, play: Play, frame: Reacting) -> None:
        """In order of play; what earlier ones have made impossible is not done."""
        play.pop()
        for nation in frame.asked:
            action = frame.answers[nation]
            if isinstance(action, NoReaction):
                continue
            if permits(tuple(reactions(play.pos, frame, nation)), written(action)):
                _react(play, frame, nation, action)
            else:
                play.tell(ReactionFailed(nation))
        if last_round(play.pos):
            desert(play)


def _react(play: Play, frame: Reacting, nation: str, action: Action) -> None:
    if isinstance(action, EnterBattle):
        here = play.pos.leader_at(frame.leader)
        coming: dict[str, dict[str, int]] = {}
        for key, number in sorted(action.units.items()):
            area, _, unit = key.partition(":")
            if number:
                coming.setdefault(area, {})[unit] = number
        for area, units in coming.items():
            play.shift(nation, units, area, here)
            play.tell(Reacted(nation, "enter_battle", area, here, units))
            _started(play, area)
        return
    assert isinstance(action, MoveAndSee)
    units = {u: n for u, n in action.units.items() if n and u in play.scn.units}
    play.shift(nation, units, action.origin, action.to)
    for leader in (name for name, n in action.units.items() if n and name in play.scn.leaders):
        play.move_leader(leader, action.to)
    play.tell(Reacted(nation, "move_and_see", action.origin, action.to, units))
    _started(play, action.origin)


def _started(play: Play, area: str) -> None:
    """The campaigner may not retreat to areas from which reactions started."""
    phase = play.state.in_progress(Combats)
    assert phase
    play.amend(Combats, reacted=tuple(sorted({*phase.reacted, area})))
