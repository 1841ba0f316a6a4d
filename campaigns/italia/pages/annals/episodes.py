"""The episodes of the chronicle, each with its headline, important events, prose and battles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from django.utils.translation import gettext as _

from campaigns.annals.chronicle import Annals, Episode, Mark, Part, account
from campaigns.annals.moments import Moment, history
from campaigns.annals.story import Passage
from campaigns.italia.pages.annals import story
from campaigns.italia.pages.annals.curves import curves
from campaigns.italia.pages.annals.fights import Fight, join_fights
from campaigns.italia.pages.annals.moments import area_changes, measure_position
from campaigns.italia.pages.annals.news import brief
from campaigns.italia.pages.heraldry import side
from campaigns.italia.wording import ItaliaWording, headlines
from campaigns.italia.wording import events as words
from campaigns.italia.wording.names import Names, capital, era, halves, join_words, nation, points_text
from engine.game import Facts
from games import plugins
from maps.values import Side

if TYPE_CHECKING:
    from campaigns.italia.rules.scenario.types import Scenario
    from games.scene import Scene


@dataclass(frozen=True)
class Change:
    """A nation's change during a round: its units and areas at the start and the end, and the points it
    scored.
    """

    name: str
    side: Side
    units: tuple[int, int]
    areas: tuple[int, int]
    points: str


@dataclass(frozen=True)
class Summary:
    """A summary of one round."""

    changes: tuple[Change, ...]
    battles: int
    sacked: str


@dataclass(frozen=True)
class Narration:
    """The narrator of one game's chronicle."""

    scn: Scenario
    wording: ItaliaWording

    @property
    def names(self) -> Names:
        return self.wording.names

    def episode(self, passage: Passage, moments: Mapping[int, Moment]) -> Episode:
        before, after = moments.get(passage.before), moments.get(passage.until)
        events, key = passage.events, passage.marker
        return Episode(
            id=f"tale-{passage.first}-{passage.sort}-{key}",
            title=self._title(passage, before, after),
            about="",
            side=side(self.scn, key) if key else None,
            marks=tuple(self._marks(events)),
            parts=tuple(self._parts(events)),
            accounts=tuple(account(step, self.sentences, ItaliaWording.throw) for step in passage.steps),
            subjects=frozenset(_searchable_words(events)),
        )

    def sentences(self, events: Sequence[Facts]) -> list[str]:
        """Return one line for each event, or "" for an event without a sentence."""
        return [words.event_text(event, self.names) or "" for event in events]

    def _title(self, passage: Passage, before: Moment | None, after: Moment | None) -> str:
        events = passage.events
        if passage.sort == story.TURN:
            won, lost = area_changes(before, after, passage.marker)
            return headlines.of_turn(passage.marker, events, won, lost, self.names)
        if passage.sort == story.ENDING:
            points: Counter[str] = Counter()
            for e in events:
                if e["kind"] == "scored":
                    points[e["nation"]] += e["halves"]
            ended = next((e["round"] for e in events if e["kind"] == "round_ended"), 0)
            return headlines.of_end(ended, points)
        return headlines.of_opening(passage.number, era(self.wording.years.get(passage.number, "")))

    def _marks(self, events: Sequence[Facts]) -> Iterator[Mark]:
        for e in events:
            if e["kind"] == "submitted":
                yield Mark(_("Subject: %(nation)s") % {"nation": nation(e["nation"])})
            elif e["kind"] == "submission_ended":
                yield Mark(_("Free: %(nation)s") % {"nation": nation(e["nation"])})
            elif e["kind"] == "leader_lost":
                yield Mark(_("Fallen: %(leader)s") % {"leader": self.names.leader(e["leader"])}, "bad")
            elif e["kind"] == "nation_left":
                yield Mark(_("Gone: %(nation)s") % {"nation": nation(e["nation"])}, "bad")
        for key, gained in _points(events).items():
            text = _("%(nation)s: %(points)s") % {
                "nation": capital(nation(key)),
                "points": points_text(gained, signed=True),
            }
            yield Mark(text, "good" if gained > 0 else "bad")

    def _parts(self, events: Sequence[Facts]) -> Iterator[Part]:
        """Yield the prose of a passage, with a block for each battle at the point where it was fought."""
        waiting: list[Facts] = []
        for one in join_fights(events, self.names):
            if not isinstance(one, Fight):
                waiting += [] if _has_heading(one) else [one]
                continue
            yield from self._prose(waiting)
            waiting = []
            yield Part(fight=one)
        yield from self._prose(waiting)

    def _prose(self, events: Sequence[Facts]) -> Iterator[Part]:
        text = " ".join(brief(events, self.names))
        if text:
            yield Part(text)

    def summarise(self, told: Sequence[Passage], moments: Mapping[int, Moment]) -> Summary | None:
        """Summarise a round, or return None if its positions are unknown. The set-up belongs to no round."""
        passages = [p for p in told if p.sort != story.SETTING_UP]
        before = moments.get(passages[0].before) or moments.get(passages[0].first) if passages else None
        after = moments.get(passages[-1].until) if passages else None
        if before is None or after is None:
            return None
        events = [e for p in passages for e in p.events]
        sacked = [
            e["area"]
            for e in events
            if e["kind"] == "city_changed" and e["how"] in ("sacked", "raided", "gone")
        ]
        return Summary(
            tuple(self._changes(before, after, _points(events))),
            sum(e["kind"] == "battle_began" for e in events),
            join_words([self.names.place(area) for area in dict.fromkeys(sacked)]),
        )

    def _changes(self, before: Moment, after: Moment, points: Mapping[str, int]) -> Iterator[Change]:
        for key in self.scn.nations:
            units = before["units"].get(key, 0), after["units"].get(key, 0)
            if any(units):
                areas = len(before["held"].get(key, ())), len(after["held"].get(key, ()))
                flag = side(self.scn, key)
                yield Change(capital(nation(key)), flag, units, areas, halves(points.get(key, 0)))


HEADED = {"scored", "round_began"}  # events left out of the prose, because the heading shows them


def _has_heading(event: Facts) -> bool:
    return event["kind"] in HEADED or event.get("why") == "set_up"


def _points(events: Iterable[Facts]) -> Counter[str]:
    """Return the points that each nation scores in these events, in half-points."""
    found: Counter[str] = Counter()
    for e in events:
        if e["kind"] == "scored":
            found[e["nation"]] += e["halves"]
    return found


def _searchable_words(value: Any) -> Iterator[str]:
    """Yield the searchable words of events, such as nations and places."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key != "kind":
                yield str(key)
                yield from _searchable_words(inner)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _searchable_words(one)
    elif isinstance(value, str):
        yield value


def annals(scene: Scene, scn: Scenario) -> Annals:
    """Return Italia's part of the chronicle that campaigns.annals.chronicle shows."""
    told = Narration(scn, cast("ItaliaWording", plugins.wording(scene.game)))
    places = (*scn.board.areas, *scn.board.seas)
    return Annals(
        telling=story.STORY,
        reckoned=measure_position,
        episode=told.episode,
        summed_up=told.summarise,
        sentences=told.sentences,
        powers=[(key, capital(nation(key))) for key in scn.nations],
        places=[(place, told.names.place(place)) for place in places],
        templates={
            "summary": "campaigns/italia/_summary.html",
            "fight": "campaigns/italia/_fight.html",
            "style": "campaigns/italia.css",
        },
        words=_words,
        curves=lambda: curves(history(scene.game, scene.table, measure_position), scn, scene.places),
    )


def _words() -> dict[str, str]:
    return {
        "turn": _("Round"),
        "whole": _("the whole game"),
        "power": _("Nation"),
        "every_power": _("every nation"),
        "place": _("Place"),
        "every_place": _("every place"),
        "printed": _("The whole game on one page, ready to print"),
        "nothing": _("Nothing of this kind happened in this round."),
        "choose": _("Choose another nation or place."),
        "before": _("Previous round"),
        "after": _("Next round"),
    }
