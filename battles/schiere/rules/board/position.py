"""A position: a scenario, a state, and the queries of the rules."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
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
from engine.values import dataclass
from kit.grid.square import Arc


@dataclass(frozen=True)
class Setting:
    """The parts of a battle that never change."""

    scn: Scenario
    options: Options
    ground: Ground

    @property
    def points(self) -> int:
        """The cost limit of each army (L19)."""
        return self.options.points or self.scn.points

    @property
    def turns(self) -> int:
        """The length of the battle (L423)."""
        return self.options.turns or self.scn.turns

    def orders(self, seat: str) -> int:
        """The number of tactical orders that a side begins with (L160), by the agreed points or those of its
        given army.
        """
        given = self.scn.armies[seat].units.items() if self.scn.given else ()
        points = sum(TROOPS[id].points * number for id, number in given) if given else self.points
        return points // self.options.points_an_order


def foe(seat: str) -> str:
    """The seat of the other side."""
    return SEATS[1] if seat == SEATS[0] else SEATS[0]


class Pacing(Frame):
    """A frame that tracks the movement points ``left`` to each acting unit."""

    left: Mapping[str, int]


class OutOfHand(Frame):
    """A frame in which elephants (``unit``) run out of control. The enemy of their ``owner`` steers them."""

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
)
IN_PLACE: Final = (  # facts that depend on squares, but not on facings, damage or rest
    *WHEREVER,
    *("occupants", "held_squares", "neighbours", "touching", "sided", "influenced", "chain", "commanded"),
)
MARKS: Final = frozenset({"damage", "facing", "rests"})


class _Found:
    """Facts about one mapping of pieces, computed on demand: occupied squares, neighbours, attachments,
    influence areas and chains of command.
    """

    def __init__(self, pieces: Mapping[str, Piece]) -> None:
        self.pieces = pieces  # a reference keeps the mapping alive, so that its id stays unique
        self.neighbours: dict[tuple[str, Ground], tuple[str, ...]] = {}
        self.touching: dict[tuple[str, Ground], tuple[str, ...]] = {}
        self.sided: dict[tuple[str, Ground], tuple[str, ...]] = {}
        self.influenced: dict[tuple[str, Ground], Mapping[str, tuple[str, ...]]] = {}
        self.chain: dict[tuple[str, Ground], tuple[str, ...]] = {}
        self.commanded: dict[tuple[str, Ground], frozenset[str]] = {}
        self.fighting: dict[Any, Any] = {}  # how each piece fights; filled by melee.contact
        self.before: dict[
            tuple[str, Ground], str
        ] = {}  # squares to which javelins step out; filled by shooting.shooters
        self.reach: dict[Any, Any] = {}  # the squares that units can reach; filled by turn.steps
        self.worth: dict[Any, float] = {}  # the bot's ratings; filled by bot.worth
        self.havens: dict[Any, Any] = {}  # squares to which each piece can retreat; filled by melee.flight

    def keep_after_move(self, pieces: Mapping[str, Piece]) -> None:
        """Keep the facts that do not depend on squares for the same pieces on other squares. The chain of
        command is kept as well unless a commander has moved.
        """
        found = self._keep_facts(pieces, WHEREVER)
        if all(pieces[id].at == self.pieces[id].at for id in self.commanders):
            found.chain, found.commanded = self.chain, self.commanded

    def keep_after_marking(self, pieces: Mapping[str, Piece], names: Collection[str]) -> None:
        """Keep the facts for the same pieces, of which one has other values of these fields."""
        if MARKS.issuperset(names):
            self._keep_facts(pieces, IN_PLACE)

    def _keep_facts(self, pieces: Mapping[str, Piece], names: tuple[str, ...]) -> _Found:
        memory = _MEMORY.of(pieces)
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
        """The squares that the pieces of each side occupy."""
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
        """Return the mounted units of both sides."""
        return tuple(id for id, p in self.pieces.items() if p.troop in TROOPS and TROOPS[p.troop].is_mounted)

    @cached_property
    def attached_commanders(self) -> Mapping[str, str]:
        """The commander attached to each unit; the first one if there are two."""
        return {host: id for id in reversed(self.commanders) if (host := self.pieces[id].host)}

    @cached_property
    def of(self) -> Mapping[str, tuple[str, ...]]:
        """The pieces of each side."""
        return {seat: tuple(id for id, p in self.pieces.items() if p.seat == seat) for seat in SEATS}

    @cached_property
    def units(self) -> Mapping[str, tuple[str, ...]]:
        """The units of each side."""
        return {
            seat: tuple(id for id in ids if self.pieces[id].troop in TROOPS) for seat, ids in self.of.items()
        }

    @cached_property
    def shooters(self) -> Mapping[str, tuple[str, ...]]:
        """The units of each side that have a missile weapon."""
        return {
            seat: tuple(id for id in ids if TROOPS[self.pieces[id].troop].weapon)
            for seat, ids in self.units.items()
        }


class _Memory:
    """A cache of facts by mapping of pieces. Most steps leave the pieces unchanged, and the rules repeat
    their queries.
    """

    def __init__(self) -> None:
        self.known: dict[int, _Found] = {}

    def of(self, pieces: Mapping[str, Piece]) -> _Found:
        found = self.known.get(id(pieces))
        if found is not None and found.pieces is pieces:
            return found
        if len(self.known) > 256:
            self.known.clear()
        found = self.known[id(pieces)] = _Found(pieces)
        return found


def holds_square(piece: Piece) -> bool:
    """Return whether a piece occupies a square. Attached commanders and carried standards do not."""
    return not (piece.host and (piece.troop != STANDARD or piece.captured))


_MEMORY = _Memory()

TRACK: Final = {  # the damage tracks of every kind of unit and of commanders
    **TRACKS,
    **{id: TRACKS[str(CLASSES[troop.cls]["track"])] for id, troop in TROOPS.items()},
}


class Position:
    """A state of the battle with the queries that the rules need. ``ground`` is the board with all changes so
    far.
    """

    __slots__ = ("_driven", "found", "ground", "setting", "state")

    def __init__(self, setting: Setting, state: State) -> None:
        self.setting, self.state = setting, state
        self.ground = setting.ground.with_changes(state.ground)
        self.found = _MEMORY.of(state.pieces)
        self._driven: str | None = None  # the elephants that are out of control, or ""

    def _replace(self, *, state: State) -> Position:
        """Return the same battle with another state. The name dates from when the class was a named tuple."""
        return Position(self.setting, state)

    @property
    def turn(self) -> int:
        return self.state.turn

    def side(self, seat: str) -> Side:
        return self.state.sides[seat]

    # --- pieces ---

    def piece(self, id: str) -> Piece:
        """Return a piece on the board. Raises KeyError if there is none with this id."""
        return self.state.pieces[id]

    def is_unit(self, id: str) -> bool:
        return self.state.pieces[id].troop in TROOPS

    def troop(self, id: str) -> Troop:
        """A piece's kind of unit. Raises KeyError for commanders and bearers."""
        return TROOPS[self.state.pieces[id].troop]

    def cls(self, id: str) -> str:
        """The class that decides how a piece moves and fights: that of its unit, or "commander"."""
        troop = self.state.pieces[id].troop
        return TROOPS[troop].cls if troop in TROOPS else "commander"

    def moves(self, id: str) -> int:
        """The movement points of a piece for an action. An attached commander has those of his unit."""
        troop = self.state.pieces[id].troop
        return TROOPS[troop].moves if troop in TROOPS else COMMAND_MOVES

    def unit_at(self, square: str) -> str:
        """The piece that occupies a square; "" if it is free."""
        return self.occupants.get(square, "")

    @property
    def occupants(self) -> Mapping[str, str]:
        """The piece on each occupied square."""
        return self.found.occupants

    def of(self, seat: str) -> tuple[str, ...]:
        """All pieces of a side on the board, in the order of their ids."""
        return self.found.of[seat]

    def units(self, seat: str) -> tuple[str, ...]:
        return self.found.units[seat]

    def schiera(self, name: str) -> tuple[str, ...]:
        """The units of a schiera that are on the board."""
        return tuple(id for id, piece in self.state.pieces.items() if piece.schiera == name)

    def schiere(self, seat: str) -> Mapping[str, tuple[str, ...]]:
        """The schiere of a side, with the units of each."""
        found: dict[str, list[str]] = {}
        for id, piece in self.state.pieces.items():
            if piece.seat == seat and piece.schiera:
                found.setdefault(piece.schiera, []).append(id)
        return {name: tuple(ids) for name, ids in found.items()}

    # --- remaining strength ---

    def track(self, id: str) -> list[list[int]]:
        """The damage track of a piece: [defence, attack] after each point of damage."""
        return TRACK[self.state.pieces[id].troop]

    def defence(self, id: str) -> int:
        """The shields on a piece's counters, as damaged."""
        return self.track(id)[self.state.pieces[id].damage][0] if self.can_be_hurt(id) else 0

    def attack(self, id: str) -> int:
        """The swords on a piece's counters, as damaged."""
        return self.track(id)[self.state.pieces[id].damage][1] if self.can_be_hurt(id) else 0

    def can_be_hurt(self, id: str) -> bool:
        """Return whether a piece can take damage. Standard bearers have no values and cannot be fought
        (L250).
        """
        return self.state.pieces[id].troop != STANDARD

    # --- commanders ---

    def chief(self, seat: str) -> str:
        """The piece of the commander in chief; "" if he is not on the board."""
        return self._commander(seat, CHIEF, "")

    def wing(self, seat: str, kind: str) -> str:
        """The piece of a wing commander, given by his name; "" if he is not on the board."""
        return self._commander(seat, WING, kind) if kind else ""

    def _commander(self, seat: str, troop: str, kind: str) -> str:
        for id in self.found.commanders:
            piece = self.state.pieces[id]
            if piece.troop == troop and piece.seat == seat and (not kind or piece.kind == kind):
                return id
        return ""

    def urges(self, unit: str, kind: str) -> bool:
        """Return whether a wing commander of the given kind urges on the unit's schiera, or still can. He
        must command the unit, and urges on one schiera a turn (L232-240).
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
        """The commander attached to a unit, or ""."""
        return self.found.attached_commanders.get(unit, "")

    def adjacent_commanders(self, unit: str) -> tuple[str, ...]:
        """The commanders of the unit's side on the squares around it, except those attached to another unit
        (L226).
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
        """The squares that a commander's messenger can reach, with their costs. He moves like a commander and
        ignores other pieces (ruling S15).
        """
        return self.ground.reach(self.state.pieces[commander].at, COMMAND_MOVES, "commander")

    def chain(self, seat: str) -> tuple[str, ...]:
        """The commanders in the chain of command: the chief, and the wing commanders within his reach."""
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
        """The squares on which a side's units are in command."""
        known, key = self.found.commanded, (seat, self.ground)
        if key not in known:
            from_where = tuple(sorted(self.state.pieces[one].at for one in self.chain(seat)))
            known[key] = self.ground.joint_reach(from_where, COMMAND_MOVES, "commander")
        return known[key]

    def is_reached(self, id: str) -> bool:
        """Return whether a messenger of its commanders can reach a unit (L210, L228)."""
        piece = self.state.pieces[id]
        return piece.at in self.squares_in_command(piece.seat)

    def in_command(self, id: str) -> bool:
        """Return whether a unit is in command: a messenger can reach it, or it is cavalry with enough points
        left to return to where one can (L210-216). Elephants out of control never are (ruling S73).
        """
        if self.is_driven(id):
            return True
        piece = self.state.pieces[id]
        if piece.at in self.squares_in_command(piece.seat):
            return True
        cls = self.cls(id)
        return cls in CAVALRY and self.is_led_at(piece.seat, cls, piece.at, self.points_left(id))

    def is_led_at(self, seat: str, cls: str, square: str, points: int) -> bool:
        """Return whether a unit of a class would be in command on a square with that many movement points
        left. Its way back follows the cheapest squares, occupied or not (ruling S20).
        """
        led = self.squares_in_command(seat)
        if square in led:
            return True
        return cls in CAVALRY and not led.isdisjoint(self.ground.reach(square, points, cls))

    def points_left(self, id: str) -> int:
        """The movement points that a piece has left in this turn."""
        pacing = self.state.in_progress(Pacing)
        if pacing is not None and id in pacing.left:
            return int(pacing.left[id])
        return int(self.state.today.left.get(id, self.moves(id)))

    def is_driven(self, id: str) -> bool:
        """Return whether a unit is elephants out of control. No commander can reach them."""
        if self._driven is None:
            running = self.state.in_progress(OutOfHand)
            self._driven = "" if running is None else running.unit
        return self._driven == id

    def solid(self, id: str) -> bool:
        """Return whether a solid chief reaches a unit directly (L220)."""
        chief = self.chief(self.state.pieces[id].seat)
        return (
            bool(chief)
            and self.state.pieces[chief].kind == "solid"
            and not self.is_driven(id)
            and self.state.pieces[id].at in self.reach(chief)
        )

    # --- neighbouring pieces ---

    def neighbours(self, square: str) -> tuple[str, ...]:
        """The pieces on the eight squares around a piece."""
        known, key = self.found.neighbours, (square, self.ground)
        found = known.get(key)
        if found is None:
            stood = self.occupants
            found = tuple([stood[there] for there in self.ground.neighbours[square] if there in stood])
            known[key] = found
        return found

    def touching(self, id: str) -> tuple[str, ...]:
        """The enemies next to a piece that can be fought, including those that touch only a corner."""
        known, key = self.found.touching, (id, self.ground)
        found = known.get(key)
        if found is None:
            pieces = self.state.pieces
            near, seat = self.neighbours(pieces[id].at), pieces[id].seat
            found = tuple([one for one in near if pieces[one].seat != seat and self.can_be_hurt(one)])
            known[key] = found
        return found

    def enemies_across_sides(self, id: str) -> tuple[str, ...]:
        """The enemies that share a side with a piece."""
        known, key = self.found.sided, (id, self.ground)
        found = known.get(key)
        if found is None:
            touching, beside = self.touching(id), self.ground.side_neighbours[self.state.pieces[id].at]
            found = tuple([other for other in touching if self.state.pieces[other].at in beside])
            known[key] = found
        return found

    def arc(self, id: str, other: str) -> Arc:
        """The arc of a piece in which another piece lies: front, flank or rear (L128-130)."""
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
        """The squares in the influence areas of a side's enemies, each with the enemies that influence it.

        An influence area is one square around every piece that fights (L124).
        """
        known, key = self.found.influenced, (seat, self.ground)
        if key not in known:
            known[key] = self._find_enemy_influence(seat)
        return known[key]

    def influencing(self, seat: str, square: str) -> tuple[str, ...]:
        """Return a side's enemies in whose influence areas a square lies (L124). For many squares,
        :meth:`influenced` is faster.
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
        """The tactical orders of a side, or only those of one holder."""
        return {
            id: order
            for id, order in self.state.orders.items()
            if order.seat == seat and (not holder or order.holder == holder)
        }

    # --- text, for finding faults ---

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
