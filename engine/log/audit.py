"""Verify a whole game from its log, so that nobody has to trust the game master or the server.

Entries are checked in order. The place of each entry, its digest (the chain) and the sources of its dice
must be right. Every seeded die must match the revealed seed, and the rules must reproduce the same dice
and events. The seed is checked against the commitment. Known digests of states (snapshots, the final
state) are checked against the replayed states.

Entries made under other rules, or with a lost key order, may no longer be reproducible. After such an
entry the check continues from the next stored position, if there is one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from engine.canonical_order import AS_IT_CAME, sort_keys
from engine.dice import SERVER, commitment, kind_of
from engine.dice_record import OtherRolls, owners, recorded_owners, roll_of
from engine.game import Json
from engine.journal import (
    ACTION,
    AMEND,
    LAID,
    REWIND,
    SETUP,
    Entry,
    Head,
    Opening,
    chain_digest,
    place,
    same_json,
    seeded_dice,
    state_digest,
    state_of,
)
from engine.log.amending import new_mistakes, old_values_match
from engine.log.replay import Replay
from engine.values import dataclass


@dataclass(frozen=True)
class Difference:
    """The first fault found in a log.

    ``what``: commitment, order, digest (the entry or an earlier one was altered), source, die (a seeded face
    that does not match the seed), dice, events, state, refused (the rules refuse the action), broken (an
    unreadable entry), or amended (an amendment's old values are wrong).

    ``newer_rules``: whether the entry or an earlier one was made by another version of the rules. In that
    case dice, events, state, refused and amended mean that the current rules judge differently, not that
    anyone cheated. ``older_order``: whether the entry or an earlier one dates from when a database's order of
    keys could matter (engine.canonical_order). The only fault may then be that this order is lost.
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
    """The result of a check. ``checked``: the number of correct entries. ``difference``: the first fault that
    nothing excuses, or else the first entry that can no longer be reproduced. ``unjudged``: all entries that
    can no longer be reproduced. Their place, digest and dice were checked, but not what the rules made of
    them. ``state``: the digest of the final state, if all entries are correct. ``seeded``: whether dice could
    be checked against a seed.
    """

    checked: int
    difference: Difference | None = None
    state: str = ""
    seeded: bool = False
    unjudged: tuple[int, ...] = ()

    @property
    def ok(self) -> bool:
        return self.difference is None

    @property
    def gaps(self) -> tuple[tuple[int, int], ...]:
        """The runs of consecutive unjudged entries, each as (first entry, last entry).

        >>> Verdict(9, unjudged=(3, 4, 5, 9)).gaps
        ((3, 5), (9, 9))
        """
        runs: list[tuple[int, int]] = []
        for seq in self.unjudged:
            if runs and runs[-1][1] == seq - 1:
                runs[-1] = (runs[-1][0], seq)
            else:
                runs.append((seq, seq))
        return tuple(runs)


class _Finding(Exception):
    def __init__(self, what: str, expected: Json = None, found: Json = None) -> None:
        self.what, self.expected, self.found = what, expected, found


Stored = Callable[[int], Json | None]


def verify(
    opening: Opening,
    entries: Iterable[Entry],
    seed: bytes | None = None,
    states: Mapping[int, str] | None = None,
    stored: Stored | None = None,
) -> Verdict:
    """Verify a whole log from its beginning. ``seed``: the revealed seed, or None while it is secret.
    ``states``: known digests of states, by entry number. ``stored``: returns the state from which to continue
    after an entry that cannot be reproduced, or None.
    """
    if seed is not None and commitment(seed) != opening.commitment:
        return Verdict(0, Difference(0, 0, "commitment", opening.commitment, commitment(seed)))
    log, known = list(entries), states or {}
    walk = _Walk(Replay(opening), seed, known, stored)
    verdict = walk.check_log(log)
    if walk.excused is None or not walk.excused.older_order:
        return verdict
    found = _Walk(Replay(opening, lost=True), seed, known, stored).check_log(log)
    return max(verdict, found, key=lambda one: (not _accuses(one), one.checked))


def _accuses(verdict: Verdict) -> bool:
    return verdict.difference is not None and verdict.difference.tampering


@dataclass(frozen=True)
class _Position:
    """The position after an entry of the current branch. ``doubt``: two flags, whether newer rules may have
    led to a different state, and whether a lost key order may have. ``known``: whether the state is known at
    all.
    """

    head: Head[Any]
    doubt: tuple[bool, bool] = (False, False)
    known: bool = True

    @property
    def sure(self) -> bool:
        return self.known and not any(self.doubt)


class _Walk:
    """One pass through a log. Excusable differences are noted, the first of them as ``excused``. Any other
    difference ends the pass.
    """

    def __init__(
        self, again: Replay, seed: bytes | None, states: Mapping[int, str], stored: Stored | None
    ) -> None:
        self.again, self.seed, self.states, self.stored = again, seed, states, stored
        self.line: list[_Position] = []  # positions, one per step of the line of play
        self.excused: Difference | None = None
        self.unjudged: list[int] = []
        self.next_step = 0
        self.fallen: Counter[str] = Counter()  # dice rolled of each kind, including in undone entries

    def check_log(self, log: list[Entry]) -> Verdict:
        previous, seq = self.again.opening.digest, -1
        for seq, entry in enumerate(log):
            try:
                stand = self._check_entry(previous, seq, entry)
            except _Finding as it:
                unjudged = tuple(one for one in self.unjudged if one != seq)
                found = Difference(seq, self.next_step, it.what, it.expected, it.found)
                return Verdict(seq - len(unjudged), found, "", self.seed is not None, unjudged)
            del self.line[stand.head.step :]
            self.line.append(stand)
            previous, self.next_step = entry.digest, stand.head.step + 1
        final = ""
        if self.line and self.excused is None:
            final = state_digest(self.again.opening, self.line[-1].head.state)
        checked = seq + 1 - len(self.unjudged)
        return Verdict(checked, self.excused, final, self.seed is not None, tuple(self.unjudged))

    def _check_entry(self, previous: str, seq: int, entry: Entry) -> _Position:
        """Return the position after an entry. Raises _Finding with the first fault that nothing excuses."""
        mark = chain_digest(previous, entry.content())
        if entry.digest != mark:
            raise _Finding("digest", mark, entry.digest)
        if entry.seq != seq:
            raise _Finding("order", seq, entry.seq)
        stand = self._rewind(entry) if entry.kind == REWIND else self._onward(entry)
        return self._compare_states(entry, stand)

    def _rewind(self, entry: Entry) -> _Position:
        to = entry.action.get("to") if isinstance(entry.action, Mapping) else None
        target = next((stand for stand in self.line if stand.head.seq == to), None)
        if target is None or target.head.step != entry.step or entry.rolls or entry.events:
            raise _Finding("order", target and target.head.step, entry.step)
        return replace(target, head=replace(target.head, digest=entry.digest))

    def _onward(self, entry: Entry) -> _Position:
        before = self.line[-1] if self.line else None
        kinds = (ACTION, AMEND, LAID) if entry.seq == 1 else (ACTION, AMEND)
        if entry.kind not in (kinds if before else (SETUP,)) or entry.step != len(self.line):
            raise _Finding("order", len(self.line), entry.step)
        if entry.kind in (AMEND, LAID) and (entry.rolls or entry.events):
            raise _Finding("order", None, entry.step)
        _check_dice(self.again.opening, entry, self.seed, self.fallen)
        doubt = before.doubt if before else (False, False)
        head = Head(entry.seq, entry.step, entry.digest, None)
        if before is not None and not before.known:
            self.unjudged.append(entry.seq)
            return _Position(head, doubt, known=False)
        try:
            step = self.again.step(before.head if before else None, entry)
            events = self.again.write_events(step)
        except OtherRolls as other:
            return _Position(
                head, self._excuse(entry, doubt, _Finding("dice", other.expected, other.found)), False
            )
        except Exception as error:  # an error raised by the current rules is a finding too
            refused = _Finding("refused", None, f"{type(error).__name__}: {error}")
            return _Position(head, self._excuse(entry, doubt, refused), False)
        if entry.kind == AMEND and before is not None:
            wrong = self._find_amendment_fault(before.head.state, entry, step.state)
            doubt = doubt if wrong is None else self._excuse(entry, doubt, wrong)
            return _Position(replace(head, state=step.state), doubt)
        if not same_json(events, list(entry.events)):
            doubt = self._excuse(entry, doubt, _Finding("events", list(entry.events), events))
        elif (told := recorded_owners(entry.rolls)) not in (None, given := owners(step, len(entry.rolls))):
            doubt = self._excuse(entry, doubt, _Finding("dice", list(told or ()), list(given)))
        elif self.again.lost and entry.order == AS_IT_CAME:  # another order might give the recorded events
            doubt = (doubt[0], True)
        return _Position(replace(head, state=step.state), doubt)

    def _find_amendment_fault(self, before: Any, entry: Entry, after: Any) -> _Finding | None:
        """Return a finding if an amendment is wrong, because its old values differ or the rules reject the
        new state. Otherwise return None.
        """
        system, changes = self.again.opening.system, entry.action["changes"]
        if not old_values_match(system.codec, before, changes):
            return _Finding("amended", changes, None)
        wrong = new_mistakes(self.again.opening.rules, sort_keys(before), after)
        return (
            _Finding("refused", None, "; ".join(f"{one.path}: {one.code}" for one in wrong))
            if wrong
            else None
        )

    def _compare_states(self, entry: Entry, stand: _Position) -> _Position:
        """Compare a position with the known states, and return the position from which to continue. If there
        is an excusable difference, this is the stored state.
        """
        opening, known = self.again.opening, self.states.get(entry.seq)
        if known is None:
            return stand
        if stand.known:
            derived = state_digest(opening, stand.head.state)
            if derived == known:
                return replace(stand, doubt=(False, False))
            stand = replace(stand, doubt=self._excuse(entry, stand.doubt, _Finding("state", known, derived)))
        state = self._stored_state(entry.seq)
        return stand if state is None else _Position(replace(stand.head, state=state))

    def _stored_state(self, seq: int) -> Any:
        kept = self.stored(seq) if self.stored is not None else None
        try:
            return None if kept is None else state_of(self.again.opening, kept)
        except Exception:  # stored in a format that the current rules cannot read
            return None

    def _excuse(self, entry: Entry, doubt: tuple[bool, bool], found: _Finding) -> tuple[bool, bool]:
        """Note a difference that newer rules or a lost key order may explain, and return the updated flags of
        ``doubt`` (see :class:`_Position`). Raises ``found`` if nothing explains the difference.
        """
        newer = doubt[0] or entry.rules_version != self.again.opening.system.version
        older = doubt[1] or entry.order == AS_IT_CAME
        if not (newer or older):
            raise found
        if self.excused is None:
            self.excused = Difference(
                entry.seq, self.next_step, found.what, found.expected, found.found, newer, older
            )
        if entry.seq not in self.unjudged[-1:]:
            self.unjudged.append(entry.seq)
        return newer, older


def _check_dice(opening: Opening, entry: Entry, seed: bytes | None, fallen: Counter[str]) -> None:
    """Check that the game allows the dice's sources, that the faces exist on the dice, and that they match
    the seed. Add the dice to ``fallen``. Raises _Finding for the first fault.
    """
    at = place(opening.binding, entry.seq, entry.step)
    dice = seeded_dice(opening.binding, seed or b"", opening.game, at, dict(fallen))
    for data in entry.rolls:
        try:
            roll = roll_of(data)
        except (KeyError, TypeError, AttributeError) as error:
            raise _Finding("broken", None, str(error)) from error
        allowed = (SERVER,) if roll.throw.secret else opening.sources
        if roll.source not in allowed:
            raise _Finding("source", list(allowed), roll.source)
        if not roll.throw.low <= roll.face < roll.throw.low + roll.throw.sides:
            raise _Finding("die", None, data)
        if seed is not None and roll.source == SERVER:
            face = dice.roll(roll.throw)
            if face != roll.face:
                raise _Finding("die", face, data)
        else:
            dice.rolls.append(roll)  # seeded dice are numbered among all dice of the step
    fallen.update(kind_of(roll.throw) for roll in dice.rolls)
