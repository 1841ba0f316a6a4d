"""Measure the cost of an engine step without any real rules: `.venv/bin/python bench/engine_steps.py`.

The steps are those of the tests' tiny example system. Times are processor time, which other processes
hardly disturb. Every figure is also given as a ratio to a baseline measured in the same run: one SHA-256
of 1 kB. Runs on different machines can be compared by these ratios.
"""

import gc
import hashlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.codec import canonical
from engine.dice import Scripted, Seeded, Throw, commitment
from engine.imagining import imagine_state
from engine.journal import (
    Entry,
    Head,
    Opening,
    begin,
    play,
    replay,
    state_digest,
    state_json,
    state_of,
    step_dice,
)
from engine.log.audit import verify
from engine.odds import die, pool
from kit.hand.deck import Why, deck_of
from tests.engine.example import FORDS

SEED = b"a benchmark's seed"
TINY = "--tiny" in sys.argv  # run everything just once, to see that it works
REPEATS = 1 if TINY else 7


def microseconds(work: Callable[[], Any], times: int) -> float:
    """Return the time of one call in microseconds, as the median over REPEATS."""
    seconds, times = [], 1 if TINY else times
    for _ in range(REPEATS):
        gc.collect()
        start = process_time()
        for _ in range(times):
            work()
        seconds.append((process_time() - start) / times)
    return median(seconds) * 1e6


def a_long_game() -> tuple[Opening, list[Entry], list[Head[Any]]]:
    """Let bots play fifty rounds. Return the opening, the log, and the position after each step."""
    opening = Opening(
        "bench", FORDS, {"name": "bench", "strength": 30}, {"rounds": 50}, commitment(SEED), ("seeded",)
    )
    moment = begin(opening, step_dice(opening, None, SEED))
    entries, heads = [moment.entry], [moment.head]
    while opening.rules.outcome(moment.head.state) is None:
        decision = opening.rules.pending(moment.head.state)[0]
        bot = opening.rules.bot(moment.head.state, decision.seat, Seeded(b"", "bot", moment.head.step))
        action = FORDS.codec.write(bot)
        moment = play(opening, moment.head, decision.seat, action, step_dice(opening, moment.head, SEED))
        entries.append(moment.entry)
        heads.append(moment.head)
    return opening, entries, heads


def with_hidden_cards() -> tuple[Opening, Head[Any]]:
    """Return a game in which red's opponents hold cards, and one of them has already answered."""
    opening = Opening("bench", FORDS, FORDS.scenario("cards"), {}, commitment(SEED), ("seeded",))
    moment = begin(opening, step_dice(opening, None, SEED))
    return opening, play(opening, moment.head, "blue", {"kind": "hold"}, Scripted([])).head


def same_step(opening: Opening, head: Head[Any]) -> Callable[[], Any]:
    """Return a function that repeats one step: red attacks blue at the beginning of a round."""
    order = {"kind": "attack", "camp": "east", "target": "blue", "stake": 1}
    return lambda: play(opening, head, "red", order, step_dice(opening, head, SEED))


def main() -> None:
    opening, entries, heads = a_long_game()
    head = heads[len(heads) // 2]
    rounds = [
        h for h in heads if h.state.phase == "orders" and not h.state.orders and h.state.camps["red"]["east"]
    ]
    early, late = rounds[0], rounds[-1]
    action = {"kind": "attack", "camp": "east", "target": "blue", "stake": 3}
    written = state_json(opening, head.state)
    throw, dice = Throw(6, "bench"), Seeded(SEED, "bench", 1)
    pack, why = deck_of(str(number) for number in range(52)), Why("bench")
    scripted = Scripted([])
    hiding, asked = with_hidden_cards()
    drawn = imagine_state(hiding.rules, asked.state, "red", Seeded(SEED, "imagined", 1))
    assert drawn != asked.state, "nothing was hidden"
    raw = b"x" * 1024
    lines: list[tuple[str, float]] = [
        ("a step, the first", microseconds(same_step(opening, early), 2000)),
        (f"the same step, number {late.step}", microseconds(same_step(opening, late), 2000)),
        ("a step replayed", microseconds(lambda: replay(opening, entries), 3) / len(entries)),
        ("an entry verified", microseconds(lambda: verify(opening, entries, SEED), 3) / len(entries)),
        (
            "an action read and written",
            microseconds(lambda: FORDS.codec.write(FORDS.codec.read(action)), 5000),
        ),
        ("a state written", microseconds(lambda: state_json(opening, head.state), 2000)),
        ("a state read", microseconds(lambda: state_of(opening, written), 2000)),
        ("a state's digest", microseconds(lambda: state_digest(opening, head.state), 2000)),
        ("a seeded die", microseconds(lambda: (dice.rolls.clear(), dice.roll(throw)), 5000)),
        (
            "a card drawn from a deck of 52",
            microseconds(lambda: (dice.rolls.clear(), pack.draw(dice, why)), 5000),
        ),
        (
            "an imagined state (4 cards, 1 order)",
            microseconds(
                lambda: imagine_state(hiding.rules, asked.state, "red", Seeded(SEED, "imagined", 1)), 2000
            ),
        ),
        ("a scripted die", microseconds(lambda: (scripted.faces.append(4), scripted.roll(throw)), 5000)),
        ("the sum of ten dice, exactly", microseconds(lambda: die(6).times(10), 200)),
        ("a pool of six dice, exactly", microseconds(lambda: pool(die(6), 6), 50)),
    ]
    scripted.rolls.clear()
    baseline = microseconds(lambda: hashlib.sha256(raw).digest(), 20_000)
    print(f"{len(entries)} entries, state of {len(canonical(written))} bytes; median of {REPEATS}")
    print(f"{'':38}{'µs':>9}{'per s':>12}{'x baseline':>12}")
    for what, time in [("baseline: SHA-256 of 1 kB", baseline), *lines]:
        print(f"{what:38}{time:9.2f}{1e6 / time:12,.0f}{time / baseline:12.1f}")
    times = dict(lines)
    growth, dearer = lines[1][1] / lines[0][1], times["a seeded die"] / times["a scripted die"]
    print(f"late step / first step: {growth:.2f}; seeded / scripted die: {dearer:.1f}")
    steps = round(1e6 / lines[0][1])
    print(json.dumps({"engine_steps_per_second": steps, "late_over_first": round(growth, 2)}))


if __name__ == "__main__":
    main()
