"""Re-deriving a whole game from its log: nobody has to trust the game master or the server.

Checked for every entry, in order: its place, its digest (the chain), the sources of its dice, every seeded
die against the revealed seed (by what the game binds its dice to), and that the rules give the same dice and
the same events again; for the seed, the commitment; where the digest of a state is known (snapshots, the
final state), that too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.again import Again
from engine.dice import Seeded, commitment
from engine.game import Json
from engine.journal import (
    ACTION,
    REWIND,
    SETUP,
    Entry,
    Head,
    Opening,
    chained,
    place,
    same_json,
    state_digest,
)
from engine.order import AS_IT_CAME
from engine.record import OtherRolls, roll_of


@dataclass(frozen=True)
class Difference:
    """The first thing that is not as it should be.

    ``what``: commitment, order, digest (somebody altered the entry or one before it), source, die (a seeded
    face that the seed does not give), dice, events, state, refused (the rules refuse the action), broken (an
    entry that cannot be read). ``newer_rules``: the entry was made by another version of the rules, so that
    dice, events, state and refused mean that the present ones judge differently, not that anybody cheated.
    ``older_order``: it was made, or entries before it were, while the order in which a database keeps keys
    could matter (engine.order): they may as well mean that this order is not known any more.
    """

    seq: int
    step: int
    what: str
    expected: Json = None
    found: Json = None
    newer_rules: bool = False
    older_order: bool = False

    @property
    def tampering(self) -> bool:
        return not (self.newer_rules or self.older_order)


@dataclass(frozen=True)
class Verdict:
    """``checked`` entries were as they should be; ``difference`` is the first that was not. ``state`` is the
    digest of the state after the last entry, when all was well. ``seeded`` tells whether dice could be
    checked against a seed."""

    checked: int
    difference: Difference | None = None
    state: str = ""
    seeded: bool = False

    @property
    def ok(self) -> bool:
        return self.difference is None


class _Found(Exception):
    def __init__(self, what: str, expected: Json = None, found: Json = None) -> None:
        self.what, self.expected, self.found = what, expected, found


def verify(
    opening: Opening,
    entries: Iterable[Entry],
    seed: bytes | None = None,
    states: Mapping[int, str] | None = None,
) -> Verdict:
    """Check a whole log from its beginning. ``seed`` is the revealed seed,
    None while it is secret; ``states`` are known digests of states by seq."""
    if seed is not None and commitment(seed) != opening.commitment:
        return Verdict(0, Difference(0, 0, "commitment", opening.commitment, commitment(seed)))
    log = list(entries)
    verdict = _verify(Again(opening), log, seed, states or {})
    if verdict.difference is None or not verdict.difference.older_order:
        return verdict
    found = _verify(Again(opening, lost=True), log, seed, states or {})
    return found if found.checked > verdict.checked else verdict


def _verify(again: Again, log: list[Entry], seed: bytes | None, states: Mapping[int, str]) -> Verdict:
    opening = again.opening
    line: list[Head[Any]] = []  # where the game stood at each step of the line of play
    previous, seq, next_step = opening.digest, -1, 0
    for entry in log:
        seq += 1
        try:
            head = _check(again, line, previous, seq, entry, seed)
            known = states.get(seq)
            if known is not None and known != state_digest(opening, head.state):
                raise _Found("state", known, state_digest(opening, head.state))
        except _Found as it:
            judged = it.what in {"dice", "events", "state", "refused"}
            newer = judged and entry.rules_version != opening.system.version
            older = judged and (again.lost or entry.order == AS_IT_CAME)
            found = Difference(seq, next_step, it.what, it.expected, it.found, newer, older)
            return Verdict(seq, found, "", seed is not None)
        del line[head.step :]
        line.append(head)
        previous, next_step = entry.digest, head.step + 1
    final = state_digest(opening, line[-1].state) if line else ""
    return Verdict(seq + 1, None, final, seed is not None)


def _check(
    again: Again, line: list[Head[Any]], previous: str, seq: int, entry: Entry, seed: bytes | None
) -> Head[Any]:
    """The head after an entry. Raises _Found with the first thing that is wrong."""
    mark = chained(previous, entry.content())
    if entry.digest != mark:
        raise _Found("digest", mark, entry.digest)
    if entry.seq != seq:
        raise _Found("order", seq, entry.seq)
    if entry.kind == REWIND:
        return _check_rewind(line, entry)
    if entry.kind != (ACTION if line else SETUP) or entry.step != len(line):
        raise _Found("order", len(line), entry.step)
    _check_dice(again.opening, entry, seed)
    try:
        step, events = again.step(line[-1] if line else None, entry)
    except OtherRolls as other:
        raise _Found("dice", other.expected, other.found) from other
    except Exception as error:  # whatever the present rules say to it is the finding
        raise _Found("refused", None, f"{type(error).__name__}: {error}") from error
    if not same_json(events, list(entry.events)):
        raise _Found("events", list(entry.events), events)
    return Head(entry.seq, entry.step, entry.digest, step.state)


def _check_rewind(line: list[Head[Any]], entry: Entry) -> Head[Any]:
    to = entry.action.get("to") if isinstance(entry.action, Mapping) else None
    target = next((head for head in line if head.seq == to), None)
    if target is None or target.step != entry.step or entry.rolls or entry.events:
        raise _Found("order", target and target.step, entry.step)
    return Head(target.seq, target.step, entry.digest, target.state)


def _check_dice(opening: Opening, entry: Entry, seed: bytes | None) -> None:
    """Sources that the game allows, faces that the dice have, and the seed's own faces."""
    dice = Seeded(seed or b"", opening.game, place(opening.binding, entry.seq, entry.step))
    for data in entry.rolls:
        try:
            roll = roll_of(data)
        except (KeyError, TypeError, AttributeError) as error:
            raise _Found("broken", None, str(error)) from error
        if roll.source not in opening.sources:
            raise _Found("source", list(opening.sources), roll.source)
        if not roll.throw.low <= roll.face < roll.throw.low + roll.throw.sides:
            raise _Found("die", None, data)
        if seed is not None and roll.source == "seeded":
            face = dice.roll(roll.throw)
            if face != roll.face:
                raise _Found("die", face, data)
        else:
            dice.rolls.append(roll)  # a seeded die is bound to its place among all dice of the step
