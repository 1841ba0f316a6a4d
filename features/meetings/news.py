"""Appointments as the chronicle lists them."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from accounts.names import name_of
from features.meetings import services
from games import access, pages
from games.chronicle_news import News
from games.models import MeetingWord
from games.wording.time_text import zoned_moment


def news_of(at: pages.Scene) -> Iterator[tuple[int, News]]:
    """Yield the changes of appointments that the reader may know, each with the number of the log entry
    before it.
    """
    if at.game.as_was is None and access.takes_part(at.user, at.game):
        for seq, row in services.words_of(at.game):
            yield seq, News("meeting", _meeting_text(row))


def _meeting_text(row: MeetingWord) -> str:
    """Describe an appointment by its date and time. The place and note are left out, because they are
    only for the battle's players.
    """
    facts = {"name": name_of(row.by) or _("somebody"), "when": zoned_moment(row.at)}
    return {
        MeetingWord.What.FIXED: _("The battle will be fought on %(when)s (%(name)s)."),
        MeetingWord.What.MOVED: _("The battle is moved to %(when)s (%(name)s)."),
        MeetingWord.What.OFF: _("The battle won't be fought on %(when)s after all: called off (%(name)s)."),
    }[MeetingWord.What(row.what)] % facts
