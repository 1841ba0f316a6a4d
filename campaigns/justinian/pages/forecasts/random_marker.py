"""The possible effects of the next Random marker: the power, the side that it joins, and the random event."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from django.utils.translation import gettext as _

from campaigns.justinian import forecast as odds
from campaigns.justinian.forecast import prospects
from campaigns.justinian.pages.forecasts.panels import Row, Section, average, percent, spread
from campaigns.justinian.pages.forms import alliance
from campaigns.justinian.rules.segment.activation import out_of_play
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import BARBARIAN, BYZANTIUM, MAJORS
from campaigns.justinian.rules.state.units import sp_of
from campaigns.justinian.rules.turn import nika, random_events, sardinia, troops
from campaigns.justinian.rules.turn import random_events as events_table
from campaigns.justinian.rules.turn.lone_leaders import whereabouts
from campaigns.justinian.wording.codes import word
from campaigns.justinian.wording.names import Names, join_items
from engine.odds import chance_of_any


def marker_sections(pos: Position, names: Names) -> tuple[Section, ...]:
    """Return the possible effects of the next Barbarian segment, as both players see them."""
    return (
        Section(
            "powers",
            _("Who may be activated"),
            heads=(_("Power"), _("Select"), _("Random"), _("With Byzantium")),
            rows=tuple(_powers(pos, names)),
            rule="6.2",
            note=_("%(selects)s Select and %(randoms)s Random markers are left this turn.")
            % {"selects": pos.state.selects, "randoms": pos.state.randoms},
            folded=True,
        ),
        Section(
            "events",
            _("What else a Random marker may bring"),
            heads=(_("Event"), _("Chance"), _("As things stand")),
            rows=tuple(_events(pos, names)),
            rule="6.22, 9.0",
            note=_("An event strikes when both dice together show 10 or more, before the power is known."),
            folded=True,
        ),
    )


def _powers(pos: Position, names: Names) -> Iterator[Row]:
    chances = odds.activation_chances(pos.scn, out_of_play(pos.state))
    for key, chance in sorted(chances.items(), key=lambda kv: -kv[1]):
        power = pos.scn.powers[key]
        cells = (
            names.power(key),
            _("yes") if pos.state.selects and key in MAJORS else "–",
            percent(chance) if pos.state.randoms else "–",
            alliance.side(pos, key),
        )
        numbers = _("%(low)s to %(high)s of 00–99; powers that are gone are rolled again") % {
            "low": f"{power.low:02}",
            "high": f"{power.high:02}",
        }
        armies = [a for a in pos.state.armies.values() if a.power == key]
        forces, recruiting = (
            sum(a.total for a in armies),
            any(troops.will_recruit(pos.state, a) for a in armies),
        )
        levy = spread(prospects.recruits(pos, key)) if recruiting else _("none")
        why = ((_("SP in armies"), str(forces)), (_("Recruits (6.23)"), levy), (_("Dice (6.22)"), numbers))
        yield Row(cells, (*why, *alliance.bribe_chances(pos, key)))


def _events(pos: Position, names: Names) -> Iterator[Row]:
    for name, chance in sorted(odds.event_chances().items(), key=lambda kv: -kv[1]):
        meaning = MEANINGS.get(name)
        told = meaning(pos, names) if meaning else ""
        later = percent(chance_of_any(chance, pos.state.randoms))
        why = (_("With all Random markers that are left"), later)
        yield Row((word(name), percent(chance), told), () if name == "none" else (why,))


def _mutiny(pos: Position, names: Names) -> str:
    units = events_table.mutinous(pos.state)
    if not units:
        return _("no garrison or fleet is unpaid: nothing happens")
    values = {"groups": len(units), "sp": sum(sp_of(pos.state, u) for u in units)}
    return _("%(groups)s unpaid garrisons and fleets (%(sp)s SP): each deserts on an even die") % values


def _epidemic(pos: Position, names: Names) -> str:
    if events_table.is_ignored(pos):
        return _("without effect before turn %(turn)s") % {"turn": events_table.LATE_EPIDEMIC}
    if pos.state.epidemics:
        return _("the game ends at once")
    dead = {BYZANTIUM: 0, BARBARIAN: 0}
    for _place, seat, _units, toll in events_table.tolls(pos.scn, pos.state):
        dead[seat] += toll
    values = {"byzantine": dead[BYZANTIUM], "barbarian": dead[BARBARIAN]}
    return (
        _("%(byzantine)s Byzantine and %(barbarian)s Barbarian SP die; the next revenue is halved") % values
    )


def _nika(pos: Position, names: Names) -> str:
    guard = nika.nika_guard(pos.state)
    if guard >= nika.NIKA_GUARD:
        return _("%(guard)s SP guard Europa: nothing happens") % {"guard": guard}
    values = {"guard": guard, "needed": nika.NIKA_GUARD}
    return (
        _("only %(guard)s of %(needed)s SP guard Europa: an army must come, and a segment is lost") % values
    )


def _revolt_text(places: tuple[str, ...], names: Names) -> str:
    if not places:
        return _("everything is guarded: nothing happens")
    return _("in revolt: %(places)s") % {"places": join_items(names.place(p) for p in places)}


def _armenia(pos: Position, names: Names) -> str:
    return _revolt_text(random_events.armenian(pos.scn, pos.state), names)


def _egypt(pos: Position, names: Names) -> str:
    return _revolt_text(random_events.egyptian(pos.scn, pos.state), names)


def _sardinia(pos: Position, names: Names) -> str:
    holder = sardinia.sardinian_power(pos.state)
    if holder is None:
        return _("nobody holds Sardinia: nothing happens")
    values = {"holder": names.power(holder), "sp": average(odds.sardinian_chances().expectation())}
    return _("%(holder)s: 5 SP and a ship must go, %(sp)s SP are lost on average") % values


def _politics(pos: Position, names: Names) -> str:
    if not pos.state.cup:
        return _("nobody is in the cup: nothing happens")
    return _("one of %(leaders)s leaders is replaced by a draw") % {"leaders": len(whereabouts(pos.state))}


def _builds(pos: Position, names: Names) -> str:
    cost = events_table.BUILDING_COST
    if pos.state.gold >= cost:
        return _("%(cost)s of %(gold)s G are gone") % {"cost": cost, "gold": pos.state.gold}
    values = {"gold": pos.state.gold, "debt": cost - pos.state.gold}
    return _("%(gold)s G are gone, %(debt)s more out of the next revenue") % values


def _disputes(pos: Position, names: Names) -> str:
    return _("the next Byzantine segment is lost")


MEANINGS: Mapping[str, Callable[[Position, Names], str]] = {
    "mutiny": _mutiny,
    "epidemic": _epidemic,
    "nika": _nika,
    "armenia": _armenia,
    "sardinia": _sardinia,
    "egypt": _egypt,
    "politics": _politics,
    "justinian_builds": _builds,
    "religious_disputes": _disputes,
}
