"""Let the bots of Justinian play matches: the better bot against the first bot, and against itself.

    python bench/bots.py [--pairs N] [--seed N] [--mirror N] [--balance NAME] [--handicap G] [--income G]
                         [--segments N] [--scenario NAME] [--json]

The main figure is the share of games that the better bot won, in total and by seat, with Wilson's 95%
interval. Each seed is played twice with the seats swapped, and both games of such a pair use the same
dice seed. Each pair of games also has a winner. The first of these criteria in which the bots differ
decides:
  1. the number of games of the pair that each bot won;
  2. the turns that each bot needed to win as Byzantium (only if both did);
  3. the prefectures that Byzantium controls at the end of the game in which each bot played it;
  4. the provinces that it controls then. If these are equal too, the pair is drawn.

``--mirror`` plays that many games of the better bot against itself and counts the wins of each seat. In
these games, ``--handicap`` gives Byzantium extra gold at the start, and ``--income`` gives it extra gold
every turn. ``--segments`` sets Byzantium's segments per turn, and ``--balance`` applies the named balance
(the options of a new game). There is no database and no journal: only the engine time of rules and bots
counts.
"""

import argparse
import json
import math
import statistics
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

LIMIT = 20_000
SETUP = "free"  # each bot sets up itself; the first bot accepts the suggested deployment


class Game(NamedTuple):
    """The result of one game, from Byzantium's point of view."""

    won: bool
    turn: int
    prefectures: int
    provinces: int
    reason: str
    seconds: float

    @property
    def sort_key(self) -> tuple[int, ...]:
        """Return a sort key: greater is better for Byzantium."""
        return (int(self.won), -self.turn if self.won else 0, self.prefectures, self.provinces)


def play(seed: int, byzantium: Any, barbarian: Any, watch: Any = None, **options: Any) -> Game:
    """Play one game. Each bot is a module with a function ``choose``. ``watch``: called after each step."""
    from campaigns.justinian.rules.system import JUSTINIAN
    from engine.dice import Seeded

    scenario = JUSTINIAN.scenario(options.pop("scenario", "justinian"))
    rules: Any = JUSTINIAN.open(scenario, {"setup": SETUP, **options})
    seats = {"byzantium": byzantium, "barbarian": barbarian}
    started, name, number = time.perf_counter(), f"match {seed}", 0
    step = rules.setup(Seeded(b"match", name, 0))
    while rules.outcome(step.state) is None and number < LIMIT:
        number += 1
        (decision,) = rules.pending(step.state)
        action = seats[decision.seat].choose(rules, step.state, decision.seat, Seeded(b"bot", name, number))
        before = step.state
        step = rules.apply(before, decision.seat, action, Seeded(b"match", name, number))
        if watch is not None:
            watch(rules, before, decision, action, step)
    outcome = rules.outcome(step.state)
    assert outcome is not None, f"seed {seed}: no end after {LIMIT} steps"
    scores = outcome.scores
    won = outcome.winner == "byzantium"
    seconds = time.perf_counter() - started
    return Game(won, step.state.turn, scores["prefectures"], scores["provinces"], outcome.reason, seconds)


def pair(seed: int, **options: Any) -> tuple[Game, Game]:
    """Play one seed twice: with the better bot as Byzantium, then with the first bot as Byzantium."""
    from campaigns.justinian.bot import better, first

    return play(seed, better, first, **options), play(seed, first, better, **options)


Z = 1.959964  # half the width of a 95% interval, in standard deviations


def wilson(won: int, games: int) -> tuple[float, float]:
    """Return the bounds of the 95% interval for the true chance of a win, as percentages."""
    share, spread = won / games, Z * Z / games
    middle = share + spread / 2
    half = Z * math.sqrt(share * (1 - share) / games + spread / (4 * games))
    return (
        round(100 * (middle - half) / (1 + spread), 1),
        round(100 * (middle + half) / (1 + spread), 1),
    )


def match(seeds: range, **options: Any) -> dict[str, Any]:
    """Play a pair of games for each seed. Return a summary of the games that the better bot won, in total and
    by seat, and of the pairs that it won, drew and lost.
    """
    tally: Counter[str] = Counter()
    games: list[tuple[Game, Game]] = []
    decided: Counter[str] = Counter()
    for seed in seeds:
        mine, theirs = pair(seed, **options)
        games.append((mine, theirs))
        tally[
            "won"
            if mine.sort_key > theirs.sort_key
            else "lost"
            if mine.sort_key < theirs.sort_key
            else "drawn"
        ] += 1
        decided[decided_by(mine, theirs)] += 1
    own, other = [g for g, _ in games], [g for _, g in games]
    won = sum(g.won for g in own) + sum(not g.won for g in other)
    return {
        "games_won": won,
        "of_games": 2 * len(games),
        "interval_95": wilson(won, 2 * len(games)),
        "pairs": len(games),
        "better_won": tally["won"],
        "drawn": tally["drawn"],
        "better_lost": tally["lost"],
        "decided_by": dict(decided),
        "better_as_byzantium": summarise_seat(own, won=True),
        "better_as_barbarian": summarise_seat(other, won=False),
        "seconds_median": round(statistics.median(g.seconds for g in (*own, *other)), 3),
    }


def decided_by(mine: Game, theirs: Game) -> str:
    words = ("games", "turns", "prefectures", "provinces")
    both = zip(words, mine.sort_key, theirs.sort_key, strict=True)
    return next((word for word, a, b in both if a != b), "nothing")


def summarise_seat(games: list[Game], won: bool) -> dict[str, Any]:
    """Summarise one bot's games in one seat: wins, losses, and what Byzantium held at the end."""
    wins = sum(g.won == won for g in games)
    found = {"won": wins, "lost": len(games) - wins, "interval_95": wilson(wins, len(games))}
    return {**found, **holdings(games)}


def holdings(games: list[Game]) -> dict[str, Any]:
    return {
        "prefectures": round(statistics.mean(g.prefectures for g in games), 2),
        "provinces": round(statistics.mean(g.provinces for g in games), 1),
        "turns": round(statistics.mean(g.turn for g in games), 1),
    }


def mirror(seeds: range, **options: Any) -> dict[str, Any]:
    """Let the better bot play against itself, and summarise the results."""
    from campaigns.justinian.bot import better

    games = [play(seed, better, better, **options) for seed in seeds]
    return {
        "games": len(games),
        "byzantium_won": (won := sum(g.won for g in games)),
        "interval_95": wilson(won, len(games)),
        "ends": dict(Counter(g.reason for g in games)),
        **holdings(games),
        "seconds_median": round(statistics.median(g.seconds for g in games), 3),
        "seconds_max": round(max(g.seconds for g in games), 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--mirror", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--handicap", type=int, default=0)
    parser.add_argument("--balance", default="rules")
    parser.add_argument("--income", type=int, default=0)
    parser.add_argument("--segments", type=int, default=5)
    parser.add_argument("--scenario", default="justinian")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found: dict[str, Any] = {}
    if asked.pairs:
        found["match"] = match(range(asked.seed, asked.seed + asked.pairs), scenario=asked.scenario)
    if asked.mirror:
        seeds = range(asked.seed, asked.seed + asked.mirror)
        found["mirror"] = mirror(
            seeds,
            scenario=asked.scenario,
            balance=asked.balance,
            handicap_gold=asked.handicap,
            handicap_income=asked.income,
            segments=asked.segments,
        )
    if asked.json:
        print(json.dumps(found))
        return
    for title, lines in found.items():
        print(title)
        for key, value in lines.items():
            print(f"  {key}: {value}")


if __name__ == "__main__":
    main()
