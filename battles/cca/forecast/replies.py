"""Exact chances of the decisions within a combat: to evade or stand, to battle back, and to fight on after
an advance. The module also computes the expected losses of bystanders in a rampage.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Final

from battles.cca.forecast.odds import add_answer, exchanges, fights_on, marsh_odds, rampage_odds
from battles.cca.rules.combat.exchange import DICE_PER_HEX, Answers, Exchange, after_trampling
from battles.cca.rules.combat.fate import Trodden
from battles.cca.rules.combat.field import fighter
from battles.cca.rules.combat.rampage import trampled_hexes
from battles.cca.rules.combat.situation import Combat
from battles.cca.rules.dice import FACES
from battles.cca.rules.fight.advancing import bonus_dice, fights_again
from battles.cca.rules.fight.blow import Blow
from battles.cca.rules.fight.declaration import Fight
from battles.cca.rules.fight.leader_away import OFF, escape_dice
from battles.cca.rules.play.battle import Battle
from battles.cca.rules.play.play import Play
from battles.cca.rules.position import Position
from battles.cca.rules.terrain.board import HEXES, Side
from engine.dice import Scripted
from engine.odds import Odds, sure
from kit.grid.hexes import Hex

NO_HELMET: Final = Fraction(len(FACES) - 1, len(FACES))  # chance of no helmet on one die
LONE_LEADER: Final = 1 - NO_HELMET**DICE_PER_HEX  # the chance of a helmet on either die (L638)


def evading(pos: Battle, fight: Fight) -> tuple[Odds[Exchange], Odds[Exchange]]:
    """Return the chances of an attack if its target evades, and the chances if its target stands."""
    board, at, target = pos.board, HEXES[fight.at], HEXES[fight.target]
    attacker = replace(fighter(board, at, target, fight.moved), full=fight.full[0])
    defender = replace(fighter(board, target, at), full=fight.full[1])
    combat = Combat(fight.mode, attacker, defender, fight.card, fight.bonus)
    return exchanges(combat, Answers(evade=True)), exchanges(combat, Answers())


def battling_back(pos: Battle, blow: Blow) -> Odds[Exchange]:
    """Return the chances of a battle back alone, without the attack before it. In each Exchange the unit that
    battles back counts as the target, because it was attacked.
    """
    board, at, target = pos.board, HEXES[blow.at], HEXES[blow.by]
    attacker = replace(fighter(board, at, target), full=blow.full_at)
    defender = replace(fighter(board, target, at), full=blow.full_by)
    return add_answer(Combat("close", attacker, defender), Answers(), Exchange())


def bonus_combat(pos: Battle, at: str, target: str) -> Odds[Exchange]:
    """Return the chances of the bonus combat of a unit that has advanced. The target is assumed neither to
    evade nor to strike first.
    """
    return exchanges(_bonus(pos, at, target), Answers())


def _bonus(pos: Battle, at: str, target: str) -> Combat:
    attacker = fighter(pos.board, HEXES[at], HEXES[target], 1)
    defender = fighter(pos.board, HEXES[target], HEXES[at])
    return Combat("close", attacker, defender, bonus_dice(pos), bonus=True)


def after_advance(pos: Battle, at: str, to: str) -> Mapping[str, Odds[Exchange]]:
    """Return the chances of each bonus combat that is possible after an advance, by its target."""
    play = Play(pos, Scripted([]))  # no dice are rolled here
    play.move_unit(at, to)
    targets, ground = fights_again(play.pos, to), pos.board.terrain(HEXES[to])
    if not ground.rolls:
        return {target: bonus_combat(play.pos, to, target) for target in targets}
    waded = marsh_odds(fighter(play.pos.board, HEXES[to], HEXES[to], behind=False), ground)
    return {target: waded.then(partial(_after_wading, _bonus(play.pos, to, target))) for target in targets}


def _after_wading(combat: Combat, lost: Trodden) -> Odds[Exchange]:
    """Return the chances of a bonus combat after the attacker's losses in a marsh. The exchange is empty if
    no combat follows.
    """
    attacker = after_trampling(combat.attacker, lost)
    if not lost.left or not fights_on(attacker):
        return sure(Exchange())
    full = attacker.full and not lost.lost
    return exchanges(replace(combat, attacker=replace(attacker, full=full)), Answers())


def escape(board: Position, side: Side, way: Sequence[str]) -> Fraction:
    """Return the chance that a lone leader survives a retreat along this path. A helmet kills the leader: on
    the die of each marsh (L817), and on the dice of each enemy unit whose hex the leader passes (L721).
    """
    found = Fraction(1)
    for at in (HEXES[step] for step in way if step != OFF):
        unit = board.units.get(at)
        dice = escape_dice(unit) if unit is not None and unit.side is not side else 0
        found *= NO_HELMET ** (dice + bool(board.terrain(at).rolls))
    return found


@dataclass(frozen=True)
class BystanderLosses:
    """The blocks and the leaders that a side can expect to lose."""

    blocks: Fraction = Fraction(0)
    leaders: Fraction = Fraction(0)

    def __add__(self, other: BystanderLosses) -> BystanderLosses:
        return BystanderLosses(self.blocks + other.blocks, self.leaders + other.leaders)

    def times(self, chance: Fraction) -> BystanderLosses:
        """Return the mean losses if these losses occur with the given chance."""
        return BystanderLosses(self.blocks * chance, self.leaders * chance)


def bystanders(board: Position, at: Hex, met: Hex) -> Mapping[Side, BystanderLosses]:
    """Return each side's expected losses if the elephants in a hex rampage, not counting the unit that they
    fight (L632-638). A lone leader is killed by a helmet on either die; a leader with a unit takes the
    normal leader check.
    """
    found = dict.fromkeys(Side, BystanderLosses())
    for there in trampled_hexes(board, at):
        unit = board.units.get(there)
        if there == met:
            continue
        if unit is None:
            found[board.leaders[there].side] += BystanderLosses(leaders=LONE_LEADER)
        else:
            odds = rampage_odds(fighter(board, there, at, behind=False))
            killed = odds.chance(lambda one: one.leader == "killed")
            found[unit.side] += BystanderLosses(odds.expectation(lambda one: one.lost), killed)
    return found


def strays(board: Position, odds: Odds[Exchange], at: Hex, target: Hex) -> Mapping[Side, BystanderLosses]:
    """Return each side's expected losses from a rampage by either combatant, among the units and leaders
    outside the combat.
    """
    wild = odds.chance(lambda one: one.attack is not None and one.attack.rampage)
    wild_back = odds.chance(lambda one: one.back is not None and one.back.rampage)
    there, here = bystanders(board, target, at), bystanders(board, at, target)
    return {side: there[side].times(wild) + here[side].times(wild_back) for side in Side}
