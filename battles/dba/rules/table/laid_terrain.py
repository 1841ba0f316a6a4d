"""The terrain that is known to be on the table, and the facts of a combat that it makes possible."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from battles.dba.rules.situation import Contender, camel
from battles.dba.rules.table import events as ev
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import River, TableState
from battles.dba.rules.table.terrain import BAD_GOING, KINDS, Kind, Piece
from battles.dba.rules.troops import ENGINES
from engine.game import IllegalAction, Json, Step

SAND: Final = frozenset({"dunes", "oasis"})
HILLS: Final = frozenset({"steep_hill", "gentle_hill"})
LOOSE: Final = frozenset({"marsh", "rough"})  # bad going that does not stop a pursuit (section "pursuit")
# all kinds but the built-up area, which is reported separately because it decides whether an army has a camp
NOTED: Final = tuple(kind for kind in KINDS if kind != "bua")


def note(battle: Battle, state: TableState, kinds: tuple[Kind, ...]) -> Step[TableState]:
    """Record kinds of terrain that were not reported before. Raises IllegalAction if there are none or they
    cannot be added.
    """
    if not kinds or len(set(kinds)) != len(kinds):
        raise IllegalAction("battlefield", "nothing_noted")
    for kind in kinds:
        if kind not in NOTED:
            raise IllegalAction("battlefield", "bua_by_itself")
        if kind in {piece.kind for piece in state.pieces} or (kind == "river" and state.river):
            raise IllegalAction("battlefield", "noted_already", piece=kind)
    return Step(with_pieces(state, kinds), (ev.TerrainNoted(kinds),))


def with_pieces(state: TableState, kinds: Iterable[Kind]) -> TableState:
    """Return the state with these kinds of terrain added, in unknown quarters."""
    new = tuple(Piece(kind, ()) for kind in kinds if kind not in {piece.kind for piece in state.pieces})
    river = state.river or (River() if any(piece.kind == "river" for piece in new) else None)
    return state.but(pieces=(*state.pieces, *new), river=river)


def may_have(state: TableState, kind: Kind) -> bool:
    """Return whether a kind of terrain may be on the table. Every kind may be if the terrain is unknown."""
    return not state.pieces or any(piece.kind == kind for piece in state.pieces)


def places_of_a_general(state: TableState) -> tuple[str, ...]:
    """Return the kinds of terrain that can be on this table and make a general's commands cost more PIPs. The
    first entry, "", stands for any other terrain.
    """
    hiding: tuple[Kind, ...] = ("woods", "oasis", "marsh")
    return ("", *(kind for kind in hiding if may_have(state, kind)))


def possible(
    state: TableState, seat: str, c: Contender, field: str, options: tuple[Json, ...]
) -> tuple[Json, ...]:
    """Return the options of a fact about an element that are possible on this terrain. The first option,
    which means that there is nothing to report, is always possible.
    """
    gone = _without_river(state) | _without_places(state, seat) | _without_pieces(state, c)
    return tuple(one for one in options if one == options[0] or (field, one) not in gone)


_Facts = frozenset[tuple[str, Any]]


def _without_river(state: TableState) -> _Facts:
    """Return the facts that cannot hold because there is no river, or because of its nature. A paltry river
    helps nobody and drowns nobody (sections "rivers" and "flee").
    """
    if state.river is None:
        return frozenset(
            {("bank", True), ("going", "river"), ("flight", "river"), ("flight", "unknown_river")}
        )
    if state.river.nature == "paltry":
        return frozenset({("bank", True), ("flight", "river"), ("flight", "unknown_river")})
    return frozenset({("flight", "river" if state.river.nature == "unknown" else "unknown_river")})


def _without_places(state: TableState, seat: str) -> _Facts:
    camp = state.camps.get(seat)
    gone = set() if state.bua else {("obstacle", "garrisoned_bua")}
    return frozenset(gone if camp is not None and camp.pitched else {*gone, ("obstacle", "own_camp")})


def _without_pieces(state: TableState, c: Contender) -> _Facts:
    """Return the facts that cannot hold because the table lacks the terrain for them. While the terrain is
    unknown, return no facts.
    """
    if not state.pieces:
        return frozenset()
    kinds = {piece.kind for piece in state.pieces}
    bad = kinds & BAD_GOING
    gone: set[tuple[str, Any]] = set() if kinds & HILLS else {("uphill", True)}
    if not (bad - SAND if camel(c) else bad):
        gone |= {("going", "bad"), ("going", "bad_road"), ("behind_bad", True)}
    if not bad & SAND:
        gone.add(("going", "sand"))
    if not bad - LOOSE:
        gone.add(("pursuit", "bad_going"))
    if "waterway" not in kinds and not (bad and c.type in ENGINES):  # engines cannot enter bad going
        gone.add(("obstacle", "impassable"))
    return frozenset(gone)
