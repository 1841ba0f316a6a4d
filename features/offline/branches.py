"""Compare two branches of a game, and find the point where they diverge.

One branch is the log, the other the offline moves of a device. Both are lists of steps. Two steps are
equal if they have the same seat, action and dice. A device numbers its steps as the log would, from the
entry at which it went offline.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.codec import canonical
from engine.journal import ACTION, REWIND

IN: Final = "in"  # the log contains the whole upload
ON: Final = "on"  # the upload continues the log
PARTED: Final = "parted"  # the log and the device continued differently

Item = Mapping[str, Any]  # an uploaded step as JSON


@dataclass(frozen=True)
class Step:
    """A step of a branch. ``mark`` identifies the step, and ``to`` is the target of a rewind, else -1.
    ``item``: the step as JSON. For a step of the log, it is None for a rewind or if the server rolled
    the dice. ``number``: the step's place in the upload, counted from 1, or 0 if the step is in the log.
    """

    seq: int
    mark: str
    to: int = -1
    item: Item | None = None
    number: int = 0
    turn: int | None = None


@dataclass(frozen=True)
class Relation:
    """The relation of an upload to the log: IN, ON or PARTED. ``common`` is the last common entry,
    ``turn`` its turn, and ``rest`` the device's later steps. Steps that the device itself undid are
    included only if the upload simply continues the log.
    """

    kind: str
    common: int
    rest: tuple[Step, ...] = ()
    turn: int | None = None


def steps_of_log(
    rows: Iterable[tuple[int, str, str, Any, Sequence[Mapping[str, Any]], int | None]],
) -> list[Step]:
    """Convert the log's entries, given as (seq, kind, seat, action, rolls, turn), to steps."""
    found = []
    for seq, kind, seat, action, rolls, turn in rows:
        if kind == REWIND:
            found.append(Step(seq, f"{REWIND} {action['to']}", action["to"], turn=turn))
        elif kind == ACTION:
            seen = [roll for roll in rolls if not roll.get("secret")]
            ours = [roll["face"] for roll in seen]
            others = {roll["source"] for roll in rolls} - {"entered"}
            again = None if others else {"kind": kind, "seat": seat, "action": action, "dice": ours}
            found.append(Step(seq, _mark(seat, action, ours, *others), item=again, turn=turn))
        else:
            found.append(Step(seq, f"{kind} {seq}", turn=turn))
    return found


def steps_of_upload(base: int, items: Sequence[Item], written: Sequence[Any]) -> list[Step]:
    """Convert an upload to steps. ``written``: the upload's actions in the log's format."""
    return [
        Step(base + n, f"{REWIND} {item['to']}", item["to"], item, n)
        if item["kind"] == REWIND
        else Step(
            base + n,
            _mark(item["seat"], action, item["dice"])
            if item["kind"] == ACTION
            else f"{item['kind']} brought",
            -1,
            item,
            n,
        )
        for n, (item, action) in enumerate(zip(items, written, strict=True), 1)
    ]


def _mark(seat: str, action: Any, faces: Sequence[int], *sources: str) -> str:
    return canonical([seat, action, list(faces), *sorted(sources)])


def line_of_play(steps: Iterable[Step], before: Sequence[Step] = ()) -> list[Step]:
    """Return the line of play: all steps that no rewind has undone."""
    found = list(before)
    for step in steps:
        if step.to >= 0:
            while found and found[-1].seq > step.to:
                found.pop()
        else:
            found.append(step)
    return found


def first_lost(base: Sequence[Step], brought: Sequence[Step]) -> int | None:
    """Return the number of the first step that rewinds to an entry missing from its branch, or None."""
    found = list(base)
    for step in brought:
        if step.to >= 0 and all(one.seq != step.to for one in found):
            return step.number
        found = line_of_play([step], found)
    return None


def relate(log: Sequence[Step], base: int, brought: Sequence[Step]) -> Relation:
    """Compare an upload, made from the position after entry ``base``, with the log."""
    now = line_of_play(log)
    since = [step for step in log if step.seq > base]
    same = common_length(_marks(since), _marks(brought))
    if same == len(brought):
        return _relation(IN, now, len(now))
    if same == len(since):
        return _relation(ON, now, len(now), brought[same:])
    stood = line_of_play(step for step in log if step.seq <= base)
    theirs = line_of_play(brought, stood)
    common = common_length(_marks(now), _marks(theirs))
    straight = all(step.to < 0 for step in brought)
    if common == len(theirs) and (straight or common == len(now)):
        return _relation(IN, now, common)
    if straight and len(stood) <= common == len(now):
        undone = {step.mark for step in since} - {step.mark for step in now}
        if theirs[common].mark not in undone:  # the log has not undone this step
            return _relation(ON, now, common, theirs[common:])
    return _relation(PARTED, now, common, theirs[common:])


def _relation(kind: str, now: Sequence[Step], common: int, rest: Sequence[Step] = ()) -> Relation:
    last = now[common - 1]
    return Relation(kind, last.seq, tuple(rest), last.turn)


def _marks(steps: Iterable[Step]) -> list[str]:
    return [step.mark for step in steps]


def common_length(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the length of the part that two sequences share at their start.

    >>> common_length("abc", "abd")
    2
    """
    for place, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return place
    return min(len(one), len(other))
