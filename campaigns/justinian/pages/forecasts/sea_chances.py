"""Chances next to choices at sea: patrols, naval battles and flight, computed with the rules' own code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from campaigns.justinian import forecast as odds
from campaigns.justinian.pages.forecasts.battles import (
    loss_texts,
    naval_panel,
    naval_reckoning,
    outcome_bars,
    strength,
)
from campaigns.justinian.pages.forecasts.interceptions import interception_panels, single_note
from campaigns.justinian.pages.forecasts.panels import Bar, Facts, Panel, Section, options
from campaigns.justinian.rules.battle import withdraw
from campaigns.justinian.rules.battle.withdraw import Withdraw
from campaigns.justinian.rules.march.reach import move_force
from campaigns.justinian.rules.sea.naval_battle import NavalBattle
from campaigns.justinian.rules.sea.naval_retreat import SeaWithdraw, escape
from campaigns.justinian.rules.state.fleets import capacity, cargo, enemy_fleets_at
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import Sail, SeaCheck
from campaigns.justinian.rules.state.state import Fleet, State
from campaigns.justinian.rules.state.values import MOVING, FleetKey
from campaigns.justinian.wording.names import Names
from engine.game import Choice


def _describe_cargo(state: State, key: FleetKey) -> Facts:
    """Describe the troops aboard, who drown if too few ships are left (8.34)."""
    army = cargo(state, key)
    if not army or army not in state.armies:
        return ()
    values = {"sp": state.force_sp(army), "room": capacity(state.fleets[key].sp)}
    told = _("%(sp)s SP on ships for %(room)s; what exceeds the ships left drowns") % values
    return ((_("Aboard (8.34)"), told),)


def _battle(attacker: Fleet, defender: Fleet) -> NavalBattle:
    return NavalBattle(attacker.power, attacker.sp, defender.power, defender.sp)


def patrols(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield the chance that each patrol intercepts the fleet, and the odds of the naval battle that follows
    (7.35).
    """
    check = pos.in_progress(SeaCheck)
    if check is None or check.mover not in pos.state.fleets:
        return
    mover = pos.state.fleets[check.mover]
    tries, fights = [], []
    for option in options(choice):
        key = FleetKey.parse(str(option.value))
        if key not in pos.state.fleets:
            continue
        chance = odds.naval_interception_chance()
        bars = (Bar(_("intercepts"), chance), Bar(_("misses the enemy"), 1 - chance))
        tries.append(Panel(names.fleet(key), bars, rule="7.35"))
        title = _("%(fleet)s finds the enemy") % {"fleet": names.fleet(key)}
        aboard = _describe_cargo(pos.state, check.mover)
        fights.append(naval_panel(_battle(pos.state.fleets[key], mover), title, "attacker", aboard))
    yield Section("patrol", _("Interception at sea"), tuple(tries), rule="7.35")
    note = _("A fleet intercepted away from a port may turn back instead of fighting (7.36).")
    fight_title = _("The naval battle if it succeeds")
    yield Section("at-sea", fight_title, tuple(fights), rule="8.32", note=note if check.evadable else "")


def interception_sections(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield a comparison of fighting with turning back. A fleet that turns back may meet other patrols
    (7.36).
    """
    check = pos.in_progress(SeaCheck)
    sail = pos.in_progress(Sail)
    if check is None or sail is None or check.mover not in pos.state.fleets:
        return
    mover, hunter = pos.state.fleets[check.mover], pos.state.fleets[check.patrols[0]]
    fight = naval_panel(
        _battle(hunter, mover), _("Accept battle"), "defender", _describe_cargo(pos.state, check.mover)
    )
    found = odds.naval_interception_chance(len(enemy_fleets_at(pos.state, sail.last, mover.power)))
    back = Panel(
        _("Turn back: %(place)s") % {"place": names.place(sail.last)},
        (Bar(_("gets away"), 1 - found), Bar(_("is found again"), found)),
        rule="7.36",
    )
    yield Section("evade", _("Fight or turn back"), (fight, back), rule="7.36")


def _current_voyage(state: State) -> tuple[Sail, Fleet] | None:
    """Return the current voyage and its fleet, or None."""
    sail = state.in_progress(Sail)
    mover = state.fleets.get(FleetKey(sail.power, MOVING)) if sail else None
    return (sail, mover) if sail and mover else None


def sailing(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield the chances of meeting enemy patrols in the seas ahead (7.23)."""
    under_way = _current_voyage(pos.state)
    if under_way is None:
        return
    sail, mover = under_way
    aboard = _describe_cargo(pos.state, FleetKey(sail.power, MOVING))
    found = tuple(
        panel
        for option in options(choice)
        for panel in _patrol_panels(
            pos.state,
            mover,
            str(option.value),
            enemy_fleets_at(pos.state, str(option.value), sail.power),
            aboard,
            names,
        )
    )
    if found:
        yield Section("sail", _("Patrols on the way"), found, rule="7.23")


def harbours(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield the naval battles for ports with enemy ships (7.25), and the interceptions on coasts. For a
    beaten fleet in flight, yield the chances of patrols instead.
    """
    if isinstance(pos.state.stack[-1], SeaWithdraw):
        yield from _flight_sections(pos, choice, names)
        return
    under_way = _current_voyage(pos.state)
    if under_way is None or not under_way[0].sea:
        return
    sail, mover = under_way
    aboard, found = _describe_cargo(pos.state, FleetKey(sail.power, MOVING)), []
    for option in options(choice):
        foes = enemy_fleets_at(pos.state, str(option.value), sail.power)
        if foes:
            title = _("Put in at %(port)s: enemy ships") % {"port": names.place(str(option.value))}
            found.append(naval_panel(_battle(mover, pos.state.fleets[foes[0]]), title, "attacker", aboard))
    if found:
        yield Section("ports", _("Ports that must be fought for"), tuple(found), rule="7.25")
    if sail.army:
        yield from _landing_interceptions(pos, choice, sail, names)


def _landing_interceptions(pos: Position, choice: Choice, sail: Sail, names: Names) -> Iterator[Section]:
    """Yield the interceptions that enemy armies can try after the landing (7.31)."""
    found = tuple(
        panel
        for option in options(choice)
        for place in (str(option.value),)
        for panel in interception_panels(
            Position(pos.setting, move_force(pos.state, sail.army, place)), sail.army, place, sail.seat, names
        )
    )
    if found:
        title = _("Who may intercept the landing")
        several = len({panel.title.partition(":")[0] for panel in found}) < len(found)
        note = single_note(several=several)
        yield Section("ashore", title, found, rule="7.31", folded=len(found) > 2, note=note)


def _patrol_panels(
    state: State, mover: Fleet, sea: str, foes: Iterable[FleetKey], aboard: Facts, names: Names
) -> Iterator[Panel]:
    """Yield a panel for each patrol in a sea. Each patrol can intercept once."""
    for key in foes:
        chance = odds.naval_interception_chance()
        b = _battle(state.fleets[key], mover)
        found = odds.naval(b)
        own, other = loss_texts(found, "defender", chance)
        values = {"sea": names.place(sea), "fleet": names.fleet(key)}
        yield Panel(
            title=_("%(sea)s: %(fleet)s intercepts") % values,
            bars=outcome_bars(found, chance, "defender"),
            facts=(strength(b), *aboard),
            reckoning=naval_reckoning(b),
            rule="7.35",
            own_loss=own,
            other_loss=other,
        )


def retreat_by_sea_sections(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield the chances that patrols find a beaten army on its retreat by sea (8.21)."""
    frame = pos.in_progress(Withdraw)
    if frame is None or frame.unit not in pos.state.armies:
        return
    power, ways = pos.state.armies[frame.unit].power, withdraw.ways_by_sea(pos, frame)
    watched = {port: withdraw.count_patrols(pos.state, power, route) for port, route in ways.items()}
    title = _("Retreat by sea")
    if not any(watched.values()):
        note = _("No enemy patrol is on the way: it gets away, wherever it goes.")
        yield Section("by-sea", title, rule="8.21", note=note, counted=False)
        return
    ports = [str(option.value) for option in options(choice)]
    found = tuple(_flight(names.place(port), watched[port]) for port in ports)
    by_land = withdraw.refuges(pos, frame)
    note = _("A retreat by land meets no interception and costs no die (8.21).") if by_land else ""
    yield Section("by-sea", title, found, rule="8.21", note=note)


def _flight_sections(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield the chances that patrols find a beaten fleet driven out of port (8.33)."""
    frame = pos.in_progress(SeaWithdraw)
    if frame is None or not frame.from_port or frame.fleet not in pos.state.fleets:
        return
    ports = [str(option.value) for option in options(choice)]
    way = str(choice.fixed.get("sea", ""))
    found = (_flight(names.place(p), len(escape(pos, frame, p, way)[1])) for p in ports)
    yield Section("fleeing", _("Flight"), tuple(found), rule="8.33")


def _flight(title: str, watched: int) -> Panel:
    found = odds.naval_interception_chance(watched)
    how = _("%(count)s enemy patrols on the way; each finds it on a die of 0 to 4") % {"count": watched}
    return Panel(
        title,
        (Bar(_("gets away"), 1 - found), Bar(_("is found"), found)),
        reckoning=((_("Patrols (7.35)"), how if watched else _("none")),),
        rule="7.35",
    )
