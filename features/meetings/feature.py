"""Connect appointments to the core's events, pages, chronicle and calendar, and supply their texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from features.meetings import hints, kinds, news, services
from features.meetings.calendar import meeting_event
from games import agenda, chronicle_news, events, message_kinds, refusals, slots
from games.access import User
from games.services.notices.icalendar import Event
from games.views.api import tags

MINUTE: Final = timedelta(minutes=1)
REFUSALS: Final[Mapping[str, Any]] = {
    "meet_none": _("Choose at least one day and hour."),
    "meet_past": _("That is in the past. Choose a future time."),
    "meet_far": _("That is more than a year ahead. Choose a nearer day."),
    "meet_length": _("A battle takes from half an hour to twelve hours."),
    "meet_where": _("The place can have at most %(most)s characters."),
    "meet_text": _("The message can have at most %(most)s characters."),
    "meet_twice": _("That time has already been proposed: say that it suits you."),
    "meet_too_many": _(
        "One person can propose at most %(most)s times, and everybody together %(all)s. Withdraw some"
        " of yours first."
    ),
    "meet_answer": _("Answer yes, if need be, or no."),
    "meet_gone": _("That proposal no longer exists. Check the list again."),
    "meet_not_yours": _("Someone else proposed that time: say that it doesn't suit you."),
    "meet_agreed": _("That is the time that was agreed: move it or call it off."),
    "meet_not_all": _("Not everybody has said that this time suits them."),
    "meet_not_fixed": _("There is no agreed time to call off."),
    "meet_over": _("This battle is over: there is nothing to agree on."),
    "meet_in_time": _("No deadline falls before the agreed time: nothing needs to be moved."),
}


def register() -> None:
    """Register the feature's texts, events, sources and page slots. Django calls this once, when the app is
    ready.
    """
    refusals.SHELL_TEXTS.update(REFUSALS)
    tags.register("features.meetings", "Propose a time for a battle, answer a proposal, and agree on one.")
    message_kinds.register(*kinds.KINDS)
    events.subscribe(events.Swept, _remind, every=MINUTE)
    chronicle_news.register(news.news_of)
    agenda.register(_entries)
    slots.register("people", "features/meetings/_head.html", _head)
    slots.register("tabs", "features/meetings/_tab.html", _tab)
    slots.register("fight", "features/meetings/_battle.html", _battle)
    slots.register("calendar", "features/meetings/_calendar.html", _calendar)


def _remind(swept: events.Swept) -> None:
    services.remind(swept.now)


def _entries(user: User) -> Iterator[Event]:
    for battle, meeting in services.agreed_by(user):
        yield meeting_event(battle, meeting)


def _hint(page: Any) -> hints.Hint | None:
    """Return the hint for a player or the game master of the battle, else None. Several slots of a page ask
    for it, but it is loaded once.
    """
    game = page["game"]
    if not (page.get("my_seats") or page.get("gm")):
        return None
    if "appointment" not in vars(game):
        game.appointment = hints.hint_for(page["user"], game)
    found: hints.Hint | None = game.appointment
    return found


def _head(page: Any) -> Mapping[str, Any] | None:
    if page.get("tab") == "replay":
        return None
    hint = _hint(page)
    return {"meeting": hint} if hint is not None and (hint.at or hint.asked) else None


def _tab(page: Any) -> Mapping[str, Any] | None:
    if page.get("tab") == "replay" or page.get("one_table"):
        return None
    hint = _hint(page)
    return {"meeting": hint} if hint is not None and not hint.at else None


def _battle(page: Any) -> Mapping[str, Any] | None:
    hint = hints.hint_of_link(page["user"], page["link"])
    return None if hint is None else {"meeting": hint}


def _calendar(page: Any) -> Mapping[str, Any] | None:
    game, user = page["game"], page["user"]
    if not game.has_agreed or not user.is_authenticated:
        return None
    found = [(battle, one) for battle, one in services.agreed_by(user) if game in battle.games]
    met = [(battle, one, services.address("meeting", battle)) for battle, one in found]
    return {"met": met} if met else None
