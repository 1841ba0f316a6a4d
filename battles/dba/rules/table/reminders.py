"""Reminders of rules for the current phase, as codes with their sections. Only rules that can matter now are
included.
"""

from __future__ import annotations

from collections.abc import Iterator

from battles.dba.rules.table import laid_terrain
from battles.dba.rules.table.moves import landing_now
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.setup import comes_by_sea
from battles.dba.rules.table.shooters import can_shoot
from battles.dba.rules.table.state import TableState
from battles.dba.rules.table.strongholds import garrison_of_bua
from battles.dba.rules.table.terrain import BAD_GOING
from battles.dba.rules.troops import IMPETUOUS, MOUNTED, SHOOTERS


def reminders(battle: Battle, state: TableState) -> Iterator[tuple[str, str]]:
    """Yield the reminders of the current phase as pairs (code, section)."""
    part = {
        "sides": _edges,
        "camps": _layout,
        "deployment": _deployment,
        "pips": _pips,
        "moves": _moves,
        "shooting": _shooting,
        "combat": _combat,
    }.get(state.phase)
    if part:
        yield from part(battle, state)


def _types(battle: Battle, state: TableState, seat: str) -> set[str]:
    return {battle.base(e, state).type for e in state.on_table() if battle.blocks[e].seat == seat}


def _edges(battle: Battle, state: TableState) -> Iterator[tuple[str, str]]:
    # an undrawn built-up area cannot exclude an edge
    if state.bua and not any(one.kind == "bua" for one in state.drawing):
        yield "not_edge_by_bua", "deployment"


def _layout(battle: Battle, state: TableState) -> Iterator[tuple[str, str]]:
    ground = battle.ground
    if ground is None:
        return
    if ground.bua:
        yield "lay_bua", "battlefield"
    if ground.strait:
        yield "lay_strait", "battlefield"
    if ground.landing:
        yield "lay_sea", "battlefield"


def _deployment(battle: Battle, state: TableState) -> Iterator[tuple[str, str]]:
    yield from _layout(battle, state)
    if comes_by_sea(battle, state, state.active):
        yield "half_ashore", "deployment"
    yield "deploy_depth", "deployment"
    yield "deploy_flanks", "deployment"


def _pips(battle: Battle, state: TableState) -> Iterator[tuple[str, str]]:
    """Yield reminders of what a 6 does besides giving PIPs (L222)."""
    if any(state.elements[e].sacking for e in battle.of(state.active)):
        yield "six_ends_sack", "garrisons"
    bua = state.bua
    lost = bua is not None and bua.owner == state.active and bua.holder == state.passive
    if lost and bua is not None and bua.denizens == "alive" and garrison_of_bua(battle, state) is None:
        yield "six_buys_revolt", "garrisons"


def _moves(battle: Battle, state: TableState) -> Iterator[tuple[str, str]]:
    own, enemy = (_types(battle, state, seat) for seat in (state.active, state.passive))
    if state.own_bound() == 1:
        yield "no_surcharge_first_bound", "pips"
        if "Ps" in own:
            yield "psiloi_again", "further_moves"
        if landing_now(battle, state):
            yield "land_now", "deployment"
    elif landing_now(battle, state):
        yield "land_wave", "deployment"
    if battle.ground is not None and battle.ground.strait:
        yield "bank_held", "rivers"
    if "LH" in own:
        yield "light_horse_again", "further_moves"
    if own & {"SCh", "Wb"}:
        yield "charge_again", "further_moves"
    if laid_terrain.may_have(state, "road"):
        yield "road_again", "further_moves"
    yield "closed_front", "crossing_fronts"
    yield "group_clear_of_enemy", "tactical_moves"
    yield "group_column", "tactical_moves"
    if own & {"Art", "WWg"}:
        yield "never_into_contact", "contact"
        if not state.pieces or any(piece.kind in BAD_GOING for piece in state.pieces):
            yield "engines_no_bad_going", "distances"
    if state.bound > 1:
        yield "break_off_free", "breaking_off"
    if state.river and state.river.nature == "unknown":
        yield "river_unknown", "rivers"
    if state.river and state.river.barred:
        yield "river_barred", "rivers"
    if enemy & set(IMPETUOUS):
        yield "break_off_pursued", "pursuit"
    if enemy & {"LH", "Ps"}:
        yield "lone_skirmisher_lines_up", "contact"


def _shooting(battle: Battle, state: TableState) -> Iterator[tuple[str, str]]:
    shooters = {battle.base(e, state).type for e in state.on_table()} & set(SHOOTERS)
    yield "mutual_first", "shooting"
    yield "not_in_combat", "shooting"
    yield "three_widths", "shooting"
    inside = garrison_of_bua(battle, state)
    if inside is not None and can_shoot(battle, state, inside):
        yield "garrison_all_round", "shooting"
    if "Art" in shooters:
        yield "artillery_enemy_bound", "shooting"


def _combat(battle: Battle, state: TableState) -> Iterator[tuple[str, str]]:
    own, enemy = (_types(battle, state, seat) for seat in (state.active, state.passive))
    yield "order_is_active", "sequence"
    yield "overlaps_again", "close_combat"
    if "Kn" in own and "Bw" in enemy:
        yield "bows_stop_knights", "results.lower"
    if (own | enemy) & set(IMPETUOUS):
        yield "impetuous_pursue", "pursuit"
    if "El" in own | enemy:
        yield "elephants_trample", "recoil"
    if any(_helps(*sides) for sides in ((own, enemy), (enemy, own))):
        yield "psiloi_support", "support"


def _helps(riders: set[str], foot: set[str]) -> bool:
    return bool(riders & set(MOUNTED)) and bool(foot & {"Sp", "Bd", "Ax"}) and "Ps" in foot
