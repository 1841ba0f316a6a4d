"""Forms for accounts."""

from __future__ import annotations

import zoneinfo
from datetime import date
from functools import cache
from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    UserCreationForm,
    UsernameField,
)
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import clocks, limits
from accounts.logins import devices
from accounts.mail import addresses
from accounts.models.key import Key
from accounts.models.profile import LONGEST_ABSENCE, Profile
from accounts.naming import claims, lines

LONGEST_NAME = 30
LONGEST_NIGHT = 12  # maximum length of a night, in hours
LANGUAGE_CHOICES = [("en", "English"), ("it", "Italiano")]


@cache
def zones() -> tuple[tuple[str, list[tuple[str, str]]], ...]:
    """The time zones in which people live, grouped by continent for a select. UTC comes first."""
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
    """A select for a time zone."""

    def __init__(self, **kwargs: Any) -> None:
        choices = [*zones()[0][1], *zones()[1:]]
        super().__init__(choices=choices, label=_("Time zone"), **kwargs)


class HourField(forms.TypedChoiceField):
    """A select for an hour of the day, or none."""

    def __init__(self, **kwargs: Any) -> None:
        hours = [("", "–"), *((str(hour), f"{hour:02}:00") for hour in range(24))]
        super().__init__(choices=hours, coerce=int, empty_value=None, required=False, **kwargs)


def check_password(user: Any, given: str) -> None:
    """Raise ValidationError unless ``given`` is the account's password. Wrong passwords are counted, so that
    nobody can guess them on an unattended device.
    """
    who = f"password {user.pk}"
    if not limits.LOGINS_AS.take(who):
        raise limits.too_often(limits.LOGINS_AS)
    if not user.check_password(given):
        raise ValidationError(_("Wrong password."))
    limits.LOGINS_AS.give_back(who)


class WithPassword(forms.Form):
    """A form that asks for the password again, since the device may be unattended."""

    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: Any, *args: Any, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)

    def clean_password(self) -> str:
        given = str(self.cleaned_data["password"])
        check_password(self.user, given)
        return given


class DeleteAccountForm(WithPassword):
    """The form for deleting the user's account."""


class NewPassword(PasswordChangeForm):
    """The form for changing the password, which asks for the old one as well."""

    def clean_old_password(self) -> str:
        given = str(self.cleaned_data["old_password"])
        check_password(self.user, given)
        return given


def slow_down_error() -> ValidationError:
    """Return the error for an unfamiliar device while many passwords are being tried for the account."""
    text = _(
        "There have been many wrong passwords for this account lately, so an unfamiliar device may "
        "try only once every %(n)d seconds. Wait a little, or reset the password by e-mail."
    )
    return ValidationError(text % {"n": limits.LOGINS_SLOW.seconds}, code="slowed")


class LogIn(AuthenticationForm):
    """The login form. Upper and lower case make no difference in the name. Wrong passwords are counted."""

    def clean_username(self) -> str:
        """Return the name as stored, regardless of the case and width in which it was typed."""
        given = str(self.cleaned_data["username"])
        found = claims.find_account(given)
        return given if found is None else str(found.get_username())

    def clean(self) -> dict[str, Any]:
        assert self.request is not None
        name = str(self.cleaned_data.get("username", ""))
        account = get_user_model().objects.filter(username=name).values_list("pk", flat=True).first()
        device = devices.device_name(self.request, account)
        # counted before the password is checked, so that parallel attempts gain nothing
        counted = self._counters(name.lower(), device)
        full = limits.take_all(counted)
        if full is not None:
            raise limits.too_often(full)
        if (
            not device
            and not limits.LOGINS_OF.take(name.lower())
            and not limits.LOGINS_SLOW.take(name.lower())
        ):
            limits.give_back_all(counted)
            raise slow_down_error()
        found = super().clean()
        limits.give_back_all(counted)
        if not device:
            limits.LOGINS_OF.give_back(name.lower())
        if self.user_cache is not None:  # an empty password must not erase earlier failures
            limits.LOGINS_AS.forget(counted[0][1])
        return found

    def _counters(self, name: str, device: str) -> list[tuple[limits.Limit, str]]:
        """The counters for a wrong password. A known device of the account has separate counters, so that
        neither strangers nor housemates can lock anyone out.
        """
        assert self.request is not None
        if device:
            return [(limits.LOGINS_AS, f"device {device} {name}")]
        address, place = limits.address_of(self.request), limits.network_of(self.request)
        return [
            (limits.LOGINS_AS, f"{place} {name}"),
            (limits.LOGINS_FROM, address),
            (limits.LOGINS_NET, place),
        ]


def check_name_form(name: str) -> None:
    """Raise ValidationError for a name whose length or characters are not allowed."""
    if not 2 <= len(name) <= LONGEST_NAME:
        raise ValidationError(_("The name must have 2 to 30 characters."))
    UnicodeUsernameValidator()(name)


def check_name(name: str, but: Any = None) -> str:
    """Check a name for an account and return it. Raises ValidationError if it is not allowed, or is taken by
    an account other than ``but``.
    """
    check_name_form(name)
    claims.check(name, but)
    return name


class SignUp(UserCreationForm):  # type: ignore[type-arg]
    """The form for a new account: a name and a password. The e-mail address is optional, for reminders and
    lost passwords.
    """

    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        help_text=_("Optional: for reminders, and to get back in when you forget the password."),
    )
    language = forms.ChoiceField(label=_("Language"), choices=LANGUAGE_CHOICES)
    timezone = ZoneField(initial="Europe/Rome", help_text=_("Used to show deadlines."))

    class Meta:
        model = get_user_model()
        fields = ("username", "email")
        field_classes = {"username": UsernameField}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = _("2 to 30 characters: letters, digits and @ . + - _")
        self.fields["username"].widget.attrs |= {"minlength": 2, "maxlength": LONGEST_NAME}
        if not self.is_bound:  # propose the browser's zone, but never override a choice
            self.fields["timezone"].widget.attrs["data-detect-zone"] = ""

    def clean_username(self) -> str:
        """Check that the name fits on every page and does not look like another account's name."""
        return check_name(str(self.cleaned_data.get("username", "")))

    def clean_email(self) -> str:
        """Check that the address has not received too many e-mails, since the address may belong to a
        stranger.
        """
        address = str(self.cleaned_data["email"])
        limit = addresses.reached_limit(address) if address else None
        if limit is not None:
            raise limits.too_many_mails(limit)
        return address

    def save(self, commit: bool = True) -> Any:
        """Create the account. Raises IntegrityError if another request took the name at the same moment."""
        user = super().save(commit=False)
        user.email = ""  # stays empty until the address is confirmed
        if commit:
            user.save()
            Profile.objects.update_or_create(
                user=user,
                defaults={
                    "language": self.cleaned_data["language"],
                    "timezone": self.cleaned_data["timezone"],
                    "mail": bool(self.cleaned_data["email"]),
                },
            )
            if self.cleaned_data["email"]:
                addresses.request_address(user, self.cleaned_data["email"], clocks.now())
        return user


class Rename(forms.Form):
    """The form for renaming an account that shares its name with another or has a doubtful name."""

    username = UsernameField(
        label=_("New name"),
        max_length=LONGEST_NAME,
        min_length=2,
        help_text=_("2 to 30 characters: letters, digits and @ . + - _"),
        validators=[UnicodeUsernameValidator()],
    )

    def __init__(self, user: Any, *args: Any, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)

    def clean_username(self) -> str:
        return check_name(str(self.cleaned_data["username"]), but=self.user)


class Settings(forms.ModelForm):  # type: ignore[type-arg]
    """The settings of the user's own account. A change of e-mail address needs the password."""

    email = forms.EmailField(label=_("E-mail"), required=False)
    password = forms.CharField(
        label=_("Password"),
        required=False,
        strip=False,
        help_text=_("Needed only to change the e-mail address."),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    language = forms.ChoiceField(label=_("Language"), choices=LANGUAGE_CHOICES)
    timezone = ZoneField()
    night_from = HourField(label=_("My night begins"))
    night_to = HourField(
        label=_("My night ends"),
        help_text=_(
            "Your deadlines never fall at night: they move to two hours after it ends. Meanwhile your"
            " standing orders answer at once."
        ),
    )
    away_until = forms.DateField(
        label=_("I'm away until"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_(
            "The last day you're away, at most three weeks from now. Deadlines wait for your return, "
            "your standing orders answer at once, and the others see that you're away."
        ),
    )

    class Meta:
        model = Profile
        fields = ("language", "timezone", "theme", "mail", "night_from", "night_to", "away_until")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].initial = self._address
        if not self.instance.timezone:  # propose the browser's time zone, which the form stores when saved
            self.initial["timezone"] = timezone.get_current_timezone_name()
            if not self.is_bound:
                self.fields["timezone"].widget.attrs["data-detect-zone"] = ""
        first = ["language", "timezone", "theme", "email", "password", "mail"]
        self.order_fields([*first, "night_from", "night_to", "away_until"])

    @property
    def _address(self) -> str:
        """The e-mail address most recently entered, whether or not it is confirmed."""
        return str(self.instance.new_email or self.instance.user.email)

    def _check_password(self) -> None:
        given = self.cleaned_data.get("password", "")
        if not given:
            self.add_error("password", _("Type your password to change the e-mail address."))
            return
        try:
            check_password(self.instance.user, given)
        except ValidationError as refused:
            self.add_error("password", refused)

    def clean(self) -> dict[str, Any]:
        """Return the cleaned fields.

        The user's night must have both a start and an end, and can last twelve hours at most. A new e-mail
        address requires the password and counts towards the limits on confirmation e-mails.
        """
        found = super().clean() or {}
        if "email" in found and found["email"] != self._address:
            self._check_password()
            asked = (f"user {self.instance.user_id}", f"address {found['email'].lower()}")
            limit = addresses.reached_limit(found["email"]) if found["email"] else None
            if not self.errors and limit is not None:
                self.add_error("email", limits.too_many_mails(limit))
            elif not self.errors and limits.take_all((limits.CONFIRMATIONS, who) for who in asked):
                self.add_error("email", limits.too_often(limits.CONFIRMATIONS))
        start, end = found.get("night_from"), found.get("night_to")
        if (start is None) != (end is None):
            self.add_error("night_to", _("Choose both hours, or neither."))
        elif start is not None and end is not None and (end - start) % 24 > LONGEST_NIGHT:
            self.add_error("night_to", _("A night can be at most twelve hours long."))
        return found

    def clean_away_until(self) -> date | None:
        """The last day of an absence of at most three weeks, or None. A past day means that the user is
        back.
        """
        until: date | None = self.cleaned_data["away_until"]
        today = timezone.localdate()
        if until is None or until < today:
            return None
        if until - today > LONGEST_ABSENCE:
            raise ValidationError(_("You can be away for three weeks at most."))
        return until

    def save(self, commit: bool = True) -> Any:
        wanted, before = self.cleaned_data["email"], self._address
        profile = super().save(commit)
        if wanted != before:
            addresses.request_address(profile.user, wanted, clocks.now())
            profile.refresh_from_db()
        return profile


class NewKey(WithPassword):
    """The form for a new API key: its name, its scopes and its lifetime."""

    field_order = ("name", "scopes", "days", "password")
    name = forms.CharField(
        label=_("Name"), max_length=60, help_text=_("What the key is for, such as “Our club's bot”.")
    )
    scopes = forms.MultipleChoiceField(
        label=_("Permissions"),
        choices=Key.Scope.choices,
        widget=forms.CheckboxSelectMultiple,
        initial=[Key.Scope.READ],
        help_text=_("Grant no more than it needs. No key can change your account itself."),
    )
    days = forms.TypedChoiceField(
        label=_("Expires after"),
        coerce=int,
        choices=[(30, _("30 days")), (90, _("90 days")), (365, _("a year"))],
        initial=90,
    )

    def clean_name(self) -> str:
        name = lines.one_line(str(self.cleaned_data["name"]))
        if not name:
            raise ValidationError(_("Choose a name with visible characters."))
        return name
