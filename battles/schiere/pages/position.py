"""Rebuild a position from a reader's view, so that the page can query the rules.

The position contains only facts that the reader knows, because it is never built from the state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from battles.schiere.pages.heraldry import SIDES
from battles.schiere.rules.board.position import Position, Setting
from battles.schiere.rules.board.state import Piece, Side, State, Today
from battles.schiere.rules.board.troops import COMMANDERS, SEATS, STANDARD, TROOPS
from battles.schiere.rules.turn.going import MOVES, Going
from engine.game import Facts
from games.wording.numbers import whole
from kit.hand.deck import deck_of
from maps.values import Side as Flag

if TYPE_CHECKING:
    from battles.schiere.pages.roster import Roll

OF_PIECE: Final = tuple(one.name for one in fields(Piece))
OF_SIDE: Final = ("edge", "camp", "chief", "wings", "banked", "bought", "trophies")
OF_TODAY: Final = ("acted", "moved", "shot", "left", "shaken", "urged", "alternate", "shifted")
LETTERS: Final = "ABDEFGHIJKLMNOPQSTUVWXYZ"  # without C and R, which begin piece ids


@dataclass(frozen=True)
class ReadersBoard:
    """The board as one reader sees it, with the rules' answers about it."""

    setting: Setting
    view: Facts
    roll: Roll = field(default_factory=dict)
    flags: Mapping[str, Flag] = field(default_factory=lambda: SIDES)  # the colours and marks of both sides

    @cached_property
    def pos(self) -> Position:
        """The public part of the position, for queries to the rules."""
        view = self.view
        state = State(
            turn=view["turn"],
            pieces={id: _piece(one) for id, one in view["pieces"].items()},
            sides={seat: Side(**_tuples(view["sides"][seat], OF_SIDE)) for seat in SEATS},
            orders={},
            bag=deck_of(()),
            ground=view["ground"],
            gone={},
            made={},
            today=Today(**_tuples(view["today"], OF_TODAY)),
            stack=_action(view["action"]),
        )
        return Position(self.setting, state)

    @property
    def pieces(self) -> Mapping[str, Piece]:
        return self.pos.state.pieces

    @cached_property
    def pieces_on(self) -> Mapping[str, tuple[str, ...]]:
        """The pieces on each square. The piece that occupies the square comes first."""
        found: dict[str, list[str]] = {}
        for id, piece in sorted(self.pieces.items(), key=lambda one: (bool(one[1].host), one[0])):
            found.setdefault(piece.at, []).append(id)
        stood = self.pos.occupants
        return {
            at: tuple(sorted(ids, key=lambda id: (stood.get(at) != id, ids.index(id))))
            for at, ids in found.items()
        }

    @cached_property
    def letters(self) -> Mapping[str, str]:
        """The letter of each schiera on the board."""
        schiere = (name for seat in SEATS for name in self.pos.schiere(seat))
        return {name: letter(name, rank) for rank, name in enumerate(sorted(schiere, key=_by_age))}

    def letter(self, id: str) -> str:
        """Return the letter for a unit's schiera, or "" if it has none."""
        return self.letters.get(self.pieces[id].schiera, "")

    def label(self, id: str) -> str:
        """Return a unit's label, made of its schiera's letter and its number in the schiera, as in "A2". A
        unit deployed alone has only a letter.
        """
        known = self.roll.get(id)
        return self.letter(id) + (str(known.number) if known and len(known.together) > 1 else "")

    @cached_property
    def order_counts(self) -> Mapping[str, int]:
        """The number of orders under each piece, face up or face down."""
        found: dict[str, int] = {}
        for orders in self.view["orders"].values():
            for one in orders:
                found[one["holder"]] = found.get(one["holder"], 0) + 1
        return found

    def commander_kind(self, id: str) -> str:
        """Return the kind of commander attached to a piece: "chief", "wing", or "" if there is none."""
        with_it = (one for one in self.pieces.values() if one.host == id and one.troop in COMMANDERS)
        return next((one.troop for one in with_it), "")

    def body(self, id: str) -> tuple[str, ...]:
        """Return the units that move together with a piece. In close order this is the whole schiera,
        otherwise only the piece.
        """
        piece = self.pieces[id]
        if piece.troop not in TROOPS or TROOPS[piece.troop].open_order or not piece.schiera:
            return (id,)
        return (id, *(other for other in self.pos.schiera(piece.schiera) if other != id))

    def moves(self, id: str) -> bool:
        """Return whether a piece can move by itself."""
        return self.pieces[id].troop != STANDARD


def _action(told: Facts | None) -> tuple[Going, ...]:
    """Return a stack that holds the action in progress, or () if there is none. The rules read from it how
    far units can still move.
    """
    if told is None:
        return ()
    made = {id: MOVES - left for id, left in told["moves"].items()}
    return (Going(told["seat"], tuple(told["units"]), dict(told["left"]), made),)


def _piece(told: Facts) -> Piece:
    return Piece(**{name: told[name] for name in OF_PIECE if name in told})


def _tuples(told: Facts, names: tuple[str, ...]) -> dict[str, Any]:
    """Return the named values that are present, with lists converted to tuples."""
    found = {name: told[name] for name in names if name in told}
    return {name: tuple(value) if isinstance(value, list) else value for name, value in found.items()}


def letter(name: str, rank: int = 0) -> str:
    """Return a schiera's permanent letter. Both sides count in one sequence, so no letter is used twice.
    ``rank``: the number to use if the name contains none.
    """
    number = whole(name[1:], 1) if name.startswith("s") else None
    return _letter(rank if number is None else number - 1)


def _by_age(name: str) -> tuple[int, str]:
    return len(name), name


def _letter(number: int) -> str:
    """Convert a number to a letter: A, B, D ... Z, AA, AB and so on. Armies can have more schiere than there
    are letters.
    """
    high, low = divmod(number, len(LETTERS))
    return (LETTERS[high - 1] if high else "") + LETTERS[low]
