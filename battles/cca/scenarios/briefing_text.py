"""The text of a scenario's briefing: leaders, victory, special rules, and the source of its set-up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.cca.pages import board
from battles.cca.pages.heraldry import flags
from battles.cca.pages.position import ReadersBoard
from battles.cca.rules.play.battle import Battle, Setting
from battles.cca.rules.play.opening import opening_state
from battles.cca.rules.scenarios import Scenario, scenarios
from battles.cca.rules.tables import load
from battles.cca.rules.terrain.board import NAMES, Side
from battles.cca.rules.turn.turns import Dealing
from battles.cca.rules.view import view
from battles.cca.wording import names
from engine.game import Facts
from maps.values import Map


@dataclass(frozen=True)
class Army:
    """One side of a briefing. ``troops`` has the number of units of each type; ``leaders`` has the leaders'
    names and hexes.
    """

    seat: str
    name: str
    leader: str
    hand: int
    first: bool
    troops: tuple[tuple[int, str], ...]
    leaders: tuple[tuple[str, str], ...]
    units: int


@dataclass(frozen=True)
class Briefing:
    """A scenario as its page presents it. ``ours``: whether the set-up is a design of this site."""

    id: str
    name: str
    year: str
    banners: int
    ours: bool
    source: str
    armies: tuple[Army, ...]
    special: tuple[str, ...]
    terrain: tuple[str, ...]

    @property
    def sides(self) -> str:
        """Name the two opponents."""
        return " – ".join(str(capfirst(army.name)) for army in self.armies)


def facts_of(name: str) -> Facts:
    """Return a built-in scenario as JSON."""
    found: Facts = next(one for one in load("scenarios")["scenarios"] if one["id"] == name)
    return found


def briefings() -> list[Briefing]:
    """Return the briefings of all scenarios in order."""
    return [briefing(one) for one in scenarios().values()]


def briefing(one: Scenario) -> Briefing:
    """Return the briefing of one scenario."""
    ground = sorted({names.terrain(two.terrain) for two in one.position.ground.values()})
    return Briefing(
        one.id,
        _(one.name),
        year(one),
        one.banners,
        one.layout == "design",
        str(facts_of(one.id)["layout_source"]),
        tuple(_army(one, side) for side in (Side.TOP, Side.BOTTOM)),
        tuple(said for rule in one.special if (said := special(one, rule))),
        tuple(str(capfirst(kind)) for kind in ground),
    )


def year(one: Scenario) -> str:
    """Return the year of a battle in the reader's language. A year that does not have the form "218 BC" is
    returned unchanged.
    """
    number, _space, era = one.year.partition(" ")
    return _("%(year)s BC") % {"year": number} if number.isdigit() and era == "BC" else one.year


def _army(one: Scenario, side: Side) -> Army:
    seat, position = one.seats[side], one.position
    troops = Counter(unit.type for unit in position.units.values() if unit.side is side)
    leaders = [
        (leader.name or str(capfirst(names.unit("leader"))), NAMES[at])
        for at, leader in sorted(position.leaders.items(), key=lambda two: NAMES[two[0]])
        if leader.side is side
    ]
    return Army(
        str(side),
        names.army(seat.army),
        seat.leader,
        seat.hand,
        one.first is side,
        tuple((number, names.unit(kind)) for kind, number in sorted(troops.items())),
        tuple(leaders),
        sum(troops.values()),
    )


def draw_start(one: Scenario) -> Map:
    """Return the map of the board at the start of the battle."""
    setting = Setting(one)
    armies = {str(side): one.seats[side].army for side in Side}
    told = view(Battle(setting, opening_state(setting, Dealing())), None)
    return board.draw_board(ReadersBoard(setting, told, flags(armies, {})), frozenset())


# --- special rules ------------------------------------------------------------------------------------------


def special(one: Scenario, rule: Mapping[str, Any]) -> str:
    """Describe a special rule in a sentence or two, or return "" for a rule that needs no description."""
    said = _SPECIAL.get(str(rule["rule"]))
    army = names.army(one.seats[Side(rule["side"])].army) if "side" in rule else ""
    return said(rule, army) if said else ""


def _hexes(rule: Mapping[str, Any]) -> str:
    return ", ".join(rule["hexes"])


def _fordable(rule: Mapping[str, Any], army: str) -> str:
    if rule["hexes"] == "all":
        return _("The whole river is fordable.")
    return _("The river is fordable in %(hexes)s alone.") % {"hexes": _hexes(rule)}


def _grows(rule: Mapping[str, Any], army: str) -> str:
    turns = ", ".join(str(number) for number in rule["draws"])
    return _("The %(army)s draw %(cards)s cards at the end of their first turns, and then hold %(n)s.") % {
        "army": army,
        "cards": turns,
        "n": rule["stays"],
    }


def _camp_rule(rule: Mapping[str, Any], army: str) -> str:
    return _(
        "The camps in %(hexes)s score for the side that holds them: one or two camps a banner, all three"
        " two banners."
    ) % {"hexes": _hexes(rule)}


_SPECIAL: Final[Mapping[str, Callable[[Mapping[str, Any], str], str]]] = {
    "fordable": _fordable,
    "special_unit": lambda rule, army: _("The unit in %(hex)s is the Sacred Band.") % {"hex": rule["hex"]},
    "river_not_fordable": lambda rule, army: _("The river cannot be crossed."),
    "ambush": lambda rule, army: (
        _(
            "Ambush: from their second turn on the %(army)s may play a Leadership card and bring their hidden"
            " force onto the first row of the enemy, in the section of the card."
        )
        % {"army": army}
    ),
    "impassable": lambda rule, army: _("The lake and the steep hills are impassable."),
    "hand_grows": _grows,
    "hand_at_banner": lambda rule, army: (
        _("With their banner %(banner)s the %(army)s draw %(n)s cards at once and then hold %(command)s.")
        % {"banner": rule["banner"], "army": army, "n": rule["draw_at_once"], "command": rule["command"]}
    ),
    "leader_lost_loses": lambda rule, army: (
        _("If %(leader)s falls, the %(army)s lose the battle.") % {"leader": rule["leader"], "army": army}
    ),
    "exit_for_banner": lambda rule, army: (
        _("Units of the %(army)s may leave the board from %(hexes)s: each earns a banner.")
        % {"army": army, "hexes": _hexes(rule)}
    ),
    "camp_banner": lambda rule, army: (
        _("The %(army)s win a banner, for good, for each camp they enter first: %(hexes)s.")
        % {"army": army, "hexes": _hexes(rule)}
    ),
    "camps_held": _camp_rule,
    "war_machine": lambda rule, army: _("The %(army)s bring a war machine.") % {"army": army},
}


def count_banners(number: int) -> str:
    """Format a number of banners."""
    return ngettext("%(n)s banner", "%(n)s banners", number) % {"n": number}


def turn_order() -> Iterator[str]:
    """Yield the parts of a turn in order, for the cheat sheet."""
    yield _("Play a card.")
    yield _("Give orders: one a unit, or a leader alone.")
    yield _("Move all ordered units that you want to move.")
    yield _("Battle with each ordered unit, one after the other: fire or close combat.")
    yield _("Draw a card.")


def combat_order() -> Iterator[str]:
    """Yield the parts of a close combat in order, for the cheat sheet."""
    yield _("First Strike, if the other side plays it.")
    yield _("Evasion: only the unit's own symbol hits it, and it goes two hexes back.")
    yield _("Roll: own symbol and swords hit; helmets hit if a leader of the attacker is there.")
    yield _(
        "Its leader is checked when it loses a block: 2 dice, 1 if it is eliminated. The leader falls if"
        " all are helmets."
    )
    yield _("Flags: back towards its own edge; a block is lost for each hex it cannot go.")
    yield _("A unit that has not left its hex battles back.")
    yield _("Momentum into a hex that is empty now; some may battle once more.")
