"""The mixtures from which policies draw their cards. They must stay the same to the last bit, because stored
battles were fought with them.
"""

from itertools import product

import pytest

from battles.schiere.rules.cards import CARDS
from battles.schiere.rules.melee.duel import Fighter
from battles.schiere.rules.melee.policies import mixture
from battles.schiere.rules.melee.solution import AIMS, Aim, Duel, Solution
from engine.codec import digest

MEETINGS = (
    (Fighter("heavy", first=-1), Fighter("heavy", order="sword1")),
    (Fighter("heavy", commander="chief", attack=1), Fighter("elephants", damage=1)),
    (Fighter("heavy", damage=2, attack=2, commander="wing"), Fighter("light", halved=True)),
    (Fighter("light", damage=1), Fighter("heavy", disarmed=True)),
)


def test_card_mixtures_are_the_same_as_when_battles_were_stored() -> None:
    """72 computed mixtures of cards have the digest recorded on 22 November 2026, when battles were first
    stored, so that those battles can be replayed.
    """
    hands = (CARDS, CARDS[:3], CARDS[1:])
    found = [
        mixture(a, d, hand, hand, aim, index)
        for (a, d), hand, aim, index in product(MEETINGS, hands, AIMS, (0, 1))
    ]
    assert (
        len(found) == 72
        and digest([list(one.items()) for one in found])
        == "5f5d4484fcdcf8881c0458d8357640b9ae1e2e65ac3c310d26a7cd77a7dc0a00"
    )


@pytest.mark.parametrize("aim", AIMS)
def test_a_duel_looked_into_blow_by_blow_is_worth_what_it_was_from_the_start(aim: Aim) -> None:
    """A solution gives the same value for a position of the duel, whichever positions it was queried at
    before.
    """
    a, d = MEETINGS[0]
    solution = Solution(Duel(a, d), aim)
    whole = solution.best()
    later = solution.best((1, 0, 0, 0), CARDS[1:], CARDS[:4])
    again = solution.best()
    assert (again.value, again.a, again.d) == (whole.value, whole.a, whole.d)
    assert Solution(Duel(a, d), aim).best((1, 0, 0, 0), CARDS[1:], CARDS[:4]).value == later.value
