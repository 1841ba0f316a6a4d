"""Aggressive players fight out battles that begin at close quarters. The invariants hold at every moment, and
nothing secret leaks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from battles.schiere.rules.board.play import PieceHurt, PieceLost
from battles.schiere.rules.board.position import holds_square
from battles.schiere.rules.board.state import State
from battles.schiere.rules.chapters import CODEC
from battles.schiere.rules.melee.clash import Clash
from battles.schiere.rules.system import SCHIERE
from engine.choices import sample_action
from engine.dice import Dice, Seeded, Throw, commitment
from engine.game import Choice, Path
from engine.journal import Head, Opening, begin, play, step_dice
from engine.routes.paths import goals
from tests.battles.schiere.boards import PLAIN, battle
from tests.engine.contract import seats_of
from tests.engine.secrecy import Kept, Look

FACES = ("sword1", "sword2", "sword3", "shield", "feint")
MOMENTS = 25  # positions checked in each battle
EAGER = {"attack": 12, "shoot": 8, "move_along": 6, "take_action": 4, "send_order": 2, "strike_back": 4}
ARMIES = {
    "rome": ("legionaries", "legionaries", "velites", "archers", "heavy_cavalry", "ballistae"),
    "carthage": ("punic_foot", "punic_foot", "libyans", "bowmen", "horse", "elephants"),
}


def begun(seed: int) -> State:
    """Return two armies three squares apart, each schiera in a row, with commanders and orders."""
    own, pieces, orders = Seeded(b"begun", "", seed), [], []
    for seat, letter, row, step, facing in (("rome", "r", 6, -1, "n"), ("carthage", "c", 10, 1, "s")):
        troops = ARMIES[seat]
        for number in range(12):
            troop = troops[(number // 2 + seed) % len(troops)]
            column = "abcdefghijklmnop"[2 + number]
            at = f"{column}{row + step * (number % 3 == 2)}{facing}"
            pieces.append(f"{letter}{number + 1} {troop} {at} S{letter}{number // 2}")
        kinds = ("astute", "solid", "enterprising")
        pieces.append(f"{letter}13 chief:{kinds[seed % 3]} h{row + 3 * step}{facing}")
        pieces.append(
            f"{letter}14 wing:{('energetic', 'impetuous', 'resolute')[seed % 3]} k{row + 3 * step}{facing}"
        )
        for number in range(6):
            face = FACES[own.roll(Throw(5, "face", low=0))]
            orders.append(f"{seat} {face}" + (f" {letter}{number + 1}" if number > 3 else ""))
    return battle(*pieces, orders=tuple(orders), actions=4).state


def opened(seed: int) -> tuple[Opening, bytes, Head[State]]:
    secret = f"combat {seed}".encode()
    opening = Opening(f"combat-{seed}", SCHIERE, PLAIN, {"turns": "6"}, commitment(secret))
    head = begin(opening, step_dice(opening, None, secret)).head
    return opening, secret, replace(head, state=begun(seed))


def eager(choices: tuple[Choice, ...], state: State, seat: str, dice: Dice) -> dict[str, Any]:
    """Return one of the offered actions, preferring a fight."""
    weights = [EAGER.get(choice.kind, 1) for choice in choices]
    face = dice.roll(Throw(sum(weights), "eager"))
    number = 0
    while face > weights[number]:
        face, number = face - weights[number], number + 1
    choice = choices[number]
    action = sample_action(choice, dice)
    for one in choice.fields:
        if isinstance(one, Path):
            enemies = [p.at for p in state.pieces.values() if p.seat != seat]
            ends = goals(one)
            near = sorted(ends, key=lambda goal: min(_apart(goal.way[-1], at) for at in enemies))
            action[one.name] = list(near[dice.roll(Throw(min(6, len(near)), "near", low=0))].way)
    return action


def _apart(one: str, other: str) -> int:
    return max(abs(ord(one[0]) - ord(other[0])), abs(int(one[1:]) - int(other[1:])))


def fought(
    seed: int, most: int = 3000
) -> Iterator[tuple[Opening, Head[State], Head[State], tuple[Any, ...]]]:
    """Play a battle and yield each step as (opening, head before, head after, events)."""
    opening, secret, head = opened(seed)
    rules = opening.rules
    while rules.outcome(head.state) is None:
        assert head.step < most, "a battle without an end"
        own = Seeded(secret, "own", head.step)
        owed = rules.pending(head.state)
        decision = owed[own.roll(Throw(len(owed), "who", low=0))]
        action = eager(rules.choices(head.state, decision.seat), head.state, decision.seat, own)
        moment = play(opening, head, decision.seat, action, step_dice(opening, head, secret))
        yield opening, head, moment.head, moment.events
        head = moment.head


def sound(before: State, after: State, events: tuple[Any, ...]) -> None:
    """Check that no square holds two pieces, that damage and pieces add up, and that no card is played
    twice in a duel.
    """
    stood = [piece.at for piece in after.pieces.values() if holds_square(piece)]
    assert len(set(stood)) == len(stood), "two pieces on a square"
    hurt, lost = Counter[str](), [e.piece for e in events if isinstance(e, PieceLost)]
    for event in events:
        if isinstance(event, PieceHurt):
            hurt[event.piece] += event.points
    assert len(set(lost)) == len(lost) and set(before.pieces) == {*after.pieces, *lost}
    assert not set(lost) & set(after.pieces)
    for id, piece in after.pieces.items():
        assert piece.damage == before.pieces[id].damage + hurt[id]
    clash = after.in_progress(Clash)
    if clash is not None:
        for side in (0, 1):
            played = [pair[side] for pair in clash.played]
            assert len(set(played)) == len(played), "a card twice"
    owners = Counter(order.seat for order in after.orders.values())
    assert len(after.orders) <= len(before.orders) and set(owners) <= {"rome", "carthage"}


@pytest.mark.parametrize("seed", range(12))
def test_battles_at_close_quarters_are_sound_and_end(seed: int) -> None:
    kinds = Counter[str]()
    for _, before, after, events in fought(seed):
        sound(before.state, after.state, events)
        kinds.update(type(event).__name__ for event in events)
    assert kinds["Marched"] and kinds["DuelBegan"] - kinds["DuelEnded"] in (0, 1)


@pytest.mark.parametrize("seed", range(2))
def test_a_fight_keeps_its_secrets(seed: int) -> None:
    heads = [(opening, before) for opening, before, _, _ in fought(seed)][:300]
    opening, found = heads[0][0], Kept(0, 0, 0)
    offered: dict[tuple[str, str], Choice] = {}
    for _, head in heads:
        for seat in seats_of(opening):
            for choice in opening.rules.choices(head.state, seat):
                offered.setdefault((choice.kind, choice.rule), choice)
    look = Look(opening, f"combat {seed}".encode(), lambda decision: "", tuple(offered.values()))
    for _, head in heads[:: max(1, len(heads) // MOMENTS)]:
        for seat in seats_of(opening):
            found += look.imagined_worlds(head, seat, 1)
            found += look.what_might_have_been(head, seat)
    assert found.worlds > 20 and found.steps > 20


def test_a_fight_is_written_and_read() -> None:
    """A state can be stored at any moment, even in mid-fight."""
    states = [after.state for _, (_, _, after, _) in zip(range(40), fought(1), strict=False)]
    assert len(states) > 20 and [CODEC.read(CODEC.write(state)) for state in states] == states
