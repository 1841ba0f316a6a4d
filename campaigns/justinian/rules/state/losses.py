"""Dividing losses among units: the player's decision and the default (8.21, 9.0)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from campaigns.justinian.rules.state.elimination import remove_armies_without_sp
from campaigns.justinian.rules.state.handler import not_now, without_zeros
from campaigns.justinian.rules.state.play import FrameHandler, Play, handler, standing_order
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import State
from campaigns.justinian.rules.state.units import lose, sp_of
from campaigns.justinian.rules.state.values import LEVY, Unit
from engine.frames import Ask, Frame
from engine.game import Choice, Facts, Option, Share
from engine.values import dataclass
from kit.rules.decisions import Action, policy, refuse


@dataclass(frozen=True)
class Losses(Frame):
    """A side's decision on how to divide losses among its units. ``reason``: a code such as battle, epidemic
    or desertion. ``place``: the province, or "".
    """

    seat: str
    units: tuple[Unit, ...]
    sp: int
    reason: str
    rule: str
    place: str = ""


@dataclass(frozen=True)
class TakeLosses(Action):
    losses: Mapping[Unit, int]


# Kinds of units in the order in which they lose SP. The Lazi leave after the battle anyway (3.41).
GARRISONS_FIRST = {LEVY.kind: 0, "ally": 1, "detached": 2, "frontier": 2, "army": 3, "fleet": 4}
ARMIES_FIRST = {LEVY.kind: 0, "army": 1, "ally": 2, "detached": 3, "frontier": 3, "fleet": 4}
SPREAD = {LEVY.kind: 0, "army": 1, "ally": 1, "detached": 1, "frontier": 1, "fleet": 1}


def impose_losses(play: Play, frame: Losses) -> None:
    """Take losses at once if there is no choice; otherwise ask the side to divide them."""
    units = tuple(u for u in frame.units if sp_of(play.state, u) > 0)
    total = sum(sp_of(play.state, u) for u in units)
    sp = min(frame.sp, total)
    if sp <= 0:
        return
    if sp == total or len(units) == 1:
        for unit in units:
            lose(play, unit, min(sp, sp_of(play.state, unit)), frame.reason)
    else:
        play.push(Losses(frame.seat, units, sp, frame.reason, frame.rule, frame.place))


@handler(Losses)
class LossesHandler(FrameHandler):
    def ask(self, pos: Position, frame: Losses) -> Ask:
        facts = {"sp": frame.sp, "reason": frame.reason, "place": frame.place}
        default = TakeLosses(divide_losses(pos.state, frame.units, frame.sp, GARRISONS_FIRST))
        return Ask(frame.seat, "losses", default, frame.rule, facts)

    def choices(self, pos: Position, frame: Losses) -> tuple[Choice, ...]:
        options = tuple(
            Option(u, {"sp": sp_of(pos.state, u)}, high=min(sp_of(pos.state, u), frame.sp))
            for u in frame.units
        )
        share = Share("losses", options, frame.sp, frame.sp)
        return (Choice("take_losses", fields=(share,), rule=frame.rule, facts={"reason": frame.reason}),)

    def answer(self, play: Play, frame: Losses, action: Action) -> None:
        if not isinstance(action, TakeLosses):
            not_now(action)
            return
        losses = without_zeros(action.losses)
        for unit, sp in losses.items():
            if unit not in frame.units:
                refuse(frame.rule, "no_such_unit", unit=unit)
            if sp > sp_of(play.state, unit):
                refuse(frame.rule, "more_than_there_is", unit=unit, sp=sp_of(play.state, unit))
        if sum(losses.values()) != frame.sp:
            refuse(frame.rule, "wrong_sum", expected=frame.sp, got=sum(losses.values()))
        play.pop()
        for unit, sp in losses.items():
            lose(play, unit, sp, frame.reason)
        if frame.reason != "battle":
            remove_armies_without_sp(play)


def divide_losses(state: State, units: Iterable[Unit], sp: int, order: Mapping[str, int]) -> dict[Unit, int]:
    """Return the SP that each unit loses. They are taken one at a time, from the first kind in the order and
    from the strongest unit of that kind. An army's last SP, with its counter and leader, is lost last.
    """
    left = {unit: sp_of(state, unit) for unit in units}
    armies = {unit: unit.army for unit in left}
    rest = {army: state.armies[army].total for army in armies.values() if army in state.armies}
    taken: dict[Unit, int] = {}

    def rank(unit: Unit) -> tuple[bool, int, int, str]:
        return rest.get(armies[unit], 0) == 1, order[unit.kind], -left[unit], unit

    for _ in range(min(sp, sum(left.values()))):
        unit = min((u for u in left if left[u]), key=rank)
        left[unit] -= 1
        taken[unit] = taken.get(unit, 0) + 1
        if armies[unit] in rest:
            rest[armies[unit]] -= 1
    return taken


@standing_order("losses", policy("garrisons_first", "armies_first", "spread"), rule="8.21")
def follow_order(pos: Position, frame: Losses, order: Facts) -> Action:
    """Return the division of losses that a standing order gives. Every policy spares an army's last SP as
    long as possible.
    """
    ranks = {"armies_first": ARMIES_FIRST, "spread": SPREAD}.get(order.get("policy", ""), GARRISONS_FIRST)
    return TakeLosses(divide_losses(pos.state, frame.units, frame.sp, ranks))
