"""The page of the chronicle: a turn at a time, or what concerns one power or place in the whole war."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from campaigns.justinian.pages import annals, moments, story
from campaigns.justinian.pages.annals import Account, Episode
from campaigns.justinian.pages.summary import Summary, summary
from campaigns.justinian.wording import JustinianWording, wording_of
from campaigns.justinian.wording.names import Names
from games import services
from games.numbers import whole

if TYPE_CHECKING:
    from django.http import HttpRequest

    from games.models import Game

MOST = 2000  # entries of a turn; a turn of a whole game has about seventy
ALL = "all"


@dataclass(frozen=True)
class Told:
    """A turn with its episodes."""

    number: int
    name: str
    summary: Summary | None
    episodes: tuple[Episode, ...]


def context(request: HttpRequest, game: Game, seat: str | None, table: Any) -> Mapping[str, Any]:
    wording = wording_of(game)
    names = wording.names
    known = sorted({*services.turns(game), table.turn})  # one just opened has no entry of its own yet
    power, place = request.GET.get("power", ""), request.GET.get("place", "")
    wanted = request.GET.get("turn", ALL if power or place else "")
    number = whole(wanted)
    chosen: int = next((turn for turn in known if turn == number), known[-1])
    shown = known if wanted == ALL else [chosen]
    subjects = {s for s in (power, place) if s}
    told = tuple(_turn(game, table, seat, number, subjects, wording) for number in shown)
    return {
        "told": tuple(t for t in told if t.episodes or wanted != ALL),
        "turns": [(number, wording.turn(number)) for number in known],
        "chosen": None if wanted == ALL else chosen,
        "earlier": max((n for n in known if n < shown[0]), default=None),
        "later": min((n for n in known if n > shown[-1]), default=None),
        "whole": wanted == ALL,
        "power": power,
        "place": place,
        "powers": sorted(
            (("byzantium", names.power("byzantium")), *((p, names.power(p)) for p in names.powers)),
            key=lambda pair: pair[1],
        ),
        "places": sorted(((p, names.place(p)) for p in names.provinces), key=lambda pair: pair[1]),
        "undone": () if wanted == ALL else _undone(table, seat, chosen, names),
    }


def _turn(
    game: Game, table: Any, seat: str | None, number: int, subjects: set[str], wording: JustinianWording
) -> Told:
    names = wording.names
    found = story.of_turn(_lines(table, seat, number), number)
    seqs = {seq for p in found for seq in (p.before, p.until) if seq >= 0} | {
        p.first for p in found if p.sort == story.OPENING
    }
    known = moments.read(game, table, seqs)
    episodes = annals.episodes(found, known, names)
    return Told(
        number=number,
        name=wording.turn(number),
        summary=summary(found, known, names) if found else None,
        episodes=tuple(e for e in episodes if subjects <= e.subjects),
    )


def _lines(table: Any, seat: str | None, number: int) -> list[Any]:
    """The entries of a turn, oldest first, and the last one before them, which has opened it."""
    lines = services.chronicle(table, seat, MOST, turn=number)[::-1]
    first = next((line.seq for line in lines if story.counts(line)), None)
    for limit in (1, MOST):  # farther back only where rewinds lie between
        for line in services.chronicle(table, seat, limit, before_seq=first):
            if story.counts(line):
                return [line, *lines]
    return lines


def _undone(table: Any, seat: str | None, number: int, names: Names) -> tuple[Account, ...]:
    """What rewinds of this turn took back, and the rewinds themselves, oldest first."""
    lines = services.chronicle(table, seat, MOST, turn=number)[::-1]
    gone = (story.taken_back(line) for line in lines if not story.counts(line))
    return tuple(annals.account(step, names) for step in gone)
