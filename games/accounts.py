"""Accounts: forms, and the cookies that carry a person's language, time zone and look to every page."""

from __future__ import annotations

import zoneinfo
from functools import cache
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.forms import UserCreationForm
from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from games.models.profile import Profile

YEAR = 365 * 24 * 60 * 60
LANGUAGE_CHOICES = [("en", "English"), ("it", "Italiano")]


@cache
def zones() -> tuple[tuple[str, list[tuple[str, str]]], ...]:
    """Every time zone a person lives in, grouped by continent, for a select; UTC first."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for zone in sorted(zoneinfo.available_timezones()):
        continent, _slash, place = zone.partition("/")
        if place and continent in {
            "Africa",
            "America",
            "Asia",
            "Atlantic",
            "Australia",
            "Europe",
            "Indian",
            "Pacific",
        }:
            groups.setdefault(continent, []).append((zone, place.replace("_", " ").replace("/", ", ")))
    first = ("", [("UTC", "UTC")])
    order = sorted(groups, key=lambda name: (name != "Europe", name))
    return (first, *((name, groups[name]) for name in order))


class ZoneField(forms.ChoiceField):
    """A select of time zones; on a form for a new account the browser's own one is chosen beforehand."""

    def __init__(self, *, detect: bool = False, **kwargs: Any) -> None:
        widget = forms.Select(attrs={"data-detect-zone": ""} if detect else {})
        choices = [*zones()[0][1], *zones()[1:]]
        super().__init__(choices=choices, widget=widget, label=_("Time zone"), **kwargs)


class SignUp(UserCreationForm):  # type: ignore[type-arg]
    """A new account: a name, a password; an e-mail only for who wants reminders or a lost password back."""

    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        help_text=_("Optional: for reminders, and to get back in when you forget the password."),
    )
    language = forms.ChoiceField(label=_("Language"), choices=LANGUAGE_CHOICES)
    timezone = ZoneField(detect=True, initial="Europe/Rome", help_text=_("Deadlines are shown in it."))

    class Meta:
        model = get_user_model()
        fields = ("username", "email")

    def save(self, commit: bool = True) -> Any:
        user = super().save(commit)
        if commit:
            Profile.objects.update_or_create(
                user=user,
                defaults={
                    "language": self.cleaned_data["language"],
                    "timezone": self.cleaned_data["timezone"],
                    "mail": bool(user.email),
                },
            )
        return user


class Settings(forms.ModelForm):  # type: ignore[type-arg]
    """What a person may change about the own account."""

    email = forms.EmailField(label=_("E-mail"), required=False)
    language = forms.ChoiceField(label=_("Language"), choices=LANGUAGE_CHOICES)
    timezone = ZoneField()

    class Meta:
        model = Profile
        fields = ("language", "timezone", "theme", "mail")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].initial = self.instance.user.email
        self.order_fields(["language", "timezone", "theme", "email", "mail"])

    def save(self, commit: bool = True) -> Any:
        profile = super().save(commit)
        profile.user.email = self.cleaned_data["email"]
        profile.user.save(update_fields=["email"])
        return profile


def remember(response: HttpResponse, profile: Profile) -> None:
    """Write the cookies from which pages take language, time zone and look."""
    for name, value in (
        (settings.LANGUAGE_COOKIE_NAME, profile.language),
        ("timezone", profile.timezone),
        ("theme", profile.theme),
    ):
        keep(response, name, value)


def keep(response: HttpResponse, name: str, value: str) -> None:
    """One preference as a cookie for a year; an empty one is forgotten."""
    if value:
        response.set_cookie(name, value, max_age=YEAR, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE)
    else:
        response.delete_cookie(name, samesite="Lax")
