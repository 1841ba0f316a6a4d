"""Summaries of campaign battles, past or pending, for pages: sides and commanders, place, date, strengths
and losses.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.game import Force, SeatInfo
from engine.journal import ACTION
from games import access, plugins
from games.models import BattleLink, Entry, Game
from games.services import tables
from games.services.fighting import battles


@dataclass(frozen=True)
class Party:
    """One side of a battle: its name, commander and strength, and its losses once reported."""

    key: str
    name: str
    info: SeatInfo
    commander: str
    strength: int
    lost: int | None = None
    won: bool = False


@dataclass(frozen=True)
class Encounter:
    """A campaign's battle as a page shows it. ``field`` is the URL of the battle's game if the user can open
    it, and ``watch`` is the URL that replays the battle's result on the map. Each is "" if there is no
    such URL.
    """

    link: BattleLink
    called: str
    place: str
    date: str
    parties: tuple[Party, Party]
    counted: str  # the unit in which strength is counted
    address: str
    field: str = ""
    watch: str = ""
    status: str = ""  # a description of the battle's status
    may_confirm: bool = False  # whether the reader's side has yet to agree to a reported result
    silent: tuple[Party, ...] = ()  # the sides that have not agreed to a reported result

    @property
    def void(self) -> str:
        """The reason the battle is void, in a sentence, or "" if it is not void."""
        return self.link.why_void

    @property
    def result(self) -> str:
        """The battle's progress in a few words."""
        return result_of(self.link)

    @property
    def is_reported(self) -> bool:
        """Whether a result has been reported, agreed or not."""
        return self.link.report is not None

    @property
    def is_draw(self) -> bool:
        """Whether the battle ended without a winner."""
        return self.is_reported and not any(party.won for party in self.parties)


def result_of(link: BattleLink) -> str:
    """Describe a battle's progress in a few words: its winner, how it was decided, or how many moves were
    made.
    """
    report = link.report
    if report is not None and link.status != BattleLink.Status.OPEN:
        winner = report.get("winner")
        if not winner:
            return _("a tie")
        name, _who = sides_of(link.campaign, getattr(battles.opening_of_link(link), winner))
        return _("victory for %(name)s") % {"name": name}
    if link.status == BattleLink.Status.TABLE:
        return _("decided by the campaign's own table")
    played = 0 if link.battle is None else Entry.objects.filter(game=link.battle, kind=ACTION).count()
    if not played:
        return _("To be fought")
    return ngettext("being fought, %(n)d move", "being fought, %(n)d moves", played) % {"n": played}


def status_of(link: BattleLink) -> str:
    """Describe a battle's status in a few words, without assuming that both sides agreed."""
    if link.status != BattleLink.Status.CONFIRMED:
        if link.status == BattleLink.Status.OPEN and link.report is not None:
            return _("disputed")
        return str(link.get_status_display())
    sides, bots = set(battles.sides(link)), battles.bots(link.campaign)
    if sides <= bots | set(link.to_programs):
        return _("fought out by the bots")
    if not sides <= set(link.confirmations):
        return _("final: nobody objected in time")
    return _("confirmed") if sides & bots else str(link.get_status_display())


def sides_of(game: Game, force: Force) -> tuple[str, str]:
    """Return the name of one side in a campaign's battle, and the name of its commander."""
    wording = plugins.wording(game)
    info = info_of(game, force.seat)
    return wording.host(force) or wording.seat(info), wording.commander(force)


def banner_of(game: Game, force: Force) -> SeatInfo:
    """Return the seat of a side in a campaign's battle. Its name, colour and two-letter mark are those of
    the side on the campaign's map.
    """
    info, name = info_of(game, force.seat), sides_of(game, force)[0]
    found = plugins.page(game.system).banner(tables.table(game), force)
    if found is None:
        return replace(info, name=name)
    return replace(info, name=name, colour=found["colour"], mark=found["mark"])


def info_of(game: Game, seat: str) -> SeatInfo:
    found = (one for one in tables.table(game).rules.seats if one.id == seat)
    return next(found, SeatInfo(seat, seat))


def date_of(link: BattleLink) -> str:
    """The date of the battle in the campaign's calendar."""
    turn = link.campaign.entries.filter(seq=link.opened_seq).values_list("turn", flat=True).first()
    return plugins.wording(link.campaign).date(turn)


def encounter(user: Any, game: Game, link: BattleLink) -> Encounter:
    """Describe the battle to a user who may see the campaign."""
    link.campaign = game
    opening, report = battles.opening_of_link(link), link.report or {}
    one, other = (_party(game, part, getattr(opening, part), report) for part in ("attacker", "defender"))
    reported = link.status == BattleLink.Status.REPORTED
    silent = tuple(p for p in (one, other) if p.key not in link.confirmations) if reported else ()
    wording = plugins.wording(game)
    return Encounter(
        link=link,
        called=battles.battle_name(link, game) or _("Battle"),
        place=wording.battlefield(opening),
        date=date_of(link),
        parties=(one, other),
        counted=wording.strength(),
        address=reverse("game-battle", args=[game.pk, link.pk]),
        field=_game_url(user, link),
        watch=_replay_url(game, link),
        status=status_of(link),
        may_confirm=any(party.key in access.seats_of(user, game) for party in silent),
        silent=silent,
    )


def _party(game: Game, part: str, force: Force, report: Mapping[str, Any]) -> Party:
    name, commander = sides_of(game, force)
    losses: Mapping[str, int] = report.get("losses", {})
    lost = sum(losses.get(unit.id, 0) for unit in force.units) if report else None
    won = bool(report) and report.get("winner") == part
    return Party(force.seat, name, banner_of(game, force), commander, force.sp, lost, won)


def _game_url(user: Any, link: BattleLink) -> str:
    """Return the URL of the battle's game while the battle is open and visible to the user, otherwise ""."""
    battle = link.battle
    if link.status != BattleLink.Status.OPEN or battle is None or not battle.running:
        return ""
    return battle.get_absolute_url() if access.can_see(user, battle) else ""


def _replay_url(game: Game, link: BattleLink) -> str:
    if not link.answered_seq or link.status == BattleLink.Status.VOID:
        return ""
    return f"{reverse('game-replay', args=[game.pk])}?at={link.answered_seq - 1}#play"
