"""The text of a game's card, the same for everyone: it tells only what spectators may know."""

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
from games.battle_summary import banner_of, date_of, result_of, sides_of
from games.clash import Block, Clash, Host
from games.models import BattleLink, Game, Naming
from games.narration import standing
from games.services.people import guest_commanders
from games.services.proof.luck import falls
from games.templatetags.vexillum import PATTERNS, pattern_of, system_title

SIDES: Final = ("attacker", "defender")
FEW: Final = 10  # minimum number of dice per side from which luck can be judged
KEPT: Final = 86400  # seconds for which scores of past turns are cached


def seen_by_all(game: Game) -> pages.Scene:
    """The game as spectators see it."""
    return pages.looked_at(AnonymousUser(), game)


def is_battle(game: Game) -> bool:
    return plugins.page(game.system).is_battle


def card_of(game: Game) -> Battle | Campaign:
    """The contents of the game's card, in the active language."""
    return battle(game) if is_battle(game) else campaign(game)


def day(value: datetime | None) -> str:
    """Format a date in the site's time zone, since a picture is the same for everyone."""
    if value is None:
        return ""
    text = date_format(timezone.localtime(value, timezone.get_default_timezone()), "j F Y")
    return (
        text if (get_language() or "en").startswith("en") else text.lower()
    )  # only English capitalises months


# --- battles ----------------------------------------------------------------------------------------------


def link_of(game: Game) -> BattleLink | None:
    """The link to the campaign that opened the battle, or None."""
    return BattleLink.objects.filter(battle=game).select_related("campaign").first()


def battle(game: Game) -> Battle:
    """The card of a battle that is played here, of a campaign or on its own."""
    at, link = seen_by_all(game), link_of(game)
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
    """Whether the card may name the campaign. A guest commander must not learn of a campaign that is not
    public.
    """
    return link.campaign.public or link.battle is None or not guest_commanders.taken_of(link.battle)


def place_of(game: Game, link: BattleLink | None, clash: Clash | None = None) -> str:
    """The place of the battle: named by a player, the campaign or the system, or else invented."""
    typed = Naming.objects.filter(game=game).exclude(place="").last()
    if typed is not None:
        return typed.place
    if link is not None:
        return plugins.wording(link.campaign).battlefield(services.battles.opening_of_link(link))
    return (clash.place if clash else "") or places.place_of(game.pk)


def _days(game: Game) -> str:
    if game.ended_at is not None:
        return day(game.ended_at)
    begun = day(game.started_at)
    return _("since %(day)s") % {"day": begun} if begun else ""


def _side(at: pages.Scene, host: Host, link: BattleLink | None, won: bool) -> Side:
    """A side of the battle, with the name and colours it has in the campaign."""
    place = at.place(host.seat)
    name, info, leader = place.name, place.info, host.commander
    part = _part(link, host.seat)
    if link is not None and part is not None:
        force = getattr(services.battles.opening_of_link(link), part)
        name, leader = sides_of(link.campaign, force)
        info = banner_of(link.campaign, force)
    who = _("the bot") if place.is_bot else called(place.user)
    if len({place.user for place in at.places}) == 1 < len(at.places) and not place.is_bot:
        who = ""  # one user plays several seats, so their name would not identify a commander
    if place.lender is not None and place.back_at is None and who:  # the seat is played by a guest commander
        who = _("%(name)s for %(whose)s") % {"name": who, "whose": called(place.lender)}
    if leader and who:
        leader = _("%(commander)s (%(player)s)") % {"commander": leader, "player": who}
    return Side(name, banner(info), leader or who, host.blocks, host.standing, won)


def _part(link: BattleLink | None, seat: str) -> str | None:
    """The campaign's side that the seat fights for, or None."""
    seats: Mapping[str, str] = (link.muster or {}).get("seats", {}) if link else {}
    return next((part for part in SIDES if link and getattr(link, part) == seats.get(seat)), None)


def banner(info: Any) -> Banner:
    """The banner of a seat or a power; its pattern is derived from its letters."""
    return Banner(info.colour or "#66553f", info.mark, PATTERNS.get(pattern_of(info.mark), ""))


def _tell_apart(sides: Sequence[Side]) -> tuple[Side, ...]:
    """Give each side a different pattern."""
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
    """Describe the victory of these winners; a draw if there are none."""
    return _("Victory for %(names)s") % {"names": ", ".join(names)} if names else _("A draw")


def _notes(at: pages.Scene, clash: Clash, sides: tuple[Side, ...]) -> tuple[str, ...]:
    if not at.game.is_over:
        return ()
    outcome = pages.outcome(at)
    told = [str(outcome["reason"])] if outcome else []
    if clash.moment:
        told.append(clash.moment)
    seats = {host.seat: side.name for host, side in zip(clash.hosts, sides, strict=True)}
    faces = plugins.wording(at.game).faces  # for dice with symbols, sums mean nothing
    numbers = [fall for fall in falls(at.table, None) if not faces(fall.sides)]
    luck = {
        seat: sum(fall.total - fall.count * fall.expected_mean for fall in rolled)
        for seat in seats
        if (rolled := [fall for fall in numbers if fall.seat == seat])
        and sum(fall.count for fall in rolled) >= FEW
    }
    if len(luck) == len(seats) > 0:
        counted = ", ".join(f"{seats[seat]} {_pips(off)}" for seat, off in luck.items())
        told.append(_("Pips above the average of the dice: %(counted)s") % {"counted": counted})
    return tuple(told[:3])


def _pips(off: float) -> str:
    whole = round(off)
    return f"+{whole}" if whole > 0 else f"−{-whole}" if whole else "0"


def of_link(link: BattleLink) -> Battle:
    """The card of a campaign's battle that is not played here but fought on a table, or reported as
    losses."""
    campaign, opening = link.campaign, services.battles.opening_of_link(link)
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
        name=services.battles.battle_name(link, campaign) or _("Battle"),
        place=place,
        date=date_of(link),
        day=day(link.settled_at or link.created_at),
        sides=_tell_apart(sides),
        ground=" · ".join(f"{what}: {which}" for what, which in ground if which not in place),
        result=result,
        notes=ruled,
        campaign=campaign.title,
        over=bool(report),
    )


# --- campaigns --------------------------------------------------------------------------------------------


def campaign(game: Game) -> Campaign:
    """The card of a campaign, or of any other game that is not a battle, as it is now."""
    at, page = seen_by_all(game), plugins.page(game.system)
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
    """Each seat's score at the end of each turn and now, followed by other scores."""
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
    """Name a seat with its player."""
    who = _("the bot") if place.is_bot else called(place.user)
    return _("%(commander)s (%(player)s)") % {"commander": place.name, "player": who} if who else place.name


def _scores_by_turn(at: pages.Scene) -> list[Mapping[str, int]]:
    """The scores at the end of every past turn, cached, since the past changes only when a backup is
    restored.
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
