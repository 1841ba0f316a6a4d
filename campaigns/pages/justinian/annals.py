"""A turn of the chronicle as it is read: episodes with headlines and battles, and what the turn came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from campaigns.pages.justinian import fights, story
from campaigns.pages.justinian.fights import Fight
from campaigns.pages.justinian.heraldry import Arms, arms
from campaigns.pages.justinian.moments import Moment
from campaigns.pages.justinian.since import brief
from campaigns.pages.justinian.story import Beat, Passage, Step
from campaigns.wording.justinian import WORDING
from campaigns.wording.justinian.codes import word
from campaigns.wording.justinian.events import sentence
from campaigns.wording.justinian.headlines import headline
from campaigns.wording.justinian.names import Names, listed, signed
from engine.game import Facts
from games.pages import Die

FOLLOWED = ("byzantium", "persia", "vandals", "ostrogoths")


@dataclass(frozen=True)
class Line:
    """An event in words, with its dice."""

    text: str
    dice: tuple[Die, ...] = ()


@dataclass(frozen=True)
class Account:
    """The part of an entry that belongs to an episode: who acted and when, every line, every die."""

    entry: Any  # games.services.history.Line
    seat: str
    lines: tuple[Line, ...]
    dice: tuple[Die, ...]


@dataclass(frozen=True)
class Mark:
    """Something of importance. ``tone``: good, bad or "" for neither, as Byzantium sees it."""

    text: str
    tone: str = ""


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


@dataclass(frozen=True)
class Change:
    """A power at the start and at the end of a turn."""

    name: str
    arms: Arms
    sp: tuple[int, int]
    provinces: tuple[int, int]


@dataclass(frozen=True)
class Summary:
    """What a turn came to. ``gold`` with its account: what for, how much."""

    gold: tuple[int, int]
    account: tuple[tuple[str, str], ...]
    changes: tuple[Change, ...]
    won: str
    lost: str
    battles: int
    fallen: tuple[int, int]  # SP lost by Byzantium and by the Barbarians, from whatever cause
    prefectures: str


def episodes(passages: Sequence[Passage], moments: Mapping[int, Moment], names: Names) -> tuple[Episode, ...]:
    return tuple(_episode(p, moments, names) for p in passages)


def _episode(passage: Passage, moments: Mapping[int, Moment], names: Names) -> Episode:
    before, after = moments.get(passage.before), moments.get(passage.until)
    gains = _gains(before, after)
    events = passage.events
    side = _power_of(passage, names)
    won = [p for p, owner in gains.items() if owner == side]
    about = ""
    if passage.sort in (story.SEGMENT, story.PASSED, story.LOST) and passage.number:
        about = _("segment %(number)s") % {"number": passage.number}
        if passage.marker:
            about = f"{about}, {word(passage.marker)}"
    return Episode(
        id=f"tale-{passage.first}-{passage.sort}",
        title=headline(passage.sort, passage.seat, passage.number, events, won, names),
        about=about,
        arms=arms(side) if side else None,
        marks=tuple(_marks(before, after, gains, events, names)),
        parts=tuple(_parts(passage.beats, names)),
        accounts=tuple(account(step, names) for step in passage.steps),
        subjects=frozenset(_subjects(events, names)),
    )


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


HEADED = {"turn_began", "segment_lost", "power_drawn"}  # what the headline says


# --- every step and every die ---


def account(step: Step, names: Names) -> Account:
    return Account(
        entry=step.line,
        seat=step.line.seat,
        lines=tuple(
            Line(text, _dice(beat.dice)) for beat in step.beats if (text := sentence(beat.event, names))
        ),
        dice=_dice(step.dice),
    )


def _dice(rolls: Iterable[Facts]) -> tuple[Die, ...]:
    return tuple(
        Die(r["face"], r["sides"], r.get("source", ""), WORDING.throw(r["purpose"]), r.get("rule", ""))
        for r in rolls
    )


# --- what was of importance ---


def _gains(before: Moment | None, after: Moment | None) -> dict[str, str]:
    """province -> who holds it now, where that has changed."""
    if before is None or after is None:
        return {}
    held = before["control"]
    return {p: owner for p, owner in after["control"].items() if owner != held.get(p)}


def _marks(
    before: Moment | None,
    after: Moment | None,
    gains: Mapping[str, str],
    events: Sequence[Facts],
    names: Names,
) -> Iterator[Mark]:
    if before is not None and after is not None:
        yield from _prefectures(before, after, names)
        yield from _provinces(before, gains, names)
    for e in events:
        teller = GRAVE.get(e["kind"])
        mark = teller(e, names) if teller else None
        if mark is not None:
            yield mark


def _prefectures(before: Moment, after: Moment, names: Names) -> Iterator[Mark]:
    was, now = set(before["prefectures"]), set(after["prefectures"])
    for key in sorted(now - was):
        yield Mark(_("Prefecture won: %(name)s") % {"name": names.prefecture(key)}, "good")
    for key in sorted(was - now):
        yield Mark(_("Prefecture lost: %(name)s") % {"name": names.prefecture(key)}, "bad")


def _provinces(before: Moment, gains: Mapping[str, str], names: Names) -> Iterator[Mark]:
    won = [p for p, owner in gains.items() if owner == "byzantium"]
    lost = [p for p in gains if before["control"].get(p) == "byzantium"]
    if won:
        yield Mark(_("Won: %(places)s") % {"places": listed(names.place(p) for p in won)}, "good")
    if lost:
        yield Mark(_("Lost: %(places)s") % {"places": listed(names.place(p) for p in lost)}, "bad")


def _struck(e: Facts, names: Names) -> Mark | None:
    return Mark(word(e["event"]), "bad") if e["effective"] and e["event"] != "revolt" else None


def _revolt(e: Facts, names: Names) -> Mark | None:
    return Mark(_("Revolt: %(where)s") % {"where": word(e["revolt"])}, "bad")


def _destroyed(e: Facts, names: Names) -> Mark | None:
    return Mark(_("Destroyed: %(power)s") % {"power": names.power(e["power"])}, "good")


def _fallen(e: Facts, names: Names) -> Mark | None:
    tone = "bad" if names.leaders.get(e["leader"], {}).get("power", "byzantium") == "byzantium" else "good"
    return Mark(_("Fallen: %(leader)s") % {"leader": names.leader(e["leader"])}, tone)


def _treasure(e: Facts, names: Names) -> Mark | None:
    return Mark(_("Treasury captured: %(gold)s G") % {"gold": e["gold"]}, "good") if e["gold"] else None


def _sacked(e: Facts, names: Names) -> Mark | None:
    return Mark(_("Treasury lost: %(gold)s G") % {"gold": e["gold"]}, "bad")


def _over(e: Facts, names: Names) -> Mark | None:
    tone = "good" if e["winner"] == "byzantium" else "bad"
    return Mark(_("Victory: %(winner)s") % {"winner": names.seat(e["winner"])}, tone)


GRAVE = {
    "event_rolled": _struck,
    "revolt_rolled": _revolt,
    "power_eliminated": _destroyed,
    "leader_lost": _fallen,
    "treasury_captured": _treasure,
    "treasury_lost": _sacked,
    "game_ended": _over,
}


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
        for word_ in value.replace("@", ":").split(":"):
            if word_ in names.armies:
                yield "byzantium"
            if word_ in names.leaders:
                yield str(names.leaders[word_].get("power", "byzantium"))
            yield word_  # a power, a place, or nothing that anybody asks for


# --- the whole turn ---


def summary(told: Sequence[Passage], moments: Mapping[int, Moment], names: Names) -> Summary | None:
    """None where the moments are not known; setting up is no part of a turn."""
    passages = [p for p in told if p.sort != story.SETTING_UP]
    if not passages:
        return None
    before, after = moments.get(passages[0].before), moments.get(passages[-1].until)
    opened = moments.get(passages[0].first)
    if before is None or after is None or opened is None:
        return None
    events = [e for p in passages for e in p.events]
    start = opened["gold"] - sum(gold for _what, gold in _money(passages[0].steps[0].events))
    gains = _gains(before, after)
    lost = [e for e in events if e["kind"] == "sp_lost"]
    byzantine = sum(e["sp"] for e in lost if e["power"] == "byzantium")
    return Summary(
        gold=(start, start + sum(gold for _what, gold in _money(events))),
        account=tuple((what, signed(gold)) for what, gold in _money(events)),
        changes=tuple(
            Change(
                names.power(p),
                arms(p),
                (before["sp"].get(p, 0), after["sp"].get(p, 0)),
                (before["owners"].get(p, 0), after["owners"].get(p, 0)),
            )
            for p in FOLLOWED
            if before["sp"].get(p) or after["sp"].get(p) or before["owners"].get(p)
        ),
        won=listed(names.place(p) for p, owner in gains.items() if owner == "byzantium"),
        lost=listed(names.place(p) for p in gains if before["control"].get(p) == "byzantium"),
        battles=sum(e["kind"] in ("battle_fought", "sea_battle_fought") for e in events),
        fallen=(byzantine, sum(e["sp"] for e in lost) - byzantine),
        prefectures=listed(names.prefecture(p) for p in after["prefectures"]),
    )


def _money(events: Iterable[Facts]) -> Iterator[tuple[str, int]]:
    """Where gold came from and where it went, what is alike together."""
    found: Counter[str] = Counter()
    for e in events:
        if e["kind"] == "revenue_received":
            found[word("revenue")] += e["gold"]
        elif e["kind"] == "gold_gained":
            found[word(e["what"])] += e["gold"]
        elif e["kind"] == "gold_spent":
            found[word(e["what"])] -= e["gold"]
        elif e["kind"] == "treasury_lost":
            found[_("Europa has fallen")] -= e["gold"]
    yield from found.items()
