"""Play-outs: what becomes of a position when the rules' own bots play it to the end, many times over.

A play-out begins in a state that everybody could imagine who knows what everybody knows (seat ``GM``), so
that a count of them tells nothing hidden. Each is one number of a series: equal seeds and numbers give equal
games, and a series goes on where it was left, in another process. How often somebody wins is an estimate; how
far to trust it stands beside it (Wilson's interval), and two estimates differ only when :func:`differ` says
so. The bots are no masters: the chances are those of players who play as they do.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from engine.bots import never
from engine.dice import Dice, Seeded
from engine.game import GM, BattleReport, Outcome, Refusal, Rules
from engine.imagining import imagined
from engine.order import in_order

S = TypeVar("S")
LONGEST: Final = 4000  # steps; a campaign takes about 750, a battle 400
USUAL: Final = 1.96  # standard deviations: of twenty such intervals one misses
STRICT: Final = 2.58  # of a hundred one does


@dataclass(frozen=True)
class Chance:
    """An estimate of a chance, and between which bounds it lies most likely."""

    middle: float
    low: float
    high: float


@dataclass(frozen=True)
class Tally:
    """What came of so many play-outs: how many each seat won, alone or together with others, and how many
    came to no end in the steps that they were given, which count for nobody."""

    games: int = 0
    wins: Mapping[str, int] = field(default_factory=dict)
    unfinished: int = 0

    def chance(self, seat: str) -> Chance:
        """How likely that seat is to win."""
        return wilson(self.wins.get(seat, 0), self.games)

    def __add__(self, other: Tally) -> Tally:
        seats = sorted({*self.wins, *other.wins})
        wins = {seat: self.wins.get(seat, 0) + other.wins.get(seat, 0) for seat in seats}
        return Tally(self.games + other.games, wins, self.unfinished + other.unfinished)


def wilson(wins: int, games: int, width: float = USUAL) -> Chance:
    """Wilson's interval around the share of games that were won; without games everything is possible.

    >>> found = wilson(24, 40)
    >>> found.middle, round(found.low, 2), round(found.high, 2)
    (0.6, 0.45, 0.74)
    >>> round(wilson(0, 40).high, 2), wilson(0, 0)
    (0.09, Chance(middle=0.5, low=0.0, high=1.0))
    """
    if not games:
        return Chance(0.5, 0.0, 1.0)
    share, square = wins / games, width * width
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = width / (1 + square / games) * math.sqrt(share * (1 - share) / games + square / (4 * games**2))
    return Chance(share, max(0.0, middle - half), min(1.0, middle + half))


def differ(one: Tally, other: Tally, seat: str, width: float = USUAL) -> bool:
    """Whether a seat's chances are not the same in both, beyond what so few games leave to luck (Newcombe's
    interval for a difference, from both of Wilson's, leaves nought out).

    >>> few, many = (Tally(10, {"a": 3}), Tally(10, {"a": 6})), (Tally(100, {"a": 30}), Tally(100, {"a": 60}))
    >>> differ(*few, "a"), differ(*many, "a")
    (False, True)
    """
    a, b = (wilson(each.wins.get(seat, 0), each.games, width) for each in (one, other))
    if a.middle < b.middle:
        a, b = b, a
    return a.middle - b.middle > math.hypot(a.middle - a.low, b.high - b.middle)


Begin = Callable[[Dice], Any]  # the state in which a play-out begins, by dice of its own


def as_it_stands(rules: Rules[S], state: S) -> Begin:
    """Play-outs of a position, as far as everybody may know it. They raise Unimaginable."""
    return lambda dice: imagined(rules, state, GM, dice)


def after_battle(rules: Rules[S], state: S, winner: str) -> Begin:
    """Play-outs of what follows when that side ("attacker", "defender") wins the open battle, with losses as
    the rules take them for usual (engine.game.Rules.ended_so). They raise Unimaginable and Refusal."""

    def begin(dice: Dice) -> S:
        world = imagined(rules, state, GM, dice)
        report: BattleReport = rules.ended_so(world, winner, dice)
        return in_order(rules.apply(world, GM, rules.report(world, report), dice).state)

    return begin


def played_out(
    rules: Rules[Any],
    begin: Begin,
    seed: bytes,
    games: int,
    first: int = 0,
    longest: int = LONGEST,
    enough: Callable[[], bool] = never,
) -> Tally:
    """So many play-outs, those from number ``first`` on; fewer when ``enough`` says so after one of them. All
    dice come of the seed and the number of the play-out."""
    found = Tally()
    for number in range(first, first + games):
        outcome = one_game(rules, begin(Seeded(seed, "beginning", number)), seed, number, longest)
        won = () if outcome is None else outcome.winners
        found += Tally(1, dict.fromkeys(won, 1), int(outcome is None))
        if enough():
            break
    return found


def one_game(rules: Rules[S], state: S, seed: bytes, number: int, longest: int = LONGEST) -> Outcome | None:
    """How the bots end a game from that state, each on states that it imagines; None where they come to no
    end. What belongs to no seat is answered by its default, and so is what a bot is refused."""
    for step in range(longest):
        outcome = rules.outcome(state)
        if outcome is not None:
            return outcome
        owed = rules.pending(state)[0]
        action = owed.default
        if owed.seat != GM:
            thoughts = Seeded(seed, f"thoughts|{number}|{owed.seat}", step)
            action = rules.bot(imagined(rules, state, owed.seat, thoughts), owed.seat, thoughts)
        try:
            after = rules.apply(state, owed.seat, action, Seeded(seed, f"game|{number}", step)).state
        except Refusal:
            after = rules.apply(state, owed.seat, owed.default, Seeded(seed, f"game|{number}", step)).state
        state = in_order(after)
    return None
