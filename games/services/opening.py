"""Ready-made games. A player joins them after the bot has made the first moves."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.once import one_at_a_time
from engine.game import Facts
from games import events, plugins, services
from games.access import User
from games.models import Entry, Game, PendingDecision
from games.services.clock import jobs

BOTH = "both"  # given instead of a seat: the user plays every side on one device
TWICE = timedelta(seconds=5)  # two taps within this time count as one
OPENING_LIMIT = 400  # maximum number of entries that bots make before people take over


def first_games() -> tuple[plugins.Plugin, ...]:
    """The systems that offer a first game, in the order of the settings."""
    missing = plugins.missing_systems()
    return tuple(one for one in plugins.installed_plugins() if one.first and one.name not in missing)


def first_game(
    user: User,
    plugin: plugins.Plugin,
    title: str | Promise,
    now: datetime,
    scenario: str = "",
    seat: str = "",
    own: Facts | None = None,
) -> Game:
    """Begin a system's first game against the bot, with this user to move. ``title``: used in the game's
    name, which is stored in every language; a lazy title is translated each time. ``scenario`` and ``seat``,
    if given, replace the defaults; with the seat BOTH the user plays against themselves. ``own``: a scenario
    by the user, as JSON. A double tap begins only one game. Raises the errors of services.create_game, and
    ValueError if the system offers no first game.
    """
    alone, chosen = seat == BOTH, bool(scenario) or own is not None
    names = {}
    for language, _label in settings.LANGUAGES:
        with override(language):
            names[language] = _game_name(str(title), chosen, alone)
    with one_at_a_time(user):
        same = Game.objects.filter(gm=user, system=plugin.name, tryout=False, created_at__gt=now - TWICE)
        just_begun = same.filter(name=names[settings.LANGUAGE_CODE], created_at__lte=now + TWICE).first()
        return just_begun or _first_game(user, plugin, names, now, scenario, seat, own)


def _game_name(title: str, chosen: bool, alone: bool) -> str:
    """Return the name of a first game. ``chosen``: whether the player chose a scenario. ``alone``: whether
    they play both sides.
    """
    if not chosen:
        return _("%(system)s: my first game") % {"system": title}
    return title if alone else _("%(title)s against the bot") % {"title": title}


def _first_game(
    user: User,
    plugin: plugins.Plugin,
    names: Mapping[str, str],
    now: datetime,
    scenario: str,
    seat: str,
    own: Facts | None,
) -> Game:
    first = plugin.first
    if first is None:
        raise ValueError(f"{plugin.name} offers no first game")
    asked: dict[str, Any] = {"scenario_name": scenario} if scenario else {"scenario": own} if own else {}
    made = services.create_game(
        gm=user,
        name=names[settings.LANGUAGE_CODE],
        names=names,
        system=plugin.name,
        now=now,
        **{**first.settings, **asked},
    )
    seats = [one.key for one in made.seats.all()]
    mine = seat if seat in seats else seats[first.seat]
    if seat == BOTH:
        for one in seats:
            services.take_seat(made.pk, user, one, now=now)
        services.start(made.pk, user, now=now)
        return made
    for one in seats:
        if one != mine or first.turn:
            services.set_bot(made.pk, user, one, True, now=now)
    if not first.turn:  # the seat's future player must see nothing before joining
        services.take_seat(made.pk, user, mine, now=now)
    with jobs.postponing():  # the bot must not play beyond the user's first move
        services.start(made.pk, user, now=now)
        if first.turn:
            play_to(made.pk, mine, first.turn, now, first.begins)
    if first.turn:
        services.set_bot(made.pk, user, mine, False, now=now)
        services.take_seat(made.pk, user, mine, now=now)
    if not asked:
        events.publish(events.FirstGameBegun(made, mine))
    jobs.ask(made.pk)
    return made


def play_to(game_id: UUID, seat: str, turn: int, now: datetime, begins: Collection[str] = ()) -> None:
    """Let the bot play beyond the set-up until ``seat`` has to move in ``turn``. If ``begins`` is given,
    only these kinds of decisions stop the bot. Such a decision may come right after the last entry of the
    previous turn.
    """
    least = turn - 1 if begins else turn
    set_up = PendingDecision.objects.filter(game_id=game_id).values_list("kind", flat=True)[0]
    for _number in range(OPENING_LIMIT):
        last = Entry.objects.filter(game_id=game_id).latest("seq")
        waits = PendingDecision.objects.filter(game_id=game_id, seat=seat, answered_at=None)
        own = waits.filter(kind__in=begins) if begins else waits.exclude(kind=set_up)
        if (last.turn or 0) >= least and own.exists():
            return
        if not services.answer_due(game_id, now, limit=1):
            return
