"""Measure the fairness of a bridge, the code through which a campaign's battles are fought in another system.
Bots fight the battles, and the results are compared with the campaign's exact odds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, islice
from statistics import fmean
from typing import Any

from engine.bots import ask_own_bot, positions
from engine.game import BattleReport, Bridge, Facts, Force, OpenBattle, OwnChances, Rules, System
from games.services.creation import options_with


@dataclass(frozen=True)
class FairnessMeasure:
    """A battle fought ``times`` times, compared with the campaign's own odds. ``sp``: the strength points of
    attacker and defender. ``own``: the campaign's odds. ``attacker``, ``tie`` and ``defender``: the shares of
    victories and draws. ``attacker_loses`` and ``defender_loses``: the mean share of its strength that each
    side lost.
    """

    sp: tuple[int, int]
    own: OwnChances
    times: int
    attacker: float
    tie: float
    defender: float
    attacker_loses: float
    defender_loses: float

    @property
    def deviation(self) -> float:
        """The attacker's share of victories, where a draw counts half, minus the campaign's odds."""
        return (self.attacker + self.tie / 2) - float(self.own.attacker + self.own.tie / 2)


class NoChances(ValueError):
    """Raised when the campaign has no exact odds to compare with."""


def battles(bridge: Bridge, campaign: System, scenario: Facts, seed: int) -> Iterator[OpenBattle]:
    """Yield the battles that arise while bots play complete campaigns, one game after another. Stop after the
    first game without a battle.
    """
    rules = campaign.open(scenario, options_with(campaign, {}, bridge.battle))
    for number in count(seed):
        found = ""
        for state in positions(rules, _bots(rules), f"fairness-{number}"):
            battle = rules.opens(state)
            if battle is not None and battle.decision != found:
                found = battle.decision
                yield battle
        if not found:
            return  # this game had no battle, and the next one would have none either


def measure(
    bridge: Bridge, battle: OpenBattle, fought_by: System, scenario: Facts, times: int
) -> FairnessMeasure:
    """Fight a battle ``times`` times and compare the results with the campaign's odds. Raises NoChances if
    the campaign has no exact odds.
    """
    chances = bridge.own_chances(battle)
    if chances is None:
        raise NoChances(bridge.campaign)
    reports = list(islice(fights(bridge, battle, fought_by, scenario), times))
    won = [report.winner for report in reports]
    return FairnessMeasure(
        (battle.attacker.sp, battle.defender.sp),
        chances,
        times,
        won.count("attacker") / times,
        won.count(None) / times,
        won.count("defender") / times,
        fmean(_share(battle.attacker, report) for report in reports),
        fmean(_share(battle.defender, report) for report in reports),
    )


def fights(bridge: Bridge, battle: OpenBattle, fought_by: System, scenario: Facts) -> Iterator[BattleReport]:
    """Yield reports of one battle in an endless sequence. Bots fight the battle again for each report."""
    muster = bridge.muster(battle, scenario)
    rules = fought_by.open(muster.scenario, muster.options)
    for number in count(1):
        *_, last = positions(rules, _bots(rules), f"{battle.decision}-{number}")
        outcome = rules.outcome(last)
        assert outcome is not None
        yield bridge.report(battle, muster, outcome, rules.view(last, None))


def mean_distance(rows: Sequence[FairnessMeasure]) -> float:
    """Return the mean absolute difference between the battles' results and the campaign's own odds."""
    return fmean(abs(row.deviation) for row in rows)


def mean_distance_by_luck(rows: Sequence[FairnessMeasure]) -> float:
    """Return the mean difference that luck alone would cause under a fair bridge. Small samples never match
    the odds exactly.
    """
    return fmean(_expected_deviation(row.own.attacker + row.own.tie / 2, row.times) for row in rows)


def _expected_deviation(chance: Fraction, times: int) -> float:
    """Return the mean absolute difference between a share in ``times`` tries and its chance, using the normal
    approximation.
    """
    return float(0.7979 * (float(chance * (1 - chance)) / times) ** 0.5)


def _bots(rules: Rules[Any]) -> Mapping[str, Any]:
    return {seat.id: ask_own_bot for seat in rules.seats}


def _share(force: Force, report: BattleReport) -> float:
    return sum(report.losses.get(unit.id, 0) for unit in force.units) / force.sp
