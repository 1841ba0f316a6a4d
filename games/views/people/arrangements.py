"""Arrangements for battles as the chronicle lists them: guest commanders, appointments, names and rulings."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from accounts.names import name_of
from games import pages
from games.chronicle_news import News, news_of
from games.models import Command, Entry, Naming
from games.services.fighting import battles, rulings
from games.services.people import commands, naming


def news_after(at: pages.Scene, seqs: Sequence[int]) -> dict[int, list[News]]:
    """Return the arrangements made right after each of these log entries, by entry number."""
    found: dict[int, list[News]] = {}
    if not seqs:
        return found
    newest, places = max(seqs) >= at.game.seq, sorted(seqs)
    for seq, news in _news(at):
        before = [place for place in places if place <= seq]
        if before and (newest or seq <= places[-1]):
            found.setdefault(before[-1], []).append(news)
    return found


def news_by_turn(at: pages.Scene) -> dict[int, list[News]]:
    """Return the arrangements made during each turn, by turn number."""
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
    for row in commands.taken_commands(at.game):
        place = at.place(row.seat).name
        if row.seq is not None:
            found.append((row.seq, News("general", _command_text(row, place))))
        if row.until_seq is not None and row.end in (Command.End.TAKEN_BACK, Command.End.GIVEN_BACK):
            found.append((row.until_seq, News("general", _command_end_text(row, place))))
    found += news_of(at)
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


def _command_text(row: Command, place: str) -> str:
    facts = {"name": name_of(row.user) or _("somebody"), "seat": place, "whose": name_of(row.for_user)}
    if not facts["whose"]:
        return _("%(seat)s: %(name)s commands.") % facts
    return _("%(seat)s: %(name)s commands for %(whose)s.") % facts


def _command_end_text(row: Command, place: str) -> str:
    facts = {"name": name_of(row.user) or _("somebody"), "seat": place, "whose": name_of(row.for_user)}
    if row.end == Command.End.GIVEN_BACK:
        return _("%(seat)s: %(name)s hands command back.") % facts
    if not facts["whose"]:
        return _("%(seat)s: %(name)s no longer commands.") % facts
    return _("%(seat)s: %(whose)s takes command back from %(name)s.") % facts


def _naming_text(row: Naming) -> str:
    facts = {"who": name_of(row.user) or _("somebody"), "name": row.name, "place": row.place}
    if row.place:
        return _("The battle is now called “%(name)s”, at %(place)s (%(who)s).") % facts
    return _("The battle is now called “%(name)s” (%(who)s).") % facts
