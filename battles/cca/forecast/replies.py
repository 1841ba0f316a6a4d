"""Exact chances of the decisions within a combat: evading or standing, battling back, and fighting on after
an advance. Also the expected losses of bystanders to a rampage.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from battles.cca.forecast.odds import add_answer, exchanges, treads
from battles.cca.rules.combat.exchange import Answers, Exchange
from battles.cca.rules.combat.field import fighter
from battles.cca.rules.combat.rampage import trampled_hexes
from battles.cca.rules.combat.situation import Combat
from battles.cca.rules.fight.advancing import bonus_dice, fights_again
from battles.cca.rules.fight.blow import Blow
from battles.cca.rules.fight.declared import Fight
from battles.cca.rules.ground.board import HEXES, Side
from battles.cca.rules.play.battle import Battle
from battles.cca.rules.play.play import Play
from battles.cca.rules.position import Position
from engine.dice import Scripted
from engine.odds import Odds
from kit.grid.hexes import Hex


def evading(pos: Battle, fight: Fight) -> tuple[Odds[Exchange], Odds[Exchange]]:
    """Return the chances for the rest of an attack if its target evades, and if it stands."""
    board, at, target = pos.board, HEXES[fight.at], HEXES[fight.target]
    attacker = replace(fighter(board, at, target, fight.moved), full=fight.full[0])
    defender = replace(fighter(board, target, at), full=fight.full[1])
    combat = Combat(fight.mode, attacker, defender, fight.card, fight.bonus)
    return exchanges(combat, Answers(evade=True)), exchanges(combat, Answers())


def battling_back(pos: Battle, blow: Blow) -> Odds[Exchange]:
    """Return the chances of a battle back by itself. The unit that was attacked is the target of the
    exchange.
    """
    board, at, target = pos.board, HEXES[blow.at], HEXES[blow.by]
    attacker = replace(fighter(board, at, target), full=blow.full_at)
    defender = replace(fighter(board, target, at), full=blow.full_by)
    return add_answer(Combat("close", attacker, defender), Answers(), Exchange())


def bonus_combat(pos: Battle, at: str, target: str) -> Odds[Exchange]:
    """Return the chances of the bonus combat of a unit that has advanced, if its target neither evades nor
    strikes first.
    """
    board = pos.board
    attacker = fighter(board, HEXES[at], HEXES[target], 1)
    defender = fighter(board, HEXES[target], HEXES[at])
    return exchanges(Combat("close", attacker, defender, bonus_dice(pos), bonus=True), Answers())


def after_advance(pos: Battle, at: str, to: str) -> Mapping[str, Odds[Exchange]]:
    """Return the chances of each bonus combat that is possible after an advance, by target."""
    play = Play(pos, Scripted([]))  # no dice are rolled here
    play.move_unit(at, to)
    return {target: bonus_combat(play.pos, to, target) for target in fights_again(play.pos, to)}


def bystanders(board: Position, at: Hex, met: Hex) -> Mapping[Side, Fraction]:
    """Return the blocks that each side can expect to lose if the elephants in a hex rampage, not counting the
    unit that they fight (L632-638).
    """
    found = dict.fromkeys(Side, Fraction(0))
    for there in trampled_hexes(board, at):
        unit = board.units.get(there)
        if unit is not None and there != met:
            odds = treads(fighter(board, there, at, behind=False))
            found[unit.side] += odds.expectation(lambda one: one.lost)
    return found


def strays(board: Position, odds: Odds[Exchange], at: Hex, target: Hex) -> Mapping[Side, Fraction]:
    """Return the blocks that units outside a combat can expect to lose to a rampage by either
    of its sides.
    """
    wild = odds.chance(lambda one: one.attack is not None and one.attack.rampage)
    wild_back = odds.chance(lambda one: one.back is not None and one.back.rampage)
    there, here = bystanders(board, target, at), bystanders(board, at, target)
    return {side: wild * there[side] + wild_back * here[side] for side in Side}
