"""Cataphract on the map: battles of the bot against itself and against a random player.

    .venv/bin/python bench/cataphract_bots.py [--own N] [--random N] [--battle tricameron] [--first 0]
                                              [--seed fresh]

``--own``: battles of the bot against itself: wins by side, turns, questions and processor seconds.
``--random``: N battles with the bot on each side; the random player draws a choice, then a value for each
field. Everything derives from the seed.
"""

from __future__ import annotations

import argparse
import hashlib
import statistics
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from battles.cataphract.bot.keeper import KEEPER
from battles.cataphract.rules.battle.scenario import PREFIX, READY
from battles.cataphract.rules.sheet.armies.roster import SEATS, foe
from battles.cataphract.rules.system import CATAPHRACT
from engine.choices import sample_action
from engine.dice import Seeded, Throw

MOST = 20_000  # answers of a battle; a longer one is endless


@dataclass(frozen=True)
class Battle:
    """The course of a battle. ``winner``: a seat, "nobody" for a draw, "" if it did not end."""

    winner: str
    turns: int
    asked: Counter[str]
    seconds: float


def fight(name: str, text: str, bots: tuple[str, ...]) -> Battle:
    """Fight a battle; a random player answers for seats without a bot."""
    secret = hashlib.sha256(text.encode()).digest()
    rules: Any = CATAPHRACT.open(CATAPHRACT.scenario(f"{PREFIX}{name}"), {})
    state, asked = rules.setup(Seeded(secret, "game", 0)).state, Counter[str]()
    started = time.process_time()
    for number in range(1, MOST):
        found = rules.outcome(state)
        if found is not None:
            won = found.ranks[0] if len(found.ranks) and len(found.ranks[0]) == 1 else ("nobody",)
            return Battle(won[0], state.turn, asked, time.process_time() - started)
        owed, own = rules.pending(state)[0], Seeded(secret, "thoughts", number)
        asked[owed.kind] += 1
        if owed.seat in bots:
            action = KEEPER.act(rules, state, owed.seat, own)
        else:
            choices = rules.choices(state, owed.seat)
            drawn = choices[own.roll(Throw(len(choices), "bench", low=0))]
            action = CATAPHRACT.codec.read(sample_action(drawn, own))
        state = rules.apply(state, owed.seat, action, Seeded(secret, "game", number)).state
    return Battle("", state.turn, asked, time.process_time() - started)


def report(title: str, battles: list[Battle]) -> None:
    won = dict(Counter(one.winner or "endless" for one in battles))
    seconds = sorted(one.seconds for one in battles)
    asked = sum((one.asked for one in battles), Counter[str]())
    each = {kind: round(count / len(battles), 1) for kind, count in asked.most_common(6)}
    print(
        f"{title}: won {won}; turns {statistics.median(one.turns for one in battles)}; "
        f"s {statistics.median(seconds):.2f} (at most {seconds[-1]:.2f}); asked in each {each}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--own", type=int, default=0)
    parser.add_argument("--random", type=int, default=0)
    parser.add_argument("--battle", choices=READY, action="append")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", default="fresh")
    asked = parser.parse_args()
    for name in asked.battle or READY:
        if asked.own:
            numbers = range(asked.first, asked.first + asked.own)
            report(f"{name}, bots", [fight(name, f"{asked.seed} own {n}", SEATS) for n in numbers])
        for bot in SEATS if asked.random else ():
            numbers = range(asked.first, asked.first + asked.random)
            found = [fight(name, f"{asked.seed} random {n}", (bot,)) for n in numbers]
            report(f"{name}, bot {bot}, random {foe(bot)}", found)


if __name__ == "__main__":
    main()
