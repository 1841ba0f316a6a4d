"""Chances of interceptions on land (7.3), for the player who can intercept and the player whose
army moves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import product
from math import prod

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.justinian import forecast as odds
from campaigns.justinian.forecast import prospects
from campaigns.justinian.forecast.prospects import Threat
from campaigns.justinian.pages.forecasts.battles import (
    aftermath,
    land_panel,
    land_reckoning,
    loss_texts,
    outcome_bars,
    strength,
)
from campaigns.justinian.pages.forecasts.panels import Bar, Facts, Panel, Section, options, percent
from campaigns.justinian.rules.battle.battle import usual_commander
from campaigns.justinian.rules.battle.forces import hypothetical_battle, land_battle
from campaigns.justinian.rules.battle.land_battle import LandBattle
from campaigns.justinian.rules.march import interception
from campaigns.justinian.rules.state.leaders import control_rating
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import Battle
from campaigns.justinian.rules.state.state import enemy
from campaigns.justinian.wording.names import Names
from engine.game import Choice
from games.wording.numbers import format_signed


def single_note(*, several: bool) -> str:
    """Return a note that each army's odds ignore the other armies, or "" for a single army."""
    told = _("Each army is counted alone; those that succeed together attack together (7.33).")
    return told if several else ""


def joint_chance_text(threats: Collection[Threat]) -> str:
    """Describe the chance that at least one army intercepts if all try (7.33), or return "" if none can."""
    if not threats:
        return ""
    told = ngettext(
        "interception %(chance)s if tried", "interception %(chance)s if all %(n)s try", len(threats)
    )
    if len(threats) == 2:
        told = _("interception %(chance)s if both try")
    return told % {"n": len(threats), "chance": percent(1 - prospects.passage_chance(threats))}


def joint_battle(pos: Position, mover: str, place: str, armies: tuple[str, ...]) -> LandBattle:
    """Return the battle in which all given armies have intercepted, under their default commander (7.33)."""
    seat = pos.seat_of(pos.state.armies[armies[0]].power)
    frame = Battle(place, armies, mover, seat, interception=True, stage="command", defender_leader=mover)
    chosen = usual_commander(pos, frame)
    return land_battle(pos, replace(frame, attacker_leader=chosen))


def _joint_panel(pos: Position, mover: str, threats: Sequence[Threat], names: Names) -> Panel:
    """Return a panel for the case that all these armies try to intercept (7.33). Its odds are averaged over
    all combinations of attempts that succeed.
    """
    place, cases = threats[0].province, []
    for tries in product((True, False), repeat=len(threats)):
        chance = prod(t.chance if hit else 1 - t.chance for t, hit in zip(threats, tries, strict=True))
        armies = tuple(t.army for t, hit in zip(threats, tries, strict=True) if hit)
        if armies and chance:
            cases.append((chance, joint_battle(pos, mover, place, armies)))
    fought = 1 - prospects.passage_chance(threats)
    found = odds.mix_odds((chance / fought, b) for chance, b in cases)
    own, other = loss_texts(found, "defender", fought)
    return Panel(
        title=_("%(place)s: all of them try") % {"place": names.place(place)},
        bars=outcome_bars(found, fought, "defender"),
        reckoning=((_("Armies that succeed attack together (7.33)"), joint_chance_text(threats)),),
        rule="7.33",
        own_loss=own,
        other_loss=other,
    )


def interception_panels(pos: Position, mover: str, place: str, seat: str, names: Names) -> Iterator[Panel]:
    """Yield a panel for each army that can intercept the mover in the place, and one for all of them
    together.
    """
    armies = interception.candidates(pos.state, place, enemy(seat))
    threats = [Threat(a, place, prospects.interception_chance(pos, a, place)) for a in armies]
    if len([t for t in threats if t.chance]) > 1:
        yield _joint_panel(pos, mover, threats, names)
    for army in armies:
        chance = prospects.interception_chance(pos, army, place)
        b = hypothetical_battle(pos, army, place, mover, enemy(seat))
        found = odds.land(b)
        own, other = loss_texts(found, "defender", chance)
        values = {"place": names.place(place), "army": names.army(army)}
        yield Panel(
            title=_("%(place)s: %(army)s intercepts") % values,
            bars=outcome_bars(found, chance, "defender"),
            facts=(strength(b), *aftermath(pos, b, enemy(seat), names)),
            reckoning=(*_describe_attempt(pos, army, place), *land_reckoning(b)),
            rule="7.32",
            own_loss=own,
            other_loss=other,
        )


def _describe_attempt(pos: Position, army: str, place: str) -> Facts:
    """Describe how the chance of an interception is calculated (7.32)."""
    found = pos.state.armies[army]
    drm, control = interception.site_drm(pos, found, place), control_rating(pos.setting, found)
    values = {"drm": format_signed(drm), "control": control}
    how = _("a die %(drm)s (city or fort one holds), at most the control rating %(control)s") % values
    return ((_("Interception (7.32)"), how),)


def interceptions(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield each army's chance to intercept, and the battle if that army alone succeeds (7.32). If several
    can try, add the battle in which all succeed.
    """
    mover, place = str(choice.facts.get("mover", "")), str(choice.facts.get("province", ""))
    tries, fights, threats = [], [], []
    for option in options(choice):
        army = str(option.value)
        if army not in pos.state.armies:
            continue
        chance = prospects.interception_chance(pos, army, place)
        bars = (Bar(_("intercepts"), chance), Bar(_("fails and is disorganised"), 1 - chance))
        why = _describe_attempt(pos, army, place)
        threats.append(Threat(army, place, chance))
        tries.append(Panel(names.army(army), bars, reckoning=why, rule="7.32"))
        seat = pos.seat_of(pos.state.armies[army].power)
        b = hypothetical_battle(pos, army, place, mover, seat)
        if b.defender_sp:
            title = _("%(army)s attacks after intercepting") % {"army": names.army(army)}
            fights.append(land_panel(b, title, "attacker", aftermath(pos, b, seat, names)))
    note = _("Together: %(joint)s.") % {"joint": joint_chance_text(threats)} if len(threats) > 1 else ""
    if len(fights) > 1:
        b = joint_battle(pos, mover, place, tuple(t.army for t in threats))
        fights.append(land_panel(b, _("All of them attack together"), "attacker"))
    yield Section("intercept", _("Interception"), tuple(tries), rule="7.31", note=note)
    if fights:
        yield Section(
            "intercepted",
            _("The battle if it succeeds"),
            tuple(fights),
            rule="8.15",
            note=single_note(several=len(fights) > 1),
        )
