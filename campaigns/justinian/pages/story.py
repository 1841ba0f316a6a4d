"""The chronicle as a story: what belongs together is one passage, be it a segment or the opening of a turn.

Works on the events of entries as a seat may know them. An entry may end one segment and open the next turn,
so that events, not entries, are shared out; each die goes with its event.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from engine.game import Facts
from engine.record import with_dice

OPENING, SETTING_UP, SEGMENT, PASSED, LOST, ENDING = (
    "opening",
    "set_up",
    "segment",
    "passed",
    "lost",
    "ending",
)

# What opens a passage, and of which sort.
OPENS = {
    "turn_began": OPENING,
    "segment_began": SEGMENT,
    "segment_passed": PASSED,
    "segment_lost": LOST,
    "turn_ended": ENDING,
}
# What a Byzantine segment may begin with before anything is activated (6.45, 6.54).
BEFORE = {"fort_built", "double_declared"}


@dataclass(frozen=True)
class Beat:
    """One event with the dice that it came of."""

    event: Facts
    dice: tuple[Facts, ...] = ()

    @property
    def kind(self) -> str:
        return str(self.event["kind"])


@dataclass
class Step:
    """The part of an entry that belongs to a passage; ``dice`` are those that no event claims."""

    line: Any  # games.services.history.Line
    beats: list[Beat] = field(default_factory=list)
    dice: tuple[Facts, ...] = ()

    @property
    def events(self) -> list[Facts]:
        return [beat.event for beat in self.beats]


@dataclass
class Passage:
    """What is told together. ``seat`` and ``number`` are those of a segment; ``before`` and ``until`` are the
    entries after which the position is that at its beginning and at its end."""

    sort: str
    seat: str = ""
    number: int = 0
    marker: str = ""
    before: int = -1
    until: int = -1
    steps: list[Step] = field(default_factory=list)

    @property
    def beats(self) -> list[Beat]:
        return [beat for step in self.steps for beat in step.beats]

    @property
    def events(self) -> list[Facts]:
        return [beat.event for beat in self.beats]

    @property
    def first(self) -> int:
        return int(self.steps[0].line.seq)

    @property
    def last(self) -> int:
        return int(self.steps[-1].line.seq)


def passages(lines: Iterable[Any]) -> list[Passage]:
    """The passages of entries, oldest first. What a rewind took back is left out."""
    found: list[Passage] = []
    for line in lines:
        if counts(line):
            _tell(found, line)
    told = [p for p in found if p.steps]
    for number, passage in enumerate(told):
        following = told[number + 1] if number + 1 < len(told) else None
        passage.before = told[number - 1].until if number else passage.first - 1
        passage.until = passage.last
        if following and following.first == passage.last and _quiet(passage.steps[-1]):
            passage.until = max(passage.before, passage.last - 1)
    return told


def _quiet(step: Step) -> bool:
    """Nothing stands differently after that part of an entry: what the entry changed, its later part did."""
    return {beat.kind for beat in step.beats} <= QUIET


QUIET = {"activation_ended", "segment_passed", "segment_lost", "turn_ended", "armies_separated"}


def counts(line: Any) -> bool:
    """Whether it is part of the story; a rewind and what it took back are not."""
    return not line.undone and line.kind != "rewind"


def taken_back(line: Any) -> Step:
    """An entry that is not part of the story any more, or the rewind that took it back."""
    beats, rest = _beats(line)
    return Step(line, beats, rest)


def _tell(found: list[Passage], line: Any) -> None:
    beats, rest = _beats(line)
    step: Step | None = None
    for beat in beats:
        if _opens(found, beat.event):
            step = None
        if step is None or step not in found[-1].steps:
            step = Step(line)
            found[-1].steps.append(step)
        step.beats.append(beat)
    if step is None:
        if not found:
            found.append(Passage(SETTING_UP))
        step = Step(line)
        found[-1].steps.append(step)
    step.dice = rest


def _opens(found: list[Passage], event: Facts) -> bool:
    """Begin another passage if that event does."""
    kind = str(event["kind"])
    if kind == "segment_began" and found and _waits(found[-1], event["seat"]):
        found[-1].number, found[-1].marker = event["number"], event.get("marker") or ""
        return False
    if kind in OPENS:
        seat = str(event.get("seat") or ("byzantium" if kind == "segment_lost" else ""))
        found.append(Passage(OPENS[kind], seat, event.get("number", 0), event.get("marker") or ""))
        return True
    fort = kind == "gold_spent" and event["what"] == "fort"
    if (kind in BEFORE or fort) and found and found[-1].seat != "byzantium":
        found.append(Passage(SEGMENT, "byzantium"))
        return True
    if not found:
        found.append(Passage(SETTING_UP))
        return True
    return False


def _waits(passage: Passage, seat: str) -> bool:
    """A fort was built, or two segments declared, before the segment itself began."""
    return passage.sort == SEGMENT and passage.seat == seat and not passage.number


def _beats(line: Any) -> tuple[list[Beat], tuple[Facts, ...]]:
    """The events of an entry with their dice, and the dice that are of none."""
    events, rest = with_dice(line.events, line.rolls)
    return [Beat(event, dice) for event, dice in events], rest


def of_turn(lines: Iterable[Any], turn: int) -> list[Passage]:
    """The passages of one turn out of its entries and the one before them, which may have opened it. Setting
    up belongs to the first turn."""
    found = passages(lines)
    start = next((i for i, p in enumerate(found) if _opening_of(p) == turn), 0)
    while start and found[start - 1].sort == SETTING_UP:
        start -= 1
    following = (i for i, p in enumerate(found) if (_opening_of(p) or 0) > turn)
    return found[start : next(following, len(found))]


def _opening_of(passage: Passage) -> int | None:
    """The turn that a passage opens."""
    return next((int(e["turn"]) for e in passage.events if e["kind"] == "turn_began"), None)
