"""The contents of a game's card. They are the same for everyone, so they include only facts that spectators
may know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from accounts.names import name_of as called
from features.report_cards.values import Banner, Battle, Campaign, Line, Side
from games import invented_places as places
from games import pages, plugins, services
from games.models import BattleLink, Game, Naming
from games.page_facts.battle_summary import banner_of, date_of, result_of, sides_of
from games.page_facts.clash import Block, Clash, ClashSide
from games.services.fighting import battles
from games.services.people import commands
from games.services.proof.luck import dice_statistics
from games.templatetags.vexillum import PATTERNS, pattern_of, system_title
from games.wording.narration import standing

SIDES: Final = ("attacker", "defender")
FEW: Final = 10  # with fewer dice than this per side, the card says nothing about luck
KEPT: Final = 86400  # how many seconds the scores of past turns are cached


def public_scene(game: Game) -> pages.Scene:
    """Return the game as spectators see it."""
    return pages.scene_without_controls(AnonymousUser(), game)


def is_battle(game: Game) -> bool:
    return plugins.page(game.system).is_battle


def card_of(game: Game) -> Battle | Campaign:
    """Return the contents of the game's card, in the active language."""
    return battle(game) if is_battle(game) else campaign(game)


def format_day(value: datetime | None) -> str:
    """Format a date in the site's time zone, because the picture is the same for everyone. Return "" for
    None.
    """
    if value is None:
        return ""
    text = date_format(timezone.localtime(value, timezone.get_default_timezone()), "j F Y")
    # of the site's languages, only English capitalises months
    return text if (get_language() or "en").startswith("en") else text.lower()


# --- battles ----------------------------------------------------------------------------------------------


def link_of(game: Game) -> BattleLink | None:
    """Return the link to the campaign that opened the battle, or None."""
    return BattleLink.objects.filter(battle=game).select_related("campaign").first()


def battle(game: Game) -> Battle:
    """Return the card of a battle that is played in this application, either in a campaign or on its own."""
    at, link = public_scene(game), link_of(game)
    clash = plugins.page(game.system).clash(pages.redact_scene(at)) or Clash(())
    outcome = pages.outcome(at)
    won = {place.key for place in outcome["winners"]} if outcome and not game.void else set()
    sides = _tell_apart([_side(at, host, link, host.seat in won) for host in clash.hosts])
    return Battle(
        name=game.title,
        place=place_of(game, link, clash),
        date="" if link is None else date_of(link),
        day=_days(game),
        sides=sides,
        ground=clash.ground,
        result=_result(game, sides, outcome, clash),
        notes=_notes(at, clash, sides),
        campaign=link.campaign.title if link and _may_name(link) else "",
        over=game.is_over,
    )


def _may_name(link: BattleLink) -> bool:
    """Return whether the card may name the campaign. If the campaign is not public, a guest commander must
    not learn of it.
    """
    return link.campaign.public or link.battle is None or not commands.taken_commands(link.battle)


def place_of(game: Game, link: BattleLink | None, clash: Clash | None = None) -> str:
    """Return the place of the battle, as a player, the campaign or the system named it. If nobody did, a
    place is invented.
    """
    typed = Naming.objects.filter(game=game).exclude(place="").last()
    if typed is not None:
        return typed.place
    if link is not None:
        return plugins.wording(link.campaign).battlefield(battles.opening_of_link(link))
    return (clash.place if clash else "") or places.place_of(game.pk)


def _days(game: Game) -> str:
    if game.ended_at is not None:
        return format_day(game.ended_at)
    begun = format_day(game.started_at)
    return _("since %(day)s") % {"day": begun} if begun else ""


def _side(at: pages.Scene, host: ClashSide, link: BattleLink | None, won: bool) -> Side:
    """Return a side of the battle, with the name and colours that the side has in the campaign."""
    place = at.place(host.seat)
    name, info, leader = place.name, place.info, host.commander
    part = _side_fought_for(link, host.seat)
    if link is not None and part is not None:
        force = getattr(battles.opening_of_link(link), part)
        name, leader = sides_of(link.campaign, force)
        info = banner_of(link.campaign, force)
    who = _("the bot") if place.is_bot else called(place.user)
    if len({place.user for place in at.places}) == 1 < len(at.places) and not place.is_bot:
        who = ""  # one user plays several seats, so the name would not identify a commander
    if place.lender is not None and place.back_at is None and who:  # a guest commander plays the seat
        who = _("%(name)s for %(whose)s") % {"name": who, "whose": called(place.lender)}
    if leader and who:
        leader = _("%(commander)s (%(player)s)") % {"commander": leader, "player": who}
    return Side(name, banner(info), leader or who, host.blocks, host.standing, won)


def _side_fought_for(link: BattleLink | None, seat: str) -> str | None:
    """Return the side of the campaign's battle ("attacker" or "defender") for which a seat fights,
    or None.
    """
    seats: Mapping[str, str] = (link.muster or {}).get("seats", {}) if link else {}
    return next((part for part in SIDES if link and getattr(link, part) == seats.get(seat)), None)


def banner(info: Any) -> Banner:
    """Return the banner of a seat or a power. The banner's pattern is derived from its letters."""
    return Banner(info.colour or "#66553f", info.mark, PATTERNS.get(pattern_of(info.mark), ""))


def _tell_apart(sides: Sequence[Side]) -> tuple[Side, ...]:
    """Give each side a banner with a different pattern."""
    found: list[Side] = []
    for side in sides:
        taken = {one.banner.pattern for one in found}
        free = (one for one in (side.banner.pattern, *PATTERNS.values()) if one not in taken)
        found.append(replace(side, banner=replace(side.banner, pattern=next(free))))
    return tuple(found)


def _result(game: Game, sides: tuple[Side, ...], outcome: Any, clash: Clash) -> str:
    if game.void:
        return _("Void: it doesn't count")
    if outcome is not None:
        winners = [side.name for side in sides if side.won]
        return victory(winners or [place.name for place in outcome["winners"]])
    return _("Abandoned") if game.status == Game.Status.ABANDONED else clash.stage


def victory(names: list[str]) -> str:
    """Name the winners of a victory. If there are none, call the result a draw."""
    return _("Victory for %(names)s") % {"names": ", ".join(names)} if names else _("A draw")


def _notes(at: pages.Scene, clash: Clash, sides: tuple[Side, ...]) -> tuple[str, ...]:
    if not at.game.is_over:
        return ()
    outcome = pages.outcome(at)
    told = [str(outcome["reason"])] if outcome else []
    if clash.moment:
        told.append(clash.moment)
    seats = {host.seat: side.name for host, side in zip(clash.hosts, sides, strict=True)}
    faces = plugins.wording(at.game).faces  # sums mean nothing for dice with symbols
    numbers = [fall for fall in dice_statistics(at.table, None) if not faces(fall.sides)]
    luck = {
        seat: sum(fall.total - fall.count * fall.expected_mean for fall in rolled)
        for seat in seats
        if (rolled := [fall for fall in numbers if fall.seat == seat])
        and sum(fall.count for fall in rolled) >= FEW
    }
    if len(luck) == len(seats) > 0:
        counted = ", ".join(f"{seats[seat]} {_pips_text(off)}" for seat, off in luck.items())
        told.append(_("Pips above the average of the dice: %(counted)s") % {"counted": counted})
    return tuple(told[:3])


def _pips_text(off: float) -> str:
    whole = round(off)
    return f"+{whole}" if whole > 0 else f"−{-whole}" if whole else "0"


def battle_of_link(link: BattleLink) -> Battle:
    """Return the card of a campaign's battle that is not played in this application. Such a battle is fought
    on a table or reported as losses.
    """
    campaign, opening = link.campaign, battles.opening_of_link(link)
    wording = plugins.wording(campaign)
    report = link.report if link.is_settled and link.report else {}
    people = {seat.key: seat for seat in campaign.seats.all()}
    sides = []
    for part in SIDES:
        force = getattr(opening, part)
        name, leader = sides_of(campaign, force)
        losses = report.get("losses", {})
        lost = sum(losses.get(unit.id, 0) for unit in force.units)
        seat = people.get(force.seat)
        who = "" if seat is None else _("the bot") if seat.is_bot else called(seat.user)
        if leader and who:
            leader = _("%(commander)s (%(player)s)") % {"commander": leader, "player": who}
        said = {"lost": lost, "of": force.sp, "strength": wording.strength()}
        standing_ = _("lost %(lost)s of %(of)s %(strength)s") if report else _("%(of)s %(strength)s")
        blocks = tuple(Block("", u.sp, min(u.sp, losses.get(u.id, 0))) for u in force.units if u.sp > 0)
        flag = banner(banner_of(campaign, force))
        sides.append(Side(name, flag, leader or who, blocks, standing_ % said, report.get("winner") == part))
    place, ground = wording.battlefield(opening), wording.ground(opening.ground)
    ruled = (_("A ruling of the game master"),) if link.status == BattleLink.Status.RULED else ()
    result = victory([side.name for side in sides if side.won]) if report else result_of(link)
    return Battle(
        name=battles.battle_name(link, campaign) or _("Battle"),
        place=place,
        date=date_of(link),
        day=format_day(link.settled_at or link.created_at),
        sides=_tell_apart(sides),
        ground=" · ".join(f"{what}: {which}" for what, which in ground if which not in place),
        result=result,
        notes=ruled,
        campaign=campaign.title,
        over=bool(report),
    )


# --- campaigns --------------------------------------------------------------------------------------------


def campaign(game: Game) -> Campaign:
    """Return the card of a game that is not a battle, usually a campaign. The card shows the game's current
    position.
    """
    at, page = public_scene(game), plugins.page(game.system)
    outcome = pages.outcome(at)
    won = {place.key for place in outcome["winners"]} if outcome else set()
    turns = sorted(services.last_entries(at.table))
    if outcome is not None:
        result = victory([place.name for place in outcome["winners"]])
    else:
        result = _("Abandoned") if game.status == Game.Status.ABANDONED else _standing_text(at)
    stage = pages.turn_name(game, at.table.turn) if at.table.turn is not None else ""
    if game.is_over and turns:
        stage = ngettext("%(n)d turn", "%(n)d turns", len(turns)) % {"n": len(turns)}
    return Campaign(
        name=game.title,
        rules=system_title(game.system),
        stage=stage,
        day=_days(game),
        result=result,
        map=page.thumbnail(pages.redact_scene(at), fine=True) if page.pictured else "",
        lines=_lines(at, won),
        score_unit=plugins.wording(game).score_unit,
        turns=len(turns),
        over=game.is_over,
    )


def _standing_text(at: pages.Scene) -> str:
    return standing(at.game) if set(at.game.standing.get("scores", {})) <= set(at.by_key) else ""


def _lines(at: pages.Scene, won: set[str]) -> tuple[Line, ...]:
    """Return a line for each seat, with its scores at the end of each turn and now. Lines for the game's
    other scores follow.
    """
    rows = [*_scores_by_turn(at), at.table.rules.scores(at.table.state)]

    def scores(key: str) -> tuple[int, ...]:
        return tuple(row[key] for row in rows if key in row)

    seats = [
        Line(_seat_name(place), banner(place.info), scores(place.key), place.key in won)
        for place in at.places
    ]
    wording = plugins.wording(at.game)
    others = [Line(wording.score(key), None, scores(key)) for key in rows[-1] if key not in at.by_key]
    return (*seats, *others)


def _seat_name(place: pages.Place) -> str:
    who = _("the bot") if place.is_bot else called(place.user)
    return _("%(commander)s (%(player)s)") % {"commander": place.name, "player": who} if who else place.name


def _scores_by_turn(at: pages.Scene) -> list[Mapping[str, int]]:
    """Return the scores at the end of every past turn. They are cached, because the past changes only when a
    backup is restored.
    """
    game, now = at.game, at.table.turn
    ends = [seq for turn, seq in sorted(services.last_entries(at.table).items()) if turn != now]
    keys = {f"scores:{game.pk}:{game.restore_count}:{at.table.system.version}:{seq}": seq for seq in ends}
    known: dict[str, Mapping[str, int]] = cache.get_many(keys)
    missing = {seq: key for key, seq in keys.items() if key not in known}
    if missing:
        fresh = {
            missing[seq]: dict(at.table.rules.scores(state))
            for seq, state in services.states_at(at.table, missing)
        }
        cache.set_many(fresh, KEPT)
        known = {**known, **fresh}
    return [known[key] for key in keys if key in known]
