"""The chronicle page. It shows one turn, or everything in the game that concerns one power or place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from campaigns.annals import moments, story
from campaigns.annals.charts import Chart
from campaigns.annals.moments import Moment, Reckoning
from campaigns.annals.story import Passage, Step, Telling
from engine.game import Facts
from engine.log.amending import AMEND
from games import plugins, services
from games.contract import Wording
from games.wording.narration import Die, Sentence, dice_of
from games.wording.numbers import whole
from maps.values import Side

if TYPE_CHECKING:
    from django.http import HttpRequest

    from games.models import Game

MOST = 2000  # maximum number of entries read for a turn; most turns have about seventy
ALL = "all"
THEMSELVES = frozenset({"player", "bot"})  # answers given by a player or the bot, not on a player's behalf


@dataclass(frozen=True)
class Account:
    """The part of a log entry that belongs to an episode. ``lines``: the sentences of this part. ``dice``:
    the dice that belong to none of the sentences.
    """

    entry: Any  # a games.services.history.Line
    seat: str
    lines: tuple[Sentence, ...]
    dice: tuple[Die, ...]


@dataclass(frozen=True)
class Part:
    """A part of an episode: either prose, or a battle drawn by a template of the system."""

    text: str = ""
    fight: Any = None


@dataclass(frozen=True)
class Mark:
    """An important event of an episode. ``tone``: good, bad, or "" for neither."""

    text: str
    tone: str = ""


@dataclass(frozen=True)
class Episode:
    """A passage on the page. ``side``: its owner, or None. ``pattern``: the pattern of the owner's flag.
    ``subjects``: the powers and places in it.
    """

    id: str
    title: str
    about: str
    side: Side | None
    marks: tuple[Mark, ...]
    parts: tuple[Part, ...]
    accounts: tuple[Account, ...]
    subjects: frozenset[str]
    pattern: str = ""

    @property
    def dice(self) -> tuple[Die, ...]:
        """All dice of the episode."""
        return tuple(d for a in self.accounts for d in (*(d for line in a.lines for d in line.dice), *a.dice))

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons why answers were given on a player's behalf, such as a deadline, a standing order or
        the game master.
        """
        reasons = (a.entry.reason for a in self.accounts if a.entry.kind != "setup")
        return tuple(dict.fromkeys(r for r in reasons if r not in THEMSELVES))


@dataclass(frozen=True)
class TurnStory:
    """A turn with its episodes. ``summary``: the turn's result, which a template of the system draws."""

    number: int
    name: str
    summary: Any
    episodes: tuple[Episode, ...]

    @property
    def replay_start(self) -> int:
        """The entry before the turn, from which a replay of the turn starts."""
        seqs = (account.entry.seq for one in self.episodes for account in one.accounts)
        return max(min(seqs, default=0) - 1, 0)


Sentences = Callable[[Sequence[Facts]], Iterable[str]]  # one sentence for each event, or "" to leave it out


@dataclass(frozen=True)
class Annals:
    """A system's chronicle of one game. ``telling``: the rules by which events form passages. ``reckoned``: a
    function that returns the measures of a position. ``episode``: a function that turns a passage into an
    episode. ``summed_up``: a function that returns the result of a turn. ``powers`` and ``places``: (id,
    name) pairs for the reader's filters. ``templates``: the system's templates for the page.
    """

    telling: Telling
    reckoned: Reckoning
    episode: Callable[[Passage, Mapping[int, Moment]], Episode]
    summed_up: Callable[[Sequence[Passage], Mapping[int, Moment]], Any]
    sentences: Sentences
    powers: Sequence[tuple[str, str]]
    places: Sequence[tuple[str, str]]
    templates: Mapping[str, str]
    words: Callable[[], Mapping[str, str]]  # the system's words for the page, such as turn, power and place
    curves: Callable[[], Sequence[Chart]]  # charts over all turns so far


def context(
    request: HttpRequest, game: Game, seat: str | None, table: Any, annals: Annals
) -> Mapping[str, Any]:
    """Return the context for ``campaigns/chronicle.html``."""
    wording = plugins.wording(game)
    known = sorted({*services.turns(game), table.turn})  # a game that was just opened has no entry yet
    power, place = request.GET.get("power", ""), request.GET.get("place", "")
    wanted = request.GET.get("turn", ALL if power or place else "")
    number = whole(wanted)
    chosen: int = next((turn for turn in known if turn == number), known[-1])
    shown = known if wanted == ALL else [chosen]
    subjects = {s for s in (power, place) if s}
    told = tuple(_turn_story(game, table, seat, number, subjects, annals) for number in shown)
    return {
        "told": tuple(t for t in told if t.episodes or wanted != ALL),
        "turns": [(number, wording.turn(number)) for number in known],
        "chosen": None if wanted == ALL else chosen,
        "earlier": max((n for n in known if n < shown[0]), default=None),
        "later": min((n for n in known if n > shown[-1]), default=None),
        "whole": wanted == ALL,
        "power": power,
        "place": place,
        "powers": sorted(annals.powers, key=lambda pair: pair[1]),
        "places": sorted(annals.places, key=lambda pair: pair[1]),
        "undone": () if wanted == ALL else _undone_accounts(game, table, seat, chosen, annals),
        "put_right": () if wanted == ALL else _corrections(table, seat, chosen, annals, wording),
        "drawn_by": annals.templates,
        "words": annals.words(),
        "curves": annals.curves,
    }


def _turn_story(
    game: Game, table: Any, seat: str | None, number: int, subjects: set[str], annals: Annals
) -> TurnStory:
    found = annals.telling.of_turn(lines_of(table, seat, number), number)
    seqs = {seq for p in found for seq in (p.before, p.until) if seq >= 0}
    seqs |= {p.first for p in found if annals.telling.opened_by(p) is not None}
    known = moments.read(game, table, seqs, annals.reckoned)
    episodes = tuple(annals.episode(p, known) for p in found)
    return TurnStory(
        number=number,
        name=plugins.wording(game).turn(number),
        summary=annals.summed_up(found, known) if found else None,
        episodes=tuple(e for e in episodes if subjects <= e.subjects),
    )


def lines_of(table: Any, seat: str | None, number: int) -> list[Any]:
    """Return the entries of a turn, oldest first, preceded by the entry that opened the turn."""
    lines = services.chronicle(table, seat, MOST, turn=number)[::-1]
    first = next((line.seq for line in lines if story.belongs_to_story(line)), None)
    for limit in (1, MOST):  # one entry is enough, unless rewinds were logged just before the turn
        for line in services.chronicle(table, seat, limit, before_seq=first):
            if story.belongs_to_story(line):
                return [line, *lines]
    return lines


def _undone_accounts(
    game: Game, table: Any, seat: str | None, number: int, annals: Annals
) -> tuple[Account, ...]:
    lines = services.chronicle(table, seat, MOST, turn=number)[::-1]
    apart = (
        line for line in lines if not story.belongs_to_story(line) and (line.undone or line.kind != AMEND)
    )
    gone = (story.undone_step(line) for line in apart)
    throw = plugins.wording(game).throw
    return tuple(account(step, annals.sentences, throw) for step in gone)


def _corrections(
    table: Any, seat: str | None, number: int, annals: Annals, wording: Wording
) -> tuple[Account, ...]:
    lines = services.chronicle(table, seat, MOST, turn=number)[::-1]
    found = (story.undone_step(line) for line in lines if line.kind == AMEND and not line.undone)
    return tuple(account(step, annals.sentences, wording.throw) for step in found)


def account(step: Step, sentences: Sentences, throw: Callable[[str], str]) -> Account:
    """Return a step's sentences and dice. ``sentences``: returns one sentence for each event. ``throw``:
    returns the purpose of a die in words.
    """
    told = zip(step.beats, sentences(step.events), strict=True)
    return Account(
        entry=step.line,
        seat=step.line.seat,
        lines=tuple(Sentence(text, dice_of(throw, beat.dice)) for beat, text in told if text),
        dice=dice_of(throw, step.dice),
    )
