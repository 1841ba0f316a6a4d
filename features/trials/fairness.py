"""Measure how fair a bridge is: bots fight a campaign's battles, and the results are compared with the
campaign's exact odds.
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
    """The comparison of one battle: both strengths, the campaign's own odds, and the results of fighting it
    ``times`` times: wins, draws, and the share of its strength that each side lost.
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
        """The attacker's share of victories (a draw counts half) minus the campaign's odds."""
        return (self.attacker + self.tie / 2) - float(self.own.attacker + self.own.tie / 2)


class NoChances(ValueError):
    """Raised when the campaign has no exact odds with which to compare."""


def battles(bridge: Bridge, campaign: System, scenario: Facts, seed: int) -> Iterator[OpenBattle]:
    """Yield the battles of complete campaigns played by bots, one game after another."""
    rules = campaign.open(scenario, options_with(campaign, {}, bridge.battle))
    for number in count(seed):
        found = ""
        for state in positions(rules, _bots(rules), f"fairness-{number}"):
            battle = rules.opens(state)
            if battle is not None and battle.decision != found:
                found = battle.decision
                yield battle
        if not found:
            return  # a whole game had no battle, so the next will have none either


def measure(
    bridge: Bridge, battle: OpenBattle, fought_by: System, scenario: Facts, times: int
) -> FairnessMeasure:
    """Fight a battle ``times`` times and compare the results. Raises NoChances."""
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
    """Yield the battle's reports to the campaign, each after the bots have fought it out again."""
    muster = bridge.muster(battle, scenario)
    rules = fought_by.open(muster.scenario, muster.options)
    for number in count(1):
        *_, last = positions(rules, _bots(rules), f"{battle.decision}-{number}")
        outcome = rules.outcome(last)
        assert outcome is not None
        yield bridge.report(battle, muster, outcome, rules.view(last, None))


def mean_distance(rows: Sequence[FairnessMeasure]) -> float:
    """The mean absolute difference between the battles' results and the campaign's own odds."""
    return fmean(abs(row.deviation) for row in rows)


def by_luck(rows: Sequence[FairnessMeasure]) -> float:
    """The mean difference expected by luck alone under a fair bridge, since small samples never match their
    odds exactly.
    """
    return fmean(_expected_deviation(row.own.attacker + row.own.tie / 2, row.times) for row in rows)


def _expected_deviation(chance: Fraction, times: int) -> float:
    """The mean absolute deviation of a share of ``times`` tries from its chance (normal distribution)."""
    return float(0.7979 * (float(chance * (1 - chance)) / times) ** 0.5)


def _bots(rules: Rules[Any]) -> Mapping[str, Any]:
    return {seat.id: ask_own_bot for seat in rules.seats}


def _share(force: Force, report: BattleReport) -> float:
    return sum(report.losses.get(unit.id, 0) for unit in force.units) / force.sp
