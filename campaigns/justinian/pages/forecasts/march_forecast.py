"""The forecast of an army's march: interceptions on the way, retreats before combat, and the battle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from campaigns.justinian.forecast import prospects
from campaigns.justinian.forecast.prospects import Leaver, Prospect
from campaigns.justinian.pages.forecasts.battles import aftermath, attack_title, land_panel
from campaigns.justinian.pages.forecasts.interceptions import (
    interception_panels,
    joint_chance_text,
    single_note,
)
from campaigns.justinian.pages.forecasts.panels import Facts, Panel, Section, average, percent
from campaigns.justinian.rules.march import reach
from campaigns.justinian.rules.state.geography import Route
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.wording.names import Names, join_items


@dataclass(frozen=True)
class MarchProspects:
    """The prospects of an army on a route. ``hindered`` describes the chance of an interception, or is "" if
    no enemy can intercept. ``way`` and ``fight`` are sections of the forecast, or None if they would be
    empty.
    """

    hindered: str
    way: Section | None
    fight: Section | None
    leaving: Facts
    notes: tuple[str, ...]


def prospects_ahead(pos: Position, army: str, route: Route, names: Names) -> MarchProspects:
    """Return the prospects of an army that marches along a route: interceptions, and the attacks
    at its end.
    """
    seat = pos.seat_of(pos.state.armies[army].power)
    place = route.path[-1]
    threats = [t for p in route.path[1:] for t in prospects.threats(pos, army, p)]
    met = tuple(dict.fromkeys(t.province for t in threats))
    attacks = prospects.prospects(pos, army, route)
    full = prospects.with_recruits(pos, army)
    interceptions = tuple(
        panel
        for p in met
        for panel in interception_panels(
            Position(pos.setting, reach.move_force(full, army, p)), army, p, seat, names
        )
    )
    fights = tuple(_panel(pos, attack, place, seat, names) for attack in attacks)
    leavers = prospects.leavers(pos, army, route, "all")
    note = single_note(several=len(met) < len(interceptions))
    return MarchProspects(
        hindered=joint_chance_text(threats),
        way=Section("ahead-way", _("Who may intercept"), interceptions, rule="7.31", note=note)
        if met
        else None,
        fight=Section("ahead-fight", _("If it attacks there"), fights, rule="8.11") if fights else None,
        leaving=tuple(_describe_refuges(leaver, names) for leaver in leavers),
        notes=tuple(_notes(pos, army, attacks, met=bool(met) and full is not pos.state)),
    )


def _panel(pos: Position, attack: Prospect, place: str, seat: str, names: Names) -> Panel:
    after = aftermath(pos, attack.battle, seat, names)
    if attack.fought < 1:
        after = ((_("Nobody there after all"), percent(1 - attack.fought)), *after)
    title = attack_title(attack.target, place, names)
    return land_panel(attack.battle, title, "attacker", after, attack.chances)


def _describe_refuges(leaver: Leaver, names: Names) -> tuple[str, str]:
    """Describe the provinces to which an army can retreat before combat (8.13). Those with the best chance
    of staying in good order come first.
    """
    same: dict[tuple[Fraction, Fraction], list[str]] = {}
    for way in leaver.ways:
        same.setdefault((way.odds.in_order, way.odds.mean_loss), []).append(names.place(way.province))
    told = []
    for (in_order, loss), places in sorted(same.items(), reverse=True):
        values = {"chance": percent(in_order), "places": join_items(places), "sp": average(loss)}
        told.append(
            _("%(chance)s in good order to %(places)s (loses %(sp)s SP on average)") % values
            if loss
            else _("%(chance)s in good order to %(places)s") % values
        )
    return names.army(leaver.army), "; ".join(told)


def _notes(pos: Position, army: str, attacks: tuple[Prospect, ...], met: bool) -> Iterator[str]:
    """Yield notes on the assumptions of the forecast. ``met``: whether interceptions are calculated with
    troops that have not been raised yet.
    """
    found = pos.state.armies[army]
    if attacks and not all(attack.certain for attack in attacks):
        yield _("Strengths that are still to be rolled for are counted with all their chances.")
    if met:
        yield _("Interceptions are counted for the likeliest number of recruits.")
    if found.defeated:
        yield _("A defeated army cannot attack (8.22).")
    if any(pos.scn.provinces.get(a.battle.province) is None for a in attacks):
        yield _("An attack on another box takes all MP (7.19).")
