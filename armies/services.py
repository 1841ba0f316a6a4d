"""What people do with armies and miniatures. ``now`` is passed in by the view."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import transaction
from django.db.models import QuerySet

from armies.dba.catalogue import catalogue
from armies.dba.documents import MOST_NAME, to_json
from armies.dba.lists import army_lists
from armies.dba.roster import Roster, ready_roster
from armies.dba.validate import validate
from armies.models import Owned, SavedArmy, new_token

MOST_ARMIES = 200  # of one player
MOST_OF_ONE = 99  # bases of one kind

User = AbstractBaseUser | AnonymousUser


class TooMany(Exception):
    """The player has as many armies as we keep for one; they must delete one first."""


def armies_of(user: User) -> QuerySet[SavedArmy]:
    """A player's own armies, the last changed first."""
    return SavedArmy.objects.filter(owner_id=user.pk) if user.pk else SavedArmy.objects.none()


def save_army(user: User, roster: Roster, now: datetime, saved: SavedArmy | None = None) -> SavedArmy:
    """Keep a roster, as a new army or in place of a saved one. Raises TooMany."""
    with transaction.atomic():
        if saved is None:
            if armies_of(user).count() >= MOST_ARMIES:
                raise TooMany
            saved = SavedArmy(owner_id=int(user.pk or 0), created_at=now)
        saved.name, saved.list_id = roster.name[:MOST_NAME], roster.list_id
        saved.document, saved.ready, saved.changed_at = to_json(roster), not validate(roster), now
        saved.save()
    return saved


def share(saved: SavedArmy) -> str:
    """The secret part of the army's public address; the same one as long as it is shared."""
    if saved.token is None:
        SavedArmy.objects.filter(pk=saved.pk, token=None).update(token=new_token())
        saved.refresh_from_db(fields=["token"])
    return saved.token or ""


def unshare(saved: SavedArmy) -> None:
    """The old address leads nowhere from now on, also when the army is shared again."""
    saved.token = None
    saved.save(update_fields=["token"])


def collection_of(user: User) -> dict[str, int]:
    """Code -> how many of those bases the player owns (none left out)."""
    if not user.pk:
        return {}
    rows = Owned.objects.filter(owner_id=user.pk, count__gt=0).values_list("code", "count")
    return {code: count for code, count in rows if code in catalogue()}


def change_owned(user: User, code: str, step: int = 0, count: int | None = None) -> int:
    """Set the count of a base, or change it by ``step``; the new count, kept within 0 and MOST_OF_ONE."""
    with transaction.atomic():
        row, _ = Owned.objects.select_for_update().get_or_create(
            owner_id=user.pk, code=code, defaults={"count": 0}
        )
        wanted = (row.count if count is None else count) + step
        row.count = max(0, min(MOST_OF_ONE, wanted))
        row.save(update_fields=["count"])
    return row.count


def add_owned(user: User, codes: dict[str, int]) -> None:
    """Add an army's bases to the collection."""
    for code, count in codes.items():
        change_owned(user, code, step=count)


def roster_of(reference: str, user: User) -> Roster | None:
    """The army that a link means: an army list (its ready army), one's own army, or a shared one.

    None when there is no such army or this user may not see it.
    """
    if reference in army_lists():
        return ready_roster(reference)
    shared = SavedArmy.objects.filter(token=reference).first() if reference else None
    if shared is None:
        try:
            shared = armies_of(user).filter(pk=uuid.UUID(reference)).first()
        except ValueError:
            return None
    return shared.roster if shared else None
