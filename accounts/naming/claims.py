"""Unique account names, compared by how they look.

Every stored account claims its name through a signal (:func:`claim_name`). Older accounts whose names
look the same ("Bruno" in wide letters) may keep their names and are called twins. Their users and the
host are notified.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts import clocks
from accounts.likeness import fold_name, is_mixed, is_reserved
from accounts.models import Name
from accounts.naming import lines

HELD: Final = timedelta(days=365)  # how long the name of a deleted account stays reserved
OURS: Final = "/"  # occurs only in names assigned by the site (guests, deleted accounts)


def digest(name: str) -> str:
    return sha256(fold_name(name).encode("utf-8", "replace")).hexdigest()


def name_taken_error() -> ValidationError:
    text = _("This name, or one that looks like it, is taken. Choose another one.")
    return ValidationError(text, code="taken")


def check(name: str, but: Any = None, now: datetime | None = None) -> None:
    """Raise ValidationError if a new account, or the account ``but``, cannot take this name."""
    if name != lines.one_line(name) or OURS in name:
        raise ValidationError(_("Use only letters, digits and @ . + - _"), code="unseen")
    if is_mixed(name):
        raise ValidationError(
            _("Use letters of one alphabet only: mixed ones can imitate someone else's name."), code="mixed"
        )
    if is_reserved(name):
        raise ValidationError(_("This name is reserved for the site. Choose another one."), code="reserved")
    others = _holders(name, now or clocks.now())
    if (others if but is None else others.exclude(user=but)).exists():
        raise name_taken_error()


def _holders(name: str, now: datetime) -> Any:
    held = Q(user__isnull=False) | Q(freed_at__gt=now - HELD)
    return Name.objects.filter(held, digest=digest(name))


def find_account(name: str) -> Any | None:
    """Return the account that a typed name refers to, or None. An exact match comes first, then a name that
    looks the same.
    """
    users = get_user_model().objects
    exact = users.filter(username=name).first()
    return exact or users.filter(name_claim__digest=digest(name), name_claim__twin=False).first()


def claim_name(
    sender: Any,
    instance: Any,
    created: bool = False,
    update_fields: Any = None,
    raw: bool = False,
    **_more: Any,
) -> None:
    """Claim the name of a stored account and release the account's old name. IntegrityError is raised if
    another account has the name, so callers use a transaction.
    """
    if raw or (update_fields is not None and "username" not in update_fields):
        return
    name = instance.get_username()
    mine = Name.objects.filter(user=instance).first()
    if mine is not None and OURS not in name and mine.digest == digest(name):
        return
    if mine is not None:
        _release_name(mine, gone=OURS in name)
    if OURS in name:
        return
    try:
        _claim(instance, name)
    except IntegrityError:
        if created and not connection.in_atomic_block:  # no transaction would undo the account's creation
            instance.delete()
        raise


def _claim(user: Any, name: str) -> None:
    with transaction.atomic():
        Name.objects.filter(digest=digest(name), user=None).delete()
        Name.objects.create(user=user, digest=digest(name))


def _release_name(mine: Name, gone: bool) -> None:
    """Release the old name of a renamed or deleted account, or pass it to a twin. The name of a deleted
    account stays reserved.
    """
    heir = Name.objects.filter(digest=mine.digest, twin=True).exclude(pk=mine.pk).order_by("pk").first()
    if gone and heir is None and not mine.twin:
        Name.objects.filter(pk=mine.pk).update(user=None, freed_at=clocks.now())
        return
    mine.delete()
    if heir is not None and not mine.twin:
        Name.objects.filter(pk=heir.pk).update(twin=False)


def rename(user: Any, name: str) -> None:
    """Rename an account. Raises ValidationError if the name is not allowed or taken."""
    check(name, but=user)
    try:
        with transaction.atomic():
            user.username = name
            user.save(update_fields=["username"])
    except IntegrityError:
        raise name_taken_error() from None


def twins_of(user: Any) -> list[Any]:
    """The other active accounts whose names look like this account's."""
    mine = Name.objects.filter(user=user).values("digest")
    others = get_user_model().objects.filter(name_claim__digest__in=mine, is_active=True)
    return list(others.exclude(pk=user.pk).order_by("pk"))


def is_doubtful(name: str) -> bool:
    """Return whether a stored name would be refused today, because it has invisible characters or mixes
    scripts.
    """
    return OURS not in name and (name != lines.one_line(name) or is_mixed(name))


def doubtful_accounts() -> list[Any]:
    """Older accounts whose names would be refused today, oldest first."""
    users = get_user_model().objects.filter(is_active=True).only("pk", "username").order_by("pk")
    return [user for user in users.iterator() if is_doubtful(user.get_username())]


def groups_of_twins() -> list[list[Any]]:
    """All accounts whose names look the same, in groups, each with the oldest account first."""
    shared = Name.objects.filter(twin=True, user__isnull=False).values_list("digest", flat=True)
    found: dict[str, list[Any]] = {}
    for row in Name.objects.filter(digest__in=set(shared), user__isnull=False).select_related("user"):
        found.setdefault(row.digest, []).append(row.user)
    return [sorted(group, key=lambda user: user.pk) for _digest, group in sorted(found.items())]
