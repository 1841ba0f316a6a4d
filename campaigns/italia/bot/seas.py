"""The bot's decisions in battles at sea (10.8)."""

from __future__ import annotations

from campaigns.italia.forecast.prospects import prospects
from campaigns.italia.rules.combat.naval import (
    CallBattles,
    NavalBattle,
    NavalCalls,
    SailAway,
    StayAtSea,
    sea_situation,
)
from campaigns.italia.rules.state.position import Position
from engine.game import Choices, Many, Number
from kit.bot.answer import Answer, give_reason

TWICE = 2  # the bot calls a battle if it has this many fleets per enemy fleet
FLEES = 0.2  # fleets sail away if their chance of winning is below this


def call(pos: Position, frame: NavalCalls, choices: Choices) -> Answer:
    """Choose the battles at sea to call: those where the nation has at least twice as many fleets."""
    mine = frame.left[0]
    field = choices[0].fields[0]
    assert isinstance(field, Many)
    wanted, strongest = [], (0, 0, "")
    for option in field.options:
        sea, _, named = str(option.value).partition(":")
        foe = named if mine == frame.nation else frame.nation
        if pos.seat(foe) == pos.seat(mine):
            continue
        own, theirs = pos.fleets(sea, mine), pos.fleets(sea, foe)
        strongest = max(strongest, (own, theirs, sea), key=lambda one: one[0] / max(1, one[1]))
        if own >= TWICE * theirs:
            wanted.append(str(option.value))
    own, theirs, sea = strongest
    if not sea:
        return give_reason(CallBattles(), "own_fleets_only")
    code = "calls_by_numbers" if wanted else "too_few_fleets"
    return give_reason(CallBattles(tuple(wanted)), code, area=sea, number=own, foes=theirs)


def stay_or_leave(pos: Position, frame: NavalBattle, choices: Choices) -> Answer:
    """Decide whether to leave a battle at sea. The bot leaves if the battle is almost certainly lost, and
    sails to the sea with the fewest enemies. If several seas tie, it chooses the one with the most fleets of
    its nation.
    """
    attacking = frame.stage == "retreat_attacker"
    nation, foe = (frame.attacker, frame.defender) if attacking else (frame.defender, frame.attacker)
    p = prospects(sea_situation(pos, frame))
    win = p.win if attacking else p.lose
    percent = round(100 * win)
    away = [choice for choice in choices if choice.kind == "sail_away"]
    if win >= FLEES or not away:
        return give_reason(StayAtSea(), "stays_at_sea", percent=percent)

    def safe(to: str) -> tuple[int, int, str]:
        foes = sum(pos.fleets(to, o) for o in pos.nations_at(to) if pos.seat(o) != pos.seat(nation))
        return (-foes, pos.fleets(to, nation), to)

    best = max(away, key=lambda choice: safe(choice.fixed["to"]))
    field = best.fields[0]
    assert isinstance(field, Number)
    to = best.fixed["to"]
    return give_reason(SailAway(to, field.high), "leaves_sea", area=to, percent=percent)
