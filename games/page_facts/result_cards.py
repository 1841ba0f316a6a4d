"""Cards with the results of recent fights: the winner, both sides' losses, and the consequences."""

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
WATCHED = 4  # entries whose results a spectator sees, since a spectator makes no moves
NEAR, FAR = 12, 60  # entries loaded at first, and entries loaded if the reader's latest move is older


@dataclass(frozen=True)
class ResultSide:
    """One side of a result. ``had`` and ``lost`` are counted in units, blocks or SP. ``unit``: the word for
    what is left, such as "blocks". ``total``: the side's score with its die, or "" if there is none.
    """

    who: str
    had: int
    lost: int
    unit: str
    won: bool
    total: str = ""
    words: str = ""  # a description of the losses, if a number says too little

    @property
    def survivors(self) -> int:
        return max(self.had - self.lost, 0)


@dataclass(frozen=True)
class ResultCard:
    """The result of a fight. ``tone``: good or bad for the reader, or "" for neither. ``chance``: the
    probability that this result had beforehand. ``odds_text``: the same probability in the system's
    words. ``after``: sentences about the consequences.
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
    """Return the events before the first event of these kinds. If ``events`` are those after a battle, the
    result is the battle's consequences.
    """
    return list(takewhile(lambda e: e["kind"] not in kinds, events))


def headline(what: str, ours: bool | None, otherwise: str) -> tuple[str, str]:
    """Return the title and tone of a campaign battle's card. ``what``: the place or the subject. ``ours``:
    whether the reader's side won (None: neither side is theirs, or nobody won). ``otherwise``: the title in
    that case.
    """
    text = _("Victory: %(place)s") if ours else _("Defeat: %(place)s")
    return _choose_title(text % {"place": what}, ours, otherwise)


def combat_headline(what: str, ours: bool | None) -> tuple[str, str]:
    """Return the title and tone of the card of one combat within a battle. ``what`` and ``ours`` are as in
    :func:`headline`.
    """
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
    """An event with the number of its entry. ``fresh``: whether it is new to the reader, see recent()."""

    seq: int
    event: Facts
    fresh: bool


def recent(scene: Any, parts: Container[str]) -> tuple[CardEvent, ...]:
    """Return the events of the newest entries that the reader may know, oldest first, or () in a replay.
    Events after the reader's latest move are fresh. So are those of the move itself if it rolled dice or led
    to a fight. ``parts``: the kinds of events that belong to a fight.
    """
    table = scene.live
    if scene.table.seq != table.seq:
        return ()  # a replay shows the events itself
    lines = [x for x in services.chronicle(table, scene.eyes, limit=NEAR) if not x.undone]
    new = _count_fresh(lines, scene.seat, parts)
    if scene.seat and new == len(lines):
        lines = [x for x in services.chronicle(table, scene.eyes, limit=FAR) if not x.undone]
        new = _count_fresh(lines, scene.seat, parts)
    told = (CardEvent(x.seq, e, n < new) for n, x in reversed(list(enumerate(lines))) for e in x.events)
    return tuple(told)


def _count_fresh(lines: Sequence[Any], seat: str | None, parts: Container[str]) -> int:
    """Count the newest lines that are fresh: those since the reader's latest move, and the move itself if it
    rolled dice or led to a fight. For a spectator, return WATCHED.
    """
    if not seat:
        return WATCHED
    for number, line in enumerate(lines):
        if line.seat != seat or line.reason != "player" or all(e["kind"] in parts for e in line.events):
            continue
        return number + (bool(line.rolls) or any(e["kind"] in parts for e in line.events))
    return len(lines)


def view_before(scene: Any, seq: int) -> Any:
    """Return the reader's view before an entry, or None if the current rules cannot replay the game to it."""
    table = scene.live
    for _seq, state in services.states_at(table, [seq - 1]):
        return table.rules.view(state, scene.eyes)
    return None


def fights(
    told: Sequence[CardEvent], begins: Container[str], ends: Container[str]
) -> Iterator[list[CardEvent]]:
    """Yield each fight among the events (``told``) with its consequences, newest first. A fight runs from an
    event of ``begins`` to the next such event or to an event of ``ends``. Fights that were over before the
    reader's latest move are left out.
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
    """Drop missing cards, and the consequences of all cards but the first."""
    found = [card for card in cards if card is not None]
    return tuple(card if not n else replace(card, after=()) for n, card in enumerate(found))
