"""The chronicle's episodes: a headline, prose and battles, with every step and every die."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from campaigns.annals.chronicle import Annals, Episode, Part, account
from campaigns.annals.moments import Moment, history
from campaigns.annals.story import Beat, Passage
from campaigns.justinian.pages import fights, story
from campaigns.justinian.pages.charts import charts
from campaigns.justinian.pages.heraldry import arms
from campaigns.justinian.pages.marks import marks
from campaigns.justinian.pages.moments import gains, measure_position
from campaigns.justinian.pages.news import brief
from campaigns.justinian.pages.summary import summary
from campaigns.justinian.rules.state.values import ids_in
from campaigns.justinian.wording import JustinianWording, wording_of
from campaigns.justinian.wording.codes import word
from campaigns.justinian.wording.events import sentence
from campaigns.justinian.wording.headlines import headline
from campaigns.justinian.wording.idle import mark_idle
from campaigns.justinian.wording.names import Names
from engine.game import Facts
from maps.values import Side

if TYPE_CHECKING:
    from games.models import Game


def annals(game: Game, table: Any) -> Annals:
    """Return the chronicle of a game; see campaigns.annals.chronicle."""
    names = wording_of(game).names
    return Annals(
        telling=story.STORY,
        reckoned=measure_position,
        episode=lambda passage, moments: episode(passage, moments, names),
        summed_up=lambda passages, moments: summary(passages, moments, names),
        sentences=lambda events: sentences(events, names),
        powers=[("byzantium", names.power("byzantium")), *((p, names.power(p)) for p in names.powers)],
        places=[(p, names.place(p)) for p in names.provinces],
        templates={
            "summary": "campaigns/justinian/_summary.html",
            "fight": "campaigns/justinian/_fight.html",
            "style": "campaigns/justinian.css",
        },
        words=_words,
        curves=lambda: charts(history(game, table, measure_position), names),
    )


def _words() -> dict[str, str]:
    return {
        "turn": _("Turn"),
        "whole": _("the whole war"),
        "power": _("Power"),
        "every_power": _("every power"),
        "place": _("Province"),
        "every_place": _("every province"),
        "printed": _("The whole war on one page, ready to print"),
        "nothing": _("Nothing of this kind happened in this turn."),
        "choose": _("Choose another power or province."),
        "before": _("The turn before"),
        "after": _("The turn after"),
    }


def sentences(events: Sequence[Facts], names: Names) -> list[str]:
    """Return a sentence for each event, or "" for an event without one."""
    return [sentence(event, names) for event in mark_idle(events)]


def episode(passage: Passage, moments: Mapping[int, Moment], names: Names) -> Episode:
    before, after = moments.get(passage.before), moments.get(passage.until)
    events, side = passage.events, _power_of(passage, names)
    won = [p for p, owner in gains(before, after).items() if owner == side]
    flag = arms(side)
    return Episode(
        id=f"tale-{passage.first}-{passage.sort}",
        title=headline(passage.sort, passage.seat, passage.number, events, won, names),
        about=_passage_title(passage),
        side=Side(side, flag.mark, flag.colour) if side else None,
        marks=tuple(marks(before, after, events, names)),
        parts=tuple(_parts(passage.beats, names)),
        accounts=tuple(
            account(step, lambda events: sentences(events, names), JustinianWording.throw)
            for step in passage.steps
        ),
        subjects=frozenset(_subjects(events, names)),
        pattern=flag.pattern if side else "",
    )


def _passage_title(passage: Passage) -> str:
    if not passage.number or passage.sort not in (story.SEGMENT, story.PASSED, story.LOST):
        return ""
    segment = _("segment %(number)s") % {"number": passage.number}
    return f"{segment}, {word(passage.marker)}" if passage.marker else segment


def _power_of(passage: Passage, names: Names) -> str:
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
    """Yield the prose and the battles of an episode in order. A march becomes one sentence."""
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
    for beat in beats:
        if beat.kind == "battle_fought":
            return
        if beat.kind == "sp_lost" and beat.event["reason"] in ("battle", "defeated"):
            yield beat.event


def _prose(events: Sequence[Facts], names: Names) -> Iterator[Part]:
    text = " ".join(brief((e for e in events if e["kind"] not in HEADED), names))
    if text:
        yield Part(text)


HEADED = {"turn_began", "segment_lost", "segment_passed", "power_drawn"}  # events shown in the headline


# --- subjects of an episode, for the filters ---


def _subjects(events: Iterable[Facts], names: Names) -> Iterator[str]:
    for event in events:
        for key, value in event.items():
            if key != "kind":
                yield from _searchable_words(value, names)


def _searchable_words(value: Any, names: Names) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _searchable_words(key, names)
            yield from _searchable_words(inner, names)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _searchable_words(one, names)
    elif isinstance(value, str):
        for word_ in ids_in(value):
            if word_ in names.armies:
                yield "byzantium"
            if word_ in names.leaders:
                yield str(names.leaders[word_].get("power", "byzantium"))
            yield word_  # may name a power or a place
