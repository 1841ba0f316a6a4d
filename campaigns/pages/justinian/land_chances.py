"""Chances on land beside what may be done: battles, interceptions, retreats. By the rules' own code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from django.utils.translation import gettext as _

from campaigns.pages.justinian.panels import Bar, Facts, Panel, Section, average, percent
from campaigns.rules.justinian import interception, march, odds, prospects, retreat, sea_retreat
from campaigns.rules.justinian.battle import commanders
from campaigns.rules.justinian.battle_forces import hypothetical, land_battle
from campaigns.rules.justinian.frames import Battle, March, Withdraw
from campaigns.rules.justinian.geography import Route, step_lines
from campaigns.rules.justinian.land_battle import (
    FRONTIER,
    Drm,
    Group,
    LandBattle,
    attacker_drms,
    defender_drms,
)
from campaigns.rules.justinian.leaders import control_rating
from campaigns.rules.justinian.play import Table
from campaigns.rules.justinian.reach import lazi_rise, moved
from campaigns.rules.justinian.state import BYZANTIUM, Army, State, enemy, force, seat_of
from campaigns.wording.justinian.codes import word
from campaigns.wording.justinian.names import Names, listed, signed
from engine.game import Choice, Option


def options(choice: Choice) -> Iterator[Option]:
    for one in choice.fields:
        yield from getattr(one, "options", ())


def battle_of(state: State) -> Battle | None:
    return next((f for f in reversed(state.stack) if isinstance(f, Battle)), None)


def march_of(state: State) -> March | None:
    return next((f for f in reversed(state.stack) if isinstance(f, March)), None)


# --- one battle ---


def land_panel(
    b: LandBattle, title: str, mine: str = "", after: Facts = (), found: odds.LandOdds | None = None
) -> Panel:
    """Chances and expected losses of a land battle, with both sums of modifiers. ``mine``: which side is the
    reader's, attacker or defender, so that options can be compared. ``after``: what follows it."""
    found = found or odds.land(b)
    losses = [average(found.mean_attacker), average(found.mean_defender)]
    own, other = {"attacker": losses, "defender": losses[::-1]}.get(mine, ["", ""])
    return Panel(
        title=title,
        bars=who_wins(found),
        facts=(
            (_("Strength"), _("%(a)s against %(d)s SP") % {"a": b.attacker_sp, "d": b.defender_sp}),
            (_("Attackers lose on average"), average(found.mean_attacker)),
            (_("Defenders lose on average"), average(found.mean_defender)),
            (_("Attackers disorganised afterwards"), percent(found.attacker_disorganised)),
            (_("Defenders disorganised afterwards"), percent(found.defender_disorganised)),
            (_("Attackers destroyed"), percent(found.attacker_wiped_out)),
            (_("Defenders destroyed"), percent(found.defender_wiped_out)),
            *after,
        ),
        reckoning=(
            (_("Attack"), drms(attacker_drms(b))),
            (_("Defence"), drms(defender_drms(b))),
        ),
        rule="8.15",
        own_loss=own,
        other_loss=other,
    )


def who_wins(found: odds.LandOdds | odds.NavalOdds) -> tuple[Bar, ...]:
    return (
        Bar(_("attackers win"), found.attacker_wins),
        Bar(_("tie"), found.tie),
        Bar(_("defenders win"), found.defender_wins),
    )


def drms(lines: Iterable[Drm]) -> str:
    lines = tuple(lines)
    parts = ", ".join(f"{word(d.code)} {signed(d.value)} ({_section(d.rule)})" for d in lines)
    return f"{signed(sum(d.value for d in lines))}: {parts}" if parts else "0"


def _section(rule: str) -> str:
    """Lines of the modifier tables, which have no number of their own, belong to 8.15."""
    return rule if "." in rule else "8.15"


def aftermath(table: Table, state: State, b: LandBattle, seat: str, names: Names) -> Facts:
    """What follows a battle beside its losses: pillage of Unpaid victors (8.27), beaten forces without a way
    out (8.21), garrisons that are lost with it. ``seat`` is the attacker's."""
    found: list[tuple[str, str]] = []
    for groups, side in ((b.attackers, seat), (b.defenders, enemy(seat))):
        for g in groups:
            found.extend(_pillage(g, names))
            found.extend(_beaten(table, state, g, side, b.province, names))
    return tuple(found)


def _pillage(g: Group, names: Names) -> Facts:
    if not g.unpaid or g.kind == FRONTIER:
        return ()
    lost = odds.pillage_after_victory(g.leader_control, g.sp)
    what = _("%(army)s wins unpaid: it pillages (8.27)") % {"army": names.army(g.id)}
    values = {"chance": percent(1 - lost.get(0, Fraction(0))), "sp": average(odds.mean(lost))}
    return ((what, _("%(chance)s that SP go home, %(sp)s on average") % values),)


def _beaten(table: Table, state: State, g: Group, seat: str, place: str, names: Names) -> Facts:
    """Only what is special: no way out, or a garrison, which does not retreat."""
    if g.kind == FRONTIER:
        return ((_("Frontier troops, if beaten (8.21)"), _("all are lost")),)
    if place not in table.scn.provinces or g.id == "levy":
        return ()
    frame = Withdraw(g.id, seat, place)
    if retreat.refuges(table, state, frame) or sea_retreat.refuges(table, state, frame):
        return ()
    what = _("%(unit)s, if beaten: no way out (8.21)") % {"unit": names.anything(g.id)}
    lost = odds.mean(odds.stranded_chances(g.sp))
    return ((what, _("stays and loses a die of SP, %(sp)s on average") % {"sp": average(lost)}),)


# --- attacking, and coming to where others stand ---


def attacks(table: Table, state: State, choice: Choice, names: Names) -> Iterator[Section]:
    frame = march_of(state)
    if frame is None:
        return
    place, found = state.armies[frame.army].at, []
    for option in options(choice):
        b = hypothetical(table, state, frame.army, place, str(option.value), frame.seat)
        b = replace(b, strait=frame.strait, landing=frame.landed)
        target = _("everyone in %(place)s") % {"place": names.place(place)}
        target = target if option.value == "all" else names.army(str(option.value))
        after = aftermath(table, state, b, frame.seat, names)
        found.append(land_panel(b, _("Attack on %(target)s") % {"target": target}, "attacker", after))
    yield Section(
        "attack",
        _("Attack"),
        tuple(found),
        rule="8.11",
        note=_("Armies may retreat before combat (8.13); if nobody stays, the MP is not spent."),
    )


def entering(table: Table, state: State, choice: Choice, names: Names) -> Iterator[Section]:
    """Where the next step may meet somebody: an interception, the Lazi, the defenders of a box."""
    frame = march_of(state)
    if frame is None:
        return
    found: list[Panel] = []
    for option in options(choice):
        place = str(option.value)
        if place in table.scn.boxes or lazi_rise(state, frame.seat, place):
            found.extend(_met(table, state, frame, place, names))
        else:
            there = moved(state, frame.army, place)
            found.extend(lurking(table, there, frame.army, place, frame.seat, names))
    if found:
        yield Section(
            "entering",
            _("Who may fall upon the march"),
            tuple(found),
            rule="7.31",
            note=_("Counted for an army that intercepts alone. If it fails it is disorganised."),
            folded=len(found) > 2,
        )


def lurking(table: Table, state: State, mover: str, place: str, seat: str, names: Names) -> Iterator[Panel]:
    """A panel for each army that may intercept the mover who has come there."""
    for army in interception.candidates(state, place, enemy(seat)):
        chance = interception_chance(table, state, army, place)
        b = hypothetical(table, state, army, place, mover, enemy(seat))
        found = odds.land(b)
        values = {"place": names.place(place), "army": names.army(army)}
        yield Panel(
            title=_("%(place)s: %(army)s intercepts") % values,
            bars=(
                Bar(_("no battle"), 1 - chance),
                Bar(_("battle won"), chance * found.defender_wins),
                Bar(_("tie"), chance * found.tie),
                Bar(_("battle lost"), chance * found.attacker_wins),
            ),
            facts=(
                (_("Strength"), _("%(a)s against %(d)s SP") % {"a": b.attacker_sp, "d": b.defender_sp}),
                *aftermath(table, state, b, enemy(seat), names),
            ),
            reckoning=(
                *_attempt(table, state, army, place),
                (_("Attack"), drms(attacker_drms(b))),
                (_("Defence"), drms(defender_drms(b))),
            ),
            rule="7.32",
            own_loss=average(chance * found.mean_defender),
            other_loss=average(chance * found.mean_attacker),
        )


def _met(table: Table, state: State, frame: March, place: str, names: Names) -> Iterator[Panel]:
    """The Lazi who rise with a die of SP (3.41), or the defenders of a box, which is attacked with all MP; a
    leader alone there recruits first (7.19)."""
    origin = state.armies[frame.army].at
    kind = march.exits(table, state, frame.army)[place]
    route = Route(frame.mp, (origin, place), (step_lines(kind),))
    rule = "7.19" if place in table.scn.boxes else "3.41"
    for attack in prospects.prospects(table, state, frame.army, route):
        found, fought = attack.chances, attack.fought
        yield Panel(
            title=_("Attack on %(target)s") % {"target": names.place(place)},
            bars=(
                Bar(_("no battle"), 1 - fought),
                Bar(_("battle won"), fought * found.attacker_wins),
                Bar(_("tie"), fought * found.tie),
                Bar(_("battle lost"), fought * found.defender_wins),
            ),
            facts=((_("Attackers disorganised afterwards"), percent(fought * found.attacker_disorganised)),),
            rule=rule,
            own_loss=average(fought * found.mean_attacker),
            other_loss=average(fought * found.mean_defender),
        )


# --- interception ---


def interception_chance(table: Table, state: State, army: str, place: str) -> Fraction:
    found = state.armies[army]
    return odds.interception_chance(
        control_rating(table, found), interception.drm(table, state, found, place)
    )


def _attempt(table: Table, state: State, army: str, place: str) -> Facts:
    """How the chance of an interception comes about (7.32)."""
    found = state.armies[army]
    drm, control = interception.drm(table, state, found, place), control_rating(table, found)
    values = {"drm": signed(drm), "control": control}
    how = _("a die %(drm)s (city or fort one holds), at most the control rating %(control)s") % values
    return ((_("Interception (7.32)"), how),)


def interceptions(table: Table, state: State, choice: Choice, names: Names) -> Iterator[Section]:
    """The attempt of each army, and the battle it would then fight alone as the attacker (7.32)."""
    mover, place = str(choice.facts.get("mover", "")), str(choice.facts.get("province", ""))
    tries, fights = [], []
    for option in options(choice):
        army = str(option.value)
        if army not in state.armies:
            continue
        chance = interception_chance(table, state, army, place)
        bars = (Bar(_("intercepts"), chance), Bar(_("fails and is disorganised"), 1 - chance))
        why = _attempt(table, state, army, place)
        tries.append(Panel(names.army(army), bars, reckoning=why, rule="7.32"))
        seat = seat_of(state, state.armies[army].power)
        b = hypothetical(table, state, army, place, mover, seat)
        if b.defender_sp:
            title = _("%(army)s attacks after intercepting") % {"army": names.army(army)}
            fights.append(land_panel(b, title, "attacker", aftermath(table, state, b, seat, names)))
    yield Section("intercept", _("Interception"), tuple(tries), rule="7.31")
    if fights:
        yield Section(
            "intercepted",
            _("The battle if it succeeds"),
            tuple(fights),
            rule="8.15",
            note=_("Counted for one army alone; those that succeed together attack together (7.33)."),
        )


# --- attacked ---


def the_battle(table: Table, state: State, choice: Choice, names: Names) -> Iterator[Section]:
    """The battle as it would be fought now, for who may resolve it."""
    battle = battle_of(state)
    if battle is None:
        return
    b = land_battle(table, state, battle)
    title = _("The battle in %(place)s") % {"place": names.place(battle.province)}
    panel = land_panel(b, title, "", aftermath(table, state, b, battle.seat, names))
    yield Section("battle", title, (panel,), rule="8.15")


def commands(table: Table, state: State, choice: Choice, names: Names) -> Iterator[Section]:
    """The battle under each leader who may command (8.12)."""
    battle = battle_of(state)
    if battle is None:
        return
    _heads, seat = commanders(table, state, battle)
    side = "attacker" if seat == battle.seat else "defender"
    found = []
    for option in options(choice):
        led = replace(battle, **{f"{side}_leader": str(option.value)})  # type: ignore[arg-type]
        title = _("Under %(army)s") % {"army": names.army(str(option.value))}
        found.append(land_panel(land_battle(table, state, led), title, side))
    yield Section("command", _("Who leads"), tuple(found), rule="8.12")


def stands(table: Table, state: State, choice: Choice, names: Names) -> Iterator[Section]:
    """Stand or retreat, side by side (8.13)."""
    battle = battle_of(state)
    if battle is None or not battle.queue or battle.queue[0] not in state.armies:
        return
    head = battle.queue[0]
    led = replace(battle, attacker_leader=battle.attackers[0], defender_leader=head)
    b = land_battle(table, state, led)
    fight = land_panel(b, _("Stand and fight"), "defender", aftermath(table, state, b, battle.seat, names))
    ways = (
        _retreat(table, state, head, place, battle.seat, names)
        for place in retreat.ways_out(table, state, battle)
    )
    yield Section(
        "stand",
        _("Stand or retreat"),
        (fight, *ways),
        rule="8.13",
        note=_("Counted for everybody else staying. Who retreats loses no SP in battle."),
    )


def _retreat(table: Table, state: State, head: str, to: str, attacker: str, names: Names) -> Panel:
    army = state.armies[head]
    control, drm = control_rating(table, army), retreat.leaving_drm(state, head, to)
    found = odds.retreat_chances(control, drm, disorganised=army.disorganised, defeated=army.defeated)
    return Panel(
        title=_("Retreat to %(place)s") % {"place": names.place(to)},
        bars=(Bar(_("in good order"), found.in_order), Bar(_failing(army), 1 - found.in_order)),
        facts=(
            (_("SP lost on average"), average(found.mean_loss)),
            *_awaited(table, state, army, to, attacker, names),
        ),
        reckoning=(
            (
                _("Retreat (8.13)"),
                _("a die %(drm)s (whose province it is), at most the control rating %(control)s")
                % {"drm": signed(drm), "control": control},
            ),
        ),
        rule="8.13",
        own_loss=average(found.mean_loss),
        other_loss=average(Fraction(0)),
    )


def _failing(army: Army) -> str:
    """What a failed retreat costs: order, or SP of an army that has none left (8.13)."""
    if army.disorganised:
        return _("loses SP")
    return _("disorganised, loses SP") if army.defeated else _("disorganised")


def _awaited(table: Table, state: State, army: Army, to: str, foe: str, names: Names) -> Facts:
    """Enemy armies where the retreat leads may intercept it (7.31)."""
    there = moved(state, army.id, to)
    waiting = interception.candidates(there, to, foe)
    if not waiting:
        return ()
    told = listed(f"{names.army(a)} {percent(interception_chance(table, there, a, to))}" for a in waiting)
    return ((_("May be intercepted there (7.31)"), told),)


def zone_note(table: Table, state: State, names: Names) -> str:
    """What an army risks that ends outside its zone (7.14)."""
    frame = march_of(state)
    if frame is None or frame.seat != BYZANTIUM or frame.free:
        return ""
    outside = [
        names.army(a.id)
        for a in force(state, frame.army)
        if a.power == BYZANTIUM
        and a.at in table.scn.provinces
        and a.at not in table.scn.armies[a.id].end_zone
    ]
    return (
        _("If the activation ends here, %(armies)s leaves the map with all SP: outside its zone (7.14).")
        % {"armies": listed(outside)}
        if outside
        else ""
    )
