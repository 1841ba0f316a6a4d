"""Games of Three Fords for tests."""

from collections.abc import Sequence
from typing import Any

from engine.dice import Seeded, commitment
from engine.journal import Entry, Head, Opening, begin, count_dice, play, step_dice
from tests.engine.example import FORDS

SEED = b"a secret of thirty-two bytes....."


def an_opening(game: str = "game-1", rounds: int = 3, scenario: str = "even", **more: Any) -> Opening:
    return Opening(game, FORDS, FORDS.scenario(scenario), {"rounds": rounds}, commitment(SEED), **more)


def a_game(
    opening: Opening | None = None, steps: int | None = None
) -> tuple[Opening, list[Entry], list[Head]]:
    """Play a game between bots for this many steps, or to the end. Return its entries and the state after
    each.
    """
    opening = opening or an_opening()
    moment = begin(opening, step_dice(opening, None, SEED))
    entries, heads = [moment.entry], [moment.head]
    while opening.rules.outcome(heads[-1].state) is None and (steps is None or len(entries) <= steps):
        moment = bot_step(opening, heads[-1], entries)
        entries.append(moment.entry)
        heads.append(moment.head)
    return opening, entries, heads


def bot_step(opening: Opening, head: Head, before: Sequence[Entry] = ()) -> Any:
    """Return the bot's answer for the first seat that owes one; ``before`` is the whole log, for dice that
    depend on earlier ones.
    """
    fallen = count_dice(entry.rolls for entry in before)
    seat = opening.rules.pending(head.state)[0].seat
    action = opening.rules.bot(head.state, seat, Seeded(b"bots", opening.game, head.step))
    return play(
        opening, head, seat, opening.system.codec.write(action), step_dice(opening, head, SEED, fallen)
    )


def a_game_in_battle(game: str = "game-1", **more: Any) -> tuple[Opening, list[Entry], Head]:
    """Return a game in which red attacks blue, blue stands, and the battle waits for the referee."""
    opening = an_opening(game, **more)
    moment = begin(opening, step_dice(opening, None, SEED))
    entries = [moment.entry]
    answers = [
        ("red", {"kind": "attack", "camp": "east", "target": "blue", "stake": 3}),
        ("green", {"kind": "hold"}),
        ("blue", {"kind": "hold"}),
        ("blue", {"kind": "stand", "withdraw": False}),
    ]
    for seat, action in answers:
        fallen = count_dice(entry.rolls for entry in entries)
        moment = play(opening, moment.head, seat, action, step_dice(opening, moment.head, SEED, fallen))
        entries.append(moment.entry)
    return opening, entries, moment.head
