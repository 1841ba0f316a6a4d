"""Chances on land next to choices, for attacks, battles and retreats before combat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from django.utils.translation import gettext as _

from campaigns.justinian import forecast as odds
from campaigns.justinian.forecast import prospects
from campaigns.justinian.pages.forecasts import deserters
from campaigns.justinian.pages.forecasts.battles import aftermath, attack_title, land_panel
from campaigns.justinian.pages.forecasts.panels import Bar, Facts, Panel, Section, average, options, percent
from campaigns.justinian.rules.battle import retreat_before
from campaigns.justinian.rules.battle.battle import commanders
from campaigns.justinian.rules.battle.forces import hypothetical_battle, land_battle
from campaigns.justinian.rules.march.reach import move_force
from campaigns.justinian.rules.march.zones import armies_outside_zone
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import Battle, March
from campaigns.justinian.rules.state.state import Army
from campaigns.justinian.wording.names import Names, join_items
from engine.game import Choice
from games.wording.numbers import format_signed

# --- for the attacker ---


def attacks(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    table, state = pos.setting, pos.state
    frame = state.in_progress(March)
    if frame is None:
        return
    left = deserters.after_desertion(Position(table, state), frame.army)
    state, found = left.state, []
    place = state.armies[frame.army].at
    for option in options(choice):
        b = hypothetical_battle(Position(table, state), frame.army, place, str(option.value), frame.seat)
        b = replace(b, strait=frame.strait, landing=frame.landed)
        title = attack_title(str(option.value), place, names)
        found.append(
            land_panel(b, title, "attacker", aftermath(Position(table, state), b, frame.seat, names))
        )
    yield Section(
        "attack",
        _("Attack"),
        tuple(found),
        rule="8.11",
        note=" ".join(
            (
                _("Armies may retreat before combat (8.13); if none stays, the MP is not spent."),
                *left.note(names),
            )
        ),
    )


def winning(pos: Position, choices: Iterable[Choice]) -> dict[str, Fraction]:
    """Return the chance of winning for each target that can be attacked now, if no army retreats before
    combat.
    """
    table, state = pos.setting, pos.state
    frame = state.in_progress(March)
    if frame is None:
        return {}
    state = deserters.after_desertion(Position(table, state), frame.army).state
    place, found = state.armies[frame.army].at, {}
    for target in (str(o.value) for c in choices if c.kind == "attack" for o in options(c)):
        b = hypothetical_battle(Position(table, state), frame.army, place, target, frame.seat)
        if b.attacker_sp and b.defender_sp:
            found[target] = odds.land(replace(b, strait=frame.strait, landing=frame.landed)).attacker_wins
    return found


# --- in battle ---


def battle_sections(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield the chances of the current battle, shown to the game master."""
    battle = pos.in_progress(Battle)
    if battle is None:
        return
    b = land_battle(pos, battle)
    title = _("The battle in %(place)s") % {"place": names.place(battle.province)}
    panel = land_panel(b, title, "", aftermath(pos, b, battle.seat, names))
    yield Section("battle", title, (panel,), rule="8.15")


def commands(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield the chances of the battle under each leader who can command (8.12)."""
    battle = pos.in_progress(Battle)
    if battle is None:
        return
    _heads, seat = commanders(pos, battle)
    side = "attacker" if seat == battle.seat else "defender"
    found = []
    for option in options(choice):
        led = replace(battle, **{f"{side}_leader": str(option.value)})  # type: ignore[arg-type]
        title = _("Under %(army)s") % {"army": names.army(str(option.value))}
        found.append(land_panel(land_battle(pos, led), title, side))
    yield Section("command", _("Who leads"), tuple(found), rule="8.12")


def stand_or_retreat_sections(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield the chances of standing and of each possible retreat, for comparison (8.13)."""
    battle = pos.in_progress(Battle)
    if battle is None or not battle.queue or battle.queue[0] not in pos.state.armies:
        return
    head = battle.queue[0]
    led = replace(battle, attacker_leader=battle.attackers[0], defender_leader=head)
    b = land_battle(pos, led)
    fight = land_panel(b, _("Stand and fight"), "defender", aftermath(pos, b, battle.seat, names))
    ways = (_retreat(pos, head, place, names) for place in retreat_before.retreat_provinces(pos, battle))
    yield Section(
        "stand",
        _("Stand or retreat"),
        (fight, *ways),
        rule="8.13",
        note=_("Assumes that everybody else stays. Armies that retreat lose no SP in battle."),
    )


def _retreat(pos: Position, head: str, to: str, names: Names) -> Panel:
    army, way = pos.state.armies[head], prospects.way(pos, head, to)
    found, values = way.odds, {"drm": format_signed(way.drm), "control": way.control}
    return Panel(
        title=_("Retreat to %(place)s") % {"place": names.place(to)},
        bars=(Bar(_("in good order"), found.in_order), Bar(_failure_label(army), 1 - found.in_order)),
        facts=(
            (_("SP lost on average"), average(found.mean_loss)),
            *_waiting_enemies(pos, army, to, names),
        ),
        reckoning=(
            (
                _("Retreat (8.13)"),
                _("a die %(drm)s (whose province it is), at most the control rating %(control)s") % values,
            ),
        ),
        rule="8.13",
        own_loss=average(found.mean_loss),
        other_loss=average(Fraction(0)),
    )


def _failure_label(army: Army) -> str:
    """Return a label for the cost of a failed retreat, which disorganises the army or takes SP from it
    (8.13).
    """
    if army.disorganised:
        return _("loses SP")
    return _("disorganised, loses SP") if army.defeated else _("disorganised")


def _waiting_enemies(pos: Position, army: Army, to: str, names: Names) -> Facts:
    """Describe the enemy armies that can intercept a retreat into the province (7.31)."""
    waiting = prospects.threats(Position(pos.setting, move_force(pos.state, army.id, to)), army.id, to)
    if not waiting:
        return ()
    told = join_items(f"{names.army(t.army)} {percent(t.chance)}" for t in waiting)
    return ((_("May be intercepted there (7.31)"), told),)


# --- the end of the march ---


def zone_warning(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield a warning if ending the activation here would remove armies that are outside their zones
    (7.14).
    """
    frame = pos.in_progress(March)
    outside = () if frame is None or frame.free else armies_outside_zone(pos.scn, pos.state, frame.army)
    if outside:
        note = _(
            "If the activation ends here, %(armies)s leaves the map with all SP: outside its zone (7.14)."
        )
        armies = join_items(names.army(a.id) for a in outside)
        yield Section(
            "zone",
            _("Ending the activation here"),
            note=note % {"armies": armies},
            rule="7.14",
            counted=False,
        )
