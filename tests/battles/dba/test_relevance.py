"""A fact that the calculator does not offer never changes the answer. Every fact that it offers changes the
answer in some situation.
"""

from dataclasses import replace

import pytest

from battles.dba.rules.consequences import consequences, fate
from battles.dba.rules.outcomes import COMPARISONS, outcome
from battles.dba.rules.reckoning import reckon
from battles.dba.rules.relevance import chips
from battles.dba.rules.situation import SIDES, Situation, contender
from battles.dba.rules.validate import mistakes
from tests.battles.dba.samples import VALUES, random_situations, values_of


def everything(s: Situation) -> object:
    """Return the whole answer: both totals, and the outcome of each comparison."""
    found = []
    for comparison in COMPARISONS:
        said = outcome(s, comparison)
        found.append((fate(s, "a", said.a), fate(s, "b", said.b), consequences(s, said)))
    return reckon(s), found


@pytest.mark.parametrize("seed", range(4))
def test_a_fact_that_is_not_offered_changes_nothing(seed: int) -> None:
    tried = 0
    for s in random_situations(150, seed):
        offered = {(chip.side, chip.field) for chip in chips(s)}
        before = everything(s)
        for side in SIDES:
            for name in VALUES:
                if (side, name) in offered:
                    continue
                for value in values_of(name, contender(s, side)):
                    c = replace(contender(s, side), **{name: value})
                    changed = replace(s, a=c) if side == "a" else replace(s, b=c)
                    if not mistakes(changed):
                        assert everything(changed) == before, (side, name, value, s)
                        tried += 1
    assert tried > 150
