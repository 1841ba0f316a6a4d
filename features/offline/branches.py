"""Compare two branches of a game: their common part, and the point where they diverge.

One is the log, the other the offline moves of a device. Both are lists of steps; two steps are equal if their
seat, action and dice are. A device numbers its steps from its base, as the log would.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.codec import canonical
from engine.journal import ACTION, REWIND

IN: Final = "in"  # the log contains all of it
ON: Final = "on"  # the upload continues the log
PARTED: Final = "parted"  # the log and the device continued differently

Item = Mapping[str, Any]  # an uploaded step as JSON


@dataclass(frozen=True)
class Deed:
    """A step of a branch. ``mark`` identifies it; ``to`` is the target of a rewind (else -1). ``item`` is the
    uploaded step and ``number`` its place in the upload, from 1 (0: already in the log). ``item`` is None for
    a log step with dice rolled by the server.
    """

    seq: int
    mark: str
    to: int = -1
    item: Item | None = None
    number: int = 0
    turn: int | None = None


@dataclass(frozen=True)
class Relation:
    """How an upload relates to the log: IN, ON or PARTED, with the last common entry and the device's later
    steps. Steps that the device undid itself are included only if the upload simply continues the log.
    """

    kind: str
    common: int
    rest: tuple[Deed, ...] = ()
    turn: int | None = None


def of_log(rows: Iterable[tuple[int, str, str, Any, Sequence[Mapping[str, Any]], int | None]]) -> list[Deed]:
    """Convert the log's entries, given as (seq, kind, seat, action, rolls, turn), to steps."""
    found = []
    for seq, kind, seat, action, rolls, turn in rows:
        if kind == REWIND:
            found.append(Deed(seq, f"{REWIND} {action['to']}", action["to"], turn=turn))
        elif kind == ACTION:
            seen = [roll for roll in rolls if not roll.get("secret")]
            ours = [roll["face"] for roll in seen]
            others = {roll["source"] for roll in rolls} - {"entered"}
            again = None if others else {"kind": kind, "seat": seat, "action": action, "dice": ours}
            found.append(Deed(seq, _mark(seat, action, ours, *others), item=again, turn=turn))
        else:
            found.append(Deed(seq, f"{kind} {seq}", turn=turn))
    return found


def of_phone(base: int, items: Sequence[Item], written: Sequence[Any]) -> list[Deed]:
    """Convert an upload to steps; ``written``: its actions in the log's format."""
    return [
        Deed(base + n, f"{REWIND} {item['to']}", item["to"], item, n)
        if item["kind"] == REWIND
        else Deed(
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


def line(deeds: Iterable[Deed], before: Sequence[Deed] = ()) -> list[Deed]:
    """The line of play: all steps that no rewind undid."""
    found = list(before)
    for deed in deeds:
        if deed.to >= 0:
            while found and found[-1].seq > deed.to:
                found.pop()
        else:
            found.append(deed)
    return found


def first_lost(base: Sequence[Deed], brought: Sequence[Deed]) -> int | None:
    """The number of the first step that rewinds to an entry its branch lacks, or None."""
    found = list(base)
    for deed in brought:
        if deed.to >= 0 and all(one.seq != deed.to for one in found):
            return deed.number
        found = line([deed], found)
    return None


def relate(log: Sequence[Deed], base: int, brought: Sequence[Deed]) -> Relation:
    """Compare an upload, made from the position after entry ``base``, with the log."""
    now = line(log)
    since = [deed for deed in log if deed.seq > base]
    same = common_length(_marks(since), _marks(brought))
    if same == len(brought):
        return _relation(IN, now, len(now))
    if same == len(since):
        return _relation(ON, now, len(now), brought[same:])
    stood = line(deed for deed in log if deed.seq <= base)
    theirs = line(brought, stood)
    common = common_length(_marks(now), _marks(theirs))
    straight = all(deed.to < 0 for deed in brought)
    if common == len(theirs) and (straight or common == len(now)):
        return _relation(IN, now, common)
    if straight and len(stood) <= common == len(now):
        undone = {deed.mark for deed in since} - {deed.mark for deed in now}
        if theirs[common].mark not in undone:  # only that step was undone in the meantime
            return _relation(ON, now, common, theirs[common:])
    return _relation(PARTED, now, common, theirs[common:])


def _relation(kind: str, now: Sequence[Deed], common: int, rest: Sequence[Deed] = ()) -> Relation:
    last = now[common - 1]
    return Relation(kind, last.seq, tuple(rest), last.turn)


def _marks(deeds: Iterable[Deed]) -> list[str]:
    return [deed.mark for deed in deeds]


def common_length(one: Sequence[str], other: Sequence[str]) -> int:
    """The length of the common beginning of two sequences.

    >>> common_length("abc", "abd")
    2
    """
    for place, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return place
    return min(len(one), len(other))
