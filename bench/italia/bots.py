"""Play games of Italia: one bot among random players, and games with bots in every seat.

    .venv/bin/python bench/italia/bots.py [--games 100] [--own 50] [--seed fresh] [--scenario italia1
    italia2]
                                          [--handicap even]

``--games`` plays that many games of each scenario with the bot in one seat and random players in all
others. The bot's seat changes from game to game. The result is how often the bot is sole winner.

``--own`` plays games with a bot in every seat. It prints the winner, the points of each colour and
nation, and the answers that the rules refused. It also prints seconds per game and per bot's turn, which
is all its answers in one turn of a nation. ``--handicap even`` plays these games with the handicap's
points. It also prints who would have won without those points, since the bot ignores the score. Dice
derive from the seed; ``--json`` prints everything as JSON.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from campaigns.italia.bot.choose import MIND
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.system import ITALIA
from engine import minds
from engine.canonical_order import sort_keys
from engine.choices import sample_action
from engine.dice import Seeded, Throw
from engine.game import Refusal

minds.announce("italia", lambda: MIND)


class Game:
    """One game: the seats that bots play, its result, and the bots' thinking time."""

    def __init__(self, scenario: str, clever: set[str] | None, seed: str, handicap: str = "printed") -> None:
        self.rules = ITALIA.open(ITALIA.scenario(scenario), {"handicap": handicap})
        self.clever = {s.id for s in self.rules.seats} if clever is None else clever
        self.turns: dict[tuple[int, str], float] = defaultdict(
            float
        )  # seconds of thinking, by round and nation
        self.asked: Counter[str] = Counter()
        self.refused: list[str] = []
        began = time.process_time()
        self._play(seed)
        self.seconds = time.process_time() - began

    def _play(self, seed: str) -> None:
        secret, rules = seed.encode(), self.rules
        state, place = rules.setup(Seeded(secret, "game", 0)).state, 0
        while rules.outcome(state) is None:
            place += 1
            state = sort_keys(state)
            owed, own = rules.pending(state)[0], Seeded(secret, "thoughts", place)
            self.asked[owed.kind] += 1
            began = time.process_time()
            action = self._action(state, owed.seat, own)
            if owed.seat in self.clever:
                self.turns[state.round, state.nation] += time.process_time() - began
            try:
                state = rules.apply(state, owed.seat, action, Seeded(secret, "game", place)).state
            except Refusal as refusal:
                self.refused.append(f"{owed.kind}: {refusal.code}")
                state = rules.apply(state, owed.seat, owed.default, Seeded(secret, "game", place)).state
        self.state, self.answers = state, place
        self.scores: dict[str, float] = {
            seat: points / 2 for seat, points in rules.outcome(state).scores.items()
        }

    def _action(self, state: Any, seat: str, own: Seeded) -> Any:
        if seat in self.clever:
            return self.rules.bot(state, seat, own)
        choices = self.rules.choices(state, seat)
        one = choices[own.roll(Throw(len(choices), "any", low=0))]
        return ITALIA.codec.read(sample_action(one, own))

    @property
    def first(self) -> list[str]:
        return best_of(self.scores)

    @property
    def first_without(self) -> list[str]:
        """Return the seats that would come first without the handicap's points."""
        setting = self.rules.setting
        given = dict(setting.scn.handicap) if setting.options.handicap == "even" else {}
        less = {nation: halves / 2 for nation, halves in given.items()}
        return best_of(
            {
                seat: points - sum(n for nation, n in less.items() if setting.scn.seat_of(nation) == seat)
                for seat, points in self.scores.items()
            }
        )

    def nations(self) -> dict[str, float]:
        pos = Position(self.rules.setting, self.state)
        return {nation: self.state.scores.get(nation, 0) / 2 for nation in pos.scn.nations}


def best_of(scores: dict[str, float]) -> list[str]:
    best = max(scores.values())
    return [seat for seat, points in scores.items() if points == best]


def among_random(scenario: str, games: int, seed: str) -> dict[str, Any]:
    seats = seats_of(scenario)
    won: Counter[str] = Counter()
    played: Counter[str] = Counter()
    lost, refused = [], 0
    for number in range(games):
        seat = seats[number % len(seats)]
        game = Game(scenario, {seat}, f"{seed} random {scenario} {number}")
        played[seat] += 1
        won[seat] += game.first == [seat]
        refused += len(game.refused)
        if game.first != [seat]:
            lost.append({"game": number, "seat": seat, "scores": game.scores})
    return {
        "first": sum(won.values()),
        "games": games,
        "by_seat": {s: f"{won[s]}/{played[s]}" for s in seats},
        "not_first": lost,
        "refused": refused,
    }


def run_alone(scenario: str, games: int, seed: str, handicap: str) -> dict[str, Any]:
    seats = seats_of(scenario)
    first: dict[str, float] = defaultdict(float)
    without: dict[str, float] = defaultdict(float)
    points: dict[str, list[float]] = {s: [] for s in seats}
    nations: dict[str, list[float]] = defaultdict(list)
    seconds, turns, answers, refused = [], [], [], Counter[str]()
    for number in range(games):
        game = Game(scenario, None, f"{seed} own {scenario} {number}", handicap)
        for seat in game.first:
            first[seat] += 1 / len(game.first)
        for seat in game.first_without:
            without[seat] += 1 / len(game.first_without)
        for seat, score in game.scores.items():
            points[seat].append(score)
        for nation, score in game.nations().items():
            nations[nation].append(score)
        seconds.append(game.seconds)
        turns += game.turns.values()
        answers.append(game.answers)
        refused.update(game.refused)
    return {
        "games": games,
        "first": {s: round(first[s], 1) for s in seats},
        "first_as_printed": {s: round(without[s], 1) for s in seats},
        "points": {s: round(statistics.fmean(points[s]), 1) for s in seats},
        "deviation": {s: round(statistics.pstdev(points[s]), 1) for s in seats},
        "nations": {n: round(statistics.fmean(found), 1) for n, found in nations.items()},
        "seconds_a_game": round(statistics.median(seconds), 2),
        "answers_a_game": round(statistics.fmean(answers)),
        "turn_ms": round(1000 * statistics.fmean(turns), 1),
        "slowest_turn_ms": round(1000 * max(turns), 1),
        "refused": dict(refused),
    }


def seats_of(scenario: str) -> list[str]:
    return [s.id for s in ITALIA.open(ITALIA.scenario(scenario), {}).seats]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--own", type=int, default=50)
    parser.add_argument("--seed", default="fresh")
    parser.add_argument("--scenario", nargs="*", default=["italia1", "italia2"])
    parser.add_argument("--handicap", default="printed", choices=["printed", "even"])
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found: dict[str, Any] = {}
    for scenario in asked.scenario:
        found[scenario] = {}
        if asked.games:
            found[scenario]["among random"] = among_random(scenario, asked.games, asked.seed)
        if asked.own:
            found[scenario]["alone"] = run_alone(scenario, asked.own, asked.seed, asked.handicap)
    if asked.json:
        print(json.dumps(found))
        return
    for scenario, parts in found.items():
        for part, told in parts.items():
            print(f"{scenario}, {part}")
            for name, value in told.items():
                print(f"  {name:<18}{value}")


if __name__ == "__main__":
    main()
