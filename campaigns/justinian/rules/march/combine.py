"""Combining armies, redistributing their SP and separating them again (6.52, and 6.44 for a Combined
Operation).
"""

from __future__ import annotations

from campaigns.justinian.rules.march.spending import in_range, pay
from campaigns.justinian.rules.state.events import ArmiesSeparated
from campaigns.justinian.rules.state.leaders import control_rating
from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import March, Operation
from campaigns.justinian.rules.state.state import BYZANTIUM, Army, State
from campaigns.justinian.rules.state.tables import COSTS
from campaigns.justinian.rules.state.units import shift
from campaigns.justinian.rules.state.values import ArmySP
from engine.game import Choice, Many, Number, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, refuse


@dataclass(frozen=True)
class Combine(Action):
    armies: tuple[str, ...]


@dataclass(frozen=True)
class Redistribute(Action):
    giver: str
    taker: str
    sp: int


@dataclass(frozen=True)
class SplitOff(Action):
    """Separate a combined army (6.44, 6.52)."""

    army: str


@dataclass(frozen=True)
class ArmiesCombined(Event):
    head: str
    armies: tuple[str, ...]


def partners(pos: Position, army: Army) -> tuple[Army, ...]:
    """Return the armies in the province that this army can combine with. They are other Byzantine armies
    (6.52), or the minor army of a Combined Operation unless it has acted by itself (6.44).
    """
    if army.power != BYZANTIUM:
        operations = [f for f in pos.state.stack if isinstance(f, Operation) and f.major == army.id]
        minors = [f.minor for f in operations if f.minor in f.left]
        there = [pos.state.armies[m] for m in minors if m in pos.state.armies]
        return tuple(a for a in there if a.at == army.at and a.total and a.at in pos.scn.provinces)
    return tuple(a for a in pos.armies_at(army.at) if a.power == BYZANTIUM and a.id != army.id)


def _combine_rule(army: Army) -> str:
    """Return the section that governs a combination: 6.52 for Byzantine armies, 6.44 for a Combined
    Operation.
    """
    return "6.52" if army.power == BYZANTIUM else "6.44"


def choices(pos: Position, frame: March) -> list[Choice]:
    army = pos.state.armies[frame.army]
    joinable = [a for a in partners(pos, army) if a.head != army.id]
    if not joinable or frame.mp < COSTS["combine"]:
        return []
    options = tuple(Option(a.id, {"sp": a.total}) for a in joinable)
    return [Choice("combine", fields=(Many("armies", options, 1),), rule=_combine_rule(army))]


def redistribution_choices(pos: Position, frame: March) -> list[Choice]:
    """Return every possible redistribution of SP (6.52). It costs 1 MP, unless that MP has already been paid
    in this province.
    """
    army = pos.state.armies[frame.army]
    if army.power != BYZANTIUM or (
        frame.mp < COSTS["combine"] and not is_redistribution_paid(pos.state, frame)
    ):
        return []
    here = (army, *partners(pos, army))
    limit = pos.scn.counters.army_sp_limit
    found = []
    for giver in here:
        if pos.scn.armies[giver.id].praesental:
            continue
        for taker in here:
            high = min(giver.sp - 1, limit - taker.total)
            if taker.id != giver.id and high > 0:
                fixed = {"giver": giver.id, "taker": taker.id}
                found.append(Choice("redistribute", fixed, (Number("sp", 1, high),), "6.52"))
    return found


def is_redistribution_paid(state: State, frame: March) -> bool:
    """Return whether the MP for redistribution in the army's province has been paid."""
    return frame.shared == state.armies[frame.army].at


def separation_choices(state: State, frame: March) -> list[Choice]:
    army = state.armies[frame.army]
    members = [a for a in state.force(army.id) if a.id != army.id]
    if not members or frame.came_from:
        return []
    options = tuple(Option(a.id, {"sp": a.total}) for a in members)
    return [Choice("split_off", fields=(Pick("army", options),), rule=_combine_rule(army))]


def combine(play: Play, frame: March, action: Combine) -> None:
    """Combine armies into one force under the active army's leader. The status of the strongest army applies
    to all (6.52, 8.25).
    """
    army = play.state.armies[frame.army]
    possible = {a.id for a in partners(play.pos, army) if a.head != army.id}
    chosen = action.armies
    if not chosen or any(a not in possible for a in chosen):
        refuse(_combine_rule(army), "cannot_combine", armies=list(action.armies))
    if len(set(chosen)) < len(chosen):
        refuse(_combine_rule(army), "twice")
    pay(play, frame, COSTS["combine"])
    if army.power != BYZANTIUM:  # once combined, the minor army cannot march by itself (6.44)
        play.amend(Operation, left=())
    join(play, army.id, chosen)


def join(play: Play, head: str, others: tuple[str, ...]) -> None:
    """Combine armies, and give all of them the status of the strongest. Ties are broken by control, then by
    a die.
    """
    members = [a for o in others for a in play.state.force(o)]
    for member in members:
        play.change(member.id, head=head)
    play.tell(ArmiesCombined(head, others))
    pool = [play.state.armies[head], *(play.state.armies[m.id] for m in members)]
    best = max((a.total, control_rating(play.setting, a)) for a in pool)
    leading = [a for a in pool if (a.total, control_rating(play.setting, a)) == best]
    kinds = {(a.disorganised, a.defeated) for a in leading}
    rule = leading[0]
    if len(kinds) > 1:
        face = play.d10("status", "8.25", play.state.seat_of(pool[0].power))
        rule = leading[face % len(leading)]
    for member in pool:
        play.status(member.id, "disorganised", rule.disorganised, "combined")
        play.status(member.id, "defeated", rule.defeated, "combined")
    play.set_aside()


def redistribute(play: Play, frame: March, action: Redistribute) -> None:
    army = play.state.armies[frame.army]
    here = {a.id: a for a in (army, *partners(play.pos, army))} if army.power == BYZANTIUM else {}
    if action.giver not in here or action.taker not in here or action.giver == action.taker:
        refuse("6.52", "not_together", giver=action.giver, taker=action.taker)
    if play.scn.armies[action.giver].praesental:
        refuse("6.52", "praesental_gives_nothing", army=action.giver)
    high = min(here[action.giver].sp - 1, play.scn.counters.army_sp_limit - here[action.taker].total)
    in_range(action.sp, high, "6.52")
    if not is_redistribution_paid(play.state, frame):
        frame = pay(play, frame, COSTS["combine"])
        play.swap(frame.but(shared=army.at))
    shift(play, ArmySP(action.giver), ArmySP(action.taker), action.sp, "redistribute")


def split_off(play: Play, frame: March, action: SplitOff) -> None:
    """Separate a combined army, which is possible only before the force has moved (6.44, 6.52)."""
    member = play.state.armies.get(action.army)
    if member is None or member.head != frame.army or frame.came_from:
        refuse(_combine_rule(play.state.armies[frame.army]), "cannot_split_off", army=action.army)
    play.change(action.army, head=None)
    play.tell(ArmiesSeparated(action.army, frame.army))
