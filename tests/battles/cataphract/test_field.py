"""The field of hexes: the printed set-ups, and properties of every unit's reach, withdrawal and flight."""

from random import Random

import pytest

from battles.cataphract.rules.field.contact import clash_between, targets
from battles.cataphract.rules.field.flight import Goal, flights
from battles.cataphract.rules.field.ground import BROKEN, COVERS, STREAM, TRENCH, WOODS, Ground, plain
from battles.cataphract.rules.field.pieces import CORNERS, Battlefield, Piece
from battles.cataphract.rules.field.reach import Reach, Stand, reach, walk, why_no_way_out
from battles.cataphract.rules.field.setup import set_up
from battles.cataphract.rules.field.sight import sees
from battles.cataphract.rules.field.withdrawal import why_no_withdrawal, withdrawals
from battles.cataphract.rules.sheet.armies.printed_battles import battles, scenario
from battles.cataphract.rules.sheet.armies.roster import SEATS
from battles.cataphract.rules.shock.fight import fight
from battles.cataphract.rules.shock.situation import Segment
from battles.cataphract.rules.unit import TYPES, Unit
from engine.refusals import IllegalAction
from kit.grid.board import HexBoard
from kit.grid.hexes import SIDES, distance, hexside
from tests.found import some

MA = {"HC": 7, "LN": 8, "LC": 9, "HI": 4, "MI": 4, "LI": 5}


@pytest.mark.parametrize("battle", list(battles()))
def test_a_set_up_has_the_printed_units_in_the_printed_hexes(battle: str) -> None:
    field, facts = set_up(battle), battles()[battle]
    for seat, side in some(zip(SEATS, facts["sides"], strict=True)):
        counted = [one for one in field.of(seat) if not one.artillery]
        printed = facts["printed"][side]
        assert len(counted) == printed.get("listed", printed["units"])
        assert printed["size"] in (None, sum(one.unit.size for one in counted))
        named = {hex for row in facts["setup"][side] if "contingent" in row for hex in row.get("hexes", ())}
        apart = [one for one in counted if field.ground.board.name(one.at) not in named]
        assert {one.unit.name for one in apart} <= {"Visigoth foot"}  # "any level-3 hex": no level is printed


@pytest.mark.parametrize("battle", list(battles()))
def test_units_of_the_field_are_those_of_the_sheet(battle: str) -> None:
    sheet = {u["id"]: u for side in scenario(battle)["sides"].values() for u in side["units"]}
    for id, one in some(set_up(battle).pieces.items()):
        assert (sheet[id]["type"], sheet[id]["tq"], sheet[id]["ma"]) == (one.unit.type, one.unit.tq, one.ma)


@pytest.mark.parametrize("battle", list(battles()))
def test_nobody_begins_with_an_enemy_or_in_an_enemy_zone(battle: str) -> None:
    field = set_up(battle)
    shared = [found for found in field.occupants.values() if len(found) > 1]
    assert all(any(one.artillery for one in found) for found in shared)
    assert not [id for id, one in field.pieces.items() if field.holders(one.seat, one.at)]


def scattered(seed: int) -> Battlefield:
    """Return a small field with rough ground, streams and trenches, and with units at random places."""
    random = Random(seed)
    board = plain().board
    part = [at for at in board if distance(at, board.place("2010")) <= 6]
    covers = {at: random.choice(COVERS) for at in part if random.random() < 0.3}
    edges = {
        hexside(at, random.randrange(SIDES)): random.choice((STREAM, TRENCH))
        for at in part
        if random.random() < 0.2
    }
    levels = {at: random.randrange(3) for at in part if random.random() < 0.2}
    ground = Ground(HexBoard(board.layout, board.hexes, levels), covers, edges)
    pieces = {}
    for n, at in enumerate(random.sample(part, 24)):
        kind = random.choice(TYPES)
        column = kind in ("HI", "MI", "LI") and random.random() < 0.2
        unit = Unit(kind, 6, column=column, routed=random.random() < 0.1)
        id = f"u{n}"
        pieces[id] = Piece(id, random.choice(SEATS), unit, MA[kind], at, random.randrange(SIDES))
    return Battlefield(ground, pieces)


def check(field: Battlefield, one: Piece, found: Reach) -> None:
    for stand, (cost, way) in found.stands.items():
        assert 0 <= cost.mp <= one.allowance and cost.hits >= 0
        assert way[0] == (one.at, one.facing) and way[-1] == stand
        if len(way) > 1:
            walked = walk(field, one, way[1:])
            assert (walked.cost, walked.stand) == (cost, stand)
        assert not field.enemies_at(one.seat, stand.at)
        assert stand.at == one.at or not field.friends_at(one, stand.at)
        inside = [s for s in way[1:-1] if s.at != one.at and field.holders(one.seat, s.at)]
        assert not inside, "it moved on out of an enemy zone that it had entered"


@pytest.mark.parametrize("seed", range(8))
def test_every_way_can_be_walked_for_its_price(seed: int) -> None:
    field = scattered(seed)
    for one in some(field.pieces.values()):
        found = reach(field, one)
        assert Stand(one.at, one.facing) in found.stands
        check(field, one, found)
        if why_no_way_out(field, one):
            assert found.hexes() == {one.at}


@pytest.mark.parametrize("seed", range(3))
def test_what_is_out_of_reach_is_refused_with_its_section(seed: int) -> None:
    """Random paths: either the rules allow the whole path, or they name the section and the hex."""
    field, random = scattered(seed), Random(seed)
    refused = set()
    for one in field.pieces.values():
        found = reach(field, one)
        for _try in range(60):
            path, here = [], Stand(one.at, one.facing)
            for _leg in range(random.randint(1, 6)):
                if random.random() < 0.3:
                    here = Stand(here.at, (here.facing + random.choice((1, -1, 2))) % SIDES)
                else:
                    here = Stand(here.at.step_towards(random.randrange(SIDES)), here.facing)
                path.append(here)
            try:
                walked = walk(field, one, path)
            except IllegalAction as refusal:
                refused.add(refusal.rule)
                assert refusal.facts["hex"]
            else:
                assert walked.stand in found.stands and walked.cost >= found.stands[walked.stand][0]
    assert {"6.32", "7.12"} <= refused


@pytest.mark.parametrize("seed", range(4))
def test_clashes_of_positions_are_fought_by_the_code_of_the_sheet(seed: int) -> None:
    field, random = scattered(seed), Random(seed)
    fought = 0
    for one in field.pieces.values():
        against = [o for o in targets(field, one) if one.arc_of(o.at)]
        if one.unit.routed or one.unit.column or not against:
            continue
        clash = clash_between(field, [one], against, moved=frozenset({one.id}))
        left = fight(Segment((clash,)), lambda asked: random.randrange(10)).left
        assert len(left) == 1 + len(against)
        fought += 1
    assert fought


def test_hits_of_the_ground_are_those_of_the_table() -> None:
    board = plain().board
    a, b = board.place("1805"), board.place("1905")
    for cover, hits in ((WOODS, 1), (BROKEN, 1)):
        field = Battlefield(Ground(board, {b: cover}), {"x": Piece("x", "first", Unit("HC", 6), 7, a, 1)})
        assert reach(field, field.pieces["x"]).stands[Stand(b, 1)][0].hits == hits


# --- fire and flight ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_sight_between_units_is_mutual(seed: int) -> None:
    """Without bows, which shoot over near units, sight is mutual (8.14)."""
    field = scattered(seed)
    pairs = [(a, b) for a in field.pieces.values() for b in field.pieces.values() if a.id < b.id]
    seen = [(sees(field, a, b.at), sees(field, b, a.at)) for a, b in some(pairs)]
    assert all(one == other for one, other in seen)
    assert {True, False} <= {one for one, _other in seen}


@pytest.mark.parametrize("seed", range(6))
def test_a_unit_that_flees_is_gone_at_last_or_has_no_way(seed: int) -> None:
    field, random = scattered(seed), Random(seed)
    goals = [Goal(CORNERS.index("W")), Goal(CORNERS.index("E")), Goal(0, field.ground.board.place("1019"))]
    left = 0
    for one in list(field.pieces.values())[:8]:
        goal = goals[random.randrange(3)]
        here, crossed = one, set[str]()
        for _step in range(300):
            ways = flights(field, here, goal)
            if not ways or ways[0].off:
                left += 1
                break
            for way in ways:
                assert not field.enemies_at(one.seat, way.at)
                assert field.ground.open_to(here.at, way.at)
                assert way.through or not field.holders(one.seat, way.at)
            crossed |= {id for way in ways for id in way.through}
            here = here.moved_to(random.choice(ways).at, ways[0].facing)
        assert one.id not in crossed
    assert left


@pytest.mark.parametrize("seed", range(6))
def test_every_withdrawal_leads_away_from_the_mover(seed: int) -> None:
    field = scattered(seed)
    could = 0
    for one in field.pieces.values():
        for mover in field.pieces.values():
            if one.seat == mover.seat or mover.unit.routed or why_no_withdrawal(field, one, mover):
                continue
            could += 1
            for stand, (cost, way) in withdrawals(field, one, mover).stands.items():
                steps = [leg.at for before, leg in zip(way, way[1:], strict=False) if leg.at != before.at]
                far = [distance(at, mover.at) for at in (one.at, *steps)]
                assert far == sorted(set(far)), "not every hex was farther than the one before"
                assert cost.mp <= one.allowance - mover.allowance
                assert not field.holders(one.seat, stand.at) and not field.friends_at(one, stand.at)
    assert could
