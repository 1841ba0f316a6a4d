"""The bot's choices and their reasons, at three strengths. The bot sees only an imagined state, never the
facts that are hidden from its seat.

It plays the card whose orders are worth most (:mod:`battles.cca.bot.plans`), gives the best orders first,
and fights while any combat has value. The strong bot saves cards that are worth more later, sends its
leaders to its units, and chooses safe retreats (:mod:`battles.cca.bot.care`). The weak bot plays any
card, never evades, and ignores what an attack costs it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from battles.cca.bot.care import CARES, move_leader
from battles.cca.bot.plans import Plan, Planner, move_unit
from battles.cca.bot.worth import exchange, expected_blow
from battles.cca.rules.cards import CARDS
from battles.cca.rules.combat.strike import Kind
from battles.cca.rules.fight.advancing import (
    Advance,
    Advancing,
    FightingOn,
    FightOn,
    Rest,
    StayPut,
    bonus_dice,
    bonus_targets,
    goals,
)
from battles.cca.rules.fight.blow import Blow, strike_of
from battles.cca.rules.fight.evading import Evade, Evading, Stand
from battles.cca.rules.fight.first_strike import HoldBack, StrikeFirst, Striking
from battles.cca.rules.fight.flags import Flags, IgnoreFlags
from battles.cca.rules.play.battle import Battle
from battles.cca.rules.play.play import Play
from battles.cca.rules.special.ambush import SpringAmbush, free_hexes, open_sections
from battles.cca.rules.terrain.board import HEXES
from battles.cca.rules.turn.battling import (
    Attack,
    Battling,
    EndBattles,
    Fire,
    attack_blow,
    attacks,
    obliged_warriors,
)
from battles.cca.rules.turn.commanding import Commanding, GoToBattle, Move, Order
from battles.cca.rules.turn.moving import unit_ends, why_not_move
from battles.cca.rules.turn.orderable_units import FIRST_STRIKE, objection, playable
from battles.cca.rules.turn.playing import PlayCard, PlayingCard, play_card
from engine.dice import Dice, Throw
from engine.game import Facts
from kit.bot.answer import AdvisingMind, Answer
from kit.rules.decisions import Action

if TYPE_CHECKING:
    from battles.cca.rules.play.state import State
    from battles.cca.rules.rules import CcaRules

WORTH_IT: Final = 0.05
STRONG, WEAK = "strong", "weak"
KEPT: Final = {  # value to the strong bot of keeping each card
    "first_strike": 9.0,
    "rally": 2.0,
    "clash_of_shields": 1.5,
    "i_am_spartacus": 1.0,
    "double_time": 1.0,
    "mounted_charge": 1.0,
    "line_command": 0.8,
    "leadership_any_section": 0.5,
    "counter_attack": 0.5,
    "darken_the_sky": 0.5,
}
_Reply = tuple[Action, Facts | None]


def advise(rules: CcaRules, state: State, seat: str, dice: Dice) -> tuple[Any, Facts | None]:
    """Return a legal action for the seat that must decide, and the reason. The state is an imagined one,
    without the facts that are hidden from the seat.
    """
    pos, frame = rules.position(state), state.stack[-1]
    strength = rules.setting.options.bot
    found = CARES.get(type(frame)) if strength == STRONG else None
    found = found or ANSWERS.get(type(frame))
    if strength == WEAK:
        found = ARTLESS.get(type(frame))
    if rules.setting.options.real_cards and isinstance(frame, PlayingCard):
        found = None  # with real cards, the bot does not know its hand
    if found is not None:
        return found(pos, frame, dice)
    decision = next(one for one in rules.pending(state) if one.seat == seat)
    return decision.default, {"code": "usual"}


def _choose_card(pos: Battle, frame: PlayingCard, dice: Dice) -> _Reply:
    """Choose the card with the greatest value: the value of its orders, less the value of keeping the
    card.
    """
    best: tuple[float, str] | None = None
    for card in sorted(set(pos.state.armies[frame.seat].hand)):
        if playable(pos, frame.seat, card) is None:
            spared = KEPT.get(card, 0.0) if pos.setting.options.bot == STRONG else 0.0
            value = _card_value(pos, frame.seat, card, dice) - spared
            if best is None or value > best[0]:
                best = value, card
    assert best is not None, "there is always a card to play"
    return PlayCard(best[1]), {"code": "best_card", "card": best[1]}


def _card_value(pos: Battle, seat: str, card: str, dice: Dice) -> float:
    if card == FIRST_STRIKE:
        return 0.0
    play = Play(pos, dice)
    play_card(play, seat, card)
    meant = CARDS[play.state.turn.stands_for]
    planner = Planner(play.pos, meant, play.state.turn.plain)
    able = play.state.turn.plain or meant.most != 0
    values = sorted(
        ((planner.plan(at, able), at) for at in play.pos.units_of(seat)),
        key=lambda one: (-one[0].value, one[1]),
    )
    total = sum(plan.value for plan, at in values if at in play.state.turn.units and plan.value > 0)
    for plan, at in values:
        if (
            plan.value > WORTH_IT
            and at not in play.state.turn.units
            and objection(play.pos, at, False) is None
        ):
            play.order_unit(at)
            total += plan.value
    return total


def _choose_order(pos: Battle, frame: Commanding, dice: Dice) -> _Reply:
    """Choose the best remaining order, or end the orders if none is worth giving. A hidden force enters the
    board as soon as possible.
    """
    sections = open_sections(pos) if not frame.again else ()
    if sections:
        best_section = max(sections, key=lambda name: len(free_hexes(pos, frame.seat, name)))
        return SpringAmbush(best_section), {"code": "ambush"}
    planner = Planner(pos, pos.card, pos.turn.plain)
    best: Plan | None = None
    for at in pos.units_of(frame.seat):
        known = pos.turn.units.get(at)
        if known is None and (frame.again or objection(pos, at, False) is not None):
            continue
        moves = why_not_move(pos, frame.again, at, False) is None
        if known is not None and not moves:
            continue
        plan = planner.plan(at, moves)
        useless = known is not None and (plan.to == at or plan.to not in unit_ends(pos, at))
        if plan.value > WORTH_IT and not useless and (best is None or plan.value > best.value):
            best = plan
    if best is None:
        led = move_leader(pos, planner, frame.again) if pos.setting.options.bot == STRONG else None
        return led or (GoToBattle(), {"code": "orders_done"})
    facts = {"at": best.at, "to": best.to, "target": best.target}
    if best.to == best.at:
        return Order(best.at), {"code": "order_to_fight", **facts}
    if best.to not in unit_ends(pos, best.at):
        return Order(best.at), {"code": "order_to_fight", **facts}
    return Move(best.at, best.to), {"code": "move_to_fight" if best.target else "come_nearer", **facts}


def _choose_attack(pos: Battle, frame: Battling, dice: Dice) -> _Reply:
    """Choose the most valuable attack. A worthless attack is made only by warriors who must fight."""
    found = [
        (exchange(pos, attack_blow(pos, at, target, mode)), at, target, mode)
        for mode in ("ranged", "close")
        for at, target in attacks(pos, mode)
    ]
    must = obliged_warriors(pos)
    if must:
        found = [one for one in found if one[1] in must and one[3] == "close"] or found
    best = max(found, default=None)
    if best is None or (best[0] <= 0 and not must):
        return EndBattles(), {"code": "no_battle_worth_it"}
    value, at, target, mode = best
    chance = expected_blow(strike_of(pos, attack_blow(pos, at, target, mode)))
    facts = {"code": "best_attack", "at": at, "target": target, "percent": round(100 * chance.kills)}
    return (Attack(at, target) if mode == "close" else Fire(at, target)), facts


def _evade(pos: Battle, frame: Evading, dice: Dice) -> _Reply:
    units = pos.state.units
    stand = Blow(Kind.ATTACK, frame.by, frame.at, 0, units[frame.by].full, units[frame.at].full)
    away = Blow(Kind.EVADED, frame.by, frame.at, 0, units[frame.by].full, units[frame.at].full)
    cost = exchange(pos, stand) - expected_blow(strike_of(pos, away)).value
    code = "evade_cheaper" if cost > 0.5 else "stand_cheaper"
    return (Evade() if cost > 0.5 else Stand()), {"code": code, "at": frame.at, "by": frame.by}


def _strike_first(pos: Battle, frame: Striking, dice: Dice) -> _Reply:
    """Decide whether to play First Strike, which the bot does if the blow is worth the card."""
    if FIRST_STRIKE not in pos.state.armies[frame.seat].hand:
        return HoldBack(), {"code": "usual"}
    units = pos.state.units
    blow = Blow(Kind.ANSWER, frame.at, frame.by, 0, units[frame.at].full, units[frame.by].full)
    if expected_blow(strike_of(pos, blow)).value >= 4.0:
        return StrikeFirst(), {"code": "strike_first", "at": frame.at, "by": frame.by}
    return HoldBack(), {"code": "keep_first_strike"}


def _answer_flags(pos: Battle, frame: Flags, dice: Dice) -> _Reply:
    """Decide how many flags to ignore: as many as possible, or none for a unit with one block left. Such a
    unit still ignores flags if it is an elephant or would have to retreat more than four hexes.
    """
    unit = pos.state.units[frame.at]
    number = (
        0 if unit.blocks == 1 and frame.flags * frame.per_flag <= 4 and not unit.kind.elephant else frame.most
    )
    return IgnoreFlags(number), {"code": "stand_firm" if number else "save_the_rest", "at": frame.at}


def _advance(pos: Battle, frame: Advancing, dice: Dice) -> _Reply:
    """Decide whether to advance. The unit stays only if even the best hex is clearly worse than its own. A
    worthwhile bonus combat makes a hex better.
    """
    planner = Planner(pos, pos.card, pos.turn.plain)
    found = []
    here = planner.plan(frame.at, False).value if planner.enemies else 0.0
    for to in goals(pos, frame):
        value = _value_at(planner, frame.at, to, frame.bonus)
        found.append((value, to))
    best = max(found, default=None)
    if best is None or best[0] < min(here, 0.0) - 0.5:
        return StayPut(), {"code": "stay"}
    return Advance(best[1]), {"code": "press_on", "to": best[1]}


def _value_at(planner: Planner, at: str, to: str, bonus: bool) -> float:
    here, there = HEXES[at], HEXES[to]
    unit = planner.board.units[here]
    board = planner.board if here == there else move_unit(planner.board, here, there)
    value = planner.rate_hex(board, there, unit)
    found = planner.attack(board, there, unit, 0) if bonus else None
    return value + (max(0.0, found[0]) if found is not None and found[2] == "close" else 0.0)


def _fight_on(pos: Battle, frame: FightingOn, dice: Dice) -> _Reply:
    """Decide whether to fight a bonus combat, which the bot does if it has positive value."""
    units = pos.state.units
    found = []
    for target in bonus_targets(pos, frame.at):
        full = target in units and units[target].full
        blow = Blow(Kind.ATTACK, frame.at, target, bonus_dice(pos), units[frame.at].full, full)
        found.append((exchange(pos, blow), target))
    best = max(found)
    if best[0] <= 0:
        return Rest(), {"code": "no_battle_worth_it"}
    return FightOn(best[1]), {"code": "fight_on", "target": best[1]}


def _play_any_card(pos: Battle, frame: PlayingCard, dice: Dice) -> _Reply:
    """Choose a random card that can be played."""
    able = [
        card
        for card in sorted(set(pos.state.armies[frame.seat].hand))
        if playable(pos, frame.seat, card) is None
    ]
    card = able[dice.roll(Throw(len(able), "card", low=0))]
    return PlayCard(card), {"code": "any_card", "card": card}


def _choose_any_attack(pos: Battle, frame: Battling, dice: Dice) -> _Reply:
    """Choose the attack that will probably cost the enemy the most blocks, regardless of the bot's own
    losses.
    """
    found = [
        (expected_blow(strike_of(pos, attack_blow(pos, at, target, mode))).blocks, at, target, mode)
        for mode in ("ranged", "close")
        for at, target in attacks(pos, mode)
    ]
    must = obliged_warriors(pos)
    if must:
        found = [one for one in found if one[1] in must and one[3] == "close"] or found
    _blocks, at, target, mode = max(found)
    facts = {"code": "best_attack", "at": at, "target": target, "percent": 0}
    return (Attack(at, target) if mode == "close" else Fire(at, target)), facts


ANSWERS: Final[dict[type, Callable[[Battle, Any, Dice], _Reply]]] = {
    PlayingCard: _choose_card,
    Commanding: _choose_order,
    Battling: _choose_attack,
    Evading: _evade,
    Striking: _strike_first,
    Flags: _answer_flags,
    Advancing: _advance,
    FightingOn: _fight_on,
}
ARTLESS: Final[dict[type, Callable[[Battle, Any, Dice], _Reply]]] = {
    PlayingCard: _play_any_card,
    Commanding: _choose_order,
    Battling: _choose_any_attack,
}


class CcaMind(AdvisingMind["CcaRules", "State"]):
    """The bot of Commands & Colors: Ancients (see engine.minds)."""

    def advise(self, rules: CcaRules, state: State, seat: str, dice: Dice) -> Answer:
        return Answer(*advise(rules, state, seat, dice))


MIND: Final = CcaMind()
