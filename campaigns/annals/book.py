"""The book of a campaign: its players, its story, and the map after every turn. It also shows battles,
turning points, dice, and the messages that players share.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.annals.chronicle import TurnStory
from campaigns.annals.fortunes import Swung, count_chart, curves, find_swings, shifts
from engine.playouts import Tally
from games import access, pages, plugins, services
from games.models import Letter
from games.motion import milestones
from games.outlook.stakes import score_name
from games.services import correspondence
from games.services.outlook import queue
from games.services.outlook import results as outlook
from games.services.proof.luck import DiceStatistics, with_battles
from games.views.files import too_many_files
from games.views.frame import frame

TURNS_TOLD = 3  # how many turning points are shown


@dataclass(frozen=True)
class TurningPoint:
    """A turn in which a player gained more on the others than in most turns. ``before`` and ``after``: the
    player's lead, negative if behind. ``measured``: whether ``whose`` names a measure of the position instead
    of a player, in which case ``before`` and ``after`` are its values.
    """

    turn: int
    whose: str
    before: int
    after: int
    measured: bool = False


@dataclass(frozen=True)
class Chapter:
    """A turn with its story and its turning points. ``until``: the entry whose map is shown. ``swung``: a
    turning point in a seat's chance of winning. ``turned``: a turning point in the lead, shown until
    forecasts are ready.
    """

    told: TurnStory
    until: int | None
    turned: TurnedInWords | None
    swung: Swung | None = None
    shifted: bool = False  # whether an expected final count changed significantly in this turn


@dataclass(frozen=True)
class Luck:
    """One player's dice, by kind of die. ``name``: the player's name, or "" for dice that belong to no
    player.
    """

    name: str
    fall: DiceStatistics


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def book(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the book, with everything that the reader may see so far. Messages are shown only after the end.
    A POST shares the reader's own messages, or stops sharing them.
    """
    game = access.get_game_for(request.user, pk)
    at = pages.scene(request.user, game, request.GET.get("seat", ""), bare=True)
    page = plugins.page(game.system)
    if not page.chronicle_template or at.table.head is None:
        raise Http404
    if request.method == "POST":
        correspondence.publish_letters(request.user, game, request.POST.get("give") == "yes")
        return redirect(f"{request.path}#letters")
    refused = too_many_files(request, game)
    if refused is not None:
        return refused
    asked = QueryDict(mutable=True)
    asked["turn"] = "all"
    request.GET = asked  # type: ignore[assignment]
    found = page.chronicle(request, pages.redact_scene(at))
    ends = services.last_entries(at.table)
    played = _find_course(at)
    by_turn = _tallies_by_turn(played, ends)
    swung = find_swings(by_turn, [place.key for place in at.places])
    moved = shifts(by_turn, plugins.wording(game).score_unit)
    turned = {} if by_turn else _find_turning_points(at)
    chapters = [
        Chapter(
            told,
            ends.get(told.number),
            _describe_turning_point(turned.get(told.number), at),
            _name_side(swung.get(told.number), at),
            told.number in moved,
        )
        for told in found["told"]
    ]
    context = {
        **frame(at, "chronicle"),
        **found,
        "chapters": chapters,
        "remembered": milestones.of_turns(at, [told.number for told in found["told"]]),
        "turning": [one.turned for one in chapters if one.turned],
        "swings": [one.swung for one in chapters if one.swung],
        "shifts": [replace(one, what=score_name(one.what, game)) for one in moved.values()],
        "fortunes": curves(by_turn, at),
        "counted": count_chart(by_turn, at) if by_turn else None,
        "awaited": played.waiting,
        "played_out": max((tally.games for tally in by_turn.values()), default=0),
        "outcome": pages.outcome(pages.scene_without_controls(request.user, game)),
        "pictured": page.pictured,
        "luck": [Luck(_player_name(at, fall.seat), fall) for fall in with_battles(at.table, at.eyes)],
        **_letter_context(request, at),
    }
    return render(request, "campaigns/book.html", context)


def _letter_context(request: HttpRequest, at: pages.Scene) -> Mapping[str, Any]:
    game = at.game
    if not game.is_over:
        return {"letters": ()}
    given = correspondence.published_letters(game)
    return {
        "letters": [(letter, at.place(letter.seat), _addressee(at, letter)) for letter in given],
        "may_give": correspondence.has_written(request.user, game),
        "gives": correspondence.has_published(request.user, game),
    }


def _addressee(at: pages.Scene, letter: Letter) -> str:
    return at.place(letter.to).name if letter.to else ""


def _player_name(at: pages.Scene, seat: str) -> str:
    return at.by_key[seat].name if seat in at.by_key else ""


# --- turning points ---


def _find_course(at: pages.Scene) -> outlook.Course:
    """Return the forecasts of a finished campaign. If it ended before forecasts existed, they are queued
    when somebody first opens the book.
    """
    found = outlook.course(at.game)
    if at.game.has_ended and not found.owed:
        queue.queue_course(at.table)
    return found


def _tallies_by_turn(found: outlook.Course, ends: Mapping[int, int]) -> Mapping[int, Tally]:
    """Return the forecast after each turn, with turn 0 for the beginning. The mapping is empty while some
    turns are still being simulated.
    """
    turn_at = {0: 0, **{seq: turn for turn, seq in ends.items()}}
    known = {turn_at[seq]: tally for seq, tally in found.by_entry.items() if seq in turn_at}
    return known if found.whole else {}


def _name_side(swung: Swung | None, at: pages.Scene) -> Swung | None:
    return None if swung is None else replace(swung, whose=_player_name(at, swung.whose))


def _find_turning_points(at: pages.Scene) -> dict[int, TurningPoint]:
    """Return the turning points in the seats' leads, by turn. If no seat has a score, they are turning
    points in the rules' measures of the position. Values of different measures are never compared.
    """
    ends = services.last_entries(at.table)
    turn_at = {seq: turn for turn, seq in ends.items()}
    rules, fewer = at.table.rules, plugins.wording(at.game).scores_are_losses
    ahead: dict[int, Mapping[str, int]] = {}
    measured: dict[int, Mapping[str, int]] = {}
    for seq, state in services.states_at(at.table, turn_at):
        scores = rules.scores(state)
        if set(scores) <= set(at.by_key):
            ahead[turn_at[seq]] = leads(scores, fewer=fewer)
        else:
            measured[turn_at[seq]] = rules.metrics(state)
    return turning_points(ahead) if ahead else changes(measured)


def leads(scores: Mapping[str, int], *, fewer: bool = False) -> dict[str, int]:
    """Return each seat's lead over the best of the other seats. The lead of a lone seat is its score.
    ``fewer``: whether a lower score is better.

    >>> leads({"a": 5, "b": 3, "c": 1})
    {'a': 2, 'b': -2, 'c': -4}
    >>> leads({"a": 5, "b": 3}, fewer=True), leads({"a": 4})
    ({'a': -2, 'b': 2}, {'a': 4})
    """
    signed = {key: -value if fewer else value for key, value in scores.items()}
    return {
        key: value - max((other for name, other in signed.items() if name != key), default=0)
        for key, value in signed.items()
    }


def turning_points(by_turn: Mapping[int, Mapping[str, int]]) -> dict[int, TurningPoint]:
    """Return, by turn number, the turns in which a player gained most on the others: at most three. Of two
    equal gains, the earlier one is preferred.

    >>> found = turning_points({1: {"a": 0, "b": 0}, 2: {"a": -4, "b": 4}, 3: {"a": -3, "b": 3}})
    >>> [(one.turn, one.whose, one.before, one.after) for one in found.values()]
    [(2, 'b', 0, 4), (3, 'a', -4, -3)]
    """
    turns = sorted(by_turn)
    gains: list[TurningPoint] = []
    for before, after in zip(turns, turns[1:], strict=False):
        found: Sequence[TurningPoint] = [
            TurningPoint(after, key, by_turn[before].get(key, 0), lead)
            for key, lead in by_turn[after].items()
        ]
        gains += sorted(found, key=_negative_gain)[:1]
    most = sorted(
        (one for one in gains if _negative_gain(one) < 0), key=lambda one: (_negative_gain(one), one.turn)
    )
    return {one.turn: one for one in sorted(most[:TURNS_TOLD], key=lambda one: one.turn)}


def changes(by_turn: Mapping[int, Mapping[str, int]]) -> dict[int, TurningPoint]:
    """Return, by turn number, the turns in which a measure changed most: at most three. Only the first
    measure that changed in a turn counts, since changes of two measures cannot be compared.

    >>> found = changes({1: {"provinces": 40}, 2: {"provinces": 33}, 3: {"provinces": 34}})
    >>> [(one.turn, one.whose, one.before, one.after) for one in found.values()]
    [(2, 'provinces', 40, 33), (3, 'provinces', 33, 34)]
    """
    turns, found = sorted(by_turn), []
    for before, after in zip(turns, turns[1:], strict=False):
        known = [
            (key, by_turn[before][key], now) for key, now in by_turn[after].items() if key in by_turn[before]
        ]
        changed = next((one for one in known if one[1] != one[2]), None)
        if changed is not None:
            found.append(TurningPoint(after, *changed, measured=True))
    most = sorted(found, key=lambda one: (-abs(one.after - one.before), one.turn))[:TURNS_TOLD]
    return {one.turn: one for one in sorted(most, key=lambda one: one.turn)}


def _negative_gain(one: TurningPoint) -> int:
    """Return the gain with its sign reversed. As a sort key it puts the largest gain first."""
    return one.before - one.after


@dataclass(frozen=True)
class TurnedInWords:
    """A turning point described in words."""

    turn: int
    whose: str
    before: str
    after: str
    measured: bool


def _describe_turning_point(turned: TurningPoint | None, at: pages.Scene) -> TurnedInWords | None:
    if turned is None:
        return None
    wording = plugins.wording(at.game)
    name = _player_name(at, turned.whose) or wording.score(turned.whose)
    before, after = wording.points(turned.before), wording.points(turned.after)
    return TurnedInWords(turned.turn, name, before, after, turned.measured)
