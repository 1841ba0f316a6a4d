"""The exact odds of a segment, calculated clash by clash. They must equal the odds found by following all its
dice together.
"""

from fractions import Fraction
from random import Random

import pytest

from battles.cataphract.forecast.odds import Chances, blank, chances, follow_dice
from battles.cataphract.forecast.segment import rank_references, segment_chances
from battles.cataphract.rules.shock.fight import fight
from battles.cataphract.rules.shock.situation import SIDES, Army, Attacker, Clash, Defender, Segment, Side
from battles.cataphract.rules.unit import Unit

TQ = 5


def close(random: Random, check: bool, bold: str) -> Clash:
    """Return a clash between units that have taken many hits, so that routs and losses of heart are
    likely.
    """
    hits = {one: random.randint(4, 6) if one == bold else random.randint(2, 4) for one in SIDES}
    return Clash(
        (Attacker(Unit("HC", TQ, hits=hits["a"]), check=check),),
        (Defender(Unit(random.choice(("HC", "MI")), TQ, hits=hits["d"])),),
    )


def all_together(segment: Segment) -> tuple[list[Chances], Fraction]:
    found = [blank(one) for one in segment.clashes]
    lost = Fraction(0)
    for chance, fought in follow_dice(segment, fight):
        lost += chance * (len(fought.undisciplined) == 0)
        for (c, side, n), left in fought.left.items():
            found[c].routs[side, n] += chance * (left.status != "stands")
            found[c].advances[side, n] += chance * left.advances
        for c, one in enumerate(found):
            stood = [
                side for (k, side, _n), left in fought.left.items() if k == c and left.status == "stands"
            ]
            one.cleared += chance * ("d" not in stood)
            one.broken += chance * ("a" not in stood)
    return found, lost


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("side", SIDES)
def test_a_loss_of_heart_reaches_every_clash_at_its_moment(seed: int, side: str) -> None:
    random = Random(seed)
    armies = {one: Army(one == side, 4) for one in SIDES}
    segment = Segment((close(random, seed < 2, side), close(random, False, side)), armies)
    found, (whole, lost) = segment_chances(segment), all_together(segment)
    assert found.loses_heart == lost
    for one, other in zip(found.clashes, whole, strict=True):
        assert one.routs == other.routs and one.advances == other.advances
        assert (one.cleared, one.broken) == (other.cleared, other.broken)


def test_losses_in_one_clash_change_the_odds_of_another() -> None:
    shaky = Clash((Attacker(Unit("MI", TQ, hits=6)),), (Defender(Unit("HI", TQ)),))
    steady = Clash((Attacker(Unit("HC", TQ, hits=3), check=False),), (Defender(Unit("MI", TQ)),))
    armies: dict[Side, Army] = {"a": Army(True, 2), "d": Army()}
    alone = segment_chances(Segment((steady,), armies)).clashes[0]
    beside = segment_chances(Segment((shaky, steady), armies)).clashes[1]
    assert beside.routs["a", 0] > alone.routs["a", 0]


def test_disciplined_clashes_are_independent() -> None:
    random = Random(1)
    both = [Clash((Attacker(Unit("HC", 7)),), (Defender(Unit("MI", 4, hits=n)),)) for n in range(3)]
    random.shuffle(both)
    found = segment_chances(Segment(tuple(both)))
    assert list(found.clashes) == [chances(one) for one in both] and found.loses_heart == 0


def test_expected_hits_are_those_of_charge_and_clash() -> None:
    """Neither unit checks its quality. The larger unit (5 against 3) fights on column 8 of the table, so the
    mean follows from the ten faces there (L2126).
    """
    clash = Clash((Attacker(Unit("HC", 9, size=5), False),), (Defender(Unit("HC", 9, size=3)),))
    found = chances(clash)
    assert found.hits["a", 0] == Fraction(2 * 3 + 8 * 2, 10)
    assert found.hits["d", 0] == Fraction(5 * 2 + 4 * 3 + 4, 10)


def test_the_best_reference_unit_of_the_defender_comes_first() -> None:
    horse, foot = Defender(Unit("LC", 5)), Defender(Unit("HI", 5))
    clash = Clash((Attacker(Unit("HC", 7, cataphract=True)),), (horse, foot))
    found = rank_references(clash, {"a": Army(), "d": Army()})
    assert [n for n, _chances in found] == [1, 0]
    assert found[0][1].cleared < found[1][1].cleared
