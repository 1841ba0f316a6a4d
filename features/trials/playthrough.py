"""Play complete games with bots, using only the engine and no database. The clock serves only to measure
time.
"""

from __future__ import annotations

import hashlib
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine import journal
from engine.codec import digest
from engine.dice import Seeded, commitment
from engine.game import GM, Facts, Refusal, System
from engine.imagining import imagine_state
from engine.journal import Entry, Head, Opening
from engine.log.audit import verify

LIMIT = 20_000  # a game with more steps than this is assumed never to end


@dataclass(frozen=True)
class PlaythroughSummary:
    """The summary of a played game. ``ended`` is False if the game reached the step limit first. ``state``
    is the digest of the final state, and ``fallbacks`` the number of bot answers that the rules refused.
    """

    system: str
    seed: int
    ended: bool
    outcome: Facts | None
    turns: int
    entries: int
    state: str
    seconds: float
    fallbacks: int
    verified: bool | None = None


@dataclass(frozen=True)
class Record:
    """A played game with its log. ``turns``: the turn of each entry."""

    played: PlaythroughSummary
    opening: Opening
    log: tuple[Entry, ...]
    turns: tuple[int | None, ...]
    head: Head[Any]
    secret: bytes


def play_game(
    system: System,
    seed: int,
    scenario: Facts | None = None,
    options: Facts | None = None,
    limit: int = LIMIT,
    check: bool = False,
    watch: Callable[[int, Head[Any]], None] | None = None,
) -> Record:
    """Play one game with the system's bot in every seat; the game master's decisions get the default answer.
    The same seed, scenario and options give the same game. If ``check``, verify the game afterwards.
    """
    secret = hashlib.sha256(f"playthrough {system.name} {seed}".encode()).digest()
    first = system.scenario(next(iter(system.scenarios())))
    scenario = first if scenario is None else scenario
    # two games with one seed and different scenarios need different ids
    other = "" if scenario == first else f":{digest(scenario)}"
    name = str(uuid.uuid5(uuid.NAMESPACE_URL, f"playthrough:{system.name}:{seed}{other}"))
    opening = Opening(name, system, scenario, dict(options or {}), commitment(secret), ("seeded",))
    started = time.perf_counter()
    moment = journal.begin(opening, journal.step_dice(opening, None, secret))
    log, head, fallbacks = [moment.entry], moment.head, 0
    rules = opening.rules
    turns = [rules.turn_of(head.state)]
    while (outcome := rules.outcome(head.state)) is None and len(log) <= limit:
        turns.append(rules.turn_of(head.state))  # an entry that ends a turn still belongs to that turn
        moment, refused = _answer(opening, head, secret)
        fallbacks += refused
        log.append(moment.entry)
        head = moment.head
        if watch is not None:
            watch(len(log), head)
    seconds = time.perf_counter() - started
    verified = verify(opening, log, secret).ok if check else None
    played = PlaythroughSummary(
        system.name,
        seed,
        outcome is not None,
        None if outcome is None else outcome.to_json(),
        rules.turn_of(head.state) or 0,
        len(log),
        journal.state_digest(opening, head.state),
        round(seconds, 4),
        fallbacks,
        verified,
    )
    return Record(played, opening, tuple(log), tuple(turns), head, secret)


def _answer(opening: Opening, head: Head[Any], secret: bytes) -> tuple[journal.Moment[Any], bool]:
    """Answer the first pending decision with the bot's action. The default answer is given for the game
    master, and also if the rules refuse the bot's action.
    """
    decision = opening.rules.pending(head.state)[0]
    write = opening.system.codec.write
    if decision.seat != GM:
        try:
            action = write(_think_action(opening, head, decision.seat, secret))
            dice = journal.step_dice(opening, head, secret)
            return journal.play(opening, head, decision.seat, action, dice), False
        except Refusal:
            pass  # the caller counts refused answers
    dice = journal.step_dice(opening, head, secret)
    return journal.play(opening, head, decision.seat, write(decision.default), dice), decision.seat != GM


def _think_action(opening: Opening, head: Head[Any], seat: str, secret: bytes) -> Any:
    """Return the bot's action, chosen in a state imagined from what its seat knows. Raises Unimaginable if
    no such state can be imagined.
    """

    def own(purpose: bytes) -> Seeded:
        return Seeded(hashlib.sha256(secret + purpose).digest(), opening.game, head.seq)

    state = imagine_state(opening.rules, head.state, seat, own(b"imagined"))
    return opening.rules.bot(state, seat, own(b"thoughts"))
