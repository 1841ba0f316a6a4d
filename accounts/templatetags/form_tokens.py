"""A ``{% csrf_token %}`` that also names the user for whom its form is rendered (accounts.logins.answers)."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.base import Parser, Token
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from accounts import guests
from accounts.logins.answers import FIELD, user_mark

register = template.Library()


class DrawnNode(CsrfTokenNode):
    def render(self, context: Any) -> SafeString:
        token: SafeString = super().render(context)  # type: ignore[assignment]
        user = getattr(context.get("request"), "user", None)
        if user is None or not user.is_authenticated:
            return mark_safe(token)
        return format_html('{}<input type="hidden" name="{}" value="{}">', token, FIELD, user_mark(user))


@register.tag
def csrf_token(parser: Parser, token: Token) -> DrawnNode:
    """Render Django's CSRF token together with the signed id of the user."""
    return DrawnNode()


@register.filter
def is_guest(user: Any) -> bool:
    """Return whether a user is a guest. False without a user, as on error pages."""
    return bool(user) and guests.is_guest(user)


@register.filter
def guest_until(user: Any) -> Any:
    """The time when a guest, and the games in this browser, will be deleted."""
    return guests.deletion_date(user)
