"""Which army lists a collection can field: exact results, compared with brute force."""

from collections import Counter
from itertools import combinations_with_replacement, product

from hypothesis import given, settings
from hypothesis import strategies as st

from armies.dba.filling import fill
from armies.dba.lists import army_lists
from armies.dba.roster import ready_roster
from tests.found import some


def test_the_ready_army_is_fielded_from_its_own_elements_with_the_usual_options():
    for army in some(army_lists().values()):
        filling = fill(army, ready_roster(army.id).counts())
        assert filling.short == 0 and filling.cost == 0


def test_it_sees_through_a_choice_that_takes_the_wrong_element_first():
    # Vandals: one place wants 3Kn or 4Wb, another 4Wb or 7Hd; with one 4Wb and six 3Kn plus the horde a
    # greedy choice works; without a seventh 3Kn the 4Wb must fill the first place and 7Hd the other
    own = {"3Kn": 6, "4Wb": 1, "7Hd": 1, "2LH": 2, "2Ps": 2}
    filling = fill(army_lists()["vandal"], own)
    assert filling.short == 0
    assert filling.picks[2] == {"4Wb": 1} and filling.picks[4] == {"7Hd": 1}


def test_what_is_missing_is_named_with_every_option():
    filling = fill(army_lists()["vandal"], {"3Kn": 6, "2LH": 2, "2Ps": 1})
    assert {(m.options, m.count) for m in filling.missing} == {
        (("3Kn", "4Wb"), 1),
        (("4Wb", "7Hd"), 1),
        (("2Ps",), 1),
    }


def test_a_uniform_slot_takes_the_kind_of_which_there_is_more():
    own = {"3Cv": 2, "2LH": 1, "3Ax": 2, "3Wb": 4, "2Ps": 4}
    filling = fill(army_lists()["iberian"], own)
    assert filling.picks[3] == {"3Wb": 4}
    assert [(m.options, m.count) for m in filling.missing] == [(("3Wb",), 1)]


def fewest_missing(army, own):
    """Return the fewest missing elements, by trying every choice of options."""
    each = []
    for slot in army.slots:
        if slot.uniform:
            each.append([(code,) * slot.count for code in slot.options])
        else:
            each.append(list(combinations_with_replacement(slot.options, slot.count)))
    wants = (Counter(code for pick in picks for code in pick) for picks in product(*each))
    return min(sum((want - Counter(own)).values()) for want in wants)


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_no_choice_of_options_leaves_fewer_missing(data):
    army = army_lists()[data.draw(st.sampled_from(sorted(army_lists())))]
    own = {code: data.draw(st.integers(0, 6)) for code in sorted(army.codes)}
    filling = fill(army, own)
    assert filling.short == fewest_missing(army, own)
    used = Counter()
    for pick in filling.picks:
        used.update(pick)
    assert all(n <= own[code] for code, n in used.items())
