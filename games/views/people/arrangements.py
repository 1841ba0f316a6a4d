"""Arrangements for a battle as the chronicle lists them: commanders, appointment, name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.names import name_of
from games import access, pages
from games.models import Command, Entry, MeetingWord, Naming
from games.services import battles, rulings
from games.services.notices.words import zoned_moment
from games.services.people import guest_commanders, meetings, naming


@dataclass(frozen=True)
class News:
    """A line of the chronicle that belongs to no entry."""

    kind: str  # the kind of news: general, meeting, name or ruling
    text: str


def told_after(at: pages.Scene, seqs: Sequence[int]) -> dict[int, list[News]]:
    """Map entries to the arrangements made after them."""
    found: dict[int, list[News]] = {}
    if not seqs:
        return found
    newest, places = max(seqs) >= at.game.seq, sorted(seqs)
    for seq, news in _news(at):
        before = [place for place in places if place <= seq]
        if before and (newest or seq <= places[-1]):
            found.setdefault(before[-1], []).append(news)
    return found


def told_in_turns(at: pages.Scene) -> dict[int, list[News]]:
    """Map turns to the arrangements made in them."""
    rows = _news(at)
    turns = dict(
        Entry.objects.filter(game=at.game, seq__in={seq for seq, _one in rows}).values_list("seq", "turn")
        if rows
        else ()
    )
    found: dict[int, list[News]] = {}
    for seq, news in rows:
        if (turn := turns.get(seq)) is not None:
            found.setdefault(turn, []).append(news)
    return found


def _news(at: pages.Scene) -> list[tuple[int, News]]:
    if not at.game.has_agreed:
        return []
    found = []
    for row in guest_commanders.taken_of(at.game):
        place = at.place(row.seat).name
        if row.seq is not None:
            found.append((row.seq, News("general", _commands(row, place))))
        if row.until_seq is not None and row.end in (Command.End.TAKEN_BACK, Command.End.GIVEN_BACK):
            found.append((row.until_seq, News("general", _no_more(row, place))))
    if at.game.as_was is None and access.takes_part(at.user, at.game):
        found += [(seq, News("meeting", _meeting_text(row))) for seq, row in meetings.words_of(at.game)]
    if at.game.as_was is None:
        found += [(seq, News("name", _naming_text(row))) for seq, row in naming.namings_of(at.game)]
    for link, disputes in rulings.rulings_of(at.game):
        facts = {"battle": battles.battle_name(link, at.game) or _("Battle")}
        assert link.answered_seq is not None
        found.append((link.answered_seq, News("ruling", _("%(battle)s: ruled by the game master.") % facts)))
        for one in disputes if at.game.as_was is None else ():
            said = {**facts, "seat": at.place(one.seat).name, "words": one.words}
            text = _("%(battle)s: %(seat)s disputes the ruling: “%(words)s”") % said
            found.append((link.answered_seq, News("ruling", text)))
    return sorted(found, key=lambda one: one[0])


def _commands(row: Command, place: str) -> str:
    facts = {"name": name_of(row.user) or _("somebody"), "seat": place, "whose": name_of(row.for_user)}
    if not facts["whose"]:
        return _("%(seat)s: %(name)s commands.") % facts
    return _("%(seat)s: %(name)s commands for %(whose)s.") % facts


def _no_more(row: Command, place: str) -> str:
    facts = {"name": name_of(row.user) or _("somebody"), "seat": place, "whose": name_of(row.for_user)}
    if row.end == Command.End.GIVEN_BACK:
        return _("%(seat)s: %(name)s hands command back.") % facts
    if not facts["whose"]:
        return _("%(seat)s: command is taken back from %(name)s.") % facts
    return _("%(seat)s: %(whose)s takes command back from %(name)s.") % facts


def _naming_text(row: Naming) -> str:
    facts = {"who": name_of(row.user) or _("somebody"), "name": row.name, "place": row.place}
    if row.place:
        return _("The battle is now called “%(name)s”, at %(place)s (%(who)s).") % facts
    return _("The battle is now called “%(name)s” (%(who)s).") % facts


def _meeting_text(row: MeetingWord) -> str:
    """Describe an appointment's date and time. Place and remarks are only for the battle's players."""
    facts = {"name": name_of(row.by) or _("somebody"), "when": zoned_moment(row.at)}
    return {
        MeetingWord.What.FIXED: _("The battle will be fought on %(when)s (%(name)s)."),
        MeetingWord.What.MOVED: _("The battle is moved to %(when)s (%(name)s)."),
        MeetingWord.What.OFF: _("The battle won't be fought on %(when)s after all: called off (%(name)s)."),
    }[MeetingWord.What(row.what)] % facts
