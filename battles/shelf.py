"""Services for players' own scenarios. The view passes in the current time as ``now``."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import QuerySet

from accounts.naming.lines import one_line
from accounts.once import one_at_a_time
from battles.models import MOST_NAME, SavedScenario
from engine.game import Facts

MOST_SCENARIOS = 100  # maximum per player

User = AbstractBaseUser | AnonymousUser


class TooMany(Exception):
    """Raised when a player has reached the limit of saved scenarios and must delete one first."""


def scenarios_of(user: User, system: str) -> QuerySet[SavedScenario]:
    """Return a player's own scenarios of a system, most recently changed first."""
    if not user.pk:
        return SavedScenario.objects.none()
    return SavedScenario.objects.filter(owner_id=user.pk, system=system)


def own_scenario(user: User, system: str, key: str) -> SavedScenario | None:
    """Return one of the player's own scenarios, or None if it is not theirs."""
    try:
        return scenarios_of(user, system).filter(pk=uuid.UUID(key)).first()
    except ValueError:
        return None


def save_scenario(
    user: User, system: str, document: Facts, now: datetime, saved: SavedScenario | None = None
) -> SavedScenario:
    """Save a scenario as a new one, or replace a saved one. Raises TooMany."""
    with one_at_a_time(user):
        if saved is None:
            if SavedScenario.objects.filter(owner_id=user.pk).count() >= MOST_SCENARIOS:
                raise TooMany
            saved = SavedScenario(owner_id=int(user.pk or 0), system=system, created_at=now)
        saved.name = one_line(str(document.get("name", "")))[:MOST_NAME]
        saved.document, saved.changed_at = dict(document), now
        saved.save()
    return saved


class Shelf:
    """The scenarios of one system that players have composed (games.plugins.Shelf)."""

    def __init__(self, system: str) -> None:
        self.system = system

    def list_scenarios(self, user: Any) -> list[tuple[str, str]]:
        return [(str(one.pk), one.name) for one in scenarios_of(user, self.system)]

    def scenario(self, user: Any, key: str) -> Facts | None:
        found = own_scenario(user, self.system, key)
        document: Facts | None = found.document if found else None
        return document
