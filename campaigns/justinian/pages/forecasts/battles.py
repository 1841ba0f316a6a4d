"""Panels for one battle on land or at sea: the chances, the losses and the aftermath."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from django.utils.translation import gettext as _

from campaigns.justinian import forecast as odds
from campaigns.justinian.pages.forecasts.panels import Bar, Facts, Panel, average, percent
from campaigns.justinian.rules.battle import withdraw
from campaigns.justinian.rules.battle.land_battle import (
    FRONTIER,
    Group,
    LandBattle,
    attacker_drms,
    defender_drms,
)
from campaigns.justinian.rules.battle.withdraw import Withdraw
from campaigns.justinian.rules.sea.naval_battle import NavalBattle, advantages
from campaigns.justinian.rules.state.drms import Drm
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import enemy
from campaigns.justinian.rules.state.values import LEVY, Unit
from campaigns.justinian.wording.codes import word
from campaigns.justinian.wording.names import Names
from games.wording.numbers import format_signed

Odds = odds.LandOdds | odds.NavalOdds


def who_wins(found: Odds) -> tuple[Bar, ...]:
    return (
        Bar(_("attackers win"), found.attacker_wins),
        Bar(_("tie"), found.tie),
        Bar(_("defenders win"), found.defender_wins),
    )


def outcome_bars(found: Odds, fought: Fraction, mine: str) -> tuple[Bar, ...]:
    """Return the outcomes for one side of a battle that takes place with the chance ``fought``. ``mine`` is
    attacker or defender.
    """
    won, lost = found.attacker_wins, found.defender_wins
    if mine == "defender":
        won, lost = lost, won
    return (
        Bar(_("no battle"), 1 - fought),
        Bar(_("battle won"), fought * won),
        Bar(_("tie"), fought * found.tie),
        Bar(_("battle lost"), fought * lost),
    )


def loss_texts(found: Odds, mine: str, fought: Fraction = Fraction(1)) -> tuple[str, str]:
    """Return, as text, the average SP lost by the reader's side (``mine``) and by the other side. Both are ""
    if the reader's side is unknown. ``fought``: the chance that the battle takes place.
    """
    losses = average(fought * found.mean_attacker), average(fought * found.mean_defender)
    return {"attacker": losses, "defender": losses[::-1]}.get(mine, ("", ""))


def strength(b: LandBattle | NavalBattle) -> tuple[str, str]:
    return _("Strength"), _("%(a)s against %(d)s SP") % {"a": b.attacker_sp, "d": b.defender_sp}


def strengths_and_losses(b: LandBattle | NavalBattle, found: Odds) -> Facts:
    return (
        strength(b),
        (_("Attackers lose on average"), average(found.mean_attacker)),
        (_("Defenders lose on average"), average(found.mean_defender)),
    )


# --- on land ---


def attack_title(target: str, place: str, names: Names) -> str:
    """Return the title of an attack. ``target`` is an army, or "all" for every enemy in the place."""
    everyone = _("everyone in %(place)s") % {"place": names.place(place)}
    return _("Attack on %(target)s") % {"target": everyone if target == "all" else names.army(target)}


def land_panel(
    b: LandBattle, title: str, mine: str = "", after: Facts = (), found: odds.LandOdds | None = None
) -> Panel:
    """Return a panel with the chances, expected losses and modifiers of a land battle. ``mine``: the reader's
    side (attacker or defender), for comparing the losses of several options. ``after``: facts about the
    aftermath. ``found``: the odds, if they are not those of this battle alone.
    """
    found = found or odds.land(b)
    own, other = loss_texts(found, mine)
    return Panel(
        title=title,
        bars=who_wins(found),
        facts=(
            *strengths_and_losses(b, found),
            (_("Attackers disorganised afterwards"), percent(found.attacker_disorganised)),
            (_("Defenders disorganised afterwards"), percent(found.defender_disorganised)),
            (_("Attackers destroyed"), percent(found.attacker_wiped_out)),
            (_("Defenders destroyed"), percent(found.defender_wiped_out)),
            *after,
        ),
        reckoning=land_reckoning(b),
        rule="8.15",
        own_loss=own,
        other_loss=other,
    )


def land_reckoning(b: LandBattle) -> Facts:
    """Describe the modifiers of both sides (8.15)."""
    return (_("Attack"), _drms(attacker_drms(b))), (_("Defence"), _drms(defender_drms(b)))


def _drms(lines: Iterable[Drm]) -> str:
    lines = tuple(lines)
    parts = ", ".join(f"{word(d.code)} {format_signed(d.value)} ({_shown_section(d.rule)})" for d in lines)
    return f"{format_signed(sum(d.value for d in lines))}: {parts}" if parts else "0"


def _shown_section(rule: str) -> str:
    """Return the section shown with a modifier. A table line without a section number belongs to 8.15."""
    return rule if "." in rule else "8.15"


def aftermath(pos: Position, b: LandBattle, seat: str, names: Names) -> Facts:
    """Describe the aftermath of a battle. It covers pillage by Unpaid victors (8.27), beaten forces that
    cannot retreat (8.21), and garrisons that would be lost. ``seat`` is the attacker's.
    """
    found: list[tuple[str, str]] = []
    for groups, side in ((b.attackers, seat), (b.defenders, enemy(seat))):
        for g in groups:
            found.extend(_describe_pillage(g, names))
            found.extend(_describe_defeat(pos, g, side, b.province, names))
    return tuple(found)


def _describe_pillage(g: Group, names: Names) -> Facts:
    if not g.unpaid or g.kind == FRONTIER:
        return ()
    lost = odds.pillage_after_victory(g.leader_control, g.sp)
    what = _("%(army)s wins unpaid: it pillages (8.27)") % {"army": names.army(g.id)}
    values = {"chance": percent(1 - lost.get(0, Fraction(0))), "sp": average(lost.expectation())}
    return ((what, _("%(chance)s that SP go home, %(sp)s on average") % values),)


def _describe_defeat(pos: Position, g: Group, seat: str, place: str, names: Names) -> Facts:
    """Describe what happens to a group that is beaten and cannot retreat. Frontier troops are wiped out,
    while a cornered force stays in the province and loses SP.
    """
    if g.kind == FRONTIER:
        return ((_("Frontier troops, if beaten (8.21)"), _("all are lost")),)
    if place not in pos.scn.provinces or g.id == LEVY:
        return ()
    if not withdraw.no_way_out(pos, Withdraw(Unit.parse(g.id), seat, place)):
        return ()
    what = _("%(unit)s, if beaten: no way out (8.21)") % {"unit": names.anything(g.id)}
    lost = odds.stranded_chances(g.sp).expectation()
    return ((what, _("stays and loses a die of SP, %(sp)s on average") % {"sp": average(lost)}),)


# --- at sea ---


def naval_panel(b: NavalBattle, title: str, mine: str = "", aboard: Facts = ()) -> Panel:
    """Return a panel with the chances, expected losses and modifiers of a naval battle (8.32)."""
    found = odds.naval(b)
    own, other = loss_texts(found, mine)
    return Panel(
        title=title,
        bars=who_wins(found),
        facts=(
            *strengths_and_losses(b, found),
            *aboard,
        ),
        reckoning=naval_reckoning(b),
        rule="8.32",
        own_loss=own,
        other_loss=other,
    )


def naval_reckoning(b: NavalBattle) -> Facts:
    """Describe the bonuses that each side adds to half its die (8.32)."""
    return (
        (_("Attack"), _score(b.attacker_power, b.attacker_sp, b.defender_sp)),
        (_("Defence"), _score(b.defender_power, b.defender_sp, b.attacker_sp)),
    )


def _score(power: str, own: int, other: int) -> str:
    more, skill = (line.value for line in advantages(power, own, other))
    return _("half a die, more ships +%(more)s, seamanship +%(skill)s") % {"more": more, "skill": skill}
