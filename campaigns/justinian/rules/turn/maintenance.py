"""Phase A/3: maintenance of armies, frontier troops and fleets (5.2)."""

from __future__ import annotations

from typing import NamedTuple

from campaigns.justinian.rules.state.handler import not_now
from campaigns.justinian.rules.state.play import FrameHandler, Play, handler, standing_order
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import BYZANTIUM, State
from campaigns.justinian.rules.state.tables import army_upkeep, fleet_upkeep, frontier_upkeep
from campaigns.justinian.rules.state.values import ArmySP, Frontier, Ships, Unit
from engine.frames import Ask, Frame
from engine.game import Choice, Facts, Many, Number, Option
from engine.values import dataclass
from kit.rules.decisions import Action, Event, refuse


@dataclass(frozen=True)
class Maintain(Frame):
    """Byzantium's decision on which groups to pay (phase A/3, 5.2)."""


@dataclass(frozen=True)
class PayMaintenance(Action):
    """Pay groups: armies, a province's frontier troops, or fleets."""

    groups: tuple[Unit, ...]


@dataclass(frozen=True)
class Maintained(Event):
    paid: tuple[Unit, ...]
    unpaid: tuple[Unit, ...]
    gold: int


class Payable(NamedTuple):
    """A group that is paid as a whole or not at all (5.23)."""

    sp: int
    gold: int
    unpaid: bool


def groups(state: State) -> dict[Unit, Payable]:
    found: dict[Unit, Payable] = {}
    for army in state.armies.values():
        if army.power == BYZANTIUM:
            found[ArmySP(army.id)] = Payable(army.total, army_upkeep(army.total), army.unpaid)
    for province, garrison in state.frontier.items():
        found[Frontier(province)] = Payable(garrison.sp, frontier_upkeep(garrison.sp), garrison.unpaid)
    for key, fleet in state.fleets.items():
        if fleet.power == BYZANTIUM:
            found[Ships(key)] = Payable(fleet.sp, fleet_upkeep(fleet.sp), fleet.unpaid)
    return found


def plan(state: State, budget: int) -> tuple[Unit, ...]:
    """Return the groups to pay with this budget. Frontier troops and fleets, which may mutiny, come before
    armies, and cheap groups before expensive ones.
    """
    paid = []
    payable = groups(state)
    for unit in sorted(payable, key=lambda u: (isinstance(u, ArmySP), payable[u].gold, u)):
        if payable[unit].gold <= budget:
            paid.append(unit)
            budget -= payable[unit].gold
    return tuple(sorted(paid))


@handler(Maintain)
class MaintainHandler(FrameHandler):
    def advance(self, play: Play, frame: Maintain) -> bool:
        if groups(play.state):
            return False
        play.pop()
        return True

    def ask(self, pos: Position, frame: Maintain) -> Ask:
        default = PayMaintenance(plan(pos.state, max(0, pos.state.gold - 10)))
        total = sum(g.gold for g in groups(pos.state).values())
        return Ask(BYZANTIUM, "maintenance", default, "5.2", {"gold": pos.state.gold, "total": total})

    def choices(self, pos: Position, frame: Maintain) -> tuple[Choice, ...]:
        options = tuple(
            Option(u, {"gold": g.gold, "sp": g.sp, "unpaid": g.unpaid}, g.gold)
            for u, g in groups(pos.state).items()
        )
        paid = Many("groups", options, budget=pos.state.gold)
        return (Choice("pay_maintenance", fields=(paid,), rule="5.2", facts={"gold": pos.state.gold}),)

    def answer(self, play: Play, frame: Maintain, action: Action) -> None:
        if not isinstance(action, PayMaintenance):
            not_now(action)
            return
        payable = groups(play.state)
        for unit in action.groups:
            if unit not in payable:
                refuse("5.23", "no_such_group", unit=unit)
        if len(set(action.groups)) != len(action.groups):
            refuse("5.23", "twice")
        play.spend(sum(payable[u].gold for u in action.groups), "maintenance", "5.21")
        play.pop()
        paid = set(action.groups)
        for unit in payable:
            mark(play, unit, unit not in paid)
        unpaid = tuple(u for u in payable if u not in paid)
        play.tell(Maintained(tuple(action.groups), unpaid, sum(payable[u].gold for u in paid)))


def mark(play: Play, unit: Unit, unpaid: bool) -> None:
    """Set or clear the Unpaid marker of a group (5.22)."""
    match unit:
        case ArmySP():
            play.change(unit.army, unpaid=unpaid)
        case Frontier():
            play.set_frontier(unit.province, play.state.frontier[unit.province].sp, unpaid)
        case Ships():
            fleet = play.state.fleets[unit.fleet]
            play.set_fleet(fleet.power, unit.fleet.place, fleet.sp, fleet.at, unpaid)


@standing_order("maintenance", Number("keep", 0, 200, 10), rule="5.2", seat=BYZANTIUM)
def follow_order(pos: Position, frame: Maintain, order: Facts) -> Action:
    return PayMaintenance(plan(pos.state, max(0, pos.state.gold - int(order.get("keep", 0)))))
