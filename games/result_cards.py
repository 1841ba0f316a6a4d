"""The results of fights just fought, as cards for both sides: the winner, the losses, the consequences."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import takewhile
from typing import Any

from django.utils.translation import gettext as _

from engine.game import Facts
from games import services

MOST = 2  # sentences about what follows
CARDS = 4  # shown at most; of those before the last one only the title and the losses
WATCHED = 4  # entries that a spectator, who makes no moves, is shown the results of
NEAR, FAR = 12, 60  # entries to look back: at first, and if the reader's own last move is not among them


@dataclass(frozen=True)
class ResultSide:
    """One side of the result. ``had`` and ``lost``: units, blocks or SP, with their word for the remainder;
    ``total``: its score with the die, "" if there is none."""

    who: str
    had: int
    lost: int
    unit: str
    won: bool
    total: str = ""
    words: str = ""  # its losses, if a number says too little

    @property
    def left(self) -> int:
        return max(self.had - self.lost, 0)


@dataclass(frozen=True)
class ResultCard:
    """The result of a fight. ``tone``: good or bad for the reader, "" for neither; ``chance``: of this
    result, as it was before; ``odds_text``: the same in a system's own words; ``after``: sentences about the
    consequences."""

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


def until(kinds: Container[str], events: Iterable[Facts]) -> list[Facts]:
    """Events before the first of these kinds: the battle's consequences, not later events."""
    return list(takewhile(lambda e: e["kind"] not in kinds, events))


def headline(what: str, ours: bool | None, otherwise: str) -> tuple[str, str]:
    """The title and its tone. ``what``: the place or the matter; ``ours``: whether the reader's side won;
    None: neither, or nobody won."""
    if ours is None:
        return otherwise, ""
    text = _("Victory: %(place)s") if ours else _("Defeat: %(place)s")
    return text % {"place": what}, "good" if ours else "bad"


def ended(kinds: Container[str], before: Sequence[Facts], fresh: Sequence[Facts]) -> list[int]:
    """The places, in both together, of fresh events of these kinds: the newest first, not more than are shown
    as cards."""
    found = [len(before) + n for n, event in enumerate(fresh) if event["kind"] in kinds]
    return found[::-1][:CARDS]


# --- battles: what was fought since the reader's own last move ---


@dataclass(frozen=True)
class Told:
    """An event with the number of its entry; ``fresh``: the reader has not moved since."""

    seq: int
    event: Facts
    fresh: bool


def recent(scene: Any, parts: Container[str]) -> tuple[Told, ...]:
    """The newest events that the reader may know, oldest first. ``parts``: kinds that belong to a fight; own
    moves that caused nothing else count as fresh, as do own moves with dice."""
    table = services.table(scene.game)
    if scene.table.seq != table.seq:
        return ()  # a replay tells what happened otherwise
    lines = [x for x in services.chronicle(table, scene.eyes, limit=NEAR) if not x.undone]
    new = _fresh(lines, scene.seat, parts)
    if scene.seat and new == len(lines):
        lines = [x for x in services.chronicle(table, scene.eyes, limit=FAR) if not x.undone]
        new = _fresh(lines, scene.seat, parts)
    told = (Told(x.seq, e, n < new) for n, x in reversed(list(enumerate(lines))) for e in x.events)
    return tuple(told)


def _fresh(lines: Sequence[Any], seat: str | None, parts: Container[str]) -> int:
    """The number of lines, the newest first, since the reader's last move."""
    if not seat:
        return WATCHED
    for number, line in enumerate(lines):
        if line.seat != seat or line.reason != "player" or all(e["kind"] in parts for e in line.events):
            continue
        return number + (bool(line.rolls) or any(e["kind"] in parts for e in line.events))
    return len(lines)


def before(scene: Any, seq: int) -> Any:
    """The view of the reader before that entry; None if the rules of today do not lead there."""
    table = services.table(scene.game)
    for _seq, state in services.states_at(table, [seq - 1]):
        return table.rules.view(state, scene.eyes)
    return None


def fights(told: Sequence[Told], begins: Container[str], ends: Container[str]) -> Iterator[list[Told]]:
    """Every fight with its consequences, the newest first: from an event that begins one to the next, or to
    one that ends them; those begun and ended before the reader's last move are left out."""
    found: list[list[Told]] = []
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


def shortened(cards: Iterable[ResultCard | None]) -> tuple[ResultCard, ...]:
    """The cards there are; only the first keeps what follows from it."""
    found = [card for card in cards if card is not None]
    return tuple(card if not n else replace(card, after=()) for n, card in enumerate(found))
