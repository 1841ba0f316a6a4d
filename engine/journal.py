"""The log of a game: its whole history. It only grows, and the same entries give the same state.

An :class:`Entry` holds JSON values. Its digest covers its own content and the previous entry (for the first
entry, the game's :class:`Opening`), so the entries form a chain. A :class:`Head` is the current position. A
step needs only the head, so its work does not grow with the length of the log.

``seq``: the place in the log. ``step``: the place in the line of play. A rewind returns to an earlier step
and is itself an entry. Seeded dice are bound to game and ``seq``, which no rewind repeats: a step retried
after a crash gets the same dice, and after a rewind nobody can know the next ones. In other games dice are
bound to ``step`` or to their kind (see :class:`Opening`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from engine.canonical_order import AS_IT_CAME, by_key, sort_keys
from engine.codec import canonical, digest
from engine.dice import BadFace, Dice, Entered, Seeded, Shared, kind_of
from engine.dice_record import NoDice, owners, roll_of, rolls_json
from engine.game import Facts, Json, Step
from engine.log.amending import AMEND as AMEND
from engine.log.amending import apply_changes
from engine.log.entries import ACTION as ACTION
from engine.log.entries import BINDINGS as BINDINGS
from engine.log.entries import BY_KIND as BY_KIND
from engine.log.entries import BY_SEQ as BY_SEQ
from engine.log.entries import BY_STEP as BY_STEP
from engine.log.entries import REWIND as REWIND
from engine.log.entries import SETUP as SETUP
from engine.log.entries import Entry as Entry
from engine.log.entries import Head as Head
from engine.log.entries import Moment as Moment
from engine.log.entries import Opening as Opening
from engine.log.entries import chain_digest as chain_digest
from engine.log.replay import LAID as LAID
from engine.log.replay import Replay

S = TypeVar("S")


class BadRewind(ValueError):
    """Raised for a rewind to an entry that is not earlier in the line of play than the current one."""


# --- taking steps -----------------------------------------------------------------------------------------


def begin(opening: Opening, dice: Dice) -> Moment[Any]:
    """Set the game up, and return its first entry and position. Raises BadScenario if the scenario cannot be
    played, DiceNeeded if faces must be entered, and BadFace for an impossible face.
    """
    step = opening.rules.setup(dice)
    return _moment(opening, opening.digest, 0, 0, SETUP, "", None, dice, step)


def play(opening: Opening, head: Head[S], seat: str, action: Json, dice: Dice) -> Moment[S]:
    """Carry out a seat's action, given as JSON, and return the entry and the new position. ``dice`` must be
    unused: see :func:`step_dice`.

    Raises InvalidAction if the action is not understood, and IllegalAction if a rule forbids it. Raises
    DiceNeeded if faces must be entered, and BadFace for an impossible face. After an error nothing has
    changed, and the same action can be retried with fresh dice.
    """
    understood = sort_keys(opening.system.codec.read(action))
    step = opening.rules.apply(sort_keys(head.state), seat, understood, dice)
    written = opening.system.codec.write(understood)
    return _moment(opening, head.digest, head.seq + 1, head.step + 1, ACTION, seat, written, dice, step)


def rewind(
    opening: Opening, head: Head[S], seat: str, target: Head[S], why: str = "", marks: Facts | None = None
) -> Moment[S]:
    """Rewind to ``target``, an earlier entry on the current branch (its head comes from a snapshot or
    :func:`replay`). Undone entries stay in the log. ``why`` and ``marks``: the reason and other facts that
    the rewind's entry holds, such as who agreed. Raises BadRewind if the target is not earlier.
    """
    if target.seq >= head.seq or target.step > head.step:
        raise BadRewind(f"{target.seq} (step {target.step}) is not before {head.seq} (step {head.step})")
    back = Step(target.state)
    seq, to = head.seq + 1, {"to": target.seq, **({"why": why} if why else {}), **(marks or {})}
    return _moment(opening, head.digest, seq, target.step, REWIND, seat, to, NoDice(), back)


def amend(
    opening: Opening, head: Head[S], seat: str, changes: Sequence[Facts], why: str, marks: Facts | None = None
) -> Moment[S]:
    """Correct facts of the state (engine.log.amending). The correction is a step like any other, but without
    rules or dice. The caller must check that the user may correct facts. Raises InvalidAction for an unknown
    fact or an invalid value.
    """
    system = opening.system
    after = Step(apply_changes(system.codec, opening.rules, sort_keys(head.state), changes))
    told = by_key({"changes": [dict(one) for one in changes], "why": why, **(marks or {})})
    return _moment(opening, head.digest, head.seq + 1, head.step + 1, AMEND, seat, told, NoDice(), after)


def lay_out_position(opening: Opening, head: Head[Any], state: S) -> Moment[S]:
    """Replace the position right after the set-up with a given one, for a sandbox. Real games have no such
    entry.
    """
    if head.seq != 0:
        raise ValueError("a position is laid out right after the set-up")
    written = by_key(state_json(opening, state))
    after = Step(sort_keys(state_of(opening, written)))
    return _moment(opening, head.digest, 1, 1, LAID, "", {"state": written}, NoDice(), after)


def step_dice(
    opening: Opening, head: Head[Any] | None, seed: bytes, fallen: Mapping[str, int] | None = None
) -> Seeded:
    """Return the seeded dice of the next step, or of the set-up if ``head`` is None. ``fallen``: the number
    of dice of each kind rolled so far (:func:`count_dice`), for games that bind dice to their kind.
    """
    if opening.binding == BY_KIND and fallen is None and head is not None:
        raise ValueError("dice bound to their kind need to know how many have fallen")
    seq, step = (0, 0) if head is None else (head.seq + 1, head.step + 1)
    return seeded_dice(opening.binding, seed, opening.game, place(opening.binding, seq, step), fallen or {})


def count_dice(logs: Iterable[Iterable[Facts]]) -> Counter[str]:
    """Return the number of dice of each kind rolled in these entries. Undone entries count too, so that no
    rewind repeats a die.
    """
    return Counter(kind_of(roll_of(roll).throw) for rolls in logs for roll in rolls)


def seeded_dice(binding: int, seed: bytes, game: str, at: int, fallen: Mapping[str, int]) -> Seeded:
    """Return a game's seeded dice. ``binding``: BY_KIND if each die depends on its kind of roll and on the
    number of earlier dice of that kind (``fallen``). Otherwise the dice depend on ``at``, the :func:`place`
    of the entry.
    """
    return Shared(seed, game, at, fallen=fallen) if binding == BY_KIND else Seeded(seed, game, at)


def place(binding: int, seq: int, step: int) -> int:
    """Return the number from which an entry's seeded dice are derived, in addition to the game: the entry's
    ``step`` or its ``seq``. Dice bound to their kind of roll ignore this number.

    >>> place(BY_SEQ, 7, 3), place(BY_STEP, 7, 3)
    (7, 3)
    """
    return step if binding == BY_STEP else seq


def _moment(
    opening: Opening,
    previous: str,
    seq: int,
    at_step: int,
    kind: str,
    seat: str,
    action: Json,
    dice: Dice,
    step: Step[Any],
) -> Moment[Any]:
    if isinstance(dice, Entered) and dice.faces:
        raise BadFace(f"{len(dice.faces)} faces too many")
    entry = Entry(
        seq,
        at_step,
        kind,
        seat,
        action,
        rolls_json(dice.rolls, owners(step, len(dice.rolls))),
        tuple(opening.system.codec.write(event) for event in step.events),
        opening.system.version,
        "",
    )
    mark = chain_digest(previous, entry.content())
    entry = Entry(**{**entry.__dict__, "digest": mark})
    return Moment(entry, Head(seq, at_step, mark, sort_keys(step.state)), tuple(step.events))


# --- replaying --------------------------------------------------------------------------------------------


class Diverged(Exception):
    """Raised when an entry cannot be replayed by these rules (see :func:`engine.log.audit.verify` for the
    exact cause).
    """

    def __init__(self, seq: int, reason: str) -> None:
        self.seq = seq
        super().__init__(f"entry {seq}: {reason}")


def line_of_play(entries: Iterable[Entry]) -> list[Entry]:
    """Return the line of play: the set-up, and the actions and amendments that no rewind has undone, in
    order.
    """
    line: list[Entry] = []
    for entry in entries:
        if entry.kind == REWIND:
            while line and line[-1].seq > entry.action["to"]:
                line.pop()
        else:
            line.append(entry)
    return line


def replay(opening: Opening, entries: Iterable[Entry], until: int | None = None) -> Head[Any]:
    """Return the position after all entries, or right after entry ``until``, by the current rules and the
    recorded dice. ``entries``: the whole log from its beginning. Raises Diverged if an entry cannot be
    replayed, and LookupError if there is no such entry.
    """
    taken = [entry for entry in entries if until is None or entry.seq <= until]
    if not taken or (until is not None and taken[-1].seq != until):
        raise LookupError(f"the log has no entry {until if until is not None else 0}")
    head = _replay_line(opening, None, line_of_play(taken))
    return Head(taken[-1].seq, head.step, taken[-1].digest, head.state)


def replay_step(opening: Opening, entries: Iterable[Entry], step: int) -> Head[Any]:
    """Return the position at a step of the current branch. Raises Diverged if an entry cannot be replayed,
    and LookupError if there is no such step.
    """
    line = line_of_play(entries)
    if not 0 <= step < len(line):
        raise LookupError(f"the line of play has no step {step}")
    return replay(opening, line[: step + 1])


def replay_from(opening: Opening, head: Head[S], entries: Iterable[Entry]) -> Head[S]:
    """Replay the entries that follow a snapshot in the line of play, and return the new position. None of
    the entries is a rewind.
    """
    following = list(entries)
    return _replay_line(opening, head, following) if following else head


def _replay_line(opening: Opening, head: Head[Any] | None, line: list[Entry]) -> Head[Any]:
    """Replay entries one by one. In old games the rules could depend on the order of keys in mappings, which
    is lost. If the result of such an entry differs from the log, replay the line again, trying other orders
    of keys.
    """
    again = Replay(opening)
    try:
        reached = _walk(again, head, line)
    except Diverged:
        if line[0].order != AS_IT_CAME:
            raise
        return _walk(Replay(opening, lost=True), head, line)
    if again.differed:
        finding = Replay(opening, lost=True)
        try:
            found = _walk(finding, head, line)
        except Diverged:
            return reached
        return found if finding.differed < again.differed else reached
    return reached


def _walk(again: Replay, head: Head[Any] | None, line: list[Entry]) -> Head[Any]:
    for entry in line:
        head = _onward(again, head, entry)
    assert head is not None
    return head


def _onward(again: Replay, head: Head[Any] | None, entry: Entry) -> Head[Any]:
    try:
        return Head(entry.seq, entry.step, entry.digest, again.step(head, entry).state)
    except Exception as error:  # the entry cannot be replayed, whatever error the current rules raise
        raise Diverged(entry.seq, f"{type(error).__name__}: {error}") from error


# --- states as JSON ---------------------------------------------------------------------------------------


def state_json(opening: Opening, state: Any) -> dict[str, Json]:
    """Return a state in the JSON format of snapshots."""
    return opening.system.codec.write(state)


def state_of(opening: Opening, data: Json) -> Any:
    """Read a state from the JSON of a snapshot. Raises InvalidAction if the snapshot has another format."""
    return opening.system.codec.read(data)


def state_digest(opening: Opening, state: Any) -> str:
    """Return a canonical digest of a state. Equal states have equal digests."""
    return digest(state_json(opening, state))


def same_json(a: Json, b: Json) -> bool:
    """Return whether two values have identical canonical JSON."""
    return canonical(a) == canonical(b)
