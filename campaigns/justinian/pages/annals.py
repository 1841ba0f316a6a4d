"""The episodes of the chronicle: headlines, prose and battles, every step and every die."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from campaigns.justinian.pages import fights, story
from campaigns.justinian.pages.fights import Fight
from campaigns.justinian.pages.heraldry import Arms, arms
from campaigns.justinian.pages.marks import Mark, marks
from campaigns.justinian.pages.moments import Moment, gains
from campaigns.justinian.pages.since import brief
from campaigns.justinian.pages.story import Beat, Passage, Step
from campaigns.justinian.rules.ground.values import named_in
from campaigns.justinian.wording import JustinianWording
from campaigns.justinian.wording.codes import word
from campaigns.justinian.wording.events import sentence
from campaigns.justinian.wording.headlines import headline
from campaigns.justinian.wording.idle import marked
from campaigns.justinian.wording.names import Names
from engine.game import Facts
from games.telling import Die, Sentence, dice_of


@dataclass(frozen=True)
class Account:
    """The part of an entry that belongs to an episode: who acted and when, every line, every die."""

    entry: Any  # games.services.history.Line
    seat: str
    lines: tuple[Sentence, ...]
    dice: tuple[Die, ...]


@dataclass(frozen=True)
class Part:
    """Prose or a battle."""

    text: str = ""
    fight: Fight | None = None


@dataclass(frozen=True)
class Episode:
    """A passage as it is shown."""

    id: str
    title: str
    about: str  # which segment it is
    arms: Arms | None
    marks: tuple[Mark, ...]
    parts: tuple[Part, ...]
    accounts: tuple[Account, ...]
    subjects: frozenset[str]  # powers and places it speaks of

    @property
    def dice(self) -> tuple[Die, ...]:
        """Every die of it."""
        return tuple(d for a in self.accounts for d in (*(d for line in a.lines for d in line.dice), *a.dice))

    @property
    def unasked(self) -> tuple[str, ...]:
        """Why somebody's answer was given for him: a deadline, an order, the game master."""
        reasons = (a.entry.reason for a in self.accounts if a.entry.kind != "setup")
        return tuple(dict.fromkeys(r for r in reasons if r not in BY_HIMSELF))


BY_HIMSELF = {"player", "bot"}


def episodes(passages: Sequence[Passage], moments: Mapping[int, Moment], names: Names) -> tuple[Episode, ...]:
    return tuple(_episode(p, moments, names) for p in passages)


def _episode(passage: Passage, moments: Mapping[int, Moment], names: Names) -> Episode:
    before, after = moments.get(passage.before), moments.get(passage.until)
    events, side = passage.events, _power_of(passage, names)
    won = [p for p, owner in gains(before, after).items() if owner == side]
    return Episode(
        id=f"tale-{passage.first}-{passage.sort}",
        title=headline(passage.sort, passage.seat, passage.number, events, won, names),
        about=_about(passage),
        arms=arms(side) if side else None,
        marks=tuple(marks(before, after, events, names)),
        parts=tuple(_parts(passage.beats, names)),
        accounts=tuple(account(step, names) for step in passage.steps),
        subjects=frozenset(_subjects(events, names)),
    )


def _about(passage: Passage) -> str:
    if not passage.number or passage.sort not in (story.SEGMENT, story.PASSED, story.LOST):
        return ""
    segment = _("segment %(number)s") % {"number": passage.number}
    return f"{segment}, {word(passage.marker)}" if passage.marker else segment


def _power_of(passage: Passage, names: Names) -> str:
    """Whose passage it is: Byzantium's, or that of the power activated; "" for nobody's."""
    if passage.seat != "barbarian":
        return passage.seat
    for e in passage.events:
        if e["kind"] in ("power_drawn", "recruits_rolled", "fleet_sailed"):
            return str(e["power"])
        if e["kind"] == "army_activated":
            return str(names.leaders.get(e["army"], {}).get("power", ""))
    return ""


# --- prose and battles ---


def _parts(beats: Sequence[Beat], names: Names) -> Iterator[Part]:
    """Sentences, marches in one line; battles as blocks where they were fought."""
    waiting: list[Facts] = []
    declared: Facts = {}
    for number, beat in enumerate(beats):
        if beat.kind == "attack_declared":
            declared = beat.event
        if beat.kind not in ("battle_fought", "sea_battle_fought"):
            waiting.append(beat.event)
            continue
        yield from _prose(waiting, names)
        waiting = []
        if beat.kind == "battle_fought":
            losses = _losses(beats[number + 1 :])
            yield Part(fight=fights.land(beat.event, declared, losses, names))
        else:
            faces = tuple(int(d["face"]) for d in beat.dice)
            yield Part(fight=fights.naval(beat.event, faces, names))
    yield from _prose(waiting, names)


def _losses(beats: Iterable[Beat]) -> Iterator[Facts]:
    """What fell in the battle just fought: until something else happens than losses."""
    for beat in beats:
        if beat.kind == "battle_fought":
            return
        if beat.kind == "sp_lost" and beat.event["reason"] in ("battle", "defeated"):
            yield beat.event


def _prose(events: Sequence[Facts], names: Names) -> Iterator[Part]:
    text = " ".join(brief((e for e in events if e["kind"] not in HEADED), names))
    if text:
        yield Part(text)


HEADED = {"turn_began", "segment_lost", "segment_passed", "power_drawn"}  # what the headline says


# --- every step and every die ---


def account(step: Step, names: Names) -> Account:
    return Account(
        entry=step.line,
        seat=step.line.seat,
        lines=tuple(
            Sentence(text, dice_of(JustinianWording.throw, beat.dice))
            for beat, event in zip(step.beats, marked(step.events), strict=True)
            if (text := sentence(event, names))
        ),
        dice=dice_of(JustinianWording.throw, step.dice),
    )


# --- what an episode speaks of ---


def _subjects(events: Iterable[Facts], names: Names) -> Iterator[str]:
    """Powers and places named in events, whatever field they stand in."""
    for event in events:
        for key, value in event.items():
            if key != "kind":
                yield from _named(value, names)


def _named(value: Any, names: Names) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _named(key, names)
            yield from _named(inner, names)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _named(one, names)
    elif isinstance(value, str):
        for word_ in named_in(value):
            if word_ in names.armies:
                yield "byzantium"
            if word_ in names.leaders:
                yield str(names.leaders[word_].get("power", "byzantium"))
            yield word_  # a power, a place, or nothing that anybody asks for
