"""Play-outs: the rules' own bots play a position to the end, many times over.

A play-out begins in a state imagined from public knowledge alone (seat ``GM``), so the results reveal nothing
hidden. Each play-out has a number in a series. Equal seeds and numbers give equal games, and a series can
continue in another process. The share of wins is an estimate with a confidence interval (Wilson's). Two
estimates count as different only if :func:`differ` says so.

The bots are not masters: the odds are those of players who play like them. If one side wins nearly every
play-out, the winner says little. The rules' measures (``Rules.metrics``) say more. The means of these
measures, some turns later and at the end, have confidence intervals too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, Final, TypeVar

from engine.bots import never
from engine.canonical_order import sort_keys
from engine.dice import Dice, Seeded
from engine.game import GM, BattleReport, Outcome, Refusal, Rules
from engine.imagining import imagine_state
from engine.values import dataclass

S = TypeVar("S")
LONGEST: Final = 4000  # maximum number of steps; a campaign takes about 750, a battle 400
USUAL: Final = 1.96  # standard deviations; one interval in twenty misses the true value
STRICT: Final = 2.58  # standard deviations; one interval in a hundred misses the true value
SOON: Final = 2  # number of turns after which the measures are taken


@dataclass(frozen=True)
class Chance:
    """An estimate of a chance, with its confidence interval."""

    middle: float
    low: float
    high: float


@dataclass(frozen=True)
class Counts:
    """A measure over a set of play-outs: the number of play-outs, and the measure's sum and sum of squares.

    >>> found = Counts.of(4) + Counts.of(6) + Counts.of(8)
    >>> found.mean, found.variance, found.estimate().middle
    (6.0, 4.0, 6.0)
    """

    games: int = 0
    total: int = 0
    squares: int = 0

    @classmethod
    def of(cls, value: int) -> Counts:
        return cls(1, value, value * value)

    @property
    def mean(self) -> float:
        return self.total / self.games if self.games else 0.0

    @property
    def variance(self) -> float:
        if self.games < 2:
            return 0.0
        return (self.squares - self.total * self.total / self.games) / (self.games - 1)

    @property
    def error(self) -> float:
        """The squared standard error, which is the variance of the mean."""
        return self.variance / self.games if self.games else 0.0

    def estimate(self, width: float = USUAL) -> Chance:
        """Return the mean with its confidence interval."""
        half = width * math.sqrt(self.error)
        return Chance(self.mean, self.mean - half, self.mean + half)

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.games + other.games, self.total + other.total, self.squares + other.squares)


def differ_by_more(one: Counts, other: Counts, width: float = USUAL) -> bool:
    """Return whether two means differ by more than chance explains, given the numbers of games (Welch's
    test).

    >>> few = Counts(2, 10, 52), Counts(2, 12, 74)
    >>> many = Counts(200, 1000, 5200), Counts(200, 1200, 7400)
    >>> differ_by_more(*few), differ_by_more(*many)
    (False, True)
    """
    if min(one.games, other.games) < 2:
        return False
    return abs(one.mean - other.mean) > width * math.sqrt(one.error + other.error)


@dataclass(frozen=True)
class Tally:
    """The results of a number of play-outs. ``wins``: the wins of each seat, alone or shared. ``unfinished``:
    the play-outs that reached the step limit without a winner. ``soon`` and ``late``: the rules' measures
    after ``SOON`` turns and at the end.
    """

    games: int = 0
    wins: Mapping[str, int] = field(default_factory=dict)
    unfinished: int = 0
    soon: Mapping[str, Counts] = field(default_factory=dict)
    late: Mapping[str, Counts] = field(default_factory=dict)

    def chance(self, seat: str) -> Chance:
        """Return the seat's chance of winning."""
        return wilson(self.wins.get(seat, 0), self.games)

    def __add__(self, other: Tally) -> Tally:
        seats = sorted({*self.wins, *other.wins})
        wins = {seat: self.wins.get(seat, 0) + other.wins.get(seat, 0) for seat in seats}
        return Tally(
            self.games + other.games,
            wins,
            self.unfinished + other.unfinished,
            _add_counts(self.soon, other.soon),
            _add_counts(self.late, other.late),
        )


def _add_counts(one: Mapping[str, Counts], other: Mapping[str, Counts]) -> Mapping[str, Counts]:
    return {key: one.get(key, Counts()) + other.get(key, Counts()) for key in sorted({*one, *other})}


def wilson(wins: int, games: int, width: float = USUAL) -> Chance:
    """Return Wilson's interval around the share of games won. Without games it runs from 0 to 1.

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
    """Return whether a seat's chances of winning differ significantly. Newcombe's interval for the
    difference, computed from two Wilson intervals, must exclude zero.

    >>> few, many = (Tally(10, {"a": 3}), Tally(10, {"a": 6})), (Tally(100, {"a": 30}), Tally(100, {"a": 60}))
    >>> differ(*few, "a"), differ(*many, "a")
    (False, True)
    """
    a, b = (wilson(each.wins.get(seat, 0), each.games, width) for each in (one, other))
    if a.middle < b.middle:
        a, b = b, a
    return a.middle - b.middle > math.hypot(a.middle - a.low, b.high - b.middle)


Begin = Callable[[Dice], Any]  # returns the state in which a play-out begins, using these dice


def begin_at(rules: Rules[S], state: S) -> Begin:
    """Return a function that imagines the state in which a play-out begins, using only public knowledge of a
    position. The function raises Unimaginable if no state can be imagined.
    """
    return lambda dice: imagine_state(rules, state, GM, dice)


def begin_after_battle(rules: Rules[S], state: S, winner: str) -> Begin:
    """Return a function that imagines the state after this side ("attacker", "defender") has won the open
    battle with typical losses (engine.game.Rules.force_result). The function can raise Unimaginable and
    Refusal.
    """

    def begin(dice: Dice) -> S:
        world = imagine_state(rules, state, GM, dice)
        report: BattleReport = rules.force_result(world, winner, dice)
        return sort_keys(rules.apply(world, GM, rules.report(world, report), dice).state)

    return begin


def run_playouts(
    rules: Rules[Any],
    begin: Begin,
    seed: bytes,
    games: int,
    first: int = 0,
    longest: int = LONGEST,
    enough: Callable[[], bool] = never,
) -> Tally:
    """Run play-outs starting with number ``first``, until ``games`` are done or ``enough`` returns true, and
    return their results. All dice derive from the seed and the play-out's number.
    """
    found = Tally()
    for number in range(first, first + games):
        one = play_to_end(rules, begin(Seeded(seed, "beginning", number)), seed, number, longest)
        won = () if one.outcome is None else one.outcome.winners
        soon, late = ({key: Counts.of(n) for key, n in of.items()} for of in (one.soon, one.late))
        found += Tally(1, dict.fromkeys(won, 1), int(one.outcome is None), soon, late)
        if enough():
            break
    return found


@dataclass(frozen=True)
class PlayoutEnd:
    """The end of a play-out. ``outcome``: None if the game is unfinished. ``soon`` and ``late``: the rules'
    measures after ``SOON`` turns (or at the end, if that comes earlier) and at the end.
    """

    outcome: Outcome | None
    soon: Mapping[str, int] = field(default_factory=dict)
    late: Mapping[str, int] = field(default_factory=dict)


def one_game(rules: Rules[S], state: S, seed: bytes, number: int, longest: int = LONGEST) -> Outcome | None:
    """Return the outcome of one play-out, or None if it reached ``longest`` steps."""
    return play_to_end(rules, state, seed, number, longest).outcome


def play_to_end(rules: Rules[S], state: S, seed: bytes, number: int, longest: int = LONGEST) -> PlayoutEnd:
    """Let bots play the game to the end and return the result. Each bot sees only a state imagined for its
    seat. The default answer is taken for decisions that belong to no seat, and in place of a bot's action
    that the rules refuse.
    """
    until, soon = _later(rules.turn_of(state)), dict[str, int]()
    for step in range(longest):
        outcome = rules.outcome(state)
        if outcome is not None:
            late = rules.metrics(state)
            return PlayoutEnd(outcome, soon or (late if until is not None else {}), late)
        turn = rules.turn_of(state)
        if not soon and until is not None and turn is not None and turn >= until:
            soon = dict(rules.metrics(state))
        owed = rules.pending(state)[0]
        action = owed.default
        if owed.seat != GM:
            thoughts = Seeded(seed, f"thoughts|{number}|{owed.seat}", step)
            action = rules.bot(imagine_state(rules, state, owed.seat, thoughts), owed.seat, thoughts)
        try:
            after = rules.apply(state, owed.seat, action, Seeded(seed, f"game|{number}", step)).state
        except Refusal:
            after = rules.apply(state, owed.seat, owed.default, Seeded(seed, f"game|{number}", step)).state
        state = sort_keys(after)
    return PlayoutEnd(None, soon)


def _later(turn: int | None) -> int | None:
    return None if turn is None else turn + SOON
