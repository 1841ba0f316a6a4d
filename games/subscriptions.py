"""Subscriptions of rooms of ``games`` that are not features yet to the events of the core.

Each line here is a name that the core no longer imports; it moves to the feature's own app with its room.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from accounts import guests
from games.events import Ended, Stepped, Sweeping, Swept, subscribe
from games.services import fighting
from games.services.clock import auto_answers, outages
from games.services.people import guest_commanders, meetings, substitutes, treaties
from games.services.proof import duplicates

MINUTE: Final = timedelta(minutes=1)
NOW_AND_THEN: Final = timedelta(minutes=10)
HOURLY: Final = timedelta(hours=1)


def subscribe_all() -> None:
    """Subscribe, once, when the app is ready."""
    subscribe(Sweeping, lambda sweep: substitutes.come_home(sweep.now), every=MINUTE)
    subscribe(Sweeping, lambda sweep: fighting.press(sweep.now), every=MINUTE)
    subscribe(Swept, lambda swept: auto_answers.remind(swept.now), every=MINUTE)
    subscribe(Stepped, follow_treaties)
    subscribe(Ended, end_treaties)
    subscribe(Ended, lambda ended: duplicates.is_over(ended.game, ended.now))
    subscribe(Ended, end_commands)
    subscribe(Swept, lambda swept: duplicates.look_again(swept.now), every=NOW_AND_THEN)
    subscribe(Swept, lambda swept: guest_commanders.watch(swept.now), every=NOW_AND_THEN)
    subscribe(Swept, lambda swept: meetings.remind(swept.now), every=MINUTE)
    subscribe(Swept, let_guests_go, every=HOURLY)


def follow_treaties(step: Stepped) -> None:
    treaties.follow(step.before, step.after, step.entry, step.now)


def end_treaties(ended: Ended) -> None:
    """Close the treaties of a game without a result; those of others were judged with the last step."""
    if ended.is_abandoned:
        treaties.given_up(ended.game)


def end_commands(ended: Ended) -> None:
    if not ended.is_abandoned:
        guest_commanders.notify_end(ended.game, ended.now)


def let_guests_go(swept: Swept) -> None:
    """Remove guests not seen for a month. Only time the site was up counts, so an outage or a wrong clock
    removes nobody.
    """
    guests.let_go(swept.now, outages.up_since(swept.now, guests.KEPT))
