"""The results of recent fights, as cards for both sides: the winner, the losses, the consequences."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import takewhile
from typing import Any

from django.utils.translation import gettext as _

from engine.game import Facts
from games import services

MOST = 2  # maximum number of sentences about the consequences
CARDS = 4  # maximum number of cards shown; all but the latest show only title and losses
WATCHED = 4  # a spectator, who makes no moves, sees the results of this many entries
NEAR, FAR = 12, 60  # entries loaded at first, and if the reader's latest move is not among them


@dataclass(frozen=True)
class ResultSide:
    """One side of the result. ``had`` and ``lost``: units, blocks or SP, with their word for the remainder;
    ``total``: its score with the die, "" if there is none.
    """

    who: str
    had: int
    lost: int
    unit: str
    won: bool
    total: str = ""
    words: str = ""  # its losses in words, if a number says too little

    @property
    def survivors(self) -> int:
        return max(self.had - self.lost, 0)


@dataclass(frozen=True)
class ResultCard:
    """The result of a fight. ``tone``: good or bad for the reader, "" for neither; ``chance``: of this
    result, as it was beforehand; ``odds_text``: the same in the system's words; ``after``: sentences about
    the consequences.
    """

    title: str
    tone: str
    sides: tuple[ResultSide, ...]
    chance: Fraction | None = None
    after: tuple[str, ...] = ()
    odds_text: str = ""

    @property
    def odds(self) -> str:
        if self.odds_text or self.chance is None:
            return self.odds_text
        percent = 100 if self.chance == 1 else max(1, min(99, round(100 * self.chance)))
        return _("This outcome had a chance of %(percent)s%%.") % {"percent": percent}


def events_until(kinds: Container[str], events: Iterable[Facts]) -> list[Facts]:
    """The events before the first one of these kinds: the battle's consequences, without later events."""
    return list(takewhile(lambda e: e["kind"] not in kinds, events))


def headline(what: str, ours: bool | None, otherwise: str) -> tuple[str, str]:
    """The title of a campaign battle's card and its tone. ``what``: the place or the matter; ``ours``:
    whether the reader's side won (None: neither side is theirs, or nobody won).
    """
    text = _("Victory: %(place)s") if ours else _("Defeat: %(place)s")
    return _choose_title(text % {"place": what}, ours, otherwise)


def combat_headline(what: str, ours: bool | None) -> tuple[str, str]:
    """The title and tone of one combat within a battle; see :func:`headline`."""
    text = _("Combat won: %(what)s") if ours else _("Combat lost: %(what)s")
    return _choose_title(text % {"what": what}, ours, what)


def _choose_title(title: str, ours: bool | None, otherwise: str) -> tuple[str, str]:
    return (otherwise, "") if ours is None else (title, "good" if ours else "bad")


def end_positions(kinds: Container[str], before: Sequence[Facts], fresh: Sequence[Facts]) -> list[int]:
    """Find the fresh events of these kinds. Return their indexes in ``before`` + ``fresh``, newest first, at
    most CARDS of them.
    """
    found = [len(before) + n for n, event in enumerate(fresh) if event["kind"] in kinds]
    return found[::-1][:CARDS]


# --- battles fought since the reader's latest move ---


@dataclass(frozen=True)
class CardEvent:
    """An event with the number of its entry; ``fresh``: the reader has not moved since."""

    seq: int
    event: Facts
    fresh: bool


def recent(scene: Any, parts: Container[str]) -> tuple[CardEvent, ...]:
    """The newest events that the reader may know, oldest first. ``parts``: kinds of events that belong to a
    fight. The reader's own moves count as fresh if they rolled dice or led to a fight.
    """
    table = services.table(scene.game)
    if scene.table.seq != table.seq:
        return ()  # a replay shows the events itself
    lines = [x for x in services.chronicle(table, scene.eyes, limit=NEAR) if not x.undone]
    new = _fresh(lines, scene.seat, parts)
    if scene.seat and new == len(lines):
        lines = [x for x in services.chronicle(table, scene.eyes, limit=FAR) if not x.undone]
        new = _fresh(lines, scene.seat, parts)
    told = (CardEvent(x.seq, e, n < new) for n, x in reversed(list(enumerate(lines))) for e in x.events)
    return tuple(told)


def _fresh(lines: Sequence[Any], seat: str | None, parts: Container[str]) -> int:
    """The number of lines, newest first, since the reader's latest move."""
    if not seat:
        return WATCHED
    for number, line in enumerate(lines):
        if line.seat != seat or line.reason != "player" or all(e["kind"] in parts for e in line.events):
            continue
        return number + (bool(line.rolls) or any(e["kind"] in parts for e in line.events))
    return len(lines)


def view_before(scene: Any, seq: int) -> Any:
    """The reader's view before an entry; None if the current rules cannot reach it."""
    table = services.table(scene.game)
    for _seq, state in services.states_at(table, [seq - 1]):
        return table.rules.view(state, scene.eyes)
    return None


def fights(
    told: Sequence[CardEvent], begins: Container[str], ends: Container[str]
) -> Iterator[list[CardEvent]]:
    """Yield each fight with its consequences, newest first: the events from one that begins a fight to the
    next such event, or to one that ends it. Fights over before the reader's latest move are left out.
    """
    found: list[list[CardEvent]] = []
    running = False
    for one in told:
        kind = one.event["kind"]
        if kind in begins:
            found.append([])
        running = kind in begins or running and kind not in ends
        if running:
            found[-1].append(one)
    shown = (fight for fight in reversed(found) if any(one.fresh for one in fight))
    for number, fight in enumerate(shown):
        if number < CARDS:
            yield fight


def shorten_cards(cards: Iterable[ResultCard | None]) -> tuple[ResultCard, ...]:
    """Drop missing cards; only the first card keeps its consequences."""
    found = [card for card in cards if card is not None]
    return tuple(card if not n else replace(card, after=()) for n, card in enumerate(found))
