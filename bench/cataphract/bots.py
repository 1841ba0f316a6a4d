"""Fight battles of Cataphract on the map: the bot against itself, a random and a greedy player.

    .venv/bin/python bench/cataphract/bots.py [--own N] [--random N] [--greedy N] [--battle tricameron]
                                              [--illegal N] [--first 0] [--seed fresh]

``--own`` fights N battles of the bot against itself and prints wins by side, turns, questions and processor
seconds. ``--random`` fights N battles with the bot on either side; the random player picks one of the
choices, then a value for each of its fields. ``--greedy`` does so against a player who looks one answer
ahead. This player tries the default and two drawn answers to each choice, with other dice. The best answer
does the most harm to the enemy, costs the player least, and ends nearest to the enemy. ``--illegal`` tries N
corrupted actions, and actions that belong to another seat or another moment, and counts those accepted.
Everything derives from the seed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from battles.cataphract.bot.keeper import KEEPER
from battles.cataphract.rules.battle.scenario import PREFIX, READY
from battles.cataphract.rules.sheet.armies.roster import SEATS, foe
from battles.cataphract.rules.sheet.play.state import ELIMINATED
from battles.cataphract.rules.system import CATAPHRACT
from engine.choices import permits, sample_action
from engine.dice import Seeded, Throw
from engine.game import Refusal
from kit.rules.decisions import action_json

TRIES = 60  # illegal actions tried at one moment of a battle
APART = 8  # answers between two such moments
LONG = 900  # answers after which a battle of illegal actions is left
ODD = (None, "", "x", 0, -1, 99999, 1.5, True, [], {}, ["a1"], [["a1"]], "a1|fire", "5112W", "\u0000")
MOST = 20_000  # maximum answers per battle; a longer battle counts as endless


@dataclass(frozen=True)
class Battle:
    """The course of a battle. ``winner`` is a seat, "nobody" for a draw, or "" if the battle did not end."""

    winner: str
    turns: int
    asked: Counter[str]
    seconds: float


def worth(rules: Any, state: Any, seat: str) -> float:
    """Rate a side's position: the enemy's losses, less its own losses and its distance to the enemy."""
    pos, found = rules.position(state), 0.0
    for unit, now in state.units.items():
        sign = -1 if pos.counter(unit).seat == seat else 1
        lost = pos.counter(unit).rp if now.where == ELIMINATED else 3 if now.routed else 0
        found += sign * (lost + 0.5 * now.hits)
        if sign < 0 and unit in pos.battlefield.pieces and not now.routed:
            found -= 0.05 * pos.distance_to_enemy(unit)
    return found


def greedy(rules: Any, state: Any, seat: str, dice: Seeded) -> Any:
    """Return the answer after which the seat's position is best, looking no further ahead. The default and
    two random answers to each choice are tried.
    """
    tried = [rules.pending(state)[0].default]
    tried += [
        CATAPHRACT.codec.read(sample_action(one, dice)) for one in rules.choices(state, seat) for _ in "12"
    ]

    def rate(number: int) -> float:
        trial = Seeded(hashlib.sha256(str(number).encode()).digest(), "trial", state.serial)
        return worth(rules, rules.apply(state, seat, tried[number], trial).state, seat)

    return tried[max(range(len(tried)), key=rate)]


def fight(name: str, text: str, bots: tuple[str, ...], rival: str = "random") -> Battle:
    """Fight a battle. ``rival``: the player for seats without a bot, "random" or "greedy"."""
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
        elif rival == "greedy":
            action = greedy(rules, state, owed.seat, own)
        else:
            choices = rules.choices(state, owed.seat)
            drawn = choices[own.roll(Throw(len(choices), "bench", low=0))]
            action = CATAPHRACT.codec.read(sample_action(drawn, own))
        state = rules.apply(state, owed.seat, action, Seeded(secret, "game", number)).state
    return Battle("", state.turn, asked, time.process_time() - started)


def illegal(names: tuple[str, ...], count: int, seed: str) -> dict[str, Any]:
    """Try actions that are not offered, in battles of the bot against a random player."""
    tried, battles, accepted, faults, codes = 0, 0, [], [], Counter[str]()
    while tried < count:
        name = names[battles % len(names)]
        rules: Any = CATAPHRACT.open(CATAPHRACT.scenario(f"{PREFIX}{name}"), {})
        dice = Seeded(f"{seed} {battles}".encode(), "illegal", 0)
        state, offered = rules.setup(Seeded(b"game", str(battles), 0)).state, dict[str, Any]()
        battles += 1
        for number in range(1, LONG):
            if rules.outcome(state) is not None or tried >= count:
                break
            owed = rules.pending(state)[0]
            choices = rules.choices(state, owed.seat)
            offered |= {choice.kind: choice for choice in choices}
            if number % APART == 0:
                for action, seat in wrong_actions(rules, state, offered, dice):
                    tried += 1
                    try:
                        rules.apply(state, seat, CATAPHRACT.codec.read(action), Seeded(b"", "try", 1))
                        accepted.append((name, seat, action, str(state.stack[-1])[:200]))
                    except Refusal as refusal:
                        codes[refusal.code] += 1
                    except Exception as error:  # any other error is a fault to report
                        faults.append(f"{name} {seat} {action}: {type(error).__name__} {error}")
            if owed.seat == SEATS[battles % 2]:
                action = KEEPER.act(rules, state, owed.seat, dice)
            else:
                action = CATAPHRACT.codec.read(sample_action(choices[roll_below(dice, len(choices))], dice))
            own = Seeded(f"{battles}".encode(), "game", number)
            state = rules.apply(state, owed.seat, action, own).state
    told = {"tried": tried, "battles": battles, "accepted": len(accepted), "of_them": accepted[:5]}
    return told | {"faults": len(faults), "those": faults[:5], "codes": dict(codes.most_common())}


def wrong_actions(
    rules: Any, state: Any, offered: dict[str, Any], dice: Seeded
) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield actions with a seat that is not offered them."""
    names = [*state.units, *state.leaders, *sorted({one.at for one in state.board.places.values()})]
    owed = rules.pending(state)[0]
    offers = {seat: rules.choices(state, seat) for seat in SEATS}
    for _ in range(TRIES):
        seat = owed.seat if roll_below(dice, 5) else foe(owed.seat)
        choices = offers[seat]
        if choices and roll_below(dice, 3):
            choice = choices[roll_below(dice, len(choices))]
        else:
            choice = offered[sorted(offered)[roll_below(dice, len(offered))]]
        action = sample_action(choice, dice)
        if roll_below(dice, 4):
            action = spoil_action(action, names, dice)
        default = action_json(owed.default)
        if permits(choices, action) or (seat == owed.seat and action == default):
            continue
        try:
            read = action_json(CATAPHRACT.codec.read(action))
            if permits(choices, read) or (seat == owed.seat and read == default):
                continue  # it is offered after all, because the omitted parts have default values
        except Refusal:
            pass
        yield action, seat


def spoil_action(action: dict[str, Any], names: list[str], dice: Seeded) -> dict[str, Any]:
    """Return an action with a field replaced, missing or added."""
    field = sorted(action)[roll_below(dice, len(action))]
    pool: list[Any] = names if roll_below(dice, 3) else list(ODD)
    new = pool[roll_below(dice, len(pool))]
    turn = roll_below(dice, 12)
    if turn == 0:
        return {key: value for key, value in action.items() if key != field}
    if turn == 1:
        return {**action, "stray": new}
    return {**action, field: new}


def roll_below(dice: Seeded, number: int) -> int:
    return dice.roll(Throw(number, "bench", low=0))


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
    parser.add_argument("--greedy", type=int, default=0)
    parser.add_argument("--illegal", type=int, default=0)
    parser.add_argument("--battle", choices=READY, action="append")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", default="fresh")
    asked = parser.parse_args()
    if asked.illegal:
        print(
            json.dumps(illegal(tuple(asked.battle or READY), asked.illegal, asked.seed), indent=1), flush=True
        )
        return
    for name in asked.battle or READY:
        if asked.own:
            numbers = range(asked.first, asked.first + asked.own)
            report(f"{name}, bots", [fight(name, f"{asked.seed} own {n}", SEATS) for n in numbers])
        for rival, many in (("random", asked.random), ("greedy", asked.greedy)):
            for bot in SEATS if many else ():
                numbers = range(asked.first, asked.first + many)
                fought = [fight(name, f"{asked.seed} {rival} {n}", (bot,), rival) for n in numbers]
                report(f"{name}, bot {bot}, {rival} {foe(bot)}", fought)


if __name__ == "__main__":
    main()
