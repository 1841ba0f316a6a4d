"""Exact chances beside what may be done: battles, interceptions, retreats, bribes. By the rules' own code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext as _

from campaigns.rules.justinian import odds, tables
from campaigns.rules.justinian.battle_forces import hypothetical, land_battle
from campaigns.rules.justinian.frames import Battle, March, SeaCheck
from campaigns.rules.justinian.land_battle import Drm, LandBattle, attacker_drms, defender_drms
from campaigns.rules.justinian.naval_battle import NavalBattle
from campaigns.rules.justinian.play import Table
from campaigns.rules.justinian.scenario import Scenario
from campaigns.rules.justinian.state import State, seat_of
from campaigns.wording.justinian.codes import word
from campaigns.wording.justinian.names import Names
from engine.game import Choice, Facts, Option


@dataclass(frozen=True)
class Bar:
    """One outcome with its chance."""

    label: str
    chance: Fraction
    tone: str = ""  # good, bad or "" for neither

    @property
    def percent(self) -> str:
        return percent(self.chance)


@dataclass(frozen=True)
class Panel:
    """The chances of one thing: a title, outcomes, further facts, and how the numbers came about."""

    title: str
    bars: tuple[Bar, ...]
    facts: tuple[tuple[str, str], ...] = ()
    reckoning: tuple[tuple[str, str], ...] = ()
    rule: str = ""
    own_loss: str = ""
    other_loss: str = ""

    @property
    def stripes(self) -> list[tuple[str, str]]:
        """(start, width) of each outcome on a bar of 100, as plain numbers for the drawing."""
        found, at = [], Fraction(0)
        for bar in self.bars:
            found.append((f"{float(at * 100):.1f}", f"{float(bar.chance * 100):.1f}"))
            at += bar.chance
        return found


def shared_labels(panels: Iterable[Panel]) -> tuple[str, ...]:
    """The outcomes that all panels have in common, as heads of columns; () where they differ."""
    found = {tuple(bar.label for bar in panel.bars) for panel in panels}
    return found.pop() if len(found) == 1 else ()


def percent(chance: Fraction) -> str:
    """12.5% as people read it; exact where a hundredth is."""
    value = float(chance * 100)
    return f"{value:.1f}".rstrip("0").rstrip(".") + "%"


def average(value: Fraction) -> str:
    return f"{float(value):.1f}" if value else "0"


def _who_wins(found: odds.LandOdds | odds.NavalOdds) -> tuple[Bar, ...]:
    return (
        Bar(_("attackers win"), found.attacker_wins),
        Bar(_("tie"), found.tie),
        Bar(_("defenders win"), found.defender_wins),
    )


def _strength_and_losses(
    b: LandBattle | NavalBattle, found: odds.LandOdds | odds.NavalOdds
) -> tuple[tuple[str, str], ...]:
    return (
        (_("Strength"), _("%(a)s against %(d)s SP") % {"a": b.attacker_sp, "d": b.defender_sp}),
        (_("Attackers lose on average"), average(found.mean_attacker)),
        (_("Defenders lose on average"), average(found.mean_defender)),
    )


def land_panel(b: LandBattle, title: str, mine: str = "") -> Panel:
    """Chances and expected losses of a land battle, with both sums of modifiers. ``mine``: which side is the
    reader's, attacker or defender, so that options can be compared."""
    found = odds.land(b)
    losses = [average(found.mean_attacker), average(found.mean_defender)]
    own, other = {"attacker": losses, "defender": losses[::-1]}.get(mine, ["", ""])
    return Panel(
        title=title,
        bars=_who_wins(found),
        facts=(
            *_strength_and_losses(b, found),
            (_("Attackers disorganised afterwards"), percent(found.attacker_disorganised)),
            (_("Defenders disorganised afterwards"), percent(found.defender_disorganised)),
            (_("Defenders destroyed"), percent(found.defender_wiped_out)),
        ),
        reckoning=(
            (_("Attack"), _drms(attacker_drms(b))),
            (_("Defence"), _drms(defender_drms(b))),
        ),
        rule="8.15",
        own_loss=own,
        other_loss=other,
    )


def _drms(drms: Iterable[Drm]) -> str:
    drms = tuple(drms)
    parts = ", ".join(f"{word(d.code)} {d.value:+d}" for d in drms)
    return f"{sum(d.value for d in drms):+d} ({parts})" if parts else "0"


def bribe_panels(scn: Scenario, power: str, names: Names) -> tuple[Panel, ...]:
    """One panel for each bribe that makes a difference (6.32)."""
    drm = scn.powers[power].alliance_drm or 0
    step = tables.EXPENSES["bribe_step"]
    found = []
    for gold in range(0, tables.EXPENSES["bribe_max"] + 1, step):
        chances = odds.alliance_chances(drm, gold)
        found.append(
            Panel(
                title=_("%(gold)s G") % {"gold": gold},
                bars=(
                    Bar(_("side with Byzantium"), chances["byzantine"]),
                    Bar(_("stay neutral"), chances["neutral"]),
                    Bar(_("side with the Barbarians"), chances["barbarian"]),
                ),
                reckoning=((_("Modifier"), f"{drm:+d} {tables.bribe_drm(gold):+d}"),),
                rule="6.33",
            )
        )
    return tuple(found)


def interception_panel(facts: Facts, title: str) -> Panel | None:
    """Needs ``control`` and ``drm`` in the facts (7.32)."""
    if not isinstance(facts.get("control"), int):
        return None
    drm = int(facts.get("drm", 0))
    chance = odds.interception_chance(facts["control"], drm)
    return Panel(
        title=title,
        bars=(Bar(_("intercepts"), chance), Bar(_("fails and is disorganised"), 1 - chance)),
        reckoning=((_("Control"), str(facts["control"])), (_("Modifier"), f"{drm:+d}")),
        rule="7.32",
    )


def retreat_panel(facts: Facts, title: str) -> Panel | None:
    """Needs ``control`` and ``drm``; status of the army as it is now (8.13)."""
    if not isinstance(facts.get("control"), int):
        return None
    status = {k: bool(facts.get(k)) for k in ("disorganised", "defeated")}
    found = odds.retreat_chances(facts["control"], int(facts.get("drm", 0)), **status)
    return Panel(
        title=title,
        bars=(Bar(_("in good order"), found.in_order), Bar(_("disorganised"), found.disorganised)),
        facts=((_("SP lost on average"), average(found.mean_loss)),),
        reckoning=((_("Control"), str(facts["control"])), (_("Modifier"), f"{int(facts.get('drm', 0)):+d}")),
        rule="8.13",
        own_loss=average(found.mean_loss),
        other_loss=average(Fraction(0)),
    )


def panels(table: Table, state: State, choices: Iterable[Choice], names: Names) -> tuple[Panel, ...]:
    """The chances of everything that the seat may do now. The battles are those the rules would fight."""
    found: list[Panel] = []
    battle = next((f for f in reversed(state.stack) if isinstance(f, Battle)), None)
    for choice in choices:
        if choice.kind == "attack":
            found.extend(_attacks(table, state, choice, names))
        elif choice.kind == "offer_bribe":
            found.extend(bribe_panels(table.scn, str(choice.facts.get("power")), names))
        elif choice.kind == "intercept_with":
            found.extend(_interceptions(table, state, choice, names))
        elif choice.kind in ("intercept_at_sea", "fight"):
            found.extend(_at_sea(state, choice, names))
        elif choice.kind in ("stand", "resolve_by_table") and battle is not None:
            title = _("The battle in %(place)s") % {"place": names.place(battle.province)}
            mine = "defender" if choice.kind == "stand" else ""
            found.append(land_panel(land_battle(table, state, battle), title, mine))
        elif choice.kind == "retreat_to" and "control" in choice.facts:
            found.extend(_retreats(table, state, choice, names))
    return tuple(found)


def _options(choice: Choice) -> Iterable[Option]:
    for one in choice.fields:
        yield from getattr(one, "options", ())


def _attacks(table: Table, state: State, choice: Choice, names: Names) -> Iterable[Panel]:
    march = next((f for f in reversed(state.stack) if isinstance(f, March)), None)
    if march is None:
        return
    place = state.armies[march.army].at
    for option in _options(choice):
        b = hypothetical(table, state, march.army, place, str(option.value), march.seat)
        b = replace(b, strait=march.strait, landing=march.landed)
        target = _("everyone in %(place)s") % {"place": names.place(place)}
        target = target if option.value == "all" else names.army(str(option.value))
        yield land_panel(b, _("Attack on %(target)s") % {"target": target}, "attacker")


def _interceptions(table: Table, state: State, choice: Choice, names: Names) -> Iterable[Panel]:
    """The attempt of each army, and the battle it would then fight alone as the attacker (7.32)."""
    mover, place = str(choice.facts.get("mover", "")), str(choice.facts.get("province", ""))
    for option in _options(choice):
        army = str(option.value)
        panel = interception_panel(option.facts, names.army(army))
        if panel is None or army not in state.armies:
            continue
        yield panel
        seat = seat_of(state, state.armies[army].power)
        battle = hypothetical(table, state, army, place, mover, seat)
        if battle.defender_sp:
            title = _("%(army)s attacks after intercepting") % {"army": names.army(army)}
            yield land_panel(battle, title, "attacker")


def naval_panel(b: NavalBattle, title: str) -> Panel:
    """Chances and expected losses of a naval battle (8.32)."""
    found = odds.naval(b)
    return Panel(
        title=title,
        bars=_who_wins(found),
        facts=_strength_and_losses(b, found),
        rule="8.32",
    )


def _at_sea(state: State, choice: Choice, names: Names) -> Iterable[Panel]:
    """A patrol against the fleet under way: does it find it, and how does the battle go (7.35)."""
    check = next((f for f in reversed(state.stack) if isinstance(f, SeaCheck)), None)
    mover = state.fleets.get(check.mover) if check else None
    if check is None or mover is None:
        return
    hunters = [str(o.value) for o in _options(choice)] or list(check.patrols[:1])
    for key in hunters:
        hunter = state.fleets.get(key)
        if hunter is None:
            continue
        if choice.kind == "intercept_at_sea":
            chance = odds.naval_interception_chance()
            bars = (Bar(_("intercepts"), chance), Bar(_("misses the enemy"), 1 - chance))
            yield Panel(names.fleet(key), bars, rule="7.35")
        battle = NavalBattle(hunter.power, hunter.sp, mover.power, mover.sp)
        yield naval_panel(battle, _("The naval battle"))


def _retreats(table: Table, state: State, choice: Choice, names: Names) -> Iterable[Panel]:
    army = state.armies.get(str(choice.facts.get("army", "")))
    for option in _options(choice):
        facts = {
            "control": choice.facts["control"],
            "drm": option.facts.get("drm", 0),
            "disorganised": army is not None and army.disorganised,
            "defeated": army is not None and army.defeated,
        }
        panel = retreat_panel(facts, _("Retreat to %(place)s") % {"place": names.place(str(option.value))})
        if panel:
            yield panel
