"""Rules about who may see the page about a user."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet
from django.http import Http404
from django.urls import reverse

from accounts.guests import is_guest
from accounts.models import Block
from accounts.names import GUEST
from features.people.models import Portrait


def is_member(user: Any) -> bool:
    """Return whether a user is logged in and not a guest."""
    return bool(user.is_authenticated) and not is_guest(user)


def has_page(user: Any) -> bool:
    """Return whether a page about this account exists. Guests and deleted accounts have none."""
    return bool(user.is_active) and "/" not in user.get_username()


def portrait_of(user: Any) -> Portrait:
    """Return the user's choices for the page about them, or the defaults if they have made none."""
    return Portrait.objects.filter(user=user.pk).first() or Portrait(user=user)


def may_see(viewer: Any, user: Any) -> bool:
    """Return whether the viewer may see the page about a user. Users always see their own page, and a block
    in either direction hides it.
    """
    if not has_page(user):
        return False
    if viewer.pk == user.pk:
        return True
    shown = portrait_of(user).shown
    if shown == Portrait.Shown.NOBODY or (shown == Portrait.Shown.MEMBERS and not is_member(viewer)):
        return False
    return not (viewer.is_authenticated and _have_blocked(viewer, user))


def _have_blocked(viewer: Any, user: Any) -> bool:
    pairs = Q(user=user.pk, blocked=viewer.pk) | Q(user=viewer.pk, blocked=user.pk)
    return Block.objects.filter(pairs).exists()


def person_named(viewer: Any, name: str) -> Any:
    """Return the user with exactly this name. Raises Http404 for an unknown user, and also if the viewer may
    not see the user's page.
    """
    found = get_user_model().objects.filter(username=name, is_active=True).first()
    if found is None or not may_see(viewer, found):
        raise Http404
    return found


def seekers(viewer: Any) -> QuerySet[Portrait]:
    """Return the people who are looking for games, newest members first. People whom the viewer has blocked,
    or who have blocked the viewer, are left out.
    """
    rows = Portrait.objects.filter(seeks=True, user__is_active=True).exclude(user=viewer.pk)
    rows = rows.exclude(user__username__startswith=GUEST).exclude(shown=Portrait.Shown.NOBODY)
    rows = rows.exclude(user__in=Block.objects.filter(blocked=viewer.pk).values("user"))
    rows = rows.exclude(user__in=Block.objects.filter(user=viewer.pk).values("blocked"))
    return rows.select_related("user").order_by("-user__date_joined", "-user_id")


def address_of(user: Any) -> str:
    """Return the URL of the page about a user."""
    return reverse("person-page", args=[user.get_username()])
