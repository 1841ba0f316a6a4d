"""Standing orders of a nation for combats, used while its player is away. They let another player's turn
continue without waiting for this player. Other orders are in :mod:`absence`.
"""

from __future__ import annotations

from typing import Any, Protocol, cast

from campaigns.italia.rules.absence import handler_of
from campaigns.italia.rules.combat.battle import Battle, FightOn, Submit, situation, usual_aim
from campaigns.italia.rules.combat.naval import CallBattles, NavalBattle, NavalCalls, SailAway, StayAtSea
from campaigns.italia.rules.combat.rebuild import LeaveRuins, Rebuild, Rebuilding
from campaigns.italia.rules.combat.retreats import Flight, Withdraw
from campaigns.italia.rules.combat.situation import ATTACKER, DEFENDER, Situation
from campaigns.italia.rules.state.play import FRAMES
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.state.progress import Trim
from engine.frames import Frame
from engine.game import Choices, Facts, Many, Number, Option, Pick, Share
from engine.minds import mind_of
from kit.rules.decisions import Action

WITHOUT_ASKING = Pick("policy", (Option("usual"),))
YES_OR_NO = Pick("submit", (Option("no"), Option("yes")))


class Foreseeing(Protocol):
    """A bot that can estimate the odds of a combat, which the rules do not compute."""

    def chance(self, s: Situation) -> float:
        """Return the attacker's chance of winning if both sides fight on."""


@FRAMES.standing_order("aim", WITHOUT_ASKING, rule="10.4")
def aim_as_usual(pos: Position, frame: Battle, said: Facts) -> Action:
    """Return an absent player's aim, in which each unit aims at its default target."""
    side = ATTACKER if frame.stage == "aim_attacker" else DEFENDER
    return usual_aim(pos, frame, side)


@FRAMES.standing_order("retreat", Number("least", 0, 100, 30), YES_OR_NO, rule="10.5")
def hold_or_retreat(pos: Position, frame: Battle, said: Facts) -> Action:
    """Return FightOn if the chance of winning is at least the percentage in the order. Otherwise return a
    submission if the order allows it, or the retreat with the most room. If neither is possible, fight on.
    """
    win = cast(Foreseeing, mind_of("italia")).chance(situation(pos, frame))
    mine = win if frame.stage == "retreat_attacker" else 1 - win
    if 100 * mine >= said["least"]:
        return FightOn()
    choices = _frame_choices(pos, frame)
    if said["submit"] == "yes" and any(choice.kind == "submit" for choice in choices):
        return Submit()
    return roomiest(choices) or FightOn()


@FRAMES.standing_order("flight", WITHOUT_ASKING, rule="10.5")
def flee_where_there_is_room(pos: Position, frame: Flight, said: Facts) -> Action | None:
    choices = _frame_choices(pos, frame)
    return roomiest(choices)


@FRAMES.standing_order("trim", WITHOUT_ASKING, rule="8.0")
def remove_the_cheapest(pos: Position, frame: Trim, said: Facts) -> Any:
    return handler_of(frame).ask(pos, frame).default


@FRAMES.standing_order("rebuild", Pick("policy", (Option("never"), Option("always"))), rule="10.61")
def rebuild_or_not(pos: Position, frame: Rebuilding, said: Facts) -> Action:
    """Return an absent player's decision about ruins. The policy "always" rebuilds the first possible ruin
    with the cheapest unit in its area.
    """
    choices = _frame_choices(pos, frame)
    if said["policy"] == "never" or choices[0].kind != "rebuild":
        return LeaveRuins()
    field = choices[0].fields[0]
    assert isinstance(field, Pick)
    units = sorted((str(o.value) for o in field.options), key=lambda unit: (pos.scn.units[unit].cost, unit))
    return Rebuild(choices[0].fixed["area"], units[0])


@FRAMES.standing_order("naval_calls", Pick("policy", (Option("never"), Option("stronger"))), rule="10.8")
def call_battles(pos: Position, frame: NavalCalls, said: Facts) -> Action:
    """Return the battles at sea that an absent player calls. The policy "stronger" calls those where the
    nation has more fleets.
    """
    mine = frame.left[0]
    field = _frame_choices(pos, frame)[0].fields[0]
    assert isinstance(field, Many)
    wanted = []
    for option in field.options:
        sea, _, other = str(option.value).partition(":")
        foe = other if mine == frame.nation else frame.nation
        if said["policy"] == "stronger" and pos.fleets(sea, mine) > pos.fleets(sea, foe):
            wanted.append(str(option.value))
    return CallBattles(tuple(wanted))


@FRAMES.standing_order("naval_retreat", Pick("policy", (Option("stay"), Option("leave"))), rule="10.8")
def stay_or_sail_away(pos: Position, frame: NavalBattle, said: Facts) -> Action:
    """Return an absent player's decision about a retreat at sea. The policy "leave" sails all fleets to the
    first adjacent sea that is offered.
    """
    choices = _frame_choices(pos, frame)
    if said["policy"] == "stay" or choices[0].kind != "sail_away":
        return StayAtSea()
    field = choices[0].fields[0]
    assert isinstance(field, Number)
    return SailAway(choices[0].fixed["to"], field.high)


def roomiest(choices: Choices) -> Withdraw | None:
    """Return the retreat that takes the most units and leaders along, or None if no retreat is offered."""
    best: Withdraw | None = None
    most = 0
    for choice in choices:
        if choice.kind != "withdraw":
            continue
        share = choice.fields[0]
        assert isinstance(share, Share)
        named: dict[str, int] = {}
        free = share.budget or 0
        for option in share.options:
            number = min(option.high or 0, free) if option.cost else 1
            if number:
                named[str(option.value)] = number
            free -= number * option.cost
        if sum(named.values()) > most:
            best, most = Withdraw(choice.fixed["to"], named), sum(named.values())
    return best


def _frame_choices(pos: Position, frame: Frame) -> Choices:
    return handler_of(frame).choices(pos, frame)
