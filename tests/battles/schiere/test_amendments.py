"""A game master's corrections: random facts, impossible positions, and who can see them."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from battles.schiere.rules.board.state import Group, Order, Piece
from battles.schiere.rules.board.troops import CHIEF, STANDARD, TROOPS, WING
from battles.schiere.rules.melee.clash import Clash
from battles.schiere.rules.system import SCHIERE
from battles.schiere.rules.turn.acting import Acting
from battles.schiere.rules.turn.march import March
from engine.canonical_order import sort_keys
from engine.dice import Seeded
from engine.game import Pick
from engine.log.amending import apply_changes, change, facts, ineffective_changes
from tests.engine.amendments import check_amendments, check_no_mistakes

CODEC = SCHIERE.codec


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_facts_put_right_leave_the_battle_playable_and_its_log_true(seed: int) -> None:
    count = check_amendments(SCHIERE, seed, {"points": "20", "turns": "6"})
    assert count["made"] > 20 and count["added"] and count["removed"]


def test_what_is_left_of_the_points_is_a_fact_that_one_side_knows() -> None:
    rules = SCHIERE.open(SCHIERE.scenario(next(iter(SCHIERE.scenarios()))), {})
    state = rules.setup(Seeded(b"amending", "schiere", 0)).state
    found = facts(CODEC, rules, state)
    fact = found["sides", "rome", "points"]
    assert fact.seen_by == ("rome",)
    after = apply_changes(CODEC, rules, state, [change(fact, CODEC.write(state), 5)])
    assert after.sides["rome"].points == 5
    assert rules.view(after, "carthage") == rules.view(state, "carthage")
    assert rules.view(after, None) == rules.view(state, None)
    assert all(it.seen_by is not None or "points" not in path for path, it in found.items())


def test_no_position_that_the_rules_lead_to_has_a_mistake() -> None:
    check_no_mistakes(SCHIERE, 3, {"points": "20", "turns": "6"})


# --- pieces removed and pieces forgotten ------------------------------------------------------------------


@cache
def a_battle() -> tuple[Any, Any]:
    """Return a battle in its first turn, between two actions."""
    rules = SCHIERE.open(SCHIERE.scenario("open_field"), {"points": "20", "turns": "6"})
    state = rules.setup(Seeded(b"amending", "pieces", 0)).state
    for number in range(200):
        if isinstance(state.stack[-1], Acting):
            return rules, sort_keys(state)
        dice = Seeded(b"amending", "pieces", number)
        seat = rules.pending(state)[0].seat
        state = rules.apply(state, seat, rules.bot(state, seat, dice), dice).state
    raise AssertionError("nobody has acted")


def changes(rules: Any, state: Any, *wanted: tuple[str, Any]) -> list[dict[str, Any]]:
    found, written = facts(CODEC, rules, state), CODEC.write(state)
    return [change(found[tuple(path.split("."))], written, to) for path, to in wanted]


def put(rules: Any, state: Any, *wanted: tuple[str, Any]) -> Any:
    """Return the state with these facts, each given by its dotted path."""
    return apply_changes(CODEC, rules, state, changes(rules, state, *wanted))


def codes(rules: Any, state: Any) -> set[tuple[str, str]]:
    return {(it.path, it.code) for it in rules.check_state(state)}


def of(state: Any, seat: str, *troops: str) -> list[str]:
    """Return the ids of a side's pieces of the given kinds, or of all kinds if none is given."""
    return [
        id for id, one in state.pieces.items() if one.seat == seat and one.troop in (troops or tuple(TROOPS))
    ]


def with_pieces(state: Any, **pieces: Any) -> Any:
    return sort_keys(state.but(pieces={**state.pieces, **pieces}))


def free_square(rules: Any, state: Any) -> str:
    pos = rules.position(state)
    return next(
        s for s in sorted(pos.ground.squares) if s not in pos.occupants and not pos.ground.is_barred(s)
    )


def next_id(state: Any, seat: str) -> str:
    return f"{seat[0]}{state.made[seat[0]] + 1}"


def new_unit(state: Any, square: str, troop: str, **more: str) -> list[tuple[str, Any]]:
    id = next_id(state, TROOPS[troop].seat)
    said = {"at": square, "troop": troop, **more}
    return [(f"pieces.{id}.{name}", to) for name, to in said.items()]


def room_for(rules: Any, state: Any, troop: str) -> Any:
    """Return the battle after some units of this troop's side have been removed, so that another unit of the
    troop is within the points limit.
    """
    found = of(state, TROOPS[troop].seat)
    worth = 0
    while worth < TROOPS[troop].points:
        worth += TROOPS[state.pieces[found[-1]].troop].points
        state = put(rules, state, (f"pieces.{found.pop()}.at", ""))
    return state


def test_a_unit_is_taken_off_and_nothing_else_is_touched() -> None:
    rules, state = a_battle()
    unit = of(state, "rome")[0]
    after = put(rules, state, (f"pieces.{unit}.at", ""))
    assert after == state.but(pieces={id: one for id, one in state.pieces.items() if id != unit})
    assert codes(rules, after) == set()


def test_whoever_was_with_a_piece_that_is_taken_off_stays_or_goes_with_it() -> None:
    rules, state = a_battle()
    unit, chief, order = of(state, "rome")[0], of(state, "rome", CHIEF)[0], Order("rome", "sword1", since=1)
    (carried,) = (id for id in of(state, "carthage", STANDARD) if state.pieces[id].kind == CHIEF)
    at = state.pieces[unit].at
    state = with_pieces(
        state,
        **{chief: state.pieces[chief].but(host=unit, at=at)},
        **{carried: state.pieces[carried].but(host=unit, at=at, captured="rome")},
    )
    state = sort_keys(state.but(orders={**state.orders, "or80": replace(order, holder=unit)}))
    after = put(rules, state, (f"pieces.{unit}.at", ""))
    assert (after.pieces[chief].host, after.pieces[chief].at) == ("", at)
    home, owner = after.pieces[carried], of(state, "carthage", CHIEF)[0]
    assert (home.captured, home.host) == ("", owner)
    assert rules.position(after).ground.distance(home.at, after.pieces[owner].at) == 1
    assert after.orders["or80"] == order, "back with the chief, and nobody has seen it"
    assert codes(rules, after) == set()


def test_a_wing_commander_goes_with_his_bearer_and_may_be_put_back() -> None:
    rules, state = a_battle()
    square, kind = free_square(rules, state), "resolute"
    side = replace(state.sides["rome"], wings=(kind,), reserve=())
    rest = {id: one for id, one in state.pieces.items() if id not in of(state, "rome", WING)}
    rest = {id: one for id, one in rest.items() if not one.host or one.host in rest}
    wing = Piece("rome", WING, square, "n", kind=kind)
    state = sort_keys(
        state.but(
            pieces={**rest, "r80": wing, "r81": Piece("rome", STANDARD, square, "n", kind=kind, host="r80")},
            sides={**state.sides, "rome": side},
            made={**state.made, "r": 81},
        )
    )
    fallen = put(rules, state, ("pieces.r80.at", ""))
    assert state.pieces.keys() - fallen.pieces.keys() == {"r80", "r81"}
    back = put(rules, fallen, ("pieces.r83.at", square), ("pieces.r83.facing", "w"))
    assert back.pieces["r83"] == wing.but(facing="w") and back.made["r"] == 83
    assert ("pieces", "r83", "at") not in facts(CODEC, rules, state), "the wing is on the board already"


def test_the_commander_in_chief_stays() -> None:
    rules, state = a_battle()
    chief = of(state, "rome", CHIEF)[0]
    field = facts(CODEC, rules, state)["pieces", chief, "at"].field
    assert isinstance(field, Pick) and "" not in {one.value for one in field.options}
    off = with_pieces(state, **{chief: state.pieces[chief].but(at="")})
    assert codes(rules, rules.tidy_state(off)) == {(f"pieces.{chief}.at", "has_to_stay")}


def test_pieces_in_a_clash_cannot_be_removed() -> None:
    rules, state = a_battle()
    one, other = of(state, "rome")[0], of(state, "carthage")[0]
    fighting = state.but(stack=(*state.stack, Clash(one, other)))
    for id in (one, other):
        after = put(rules, fighting, (f"pieces.{id}.at", ""))
        assert codes(rules, after) == {(f"pieces.{id}.at", "under_way")}
    marching = state.but(stack=(*state.stack, March("rome", (one,), (other,), "n")))
    assert codes(rules, put(rules, marching, (f"pieces.{other}.at", ""))) == set(), "a square is called so"


def test_a_forgotten_unit_has_a_schiera_of_its_own_or_joins_another() -> None:
    rules, state = a_battle()
    mate = of(state, "rome")[0]
    troop, schiera = state.pieces[mate].troop, state.pieces[mate].schiera
    state = room_for(rules, state, troop)
    square, id = free_square(rules, state), next_id(state, "rome")
    alone = put(rules, state, *new_unit(state, square, troop, facing="e"))
    name = f"s{state.made['s'] + 1}"
    assert alone.pieces[id] == Piece("rome", troop, square, "e", schiera=name)
    assert (alone.made["r"], alone.made["s"]) == (state.made["r"] + 1, state.made["s"] + 1)
    assert codes(rules, alone) == set()
    under = with_pieces(
        state, **{i: p.but(wing="resolute") for i, p in state.pieces.items() if p.schiera == schiera}
    )
    joined = put(rules, under, *new_unit(under, square, troop, schiera=schiera))
    assert (joined.pieces[id].schiera, joined.pieces[id].wing) == (schiera, "resolute")
    assert joined.made["s"] == state.made["s"] and codes(rules, joined) == set()
    assert put(rules, alone, (f"pieces.{id}.at", "")).pieces == state.pieces


def test_half_a_unit_comes_to_nothing() -> None:
    rules, state = a_battle()
    for one in (("at", free_square(rules, state)), ("troop", "velites")):
        (half,) = changes(rules, state, (f"pieces.{next_id(state, 'rome')}.{one[0]}", one[1]))
        after = apply_changes(CODEC, rules, state, [half])
        assert after == state
        assert [it.code for it in ineffective_changes(CODEC, after, [half])] == ["comes_to_nothing"]


def test_a_unit_beyond_the_points_the_counters_or_the_schiera_is_refused() -> None:
    rules, state = a_battle()
    square, id = free_square(rules, state), next_id(state, "rome")
    troop = state.pieces[of(state, "rome")[0]].troop
    over = put(rules, state, *new_unit(state, square, troop))
    assert codes(rules, over) == {("sides.rome.points", "over_limit")}
    bare = room_for(rules, state, troop)
    kept = Group(troop, TROOPS[troop].units)
    hidden = sort_keys(bare.but(sides={**bare.sides, "rome": replace(bare.sides["rome"], reserve=(kept,))}))
    full = put(rules, hidden, *new_unit(hidden, square, troop))
    assert (f"pieces.{id}.troop", "over_limit") in codes(rules, full), "some are still to come"
    other = next(t.id for t in TROOPS.values() if t.seat == "rome" and t.id != troop and t.points <= 2)
    mate = next(p for p in bare.pieces.values() if p.troop == troop and p.schiera)
    bare = room_for(rules, bare, other)
    if mate.schiera in {p.schiera for p in bare.pieces.values()}:
        mixed = put(rules, bare, *new_unit(bare, square, other), (f"pieces.{id}.schiera", mate.schiera))
        assert (f"pieces.{id}.schiera", "not_alike") in codes(rules, mixed)
    else:
        raise AssertionError("no schiera is left")


def test_a_unit_is_told_to_be_lost_no_more() -> None:
    rules, state = a_battle()
    state = sort_keys(state.but(gone={"rome:velites:routed": 2, "rome:resolute:left": 1}))
    after = put(rules, state, ("gone.rome:velites:routed", 0))
    assert after.gone == {"rome:resolute:left": 1}
    assert ("gone", "rome:resolute:left") not in facts(CODEC, rules, state)
