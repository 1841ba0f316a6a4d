"""A proposed battlefield is legal for every home topography and seed."""

from hypothesis import given, settings
from hypothesis import strategies as st

from battles.dba.rules.field import checks, propose, shapes
from battles.dba.rules.table import terrain
from battles.dba.rules.table.terrain import TOPOGRAPHIES
from tests.found import some

homes = st.sampled_from(sorted(TOPOGRAPHIES))


@settings(max_examples=200, deadline=None)
@given(homes, st.text(max_size=8))
def test_a_proposed_battlefield_is_lawful(home, seed):
    drawing = propose.battlefield(home, seed)
    assert list(checks.faults(drawing, home)) == []
    shapes.check_drawable(drawing)
    assert not list(terrain.faults(home, shapes.pieces(drawing)))


@settings(max_examples=600, deadline=None)
@given(homes, st.integers())
def test_proposed_battlefields_are_legal_for_many_seeds(home, seed):
    assert list(checks.faults(propose.battlefield(home, str(seed)), home)) == []


@settings(max_examples=100, deadline=None)
@given(homes, st.integers(), st.integers())
def test_the_pieces_that_people_choose_are_laid_lawfully(home, one, two):
    kinds = propose.choice(TOPOGRAPHIES[home], propose.Chance(str(one)))
    drawing = propose.lay_pieces(kinds, home, str(two))
    assert tuple(piece.kind for piece in drawing) == kinds
    assert list(checks.faults(drawing, home)) == []


def test_the_same_seed_lays_the_same_and_others_lay_otherwise():
    laid = {propose.battlefield("littoral", str(seed)) for seed in range(12)}
    assert len(laid) > 8
    assert propose.battlefield("dry", "x") == propose.battlefield("dry", "x")


def test_impossible_terrain_choices_are_drawn_anyway():
    for kinds in some([("road",), ("bua", "gentle_hill", "road"), ("woods",) * 5, ("waterway", "waterway")]):
        drawing = propose.lay_pieces(kinds, "arable", "x")
        assert [one.kind for one in drawing] == list(kinds)


def test_one_more_piece_finds_room_beside_the_others():
    others = propose.battlefield("hilly", "3")
    more = propose.add_piece("woods", others, "x")
    assert not [f for n, one in enumerate(others) for f in checks.check_pair(n, one, 9, more)]
