"""Phase A/1: the revenue of the provinces (5.11, 5.13)."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.justinian.rules.state.control import controller, controllers, side_controls
from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import BARBARIAN, BYZANTIUM
from engine.values import dataclass
from kit.rules.decisions import Event


@dataclass(frozen=True)
class RevenueReceived(Event):
    """Revenue was received. ``printed`` is the amount per prefecture, and ``gold`` is the net income after
    halvings and debt.
    """

    printed: Mapping[str, int]
    halved_europa: bool
    halved_epidemic: bool
    debt: int
    gold: int


@dataclass(frozen=True)
class TreasuryLost(Event):
    """The treasury was lost with Europa (5.13)."""

    gold: int


HANDICAP = "handicap"


@dataclass(frozen=True)
class Budget:
    """The income of the next Revenue Phase if nothing changes. ``printed`` is the G by prefecture, with any
    handicap as an extra item. ``net`` is what remains after halvings and debt.
    """

    printed: dict[str, int]
    halved_europa: bool
    halved_epidemic: bool
    debt: int
    net: int
    debt_left: int


def budget(pos: Position) -> Budget:
    held = controllers(pos.scn, pos.state)
    printed = dict.fromkeys(pos.scn.prefectures, 0)
    for province in pos.scn.provinces.values():
        if province.counts and held[province.id] == BYZANTIUM:
            printed[province.prefecture] += province.revenue
    given = max(pos.options.handicap_income, -sum(printed.values()))
    if given:
        printed[HANDICAP] = given
    gold = sum(printed.values())
    europa_lost = held["europa"] != BYZANTIUM
    if europa_lost:  # revenue is halved (5.13)
        gold //= 2
    if pos.state.epidemic_revenue:
        gold //= 2
    paid = min(gold, pos.state.debt)
    return Budget(printed, europa_lost, pos.state.epidemic_revenue, paid, gold - paid, pos.state.debt - paid)


def collect(play: Play) -> None:
    found = budget(play.pos)
    play.set(gold=play.state.gold + found.net, debt=found.debt_left, epidemic_revenue=False)
    play.tell(
        RevenueReceived(found.printed, found.halved_europa, found.halved_epidemic, found.debt, found.net)
    )


def watch_europa(play: Play) -> None:
    """Remove the treasury once the barbarian side gains control of Europa (5.13). Later income is
    Byzantium's again.
    """
    lost = side_controls(controller(play.state, "europa"), BARBARIAN)
    if lost == play.state.europa_lost:
        return
    play.set(europa_lost=lost)
    if lost and play.state.gold:
        play.tell(TreasuryLost(play.state.gold))
        play.set(gold=0)
