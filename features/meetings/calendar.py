"""Appointments as calendar events and files."""

from __future__ import annotations

from dataclasses import replace
from email.utils import parseaddr
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.names import name_of
from features.meetings import services
from games.models import Meeting
from games.services.fighting import battles
from games.services.notices.icalendar import Event, calendar

ALARMS = (24 * 60, 60)  # how many minutes before an agreed battle the calendar reminds the user


def meeting_event(battle: services.Battle, meeting: Meeting) -> Event:
    """Return the calendar event of an appointment."""
    assert meeting.at is not None
    link = settings.SITE_URL + services.address("meeting", battle)
    off = meeting.status == Meeting.Status.OFF
    names = ", ".join(name_of(one) for one in battle.people)
    return Event(
        uid=f"battle-{meeting.number}@{urlsplit(settings.SITE_URL).hostname}",
        at=meeting.at,
        summary=battle.host.title if battle.game is not None else _battle(battle),
        description="\n".join(part for part in (names, link) if part),
        url=link,
        changed=meeting.changed_at,
        sequence=meeting.sequence,
        minutes=meeting.minutes,
        location=meeting.where,
        status="CANCELLED" if off else "CONFIRMED",
        alarms=() if off else ALARMS,
    )


def _battle(battle: services.Battle) -> str:
    assert battle.link is not None
    called = battles.battle_name(battle.link, battle.link.campaign) or _("Battle")
    return f"{called} ({battle.link.campaign.title})"


def meeting_file(battle: services.Battle, meeting: Meeting) -> str:
    """Return an appointment, confirmed or cancelled, as the text of a calendar file."""
    event = meeting_event(battle, meeting)
    method = "CANCEL" if meeting.status == Meeting.Status.OFF else "PUBLISH"
    organizer = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    return calendar(event.summary, [replace(event, organizer=organizer)], method)
