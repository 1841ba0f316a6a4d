"""The shopping list is enough to complete all the armies that a player wants, and contains nothing
superfluous.
"""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armies.dba.filling import fill
from armies.dba.lists import army_lists
from armies.dba.shopping import purchases


def lists(*ids):
    return [army_lists()[i] for i in ids]


def test_one_army_from_nothing_takes_twelve_bases():
    assert purchases(lists("vandal"), {}).total() == 12


def test_purchased_elements_are_shared_between_armies():
    # both armies can field up to seven 3Kn, 2LH and 2Ps; only the foot differ
    together = purchases(lists("vandal", "gepid"), {})
    assert together.total() < 24
    assert together["3Kn"] <= 7


@pytest.mark.parametrize(
    ("ids", "fewest"),
    [
        (("patrician_roman", "moorish_berber", "samnite"), 21),
        (("samnite", "ptolemaic", "syracusan"), 25),
        (("eastern_roman_leonid", "arab_conquest", "sassanid", "numidian", "ghassanid"), 32),
    ],
)
def test_options_are_chosen_so_that_all_armies_together_need_fewest(ids, fewest):
    """The lists together need the fewest elements. For some of these armies, completing one after another
    takes more, whatever the order.
    """
    assert purchases(lists(*ids), {}).total() == fewest


def test_nothing_is_bought_for_an_army_that_stands_complete():
    own = purchases(lists("samnite"), {})
    assert purchases(lists("samnite"), own) == Counter()


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_the_shopping_list_is_sufficient_and_minimal(data):
    ids = data.draw(st.lists(st.sampled_from(sorted(army_lists())), min_size=1, max_size=5, unique=True))
    wanted = lists(*ids)
    codes = sorted({code for army in wanted for code in army.codes})
    own = {code: data.draw(st.integers(0, 4)) for code in codes}
    bought = purchases(wanted, own)
    assert all(fill(army, Counter(own) + bought).short == 0 for army in wanted)
    for code in bought:
        less = Counter(own) + bought - Counter({code: 1})
        assert any(fill(army, less).short for army in wanted)
    if len(wanted) == 1:
        assert bought.total() == fill(wanted[0], own).short
