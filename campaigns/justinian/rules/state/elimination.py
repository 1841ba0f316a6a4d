"""The elimination of armies, leaders and powers without SP (8.25, 8.26, 8.28; 6.44, 6.52)."""

from __future__ import annotations

from typing import Any

from campaigns.justinian.rules.state.events import (
    ArmiesSeparated,
    ArmyRemoved,
    LeaderArrived,
    LeaderReturned,
    SpLost,
)
from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.state import BYZANTIUM, TREASURE_POWERS, Army
from campaigns.justinian.rules.state.units import lose
from campaigns.justinian.rules.state.values import Allies, Place, Ships
from engine.frames import Frame
from engine.values import dataclass
from kit.rules.decisions import Event


@dataclass(frozen=True)
class LeaderLost(Event):
    leader: str
    rule: str


@dataclass(frozen=True)
class PowerEliminated(Event):
    power: str


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


def send_home(play: Play, army: str) -> None:
    """Send a minor or Persian leader without SP to the power's box and remove the army's markers (7.17,
    8.25).
    """
    _move_to_box(play, army)
    _separate_force(play, army)


def _move_to_box(play: Play, army: str) -> None:
    found = play.state.armies[army]
    box = Place.box(found.power)
    if found.at != box or found.disorganised or found.defeated or found.head:
        play.change(army, at=box, disorganised=False, defeated=False, head=None)
        play.tell(LeaderReturned(army, box))


def _separate_force(play: Play, head: str) -> None:
    """Separate the armies that are combined under this army."""
    for army in play.state.force(head):
        if army.head == head:
            play.change(army.id, head=None)


def remove_armies_without_sp(play: Play) -> None:
    """Remove Byzantine armies, and send Persian and minor leaders home, if they lost their last SP other than
    in a lost battle. Leaders of Vandals and Ostrogoths stay until their power is eliminated.
    """
    # found before any command passes below: an army that takes over a command has SP and stays
    heads = {army.head for army in play.state.armies.values()}
    for army in tuple(play.state.armies.values()):
        if army.total or army.power in TREASURE_POWERS or army.id not in play.state.armies:
            continue
        if army.id in heads:
            pass_command(play, army.id)
        if army.power == BYZANTIUM:
            play.drop(army.id)
            play.tell(ArmyRemoved(army.id, army.power, 0, {}, "no_sp", "8.26"))
            play.dismiss(army.leader)
        elif army.id in heads:
            send_home(play, army.id)
        else:
            _move_to_box(play, army.id)
    remove_eliminated_powers(play)


def pass_command(play: Play, head: str) -> None:
    """Pass the command from an army without SP to the strongest of the armies combined under it (6.44, 6.52).
    Nothing happens if none of them has SP.
    """
    rest = [a for a in play.state.armies.values() if a.head == head and a.total]
    if not rest:
        return
    heir = max(rest, key=lambda a: (a.total, a.id)).id
    for army in tuple(play.state.armies.values()):
        if army.head == head:
            play.change(army.id, head=None if army.id == heir else heir)
    play.set(stack=tuple(_replace_head(f, head, heir) for f in play.state.stack))


def _replace_head(frame: Frame, head: str, heir: str) -> Frame:
    changes: dict[str, Any] = {}
    for name in _HEADS:
        value = getattr(frame, name, None)
        if value == head:
            changes[name] = type(value)(heir)  # keep the kind of value: an army id or a WholeForce
        elif isinstance(value, tuple) and head in value:
            changes[name] = tuple(heir if v == head else v for v in value)
    return frame.but(**changes) if changes else frame


def remove_eliminated_powers(play: Play) -> None:
    """Remove Vandals or Ostrogoths without any land SP from the game, with their fleets (8.28)."""
    for power in TREASURE_POWERS:
        if power in play.state.gone or play.state.power_sp(power):
            continue
        play.set(gone=play.state.gone | {power})
        play.tell(PowerEliminated(power))
        for key, fleet in tuple(play.state.fleets.items()):
            if fleet.power == power:
                lose(play, Ships(key), fleet.sp, "power_eliminated")
        for army in tuple(play.state.armies.values()):
            if army.power == power:
                for minor, sp in army.allied.items():
                    play.tell(SpLost(Allies(army.id, minor), minor, sp, "power_eliminated"))
                pass_command(play, army.id)
                play.drop(army.id)
                play.tell(LeaderLost(army.id, "8.28"))


def separate_armies(play: Play, power: str | None = None) -> None:
    """Separate combined armies. If ``power`` is Byzantium, its own armies separate (B/1, 6.52); otherwise
    the barbarian ones do (A/2, 6.44).
    """
    for army in tuple(play.state.armies.values()):
        if army.head is not None and (army.power == BYZANTIUM) == (power == BYZANTIUM):
            head = army.head
            play.change(army.id, head=None)
            play.tell(ArmiesSeparated(army.id, head))


def eliminate(play: Play, army_id: str) -> None:
    """Eliminate an army that lost a battle and all its SP (8.26). A minor power's leader returns to the
    power's box, and the last Persian leader to the turn track.
    """
    army = play.state.armies[army_id]
    if army.power == BYZANTIUM:
        play.drop(army_id)
        play.set(spent_counters=play.state.spent_counters | {army_id})  # unusable this turn (ruling C11)
        play.tell(ArmyRemoved(army_id, army.power, 0, {}, "eliminated", "8.26"))
        if army.leader:
            play.tell(LeaderLost(army.leader, "8.26"))
        return
    if army.power == "persia":
        others = [a for a in play.state.armies.values() if a.power == "persia" and a.id != army_id]
        play.drop(army_id)
        if others:
            play.tell(LeaderLost(army_id, "8.26"))
        else:  # the last Persian leader returns next turn
            play.set(away=play.state.away | {army_id})
            play.tell(LeaderReturned(army_id, "turn_track"))
        return
    if army.power in ("vandals", "ostrogoths"):
        play.drop(army_id)
        play.tell(LeaderLost(army_id, "8.26"))
        return
    send_home(play, army_id)


def return_persian_leader(play: Play) -> None:
    """Place the last Persian leader, who had been eliminated, in Persia's box again (8.26)."""
    for leader in sorted(play.state.away):
        play.put(Army(leader, "persia", leader, Place.box("persia"), 0))
        play.tell(LeaderArrived(leader, Place.box("persia")))
    play.set(away=frozenset())
