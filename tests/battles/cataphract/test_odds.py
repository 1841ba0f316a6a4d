"""Exact odds: multiplying the chances of each unit equals enumerating every roll."""

from random import Random

import pytest

from battles.cataphract.forecast.odds import chances, compute_by_dice
from battles.cataphract.rules.shock.situation import TERRAIN, Army, Attacker, Clash, Defender, Side
from battles.cataphract.rules.unit import TYPES, Leader, Unit

ARMIES: dict[Side, Army] = {"a": Army(), "d": Army()}


def _unit(random: Random, led: bool) -> Unit:
    tq = random.randint(4, 8)
    return Unit(
        random.choice(TYPES),
        tq,
        size=random.randint(3, 8),
        hits=random.randint(0, tq - 1),
        cataphract=random.random() < 0.3,
        missile=random.choice(("", "B", "C", "J")),
        leader=Leader(random.randint(0, 5), random.randint(0, 9), random.random() < 0.3) if led else None,
    )


def _clash(random: Random, attackers: int, defenders: int) -> Clash:
    led = random.randint(0, 6)
    return Clash(
        tuple(
            Attacker(
                _unit(random, led == 0 and n == 0),
                check=random.random() < 0.8,
                moved=random.random() < 0.8,
                aspect=random.choice(("front", "front", "flank", "rear")),
                held=random.random() < 0.2,
                advance_hits=random.randint(0, 2),
            )
            for n in range(attackers)
        ),
        tuple(Defender(_unit(random, led == 1 and n == 0)) for n in range(defenders)),
        terrain=frozenset(random.sample(TERRAIN, random.randint(0, 1))),
    )


@pytest.mark.parametrize(("attackers", "defenders", "seeds"), [(1, 1, 25), (2, 1, 4), (1, 2, 4)])
def test_both_ways_of_reckoning_agree(attackers: int, defenders: int, seeds: int) -> None:
    for seed in range(seeds):
        clash = _clash(Random(seed * 100 + attackers * 10 + defenders), attackers, defenders)
        assert chances(clash) == compute_by_dice(clash, ARMIES), seed


@pytest.mark.parametrize(("attackers", "defenders", "bold"), [(1, 1, "ad"), (1, 2, "a"), (2, 1, "d")])
def test_a_single_unit_of_an_army_with_heart_is_multiplied_as_well(
    attackers: int, defenders: int, bold: str
) -> None:
    armies: dict[Side, Army] = {
        "a": Army(undisciplined="a" in bold, initiative=4),
        "d": Army(undisciplined="d" in bold, initiative=5),
    }
    for seed in range(6 if attackers + defenders == 2 else 2):
        clash = _clash(Random(seed * 100 + attackers * 10 + defenders), attackers, defenders)
        assert chances(clash, armies) == compute_by_dice(clash, armies), seed


def test_the_odds_of_an_undisciplined_army_include_loss_of_heart() -> None:
    clash = Clash((Attacker(Unit("MI", 5, hits=4)),), (Defender(Unit("HI", 5, hits=3)),))
    bold: dict[Side, Army] = {"a": Army(undisciplined=True, initiative=9), "d": Army()}
    plain = chances(clash).routs["a", 0]
    assert chances(clash, bold).routs["a", 0] < plain
