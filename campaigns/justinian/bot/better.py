"""The better bot: plays to win. What it does for each kind of decision; the default for all others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from campaigns.justinian.bot import answers, barbarian, byzantium, deployment, money, seaborne
from campaigns.justinian.bot.marching import on_march
from campaigns.justinian.rules.ground import frames as fr
from campaigns.justinian.rules.ground.state import State
from engine.dice import Dice
from engine.game import Decision

if TYPE_CHECKING:
    from campaigns.justinian.rules.system import JustinianRules

Answer = Callable[["JustinianRules", State, Any, Decision], Any]

ANSWERS: dict[type, Answer] = {
    fr.SetUp: deployment.set_up,
    fr.March: on_march,
    fr.Sail: seaborne.on_sail,
    fr.BarbarianSegment: barbarian.segment,
    fr.Operation: barbarian.operation,
    fr.ByzantineSegment: byzantium.segment,
    fr.Maintain: money.maintain,
    fr.PlaceLevy: money.place_levy,
    fr.RaiseArmy: money.raise_army,
    fr.ChangeLeaders: money.change_leaders,
    fr.Bribing: money.bribe,
    fr.AllyUse: byzantium.ally,
    fr.Intercept: answers.intercept,
    fr.Battle: answers.battle,
    fr.SeaCheck: answers.at_sea,
}


def choose(rules: JustinianRules, state: State, seat: str, dice: Dice) -> Any:
    """A legal action for the pending decision. It rolls nothing: the same state gives the same action."""
    decision = rules.decision(state)
    assert decision is not None
    frame = state.stack[-1]
    answer = ANSWERS.get(type(frame))
    return answer(rules, state, frame, decision) if answer is not None else decision.default
