"""Rebuild a position from a reader's view, so that the page can query the rules. The real state is never
used, so nothing hidden can leak.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from battles.cca.forecast.odds import exchanges
from battles.cca.forecast.replies import after_advance, battling_back, bonus_combat, escape, evading, strays
from battles.cca.pages.heraldry import SIDES
from battles.cca.rules import chapters
from battles.cca.rules.cards import CARDS
from battles.cca.rules.combat.exchange import Answers, Exchange
from battles.cca.rules.combat.field import close_combat, fire
from battles.cca.rules.fight.advancing import Advancing, FightingOn
from battles.cca.rules.fight.declaration import CLOSE, Fight
from battles.cca.rules.fight.evading import Evading
from battles.cca.rules.fight.fight import BattlingBack
from battles.cca.rules.play.battle import Battle, Setting
from battles.cca.rules.play.state import SEATS, Army, Ordered, State, Turn
from battles.cca.rules.position import Leader, Unit
from battles.cca.rules.terrain.board import HEXES, Side
from battles.cca.rules.turn.battling import card_dice
from battles.cca.rules.turn.orderable_units import copied_card, objection, orders_plainly, section_of_copy
from engine.game import Choice, Facts
from engine.odds import Odds
from engine.refusals import IllegalAction
from kit.hand.deck import deck_of
from maps.values import Side as Flag


@dataclass(frozen=True)
class Chances:
    """The expected result of a combat or of an answer.

    ``dice``: the number of dice rolled. ``eliminated``, ``leaves``: the chances that the unit struck is
    eliminated, and that it leaves its hex. ``blocks``: the blocks that it can expect to lose. ``own``: the
    blocks that the striking unit can expect to lose. ``strays``: the blocks that other units can expect to
    lose in a rampage, by side. ``fallen``: the leaders that each side can expect to lose in it. ``where``:
    the target of a bonus combat, or "".
    """

    dice: int
    eliminated: float
    leaves: float
    blocks: float
    own: float
    strays: Mapping[str, float] = field(default_factory=dict)
    fallen: Mapping[str, float] = field(default_factory=dict)
    where: str = ""


@dataclass(frozen=True)
class ReadersBoard:
    """The board as one reader sees it."""

    setting: Setting
    view: Facts
    flags: Mapping[str, Flag] = field(default_factory=lambda: SIDES)

    @cached_property
    def pos(self) -> Battle:
        """The public part of the position, with the reader's own hand."""
        view = self.view
        units = {
            at: Unit(Side(u["seat"]), u["type"], u["blocks"], u.get("special", ""))
            for at, u in view["units"].items()
        }
        leaders = {at: Leader(Side(one["seat"]), one["name"]) for at, one in view["leaders"].items()}
        turn = Turn(
            view["seat"],
            view["card"],
            view["stands_for"],
            tuple(view["sections"]),
            view["plain"],
            tuple(view["faces"]),
            _read_ordered(view["ordered"]),
            _read_ordered(view["leaders_ordered"]),
            tuple(view["frozen"]),
        )
        armies = {
            seat: Army(tuple(army["hand"] or ()), army["command"]) for seat, army in view["armies"].items()
        }
        state = State(view["number"], turn, units, leaders, armies, deck_of(()), stack=())
        last = replace(
            state.last,
            seat=view["last"]["seat"],
            card=view["last"]["card"],
            sections=tuple(view["last"]["sections"]),
        )
        return Battle(self.setting, replace(state, last=last))

    def orderable(self, seat: str, card: str) -> tuple[str, ...]:
        """Return the units to which a card of the hand could give its first order."""
        pos = self.pos
        meant = copied_card(pos, card)
        if meant not in CARDS:
            return ()
        plain = orders_plainly(pos, seat, CARDS[meant])
        turn = Turn(seat, card, meant, section_of_copy(pos, card), plain)
        would = Battle(self.setting, replace(pos.state, turn=turn))
        units = (at for at in would.units_of(seat) if objection(would, at, False) is None)
        leaders = (at for at in would.leaders_of(seat) if objection(would, at, True) is None)
        return tuple(dict.fromkeys((*units, *leaders)))

    @property
    def orders(self) -> tuple[int, int | None]:
        """Return the number of orders that the card in play has given, and the number that it can give. The
        second number is None if only adjacency limits it.
        """
        pos, turn = self.pos, self.pos.turn
        given = len(turn.units) + len(turn.leaders)
        if turn.plain:
            return given, 1
        card = pos.card
        if card.sections:
            command = pos.army.command
            return given, sum(command if isinstance(most, str) else most for _where, most in card.sections)
        return given, card.group_most or None

    def chances(self, choice: Choice) -> Chances | None:
        """Return the chances of an offered attack, assuming that its target neither evades nor strikes
        first.
        """
        pos, at, target = self.pos, str(choice.fixed["at"]), str(choice.fixed["target"])
        known = pos.turn.units.get(at)
        made = close_combat if choice.kind == "attack" else fire
        extra = card_dice(pos, CLOSE if choice.kind == "attack" else "ranged")
        try:
            combat = made(pos.board, HEXES[at], HEXES[target], known.moved if known else 0, extra)
            odds = exchanges(combat, Answers())
        except IllegalAction:
            return None
        found = _chances(odds, int(choice.facts.get("dice", 0)))
        astray = strays(pos.board, odds, HEXES[at], HEXES[target])
        return replace(
            found,
            strays={str(side): float(lost.blocks) for side, lost in astray.items()},
            fallen={str(side): float(lost.leaders) for side, lost in astray.items()},
        )

    def replies(self, choice: Choice) -> Chances | None:
        """Return the chances of an offered answer: to evade or stand, to battle back, to fight a bonus
        combat, or to advance and fight the best bonus combat. None means that the answer involves no
        dice.
        """
        pos, frames = self.pos, [chapters.CODEC.read(one) for one in self.view["in_progress"][-2:]]
        top = frames[-1]
        if isinstance(top, Evading) and isinstance(frames[0], Fight):
            away, stand = evading(pos, frames[0])
            odds = away if choice.kind == "evade" else stand
            return _chances(odds, max(one.attack_dice for one in odds.weights))
        if isinstance(top, BattlingBack) and choice.fixed["strike"]:
            back = battling_back(pos, top.blow)
            return _turn_odds(back, max(one.back_dice for one in back.weights))
        if isinstance(top, FightingOn) and choice.kind == "fight_on":
            found = {str(choice.fixed["target"]): bonus_combat(pos, top.at, str(choice.fixed["target"]))}
        elif isinstance(top, Advancing) and choice.kind == "advance" and top.bonus:
            found = dict(after_advance(pos, top.at, str(choice.fixed["to"])))
        else:
            return None
        told = [
            replace(_chances(odds, max(one.attack_dice for one in odds.weights)), where=at)
            for at, odds in found.items()
        ]
        return max(told, key=lambda one: (one.eliminated, one.blocks), default=None)

    def survival(self, way: Sequence[str]) -> float:
        """Return the chance that the leader who must flee survives a retreat along this path."""
        fleeing = self.view["in_progress"][-1]["seat"]  # in most cases not the side whose turn it is
        return float(escape(self.pos.board, Side(fleeing), way))

    def army(self, seat: str) -> str:
        """Return the name of a side's army."""
        return self.setting.scenario.seats[Side(seat)].army

    def hand(self, seat: str) -> tuple[str, ...]:
        """Return a side's hand if the reader can see it, otherwise ()."""
        return tuple(self.view["armies"].get(seat, {}).get("hand") or ()) if seat in SEATS else ()


def _chances(odds: Odds[Exchange], dice: int) -> Chances:
    return Chances(
        dice,
        float(odds.chance(lambda e: e.target_toll.eliminated)),
        float(odds.chance(lambda e: e.target_toll.leaves)),
        float(odds.expectation(lambda e: e.target_toll.lost)),
        float(odds.expectation(lambda e: e.attacker_toll.lost)),
    )


def _turn_odds(odds: Odds[Exchange], dice: int) -> Chances:
    """Return the chances of an exchange from the point of view of the unit that battles back."""
    return Chances(
        dice,
        float(odds.chance(lambda e: e.attacker_toll.eliminated)),
        float(odds.chance(lambda e: e.attacker_toll.leaves)),
        float(odds.expectation(lambda e: e.attacker_toll.lost)),
        float(odds.expectation(lambda e: e.target_toll.lost)),
    )


def _read_ordered(told: Mapping[str, Any]) -> dict[str, Ordered]:
    return {at: Ordered(one["from"], one["moved"], one["done"], one["fights"]) for at, one in told.items()}


def hexes_of(choice: Choice) -> Iterator[str]:
    """Yield the hexes that a choice or its options name."""
    for name in ("at", "target", "to", "hex"):
        if str(choice.fixed.get(name, "")) in HEXES:
            yield str(choice.fixed[name])
    yield from goals_of(choice)
    way = choice.fixed.get("way")
    if isinstance(way, list) and way:
        yield str(way[-1])


def goals_of(choice: Choice) -> tuple[str, ...]:
    """Return the hexes that a choice offers as destinations."""
    options = next((getattr(one, "options", ()) for one in choice.fields if one.name == "to"), ())
    return tuple(str(option.value) for option in options)
