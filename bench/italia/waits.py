"""Count the decisions in each nation's turn of Italia, and the answers that other seats owe during it, with
and without standing orders. Bots play every seat. If there are standing orders, they answer in other
nations' turns.

    python bench/italia/waits.py 10      # games per scenario
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from campaigns.italia.bot.choose import MIND
from campaigns.italia.rules.system import ITALIA
from engine import minds
from engine.dice import Seeded, commitment
from engine.journal import Opening, begin, play, step_dice

minds.announce("italia", lambda: MIND)

WORDS = {
    "aim": "usual",
    "flight": "usual",
    "trim": "usual",
    "rebuild": "never",
    "naval_calls": "stronger",
    "naval_retreat": "stay",
    "naval_loss": "usual",
    "cargo_loss": "usual",
    "react": "aside",
    "tribute": "land",
    "revolt": "rise",
    "convert": "best",
    "sack": "gold",
    "reinforcements": "usual",
}
ORDERS: dict[str, Any] = {kind: {"policy": word} for kind, word in WORDS.items()}
ORDERS["retreat"] = {"least": 30, "submit": "yes"}


def one_game(name: str, seed: int, orders: dict[str, Any]) -> tuple[int, int, list[int], Counter[str]]:
    """Play one game and return four values: the number of nation turns, the number of decisions by the
    nations whose turn it was, a list of the answers by other seats in each turn, and a count of the decisions
    by kind.
    """
    secret = f"waits {seed}".encode()
    opening = Opening(f"waits-{seed}", ITALIA, ITALIA.scenario(name), {}, commitment(secret))
    head, rules = begin(opening, step_dice(opening, None, secret)).head, opening.rules
    seat_of = {power.id: seat.id for seat in rules.seats for power in rules.powers(head.state, seat.id)}
    own, asked, turns, before = 0, Counter[str](), [0], ("", 0)
    while rules.outcome(head.state) is None:
        state = head.state
        if state.nation and (state.nation, state.round) != before:
            before = (state.nation, state.round)
            turns.append(0)
        owed = rules.pending(state)[0]
        action = None
        if state.nation and owed.seat == seat_of[state.nation]:
            own += 1
        elif state.nation:
            action = rules.standing(state, owed, orders)
            turns[-1] += action is None
            asked[owed.kind] += action is None
        if action is None:
            action = rules.bot(state, owed.seat, Seeded(b"waits", name, head.step))
        head = play(
            opening, head, owed.seat, ITALIA.codec.write(action), step_dice(opening, head, secret)
        ).head
    return len(turns) - 1, own, turns[1:], asked


def main(games: int) -> None:
    for name in ITALIA.scenarios():
        for title, orders in (("without orders", {}), ("with orders", ORDERS)):
            found = [one_game(name, seed, orders) for seed in range(games)]
            turns = sum(game[0] for game in found)
            waits = [number for game in found for number in game[2]]
            asked = sum((game[3] for game in found), Counter[str]())
            print(
                f"{name} {title}: {turns} turns, "
                f"{sum(game[1] for game in found) / turns:.2f} own decisions a turn, "
                f"{sum(waits) / turns:.2f} of others, at most {max(waits)}, more than one in "
                f"{sum(n > 1 for n in waits)} turns {dict(asked.most_common())}",
                flush=True,
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
