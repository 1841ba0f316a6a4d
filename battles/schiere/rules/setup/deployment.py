"""Deployment: the armies enter the board alternately, a few schiere at a time (L29, L41)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battles.schiere.rules.board.ground import Ground
from battles.schiere.rules.board.play import FRAMES, Offered, Play
from battles.schiere.rules.board.position import Position, foe
from battles.schiere.rules.board.shapes import shapes, slots
from battles.schiere.rules.board.state import Group, Piece
from battles.schiere.rules.board.troops import CHIEF, COMMANDERS, SEATS, STANDARD, TROOPS, WING
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Number, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event

RULE = "deployment"
FEWEST, MOST = 1, 3  # how many schiere a side can place at a time (L41)
LOOSE: Final = "loose"  # used if no formation fits: each unit goes to the nearest free square


@dataclass(frozen=True)
class DeployInTurns(Action):
    """Decide which side begins, and how many schiere a side deploys at a time."""

    first: str
    batch: int


@dataclass(frozen=True)
class Deploy(Action):
    """Deploy a schiera or a commander. ``group`` is a troop and a number ("legionaries:4"), or a commander
    and the kind ("wing:resolute"). ``at`` is the square of the first piece. ``wing`` is the wing
    commander who will lead a schiera.
    """

    group: str
    shape: str
    at: str
    wing: str | None = None


@dataclass(frozen=True)
class DeploymentOrdered(Event):
    seat: str
    first: str
    batch: int


@dataclass(frozen=True)
class Deployed(Event):
    """``pieces`` have entered the board, including a commander's standard bearer."""

    seat: str
    group: str
    schiera: str
    pieces: tuple[str, ...]
    squares: tuple[str, ...]


@dataclass(frozen=True)
class OrderingDeployment(Frame):
    """The side with the initiative decides how the armies are deployed."""


@dataclass(frozen=True)
class Deploying(Frame):
    """A decision in progress: ``seat`` deploys its next group. The side has placed ``done`` groups of its
    current ``batch``.
    """

    seat: str
    batch: int
    done: int = 0


@FRAMES.handler(OrderingDeployment)
class _OrderingDeployment(Offered):
    def ask(self, pos: Position, frame: OrderingDeployment) -> Ask:
        seat = pos.state.today.order[0]
        return Ask(seat, "order_deployment", DeployInTurns(foe(seat), MOST), RULE)

    def choices(self, pos: Position, frame: OrderingDeployment) -> Choices:
        fields = (Pick("first", tuple(Option(s) for s in SEATS)), Number("batch", FEWEST, MOST, MOST))
        return (Choice("deploy_in_turns", {}, fields, RULE),)

    def execute(self, play: Play, frame: OrderingDeployment, action: DeployInTurns) -> None:
        play.tell(DeploymentOrdered(play.state.today.order[0], action.first, action.batch))
        play.swap(Deploying(action.first, action.batch))


@FRAMES.handler(Deploying)
class _Deploying(Offered):
    def advance(self, play: Play, frame: Deploying) -> bool:
        sides, other = play.state.sides, foe(frame.seat)
        if not sides[frame.seat].reserve and not sides[other].reserve:
            play.pop()
            return True
        if not sides[frame.seat].reserve or (frame.done >= frame.batch and sides[other].reserve):
            play.swap(Deploying(other, frame.batch))
            return True
        return False

    def ask(self, pos: Position, frame: Deploying) -> Ask:
        return Ask(frame.seat, "deploy", lambda: usual(pos, frame.seat), RULE)

    def choices(self, pos: Position, frame: Deploying) -> Choices:
        side = pos.side(frame.seat)
        wings = tuple(Option(kind) for kind in side.wings)
        found = []
        for group in dict.fromkeys(side.reserve):
            under = (Pick("wing", wings, optional=True),) if wings and group.troop in TROOPS else ()
            for shape, squares in ways(pos, frame.seat, group):
                fixed = {"group": group_id(group), "shape": shape}
                fields = (Pick("at", tuple(Option(s) for s in squares)), *under)
                found.append(Choice("deploy", fixed, fields, RULE))
        return tuple(found)

    def answer(self, play: Play, frame: Deploying, action: Action) -> None:
        """Apply a deployment at once if it fits, without listing all alternatives first. Check any other
        answer as usual.
        """
        if isinstance(action, Deploy) and _fits(play.pos, frame.seat, action):
            self.execute(play, frame, action)
            return
        super().answer(play, frame, action)

    def execute(self, play: Play, frame: Deploying, action: Deploy) -> None:
        group = _group(play.pos, frame.seat, action.group)
        assert group is not None
        reserve = list(play.state.sides[frame.seat].reserve)
        reserve.remove(group)
        play.change_side(frame.seat, reserve=tuple(reserve))
        squares = occupied_squares(play.pos, frame.seat, group, action.shape, action.at)
        if group.troop in COMMANDERS:
            _commander(play, frame.seat, group, squares[0])
        else:
            _schiera(play, frame.seat, group, squares, action.wing or "")
        play.swap(frame.but(done=frame.done + 1))


def _schiera(play: Play, seat: str, group: Group, squares: tuple[str, ...], wing: str) -> None:
    name, facing = play.new_id("s"), entry_facing(play.pos, seat)
    ids = [play.put(Piece(seat, group.troop, at, facing, schiera=name, wing=wing)) for at in squares]
    play.tell(Deployed(seat, group_id(group), name, tuple(ids), squares))


def _commander(play: Play, seat: str, group: Group, at: str) -> None:
    """Place a commander with the standard bearer behind, or on any other free square next to the commander
    (L250).
    """
    facing = entry_facing(play.pos, seat)
    commander = play.put(Piece(seat, group.troop, at, facing, kind=group.kind))
    free, kind = play.room_beside(at, facing), group.kind if group.troop == WING else CHIEF
    bearer = play.put(Piece(seat, STANDARD, free, facing, kind=kind, host=commander))
    play.tell(Deployed(seat, group_id(group), "", (commander, bearer), (at, free)))


# --- free squares -----------------------------------------------------------------------------------------


def group_id(group: Group) -> str:
    """Return the name by which actions refer to a group in reserve."""
    return f"{group.troop}:{group.kind or group.units}"


def entry_facing(pos: Position, seat: str) -> str:
    """Return the facing of an army that enters the board, towards the other side (ruling S24)."""
    return "n" if pos.side(seat).edge == "south" else "s"


def _free(pos: Position, seat: str) -> frozenset[str]:
    return frozenset(s for s in pos.ground.entry(pos.side(seat).edge) if s not in pos.occupants)


def ways(pos: Position, seat: str, group: Group) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each formation that fits, with the possible squares of its first piece. If no formation fits,
    yield the loose formation with all free squares.
    """
    free, any_shape = _free(pos, seat), False
    facing = entry_facing(pos, seat)
    for shape in shapes(group.units):
        found = tuple(at for at in sorted(free) if _room(pos, free, group, at, facing, shape))
        if found:
            any_shape = True
            yield shape, found
    if not any_shape:
        yield LOOSE, tuple(sorted(free))


def _room(pos: Position, free: frozenset[str], group: Group, at: str, facing: str, shape: str) -> bool:
    if not all(square in free for square in slots(pos.ground, at, facing, shape, group.units)):
        return False
    around = pos.ground.neighbours[at]
    return group.troop not in COMMANDERS or any(
        s not in pos.occupants and not pos.ground.is_barred(s) for s in around
    )


def occupied_squares(pos: Position, seat: str, group: Group, shape: str, at: str) -> tuple[str, ...]:
    """Return the squares that a group would occupy."""
    if shape != LOOSE:
        return slots(pos.ground, at, entry_facing(pos, seat), shape, group.units)
    near = sorted(_free(pos, seat), key=lambda s: (pos.ground.distance(at, s), s))
    return tuple(near[: group.units])


def _group(pos: Position, seat: str, name: str) -> Group | None:
    return next((group for group in pos.side(seat).reserve if group_id(group) == name), None)


def _fits(pos: Position, seat: str, action: Deploy) -> bool:
    group = _group(pos, seat, action.group)
    if group is None or action.shape not in shapes(group.units):
        return False
    if action.wing is not None and (group.troop not in TROOPS or action.wing not in pos.side(seat).wings):
        return False
    free = _free(pos, seat)
    return action.at in free and _room(pos, free, group, action.at, entry_facing(pos, seat), action.shape)


def usual(pos: Position, seat: str) -> Deploy:
    """Return the default deployment of the next group: foot in front of the camp, horse on the wings,
    commanders behind.
    """
    side, ground = pos.side(seat), pos.ground
    group = min(side.reserve, key=lambda g: (g.troop in COMMANDERS, side.reserve.index(g)))
    shape, squares = next(iter(ways(pos, seat, group)))
    middle = ground.board.columns / 2
    last = 0 if side.edge == "south" else ground.board.rows - 1
    mounted = group.troop in TROOPS and TROOPS[group.troop].is_mounted
    wanted = {True: 1, False: 3}[group.troop in COMMANDERS]

    def worth(square: str) -> tuple[float, float, str]:
        place = ground.places[square]
        depth, aside = abs(place.row - last), abs(place.column + group.units / 2 - middle)
        surcharge = 0 if ground.kind(square) == "plain" else 4
        return abs(depth - wanted) * 3 + surcharge + (-aside if mounted else aside), aside, square

    return Deploy(group_id(group), shape, min(squares, key=worth))


def capacity(ground: Ground) -> int:
    """Return the number of pieces that fit into the smaller of the two entry areas."""
    return min(len(ground.entry("south")), len(ground.entry("north")))
