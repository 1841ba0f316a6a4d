"""The chronicle as a story of passages, such as a player's turn or the opening of a round.

The story consists of the events that a seat can see. An entry can end one passage and begin the next, so
events rather than entries are assigned to passages. Each die goes with its event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from engine.dice_record import pair_with_dice
from engine.game import Facts
from engine.journal import REWIND
from engine.log.amending import AMEND


@dataclass(frozen=True)
class Beat:
    """One event with its dice."""

    event: Facts
    dice: tuple[Facts, ...] = ()

    @property
    def kind(self) -> str:
        return str(self.event["kind"])


@dataclass
class Step:
    """The part of an entry that belongs to a passage. ``dice``: the dice that belong to no event."""

    line: Any  # a games.services.history.Line
    beats: list[Beat] = field(default_factory=list)
    dice: tuple[Facts, ...] = ()

    @property
    def events(self) -> list[Facts]:
        return [beat.event for beat in self.beats]


@dataclass
class Passage:
    """A group of events that the chronicle tells together. ``sort``: its kind. ``seat``, ``number`` and
    ``marker``: its owner and identity, as the system names them. ``before`` and ``until``: the entries just
    before it and at its end.
    """

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


@dataclass(frozen=True)
class Telling:
    """The rules by which a system groups its events into passages.

    ``opens``: appends a passage if an event begins one, and returns whether it did. ``turn_of``: returns
    the turn that an event opens, or None. ``quiet``: kinds of events that change nothing on the map.
    ``prelude``: the sort of passage before the first turn.
    """

    opens: Callable[[list[Passage], Facts], bool]
    turn_of: Callable[[Facts], int | None]
    quiet: frozenset[str]
    prelude: str

    def passages(self, lines: Iterable[Any]) -> list[Passage]:
        """Return the passages formed by entries, oldest first. Undone entries are left out."""
        found: list[Passage] = []
        for line in lines:
            if belongs_to_story(line):
                self._add_line(found, line)
        told = [p for p in found if p.steps]
        for number, passage in enumerate(told):
            following = told[number + 1] if number + 1 < len(told) else None
            passage.before = told[number - 1].until if number else passage.first - 1
            passage.until = passage.last
            if following and following.first == passage.last and self._is_quiet(passage.steps[-1]):
                passage.until = max(passage.before, passage.last - 1)
        return told

    def of_turn(self, lines: Iterable[Any], turn: int) -> list[Passage]:
        """Return the passages of one turn. ``lines``: the turn's entries and the entry before them, which
        may have opened the turn. Anything before the first turn belongs to the first turn.
        """
        found = self.passages(lines)
        start = next((i for i, p in enumerate(found) if self.opened_by(p) == turn), 0)
        while start and found[start - 1].sort == self.prelude:
            start -= 1
        following = (i for i, p in enumerate(found) if (self.opened_by(p) or 0) > turn)
        return found[start : next(following, len(found))]

    def _add_line(self, found: list[Passage], line: Any) -> None:
        beats, rest = _beats(line)
        step: Step | None = None
        for beat in beats:
            if self.opens(found, beat.event):
                step = None
            if step is None or step not in found[-1].steps:
                step = Step(line)
                found[-1].steps.append(step)
            step.beats.append(beat)
        if step is None:
            if not found:
                found.append(Passage(self.prelude))
            step = Step(line)
            found[-1].steps.append(step)
        step.dice = rest

    def _is_quiet(self, step: Step) -> bool:
        """Return whether a part of an entry left the map unchanged."""
        return {beat.kind for beat in step.beats} <= self.quiet

    def opened_by(self, passage: Passage) -> int | None:
        """Return the turn that a passage opens, or None."""
        opened = (self.turn_of(event) for event in passage.events)
        return next((turn for turn in opened if turn is not None), None)


def belongs_to_story(line: Any) -> bool:
    """Return whether an entry belongs to the story. Rewinds, undone entries and corrections do not."""
    return not line.undone and line.kind not in (REWIND, AMEND)


def undone_step(line: Any) -> Step:
    """Return an entry outside the story as one step. The entry is an undone one, the rewind that undid it, or
    a correction.
    """
    beats, rest = _beats(line)
    return Step(line, beats, rest)


def _beats(line: Any) -> tuple[list[Beat], tuple[Facts, ...]]:
    """Return the events of an entry with their dice, and the dice that belong to no event."""
    events, rest = pair_with_dice(line.events, line.rolls)
    return [Beat(event, dice) for event, dice in events], rest
