"""Battles that the game master resolves: the forces for a battle elsewhere, and its reported or forced
result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from campaigns.justinian.rules.battle.forces import (
    attacking_units,
    defending_heads,
    defending_units,
    land_battle,
)
from campaigns.justinian.rules.battle.land_battle import BattleFought, attacker_drms, decide, defender_drms
from campaigns.justinian.rules.state.control import controller_at_start, has_fort
from campaigns.justinian.rules.state.handler import not_now
from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import Battle
from campaigns.justinian.rules.state.state import State, enemy
from campaigns.justinian.rules.state.units import lose, power_of, sp_of
from campaigns.justinian.rules.state.values import Allies, Frontier, Unit
from engine.dice import Dice, d10
from engine.frames import Ask
from engine.game import (
    GM,
    BattleReport,
    Choice,
    Force,
    ForceUnit,
    Given,
    InvalidAction,
    OpenBattle,
    Option,
    Pick,
    usual_end,
)
from engine.values import dataclass
from kit.rules.decisions import Action, refuse


@dataclass(frozen=True)
class ResolveByTable(Action):
    """Resolve the pending battle by the campaign's own combat table."""


@dataclass(frozen=True)
class ReportBattle(Action):
    """Report the result of a battle that was fought elsewhere. ``winner`` is attacker, defender or tie."""

    winner: str
    losses: Mapping[Unit, int]


def pending_battle(state: State) -> Battle | None:
    """Return the battle waiting for the game master, or None."""
    top = state.stack[-1] if state.stack else None
    return top if isinstance(top, Battle) and top.stage == "open" else None


def ask_open(frame: Battle) -> Ask:
    return Ask(GM, "battle", ResolveByTable(), "8.15", {"province": frame.province})


def choices_open() -> tuple[Choice, ...]:
    report = Given("losses", "justinian.losses", {})
    winner = Pick("winner", tuple(Option(w) for w in ("attacker", "defender", "tie")))
    return (
        Choice("resolve_by_table", rule="8.15"),
        Choice("report_battle", fields=(winner, report), rule="8.15"),
    )


def answer_open(play: Play, frame: Battle, action: Action) -> None:
    """Resolve the battle by the table, or record the result that the game master reports."""
    if isinstance(action, ResolveByTable):
        play.swap(frame.but(stage="roll"))
        return
    if not isinstance(action, ReportBattle):
        not_now(action)
        return
    if action.winner not in ("attacker", "defender", "tie"):
        refuse("8.21", "no_such_winner", winner=action.winner)
    mine, theirs = attacking_units(play.state, frame), defending_units(play.state, frame)
    for unit, sp in action.losses.items():
        if unit not in (*mine, *theirs):
            refuse("8.21", "no_such_unit", unit=unit)
        if not 0 <= sp <= sp_of(play.state, unit):
            refuse("8.21", "more_than_there_is", unit=unit, sp=sp_of(play.state, unit))
    totals = [sum(sp_of(play.state, u) for u in units) for units in (mine, theirs)]
    lost = [sum(action.losses.get(u, 0) for u in units) for units in (mine, theirs)]
    winner = action.winner
    if lost[0] == totals[0] and lost[1] == totals[1]:
        winner = "nobody"  # nobody wins if both sides are wiped out (ruling G6)
    elif lost[0] == totals[0] or lost[1] == totals[1]:
        winner = "defender" if lost[0] == totals[0] else "attacker"
    play.tell(
        BattleFought(
            frame.province, totals[0], totals[1], 0, 0, {}, {}, lost[0], lost[1], winner, by="report"
        )
    )
    heads = defending_heads(play.state, frame)
    play.swap(frame.but(stage="after", winner=winner, defenders=heads))
    for unit, sp in action.losses.items():
        lose(play, unit, sp, "battle")


# --- the forces, for a battle fought elsewhere ---


def open_battle(pos: Position, decision: str) -> OpenBattle | None:
    """Return the pending battle with both forces, unit by unit, and the terrain. Return None if no battle is
    pending.
    """
    frame = pending_battle(pos.state)
    if frame is None:
        return None
    province = pos.scn.provinces.get(frame.province)
    battle = land_battle(pos, frame)
    heads = defending_heads(pos.state, frame)
    ground = {
        "province": frame.province,
        "city": province.city if province else None,
        "fort": has_fort(pos.scn, pos.state, frame.province),
        "coastal": province.coastal if province else False,
        "controller": controller_at_start(pos.state, frame.province) if province else None,
        "defender_controls": battle.defender_controls_site,
        "strait": frame.strait,
        "landing": frame.landing,
        "interception": frame.interception,
        "box": frame.box,
        "attacker_drms": {d.code: d.value for d in attacker_drms(battle)},
        "defender_drms": {d.code: d.value for d in defender_drms(battle)},
    }
    return OpenBattle(
        decision,
        _force(pos, frame.seat, attacking_units(pos.state, frame), frame.attacker_leader, frame.attackers),
        _force(pos, enemy(frame.seat), defending_units(pos.state, frame), frame.defender_leader, heads),
        ground,
        "8.1",
    )


def _force(
    pos: Position, seat: str, units: tuple[Unit, ...], commander: str, heads: tuple[str, ...]
) -> Force:
    army = pos.state.armies.get(commander)
    leader = pos.scn.leaders.get(army.leader or "") if army else None
    facts = {
        "commander": leader.id if leader else None,
        "control": leader.control if leader else 0,
        "battle": leader.battle if leader else 0,
        "heads": list(heads),
    }
    return Force(seat, tuple(_unit(pos, u) for u in units), facts)


def _unit(pos: Position, unit: Unit) -> ForceUnit:
    if unit.army:
        army = pos.state.armies[unit.army]
        leader = pos.scn.leaders.get(army.leader or "")
        facts = {
            "army": army.id,
            "disorganised": army.disorganised,
            "defeated": army.defeated,
            "unpaid": army.unpaid,
            "control": leader.control if leader else 0,
            "battle": leader.battle if leader else 0,
        }
        name = "allied" if isinstance(unit, Allies) else "field"
        return ForceUnit(unit, power_of(pos.state, unit), name, sp_of(pos.state, unit), army.leader, facts)
    power, sp = power_of(pos.state, unit), sp_of(pos.state, unit)
    unpaid = isinstance(unit, Frontier) and pos.state.frontier[unit.province].unpaid
    return ForceUnit(unit, power, unit.kind, sp, None, {"unpaid": unpaid})


def report(pos: Position, report: BattleReport) -> Any:
    """Return the action that records a reported result in the campaign. Raises InvalidAction if the report
    does not fit the forces.
    """
    frame = pending_battle(pos.state)
    if frame is None:
        raise InvalidAction("", "no_open_battle")
    if report.winner not in ("attacker", "defender", None):
        raise InvalidAction("", "no_such_winner", path="$.winner", winner=str(report.winner)[:40])
    units = {*attacking_units(pos.state, frame), *defending_units(pos.state, frame)}
    reported = {Unit.parse(unit): sp for unit, sp in report.losses.items()}
    for unit, sp in reported.items():
        if unit not in units:
            raise InvalidAction("", "no_such_unit", path=f"$.losses.{unit}", unit=str(unit)[:80])
        if type(sp) is not int or not 0 <= sp <= sp_of(pos.state, unit):
            there = sp_of(pos.state, unit)
            raise InvalidAction("", "more_than_there_is", path=f"$.losses.{unit}", unit=unit, sp=there)
    losses = {unit: sp for unit, sp in reported.items() if sp}
    return ReportBattle(report.winner or "tie", losses)


# --- forced results ---

# rolls of both dice before a side's win is considered out of reach
TRIES: Final = 300


def force_result(pos: Position, battle: OpenBattle, winner: str, dice: Dice) -> BattleReport:
    """Roll both dice until the given side wins by the table (8.15), then divide the losses in proportion. If
    the side does not win within ``TRIES`` rolls, return :func:`usual_end`.
    """
    frame = pending_battle(pos.state)
    fought = None if frame is None else land_battle(pos, frame)
    if fought is not None:
        drms = attacker_drms(fought), defender_drms(fought)
        for _ in range(TRIES):
            found = decide(fought, *drms, d10(dice, "battle", "8.15"), d10(dice, "battle", "8.15"))
            if found.winner == winner:
                return BattleReport(
                    winner,
                    {
                        **share_losses(battle.attacker.units, found.attacker_loses),
                        **share_losses(battle.defender.units, found.defender_loses),
                    },
                    holds=winner,
                )
    return usual_end(battle, winner)


def share_losses(units: Sequence[ForceUnit], lost: int) -> dict[str, int]:
    """Divide losses in proportion to the units' SP. The first units take the remainder.
    >>> units = [ForceUnit("a", "", "field", 3), ForceUnit("b", "", "field", 5)]
    >>> share_losses(units, 4), share_losses(units, 1), share_losses(units, 8)
    ({'a': 2, 'b': 2}, {'a': 1}, {'a': 3, 'b': 5})
    """
    total = sum(unit.sp for unit in units)
    found = {unit.id: unit.sp * lost // total for unit in units}
    for unit in units:
        if sum(found.values()) < lost and found[unit.id] < unit.sp:
            found[unit.id] += 1
    return {unit: sp for unit, sp in found.items() if sp}
