"""A position of the battle: a scenario with a state, and the queries that the rules need."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from battles.schiere.rules.board.ground import Ground
from battles.schiere.rules.board.options import Options
from battles.schiere.rules.board.scenario import Scenario
from battles.schiere.rules.board.state import Order, Piece, Side, State
from battles.schiere.rules.board.troops import (
    CAVALRY,
    CHIEF,
    COMMAND_MOVES,
    COMMANDERS,
    SEATS,
    STANDARD,
    TROOPS,
    WING,
    Troop,
    temper,
)
from battles.schiere.rules.melee.duel import TRACKS
from battles.schiere.rules.melee.situation import CLASSES
from engine.frames import Frame, stack_lines
from engine.values import cached_property, dataclass
from kit.grid.square import Arc


@dataclass(frozen=True)
class Setting:
    """The parts of a battle that never change."""

    scn: Scenario
    options: Options
    ground: Ground

    @property
    def points(self) -> int:
        """The maximum cost of each army, in points (L19)."""
        return self.options.points or self.scn.points

    @property
    def turns(self) -> int:
        """The length of the battle in turns (L423)."""
        return self.options.turns or self.scn.turns

    def orders(self, seat: str) -> int:
        """Return the number of tactical orders with which a side begins (L160). It depends on the cost of
        the given army, or on the agreed points if no army is given.
        """
        given = self.scn.armies[seat].units.items() if self.scn.given else ()
        points = sum(TROOPS[id].points * number for id, number in given) if given else self.points
        return points // self.options.points_an_order


def foe(seat: str) -> str:
    """Return the seat of the other side."""
    return SEATS[1] if seat == SEATS[0] else SEATS[0]


class Pacing(Frame):
    """A frame that tracks how many movement points each acting unit has ``left``."""

    left: Mapping[str, int]


class OutOfHand(Frame):
    """The elephants ``unit`` are out of control. The enemy of their ``owner`` steers them."""

    unit: str
    owner: str


WHEREVER: Final = (
    "commanders",
    "elephants",
    "mounted_units",
    "attached_commanders",
    "of",
    "units",
    "shooters",
    "attached_pieces",
    "standards",
)
# names of cached facts that stay true while no piece changes its square, whatever else changes
IN_PLACE: Final = (
    *WHEREVER,
    *("occupants", "held_squares", "neighbours", "touching", "sided", "influenced", "chain", "commanded"),
)
MARKS: Final = frozenset({"damage", "facing", "rests"})


class _PieceFacts:
    """Facts about one set of pieces on their squares, computed on demand: occupied squares, neighbours,
    attachments, influence areas and chains of command.
    """

    def __init__(self, pieces: Mapping[str, Piece]) -> None:
        self.pieces = pieces  # this reference keeps the mapping alive, so that its id stays unique
        self.neighbours: dict[tuple[str, Ground], tuple[str, ...]] = {}
        self.touching: dict[tuple[str, Ground], tuple[str, ...]] = {}
        self.sided: dict[tuple[str, Ground], tuple[str, ...]] = {}
        self.influenced: dict[tuple[str, Ground], Mapping[str, tuple[str, ...]]] = {}
        self.chain: dict[tuple[str, Ground], tuple[str, ...]] = {}
        self.commanded: dict[tuple[str, Ground], frozenset[str]] = {}
        self.fighting: dict[Any, Any] = {}  # how each piece fights; melee.contact fills it
        self.before: dict[
            tuple[str, Ground], str
        ] = {}  # squares to which javelins step out; shooting.shooters fills it
        self.reach: dict[Any, Any] = {}  # squares that units can reach; turn.steps fills it
        self.worth: dict[Any, float] = {}  # the bot's ratings; bot.worth fills it
        self.havens: dict[Any, Any] = {}  # squares to which each piece can retreat; melee.flight fills it

    def keep_after_move(self, pieces: Mapping[str, Piece]) -> None:
        """Keep the facts that do not depend on squares, after a move. The chain of command is kept as well
        unless a commander has moved.
        """
        found = self._keep_facts(pieces, WHEREVER)
        if all(pieces[id].at == self.pieces[id].at for id in self.commanders):
            found.chain, found.commanded = self.chain, self.commanded

    def keep_after_marking(self, pieces: Mapping[str, Piece], names: Collection[str]) -> None:
        """Keep the known facts after one piece has changed in the fields ``names``. The facts are kept only
        if all of these fields are in MARKS, because no fact in IN_PLACE depends on those.
        """
        if MARKS.issuperset(names):
            self._keep_facts(pieces, IN_PLACE)

    def _keep_facts(self, pieces: Mapping[str, Piece], names: tuple[str, ...]) -> _PieceFacts:
        memory = _FACTS.of(pieces)
        known, found = vars(self), vars(memory)
        for name in names:
            if name in known:
                found[name] = known[name]
        return memory

    @cached_property
    def occupants(self) -> Mapping[str, str]:
        return {piece.at: id for id, piece in self.pieces.items() if not piece.host or holds_square(piece)}

    @cached_property
    def held_squares(self) -> Mapping[str, frozenset[str]]:
        """The squares that each side's pieces occupy."""
        stood = self.occupants.items()
        return {
            seat: frozenset([square for square, id in stood if self.pieces[id].seat == seat])
            for seat in SEATS
        }

    @cached_property
    def commanders(self) -> tuple[str, ...]:
        return tuple(id for id, piece in self.pieces.items() if piece.troop in COMMANDERS)

    @cached_property
    def elephants(self) -> tuple[str, ...]:
        return tuple(
            id for id, p in self.pieces.items() if p.troop in TROOPS and TROOPS[p.troop].cls == "elephants"
        )

    @cached_property
    def mounted_units(self) -> tuple[str, ...]:
        """The mounted units of both sides."""
        return tuple(id for id, p in self.pieces.items() if p.troop in TROOPS and TROOPS[p.troop].is_mounted)

    @cached_property
    def attached_commanders(self) -> Mapping[str, str]:
        """The commander attached to each unit. If a unit has two, the first one counts."""
        return {host: id for id in reversed(self.commanders) if (host := self.pieces[id].host)}

    @cached_property
    def attached_pieces(self) -> tuple[str, ...]:
        """The pieces that are attached to another piece."""
        return tuple(id for id, piece in self.pieces.items() if piece.host)

    @cached_property
    def standards(self) -> tuple[str, ...]:
        """The ids of both sides' standards. A standard and its bearer are a single piece."""
        return tuple(id for id, piece in self.pieces.items() if piece.troop == STANDARD)

    @cached_property
    def of(self) -> Mapping[str, tuple[str, ...]]:
        """Each side's pieces."""
        return {seat: tuple(id for id, p in self.pieces.items() if p.seat == seat) for seat in SEATS}

    @cached_property
    def units(self) -> Mapping[str, tuple[str, ...]]:
        """Each side's units."""
        return {
            seat: tuple(id for id in ids if self.pieces[id].troop in TROOPS) for seat, ids in self.of.items()
        }

    @cached_property
    def shooters(self) -> Mapping[str, tuple[str, ...]]:
        """Each side's units with a missile weapon."""
        return {
            seat: tuple(id for id in ids if TROOPS[self.pieces[id].troop].weapon)
            for seat, ids in self.units.items()
        }


class _FactsCache:
    """A cache of the facts about each mapping of pieces. The rules repeat their queries, and most actions
    leave the pieces unchanged.
    """

    def __init__(self) -> None:
        self.known: dict[int, _PieceFacts] = {}

    def of(self, pieces: Mapping[str, Piece]) -> _PieceFacts:
        found = self.known.get(id(pieces))
        if found is not None and found.pieces is pieces:
            return found
        if len(self.known) > 256:
            self.known.clear()
        found = self.known[id(pieces)] = _PieceFacts(pieces)
        return found


def holds_square(piece: Piece) -> bool:
    """Return whether a piece occupies a square. Attached commanders and carried standards do not."""
    return not (piece.host and (piece.troop != STANDARD or piece.captured))


_FACTS = _FactsCache()

TRACK: Final = {  # the damage track of every kind of unit and commander
    **TRACKS,
    **{id: TRACKS[str(CLASSES[troop.cls]["track"])] for id, troop in TROOPS.items()},
}


class Position:
    """A state of the battle with the queries that the rules need. ``ground`` is the board with all changes
    so far.
    """

    __slots__ = ("_driven", "found", "ground", "setting", "state")

    def __init__(self, setting: Setting, state: State, before: Position | None = None) -> None:
        """``before``: an earlier position of the same battle, whose facts still hold if no piece and no
        ground has changed since.
        """
        self.setting, self.state = setting, state
        self.ground: Ground
        self.found: _PieceFacts
        if before is not None and before.state.pieces is state.pieces and before.state.ground is state.ground:
            self.ground, self.found = before.ground, before.found
        else:
            self.ground = setting.ground.with_changes(state.ground)
            self.found = _FACTS.of(state.pieces)
        self._driven: str | None = None  # the elephants out of control, or ""; None until the first query

    def _replace(self, *, state: State) -> Position:
        """Return the same battle with another state. The method keeps the name from when this class was a
        named tuple.
        """
        return Position(self.setting, state, self)

    @property
    def turn(self) -> int:
        return self.state.turn

    def side(self, seat: str) -> Side:
        return self.state.sides[seat]

    # --- pieces ---

    def piece(self, id: str) -> Piece:
        """Return a piece on the board. Raises KeyError if no piece has this id."""
        return self.state.pieces[id]

    def is_unit(self, id: str) -> bool:
        return self.state.pieces[id].troop in TROOPS

    def troop(self, id: str) -> Troop:
        """Return a piece's kind of unit. Raises KeyError for commanders and standard bearers."""
        return TROOPS[self.state.pieces[id].troop]

    def cls(self, id: str) -> str:
        """Return a piece's class, which decides how it moves and fights: the unit's class or "commander"."""
        troop = self.state.pieces[id].troop
        return TROOPS[troop].cls if troop in TROOPS else "commander"

    def moves(self, id: str) -> int:
        """Return a piece's movement points for one action. A standard bearer has as many as a commander."""
        troop = self.state.pieces[id].troop
        return TROOPS[troop].moves if troop in TROOPS else COMMAND_MOVES

    def unit_at(self, square: str) -> str:
        """Return the piece that occupies a square, or "" if the square is free."""
        return self.occupants.get(square, "")

    @property
    def occupants(self) -> Mapping[str, str]:
        """The piece on each occupied square."""
        return self.found.occupants

    def of(self, seat: str) -> tuple[str, ...]:
        """Return all pieces of a side on the board, in the order of their ids."""
        return self.found.of[seat]

    def units(self, seat: str) -> tuple[str, ...]:
        return self.found.units[seat]

    def schiera(self, name: str) -> tuple[str, ...]:
        """Return a schiera's units that are on the board."""
        return tuple(id for id, piece in self.state.pieces.items() if piece.schiera == name)

    def schiere(self, seat: str) -> Mapping[str, tuple[str, ...]]:
        """Return a side's schiere, each with its units."""
        found: dict[str, list[str]] = {}
        for id, piece in self.state.pieces.items():
            if piece.seat == seat and piece.schiera:
                found.setdefault(piece.schiera, []).append(id)
        return {name: tuple(ids) for name, ids in found.items()}

    # --- remaining strength ---

    def track(self, id: str) -> list[list[int]]:
        """Return a piece's damage track: [defence, attack] after each point of damage."""
        return TRACK[self.state.pieces[id].troop]

    def defence(self, id: str) -> int:
        """Return the shields left to a piece. A standard bearer has none."""
        return self.track(id)[self.state.pieces[id].damage][0] if self.can_be_hurt(id) else 0

    def attack(self, id: str) -> int:
        """Return the swords left to a piece. A standard bearer has none."""
        return self.track(id)[self.state.pieces[id].damage][1] if self.can_be_hurt(id) else 0

    def can_be_hurt(self, id: str) -> bool:
        """Return whether a piece can take damage. Standard bearers have no values and cannot be fought
        (L250).
        """
        return self.state.pieces[id].troop != STANDARD

    # --- commanders ---

    def chief(self, seat: str) -> str:
        """Return the id of a side's commander in chief, or "" if there is none on the board."""
        return self._commander(seat, CHIEF, "")

    def wing(self, seat: str, kind: str) -> str:
        """Return the id of a wing commander, or "" if there is none on the board. ``kind`` is a name, such as
        "resolute2".
        """
        return self._commander(seat, WING, kind) if kind else ""

    def _commander(self, seat: str, troop: str, kind: str) -> str:
        for id in self.found.commanders:
            piece = self.state.pieces[id]
            if piece.troop == troop and piece.seat == seat and (not kind or piece.kind == kind):
                return id
        return ""

    def is_urged_by(self, unit: str, kind: str) -> bool:
        """Return whether the unit has a wing commander of the given kind who urges on its schiera this turn,
        or is still free to. A wing commander urges on only one schiera each turn (L232-240).
        """
        piece = self.state.pieces[unit]
        if temper(piece.wing) != kind:
            return False
        wing = self.wing(piece.seat, piece.wing)
        if not wing or wing not in self.chain(piece.seat):
            return False
        return self.state.today.urged.get(wing, piece.schiera) == piece.schiera

    def commanders(self, seat: str) -> tuple[str, ...]:
        return tuple(id for id in self.found.commanders if self.state.pieces[id].seat == seat)

    def attached_commander(self, unit: str) -> str:
        """Return the commander attached to a unit, or ""."""
        return self.found.attached_commanders.get(unit, "")

    def adjacent_commanders(self, unit: str) -> tuple[str, ...]:
        """Return the friendly commanders on the squares around a unit. Commanders attached to another unit
        do not count (L226).
        """
        if self.is_driven(unit):
            return ()
        piece = self.state.pieces[unit]
        return tuple(
            other
            for other in self.neighbours(piece.at)
            if self.state.pieces[other].seat == piece.seat and self.state.pieces[other].troop in COMMANDERS
        )

    # --- command (L210-216, L228) ---

    def reach(self, commander: str) -> Mapping[str, int]:
        """Return the squares that a commander's messenger can reach, with their costs. The messenger moves
        like a commander and ignores other pieces (ruling S15).
        """
        return self.ground.reach(self.state.pieces[commander].at, COMMAND_MOVES, "commander")

    def chain(self, seat: str) -> tuple[str, ...]:
        """Return the commanders in the chain of command: the chief, and the wing commanders within the
        chief's reach.
        """
        known, key = self.found.chain, (seat, self.ground)
        if key not in known:
            known[key] = self._chain(seat)
        return known[key]

    def _chain(self, seat: str) -> tuple[str, ...]:
        chief = self.chief(seat)
        if not chief:
            return ()
        direct = self.reach(chief)
        wings = (id for id in self.commanders(seat) if id != chief and self.state.pieces[id].at in direct)
        return (chief, *wings)

    def squares_in_command(self, seat: str) -> frozenset[str]:
        """Return the squares on which a side's units are in command."""
        known, key = self.found.commanded, (seat, self.ground)
        if key not in known:
            from_where = tuple(sorted(self.state.pieces[one].at for one in self.chain(seat)))
            known[key] = self.ground.joint_reach(from_where, COMMAND_MOVES, "commander")
        return known[key]

    def is_reached(self, id: str) -> bool:
        """Return whether a messenger of its side's commanders can reach a unit (L210, L228)."""
        piece = self.state.pieces[id]
        return piece.at in self.squares_in_command(piece.seat)

    def in_command(self, id: str) -> bool:
        """Return whether a unit is in command. A messenger can reach it, or it is cavalry with enough
        movement points left to return to where a messenger can (L210-216). Elephants out of control
        always count as in command, because no commander's reach applies to them (ruling S73).
        """
        if self.is_driven(id):
            return True
        piece = self.state.pieces[id]
        if piece.at in self.squares_in_command(piece.seat):
            return True
        cls = self.cls(id)
        return cls in CAVALRY and self.would_be_in_command(piece.seat, cls, piece.at, self.points_left(id))

    def would_be_in_command(self, seat: str, cls: str, square: str, points: int) -> bool:
        """Return whether a unit of a class would be in command on a square with the given movement points
        left. Cavalry is in command if the points suffice to return to a commanded square, whatever pieces are
        on the way (ruling S20).
        """
        led = self.squares_in_command(seat)
        if square in led:
            return True
        return cls in CAVALRY and not led.isdisjoint(self.ground.reach(square, points, cls))

    def points_left(self, id: str) -> int:
        """Return the movement points that a piece has left in this turn."""
        pacing = self.state.in_progress(Pacing)
        if pacing is not None and id in pacing.left:
            return int(pacing.left[id])
        return int(self.state.today.left.get(id, self.moves(id)))

    def is_driven(self, id: str) -> bool:
        """Return whether a unit consists of elephants out of control. No commander can reach them."""
        if self._driven is None:
            running = self.state.in_progress(OutOfHand)
            self._driven = "" if running is None else running.unit
        return self._driven == id

    def solid(self, id: str) -> bool:
        """Return whether a unit's side has a solid chief who can reach the unit directly (L220)."""
        chief = self.chief(self.state.pieces[id].seat)
        return (
            bool(chief)
            and self.state.pieces[chief].kind == "solid"
            and not self.is_driven(id)
            and self.state.pieces[id].at in self.reach(chief)
        )

    # --- neighbouring pieces ---

    def neighbours(self, square: str) -> tuple[str, ...]:
        """Return the pieces on the squares around a square."""
        known, key = self.found.neighbours, (square, self.ground)
        found = known.get(key)
        if found is None:
            stood = self.occupants
            found = tuple([stood[there] for there in self.ground.neighbours[square] if there in stood])
            known[key] = found
        return found

    def adjacent_enemies(self, id: str) -> tuple[str, ...]:
        """Return the enemies next to a piece that it can fight, including those that touch only a corner."""
        known, key = self.found.touching, (id, self.ground)
        found = known.get(key)
        if found is None:
            pieces = self.state.pieces
            near, seat = self.neighbours(pieces[id].at), pieces[id].seat
            found = tuple([one for one in near if pieces[one].seat != seat and self.can_be_hurt(one)])
            known[key] = found
        return found

    def enemies_across_sides(self, id: str) -> tuple[str, ...]:
        """Return the enemies that share a side with a piece."""
        known, key = self.found.sided, (id, self.ground)
        found = known.get(key)
        if found is None:
            touching, beside = (
                self.adjacent_enemies(id),
                self.ground.side_neighbours[self.state.pieces[id].at],
            )
            found = tuple([other for other in touching if self.state.pieces[other].at in beside])
            known[key] = found
        return found

    def arc(self, id: str, other: str) -> Arc:
        """Return the arc in which a piece sees another piece: front, flank or rear (L128-130)."""
        piece = self.state.pieces[id]
        return self.ground.arc(piece.at, piece.facing, self.state.pieces[other].at)

    def is_isolated(self, id: str) -> bool:
        """Return whether no other unit of its side is on the squares around a unit (ruling S16)."""
        pieces = self.state.pieces
        piece = pieces[id]
        for other in self.neighbours(piece.at):
            if pieces[other].seat == piece.seat and pieces[other].troop in TROOPS:
                return False
        return True

    def enemy_influence(self, seat: str) -> Mapping[str, tuple[str, ...]]:
        """Return the squares in the influence areas of a side's enemies, each with the enemies that
        influence it. An influence area is one square around every piece that fights (L124).
        """
        known, key = self.found.influenced, (seat, self.ground)
        if key not in known:
            known[key] = self._find_enemy_influence(seat)
        return known[key]

    def enemies_influencing(self, seat: str, square: str) -> tuple[str, ...]:
        """Return a side's enemies that have a square in their influence area (L124). For many squares,
        :meth:`enemy_influence` is faster.
        """
        known = self.found.influenced.get((seat, self.ground))
        if known is not None or not square:
            return known.get(square, ()) if known is not None else ()
        pieces, near = self.state.pieces, self.neighbours(square)
        return tuple([id for id in near if pieces[id].seat != seat and self.can_be_hurt(id)])

    def _find_enemy_influence(self, seat: str) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for square, id in self.occupants.items():
            if self.state.pieces[id].seat != seat and self.can_be_hurt(id):
                for there in self.ground.neighbours[square]:
                    found.setdefault(there, []).append(id)
        return {square: tuple(ids) for square, ids in found.items()}

    # --- orders (L160-176) ---

    def orders(self, seat: str, holder: str = "") -> Mapping[str, Order]:
        """Return a side's tactical orders, or only the orders of one holder."""
        return {
            id: order
            for id, order in self.state.orders.items()
            if order.seat == seat and (not holder or order.holder == holder)
        }

    # --- text dump, for debugging ---

    def lines(self) -> Iterator[str]:
        state = self.state
        yield f"turn {state.turn}, actions {dict(state.today.actions)}"
        for seat, side in state.sides.items():
            held = f"reserve {len(side.reserve)} orders {len(self.orders(seat))}"
            yield f"{seat}: {side.edge} camp {side.camp} {held}"
        for id, piece in sorted(state.pieces.items()):
            host = f" with {piece.host}" if piece.host else ""
            yield f"{id} {piece.kind or piece.troop} {piece.at}{piece.facing} damage {piece.damage}{host}"
        yield from stack_lines(state.stack)

    def __str__(self) -> str:
        return "\n".join(self.lines())
