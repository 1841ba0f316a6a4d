"""Wake devices for messages, add the choice to the page of notification settings, and supply the texts of
refusals.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from accounts.guests import is_guest
from features.push import services
from games import refusals, slots
from games.message_kinds import MessageKind
from games.services.notices import channels

REFUSALS: Final[Mapping[str, Any]] = {
    "device_address": _("The browser gave an address to which nothing can be sent."),
    "device_guest": _("Guests get no notifications. Sign up first: your games stay yours."),
    "device_too_many": _("You have reached the limit of %(most)s devices. Remove them first."),
}


def register() -> None:
    """Register the feature's texts, channel and page slot. Django calls this once, when the app is ready."""
    refusals.SHELL_TEXTS.update(REFUSALS)
    channels.register(
        channels.Channel(
            "push",
            _wakes,
            services.has_device,
            services.wake,
            services.send,
            services.shown_lately,
            services.has_just_shown,
        )
    )
    slots.register("wishes", "features/push/_devices.html", _devices)


def _wakes(kind: MessageKind) -> bool:
    return kind.is_waking


def _devices(page: Any) -> Mapping[str, Any]:
    """Return the template variables of the section on devices: this site's key, the number of the user's
    devices, and how many of them fail. For a guest, return only that the user is a guest.
    """
    user = page["user"]
    if is_guest(user):
        return {"guest": True}
    return {
        "guest": False,
        "push_key": services.public_key(),
        "devices": services.devices_of(user).count(),
        "failing": services.failing(user),
    }
