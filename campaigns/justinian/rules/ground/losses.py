"""Sharing out losses among units, and what becomes of armies without SP (8.21, 8.26, 8.28)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from campaigns.justinian.rules import actions as act
from campaigns.justinian.rules import events as ev
from campaigns.justinian.rules.ground.duty import Ask, Duty, clean, not_now
from campaigns.justinian.rules.ground.frames import Frame, Losses
from campaigns.justinian.rules.ground.loss_shares import GARRISONS_FIRST, shares
from campaigns.justinian.rules.ground.play import Play, Table, refuse
from campaigns.justinian.rules.ground.state import BYZANTIUM, TREASURE_POWERS, State, power_sp
from campaigns.justinian.rules.ground.units import lose, sp_of
from engine.game import Choice, Option, Share


def demand(play: Play, frame: Losses) -> None:
    """Take the losses: at once where there is nothing to choose, else by a decision."""
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


class LossesDuty(Duty):
    def ask(self, table: Table, state: State, frame: Losses) -> Ask:
        facts = {"sp": frame.sp, "reason": frame.reason, "place": frame.place}
        default = act.TakeLosses(shares(state, frame.units, frame.sp, GARRISONS_FIRST))
        return Ask(frame.seat, "losses", default, frame.rule, facts)

    def choices(self, table: Table, state: State, frame: Losses) -> tuple[Choice, ...]:
        options = tuple(
            Option(u, {"high": min(sp_of(state, u), frame.sp), "sp": sp_of(state, u)}) for u in frame.units
        )
        share = Share("losses", options, frame.sp, frame.sp)
        return (Choice("take_losses", fields=(share,), rule=frame.rule, facts={"reason": frame.reason}),)

    def answer(self, play: Play, frame: Losses, action: Any) -> None:
        if not isinstance(action, act.TakeLosses):
            not_now(action)
            return
        losses = clean(action.losses)
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
            sweep(play)


def send_home(play: Play, army: str) -> None:
    """A minor or Persian leader without SP goes to his box, free of markers (7.17, 8.25)."""
    found = play.state.armies[army]
    box = f"{found.power}_box"
    if found.at != box or found.disorganised or found.defeated or found.head:
        play.change(army, at=box, disorganised=False, defeated=False, head=None)
        play.tell(ev.LeaderReturned(army, box))
    for other in play.state.armies.values():
        if other.head == army:
            play.change(other.id, head=None)


def sweep(play: Play) -> None:
    """Put away armies whose SP are gone for another reason than a lost battle."""
    for army in tuple(play.state.armies.values()):
        if army.total or army.id not in play.state.armies:
            continue
        if army.power not in TREASURE_POWERS:
            succeed(play, army.id)
        if army.power == BYZANTIUM:
            play.drop(army.id)
            play.tell(ev.ArmyRemoved(army.id, army.power, 0, {}, "no_sp", "8.26"))
            play.dismiss(army.leader)
        elif army.power not in TREASURE_POWERS:
            send_home(play, army.id)
    fell(play)


_HEADS = (
    "army",
    "unit",
    "mover",
    "target",
    "attackers",
    "defenders",
    "queue",
    "candidates",
    "attacker_leader",
    "defender_leader",
)


def succeed(play: Play, head: str) -> None:
    """Combined armies stay one when the commanding one has no SP: the strongest commands (6.44, 6.52)."""
    rest = [a for a in play.state.armies.values() if a.head == head and a.total]
    if not rest:
        return
    heir = max(rest, key=lambda a: (a.total, a.id)).id
    for army in tuple(play.state.armies.values()):
        if army.head == head:
            play.change(army.id, head=None if army.id == heir else heir)
    play.set(stack=tuple(_led_by(f, head, heir) for f in play.state.stack))


def _led_by(frame: Frame, head: str, heir: str) -> Frame:
    """What is in progress, with the new head of the force in place of the old one."""
    changes: dict[str, Any] = {}
    for name in _HEADS:
        value = getattr(frame, name, None)
        if value == head:
            changes[name] = heir
        elif isinstance(value, tuple) and head in value:
            changes[name] = tuple(heir if v == head else v for v in value)
    return replace(frame, **changes) if changes else frame


def fell(play: Play) -> None:
    """Vandals or Ostrogoths without any land SP are out of the game, and their fleets with them (8.28)."""
    for power in TREASURE_POWERS:
        if power in play.state.gone or power_sp(play.state, power):
            continue
        play.set(gone=play.state.gone | {power})
        play.tell(ev.PowerEliminated(power))
        for key, fleet in tuple(play.state.fleets.items()):
            if fleet.power == power:
                lose(play, f"fleet:{key}", fleet.sp, "power_eliminated")
        for army in tuple(play.state.armies.values()):
            if army.power == power:
                for minor, sp in army.allied.items():
                    play.tell(ev.SpLost(f"ally:{army.id}:{minor}", minor, sp, "power_eliminated"))
                succeed(play, army.id)
                play.drop(army.id)
                play.tell(ev.LeaderLost(army.id, "8.28"))


def separate(play: Play, power: str | None = None) -> None:
    """Combined armies of Byzantium (B/1, 6.52), or of the barbarians (A/2, 6.44), are apart again."""
    for army in tuple(play.state.armies.values()):
        if army.head is not None and (army.power == BYZANTIUM) == (power == BYZANTIUM):
            head = army.head
            play.change(army.id, head=None)
            play.tell(ev.ArmiesSeparated(army.id, head))
