"""The messages, and the subscriptions to the core's events, of those parts of ``games`` that are not yet
separate features.

Each line names a function that the core does not import. Once the feature has its own app, the line moves
there.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from accounts import guests
from games import message_kinds
from games.events import Ended, Stepped, Sweeping, Swept, subscribe
from games.services.clock import auto_answers, outages
from games.services.fairplay import kinds as fairplay_kinds
from games.services.fighting import bot_battles
from games.services.fighting import kinds as battle_kinds
from games.services.going_back import kinds as undo_kinds
from games.services.notices import core_kinds
from games.services.people import treaties, treaty_kinds
from games.services.proof import duplicates

MINUTE: Final = timedelta(minutes=1)
NOW_AND_THEN: Final = timedelta(minutes=10)
HOURLY: Final = timedelta(hours=1)


def register_kinds() -> None:
    """Register the messages of ``games``. Called once, when the app is ready."""
    for owner in (
        core_kinds,
        battle_kinds,
        fairplay_kinds,
        undo_kinds,
        treaty_kinds,
    ):
        message_kinds.register(*owner.KINDS)


def subscribe_all() -> None:
    """Subscribe to all events. Called once, when the app is ready."""
    subscribe(Sweeping, lambda sweep: bot_battles.press(sweep.now), every=MINUTE)
    subscribe(Swept, lambda swept: auto_answers.remind(swept.now), every=MINUTE)
    subscribe(Stepped, follow_treaties)
    subscribe(Ended, end_treaties)
    subscribe(Ended, lambda ended: duplicates.open_after_end(ended.game, ended.now))
    subscribe(Swept, lambda swept: duplicates.open_finished(swept.now), every=NOW_AND_THEN)
    subscribe(Swept, delete_absent_guests, every=HOURLY)


def follow_treaties(step: Stepped) -> None:
    treaties.follow_entry(step.before, step.after, step.entry, step.now)


def end_treaties(ended: Ended) -> None:
    """Close the treaties of an abandoned game. If a game ends in any other way, its last
    step has already judged them.
    """
    if ended.is_abandoned:
        treaties.close_treaties(ended.game)


def delete_absent_guests(swept: Swept) -> None:
    """Remove guests who were not seen for a month. Only time when the site was up counts, so an outage or a
    wrong clock removes nobody.
    """
    guests.delete_absent_guests(swept.now, outages.up_since(swept.now, guests.KEPT))
