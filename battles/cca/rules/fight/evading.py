"""Evasion: whether a unit evades a close combat, and to which hex it goes (L658-692)."""

from __future__ import annotations

from typing import Final

from battles.cca.rules.combat.retreat import evasions
from battles.cca.rules.fight.marsh import wade_back
from battles.cca.rules.fight.standing_orders import (
    AWAY,
    FRIENDS,
    GROUPS,
    LED,
    answer_for,
    best_end,
    class_fields,
    general_answer_field,
)
from battles.cca.rules.play.battle import Battle
from battles.cca.rules.play.play import FRAMES, Offered, Play
from battles.cca.rules.play.settling import settle
from battles.cca.rules.terrain.board import HEXES, NAMES
from battles.cca.rules.units import CLASSES
from engine.codec import late_field
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Facts, Number, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event

RULE: Final = "L658"
MACHINE: Final = "war_machine"
EVADERS: Final = (*(group for group in GROUPS if group != "medium_foot"), LED)  # medium foot cannot evade


@dataclass(frozen=True)
class Evading(Frame):
    """A decision in progress: the unit in ``at`` can evade an attack from ``by``. The answer is stored in
    the Fight frame below this one.
    """

    at: str
    by: str
    seat: str


@dataclass(frozen=True)
class Withdrawing(Frame):
    """A decision in progress: the unit in ``at`` evades two hexes, or one if two are impossible, and its
    owner chooses where. ``checked``: whether its leader has already been checked in this combat.
    """

    at: str
    seat: str
    checked: bool = late_field(False)


@dataclass(frozen=True)
class Evade(Action):
    """Evade the attack."""


@dataclass(frozen=True)
class Stand(Action):
    """Hold the hex and fight."""


@dataclass(frozen=True)
class Withdraw(Action):
    """Evade to a hex."""

    to: str


@dataclass(frozen=True)
class EvasionAnnounced(Event):
    """A unit is about to evade."""

    at: str
    seat: str
    unit: str


@dataclass(frozen=True)
class Evaded(Event):
    """A unit has evaded. A war machine is then removed without giving a banner (L688-692)."""

    at: str
    to: str
    seat: str
    unit: str


def may_evade(pos: Battle, at: str, by: str) -> bool:
    """Return whether a unit can evade this attacker and has a free hex to evade to (L664-675)."""
    unit, attacker = pos.state.units[at], pos.state.units[by]
    return unit.kind.may_evade(attacker.kind) and bool(evasions(pos.board, HEXES[at]))


@FRAMES.handler(Evading)
class _Evading(Offered):
    def ask(self, pos: Battle, frame: Evading) -> Ask:
        units = pos.state.units
        facts = {
            "at": frame.at,
            "unit": units[frame.at].type,
            "by": frame.by,
            "attacker": units[frame.by].type,
        }
        return Ask(frame.seat, "evade", Stand(), RULE, facts)

    def choices(self, pos: Battle, frame: Evading) -> Choices:
        return Choice("evade", rule=RULE), Choice("stand", rule=RULE)

    def execute(self, play: Play, frame: Evading, action: Evade | Stand) -> None:
        play.pop()
        if isinstance(action, Evade):
            play.tell(EvasionAnnounced(frame.at, frame.seat, play.state.units[frame.at].type))
            play.swap(play.top.but(evades=True))  # change the Fight frame, which was below this one


@FRAMES.handler(Withdrawing)
class _Withdrawing(Offered):
    def advance(self, play: Play, frame: Withdrawing) -> bool:
        found = _ends(play.pos, frame)
        if len(found) > 1:
            return False
        self.execute(play, frame, Withdraw(found[0] if found else frame.at))
        return True

    def ask(self, pos: Battle, frame: Withdrawing) -> Ask:
        facts = {"at": frame.at, "unit": pos.state.units[frame.at].type}
        return Ask(frame.seat, "withdraw", lambda: Withdraw(_ends(pos, frame)[0]), "L675", facts)

    def choices(self, pos: Battle, frame: Withdrawing) -> Choices:
        return tuple(Choice("withdraw", {"to": to}, rule="L675") for to in _ends(pos, frame))

    def execute(self, play: Play, frame: Withdrawing, action: Withdraw) -> None:
        play.pop()
        unit = play.state.units[frame.at]
        marshes = evasions(play.pos.board, HEXES[frame.at]).get(HEXES[action.to], ())
        to, _checked = wade_back(play, frame.at, tuple(NAMES[at] for at in marshes), action.to, frame.checked)
        play.tell(Evaded(frame.at, to, frame.seat, unit.type))
        if unit.type == MACHINE:
            play.put_unit(to, None)
        elif to in play.state.units:
            settle(play, to)


def _ends(pos: Battle, frame: Withdrawing) -> tuple[str, ...]:
    return tuple(sorted(NAMES[at] for at in evasions(pos.board, HEXES[frame.at])))


@FRAMES.standing_order(
    "evade",
    general_answer_field("how", "never", "always", "below"),
    Number("blocks", 1, 4, 2),
    Pick("against", tuple(Option(grade) for grade in ("any", *CLASSES))),
    *class_fields("never", "always", "below", groups=EVADERS),
    rule=RULE,
)
def evades(pos: Battle, frame: Evading, said: Facts) -> Evade | Stand | None:
    """The standing order's answer: evade always, never, or only with few blocks left. The order can be
    limited to one class of attackers. Return None if the order leaves the decision to the player.
    """
    units, how = pos.state.units, answer_for(pos, frame.at, said, "how")
    if how is None:
        return None
    met = said["against"] in ("any", units[frame.by].kind.grade)
    weak = how == "always" or (how == "below" and units[frame.at].blocks <= said["blocks"])
    return Evade() if met and weak else Stand()


@FRAMES.standing_order("withdraw", general_answer_field("way", FRIENDS, AWAY), rule="L675")
def withdraws(pos: Battle, frame: Withdrawing, said: Facts) -> Withdraw | None:
    """The standing order's answer: evade to the hex with the most friends nearby, or as far from the enemy as
    possible. Return None if the order leaves the decision to the player.
    """
    way = answer_for(pos, frame.at, said, "way")
    return None if way is None else Withdraw(best_end(pos, frame.at, _ends(pos, frame), way))
