"""Save, share and look up armies, and keep players' collections. Views pass the current time as ``now``."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import transaction
from django.db.models import QuerySet

from accounts.naming.lines import one_line
from accounts.once import one_at_a_time
from armies.desk import AnyRoster, Desk
from armies.desks import desk_of, desks
from armies.models import MOST_NAME, Owned, SavedArmy, new_token
from games.models import Game, Seat

MOST_ARMIES = 200  # maximum number of saved armies per player
MOST_OF_ONE = 99  # maximum number of pieces of one kind

User = AbstractBaseUser | AnonymousUser


class TooMany(Exception):
    """Raised if a player has the maximum number of armies and must delete one first."""


def armies_of(user: User, system: str) -> QuerySet[SavedArmy]:
    """Return a player's own armies of a system, the most recently changed first."""
    return SavedArmy.objects.filter(owner_id=user.pk, system=system) if user.pk else SavedArmy.objects.none()


def save_army(user: User, roster: AnyRoster, now: datetime, saved: SavedArmy | None = None) -> SavedArmy:
    """Save a roster as a new army, or in place of a saved one. Raises TooMany if a new army would exceed the
    player's maximum.
    """
    desk, roster = desk_of(roster), replace(roster, name=one_line(roster.name)[:MOST_NAME])
    with one_at_a_time(user):
        if saved is None:
            if SavedArmy.objects.filter(owner_id=user.pk).count() >= MOST_ARMIES:
                raise TooMany
            saved = SavedArmy(owner_id=int(user.pk or 0), system=desk.name, created_at=now)
        saved.name, saved.list_id = roster.name, roster.list_id
        saved.document, saved.ready = desk.to_json(roster), not desk.problems(roster)
        saved.changed_at = now
        saved.save()
    return saved


# --- sharing ---


def share(saved: SavedArmy) -> str:
    """Share an army and return the secret part of its URL. The URL is the same for as long as the army is
    shared.
    """
    if saved.token is None:
        SavedArmy.objects.filter(pk=saved.pk, token=None).update(token=new_token())
        saved.refresh_from_db(fields=["token"])
    return saved.token or ""


def unshare(saved: SavedArmy) -> None:
    """Stop sharing an army. The old URL stops working for good, even if the army is shared again."""
    saved.token = None
    saved.save(update_fields=["token"])


def links_closed(owner_id: Any, desk: Desk[Any]) -> bool:
    """Return whether the links to a player's armies are closed, because the player is in a battle of a system
    in which armies are secret.

    All of the player's links close at once. If only the link to the army in battle closed, it would give that
    army away.
    """
    if not desk.secret:
        return False
    fighting = {"game__system": desk.name, "game__status": Game.Status.RUNNING}
    return Seat.objects.filter(user_id=owner_id, **fighting).exists()


def shared_army(system: str, token: str) -> SavedArmy | None:
    """Return the army that a link shares, or None if there is no such link or it is closed."""
    found = SavedArmy.objects.select_related("owner").filter(system=system, token=token).first()
    if found is None or links_closed(found.owner_id, found.desk):
        return None
    return found


def roster_of(system: str, reference: str, user: User) -> Any:
    """Return the roster that a reference names: a list's usual army, one of the user's own armies, or a
    shared army. Return None if it does not exist or this user may not see it.
    """
    desk = desks()[system]
    if reference in desk.lists():
        return desk.ready(reference)
    found = shared_army(system, reference) if reference else None
    if found is None:
        try:
            found = armies_of(user, system).filter(pk=uuid.UUID(reference)).first()
        except ValueError:
            return None
    return found.roster if found else None


# --- the collection ---


def collection_of(user: User, system: str) -> dict[str, int]:
    """Return the number of pieces of each kind that a player owns."""
    if not user.pk:
        return {}
    desk = desks()[system]
    rows = Owned.objects.filter(owner_id=user.pk, system=system, count__gt=0).values_list("code", "count")
    return {code: count for code, count in rows if desk.can_collect(code)}


def change_owned(user: User, system: str, code: str, step: int = 0, count: int | None = None) -> int:
    """Set the number of pieces that a player owns, or change it by ``step``. Return the new number, which
    stays between 0 and MOST_OF_ONE.
    """
    with transaction.atomic():
        row, _ = Owned.objects.select_for_update().get_or_create(
            owner_id=user.pk, system=system, code=code, defaults={"count": 0}
        )
        wanted = (row.count if count is None else count) + step
        row.count = max(0, min(MOST_OF_ONE, wanted))
        row.save(update_fields=["count"])
    return row.count


def add_owned(user: User, system: str, codes: Mapping[str, int]) -> None:
    """Add pieces to a player's collection."""
    for code, count in codes.items():
        change_owned(user, system, code, step=count)
