"""The information above the forms for leaders who arrive or are replaced (4.14, 4.22)."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from campaigns.justinian.pages.forecasts.panels import Row, Section, options
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.turn.tzazon import FLEET_CAPACITY, TzazonHandler, place_of
from campaigns.justinian.wording.names import Names, join_items, sp
from engine.game import Choice


def places(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield the provinces in which a leader can arrive and the troops that the leader would command. A note
    explains why other places are excluded.
    """
    leader = pos.scn.leaders[str(choice.facts["leader"])]
    power, rows = leader.power, []
    for option in options(choice):
        place = str(option.value)
        waiting = pos.state.detached.get(place, {}).get(power, 0)
        others = pos.power_sp_at(place, power) - waiting
        under = sp(waiting) if waiting else _("nobody")
        rows.append(Row((names.place(place), under, sp(others) if others else "–")))
    note = _(
        "The leader can only go to provinces with land SP %(of_power)s. Detached troops there join "
        "the leader at once; an army keeps its own leader."
    ) % {"of_power": names.of_power(power)}
    yield Section(
        "arrival",
        _("%(leader)s: possible places") % {"leader": names.leader(leader.id)},
        heads=(_("Province"), _("Comes under the leader"), _("In armies there")),
        rows=tuple(rows),
        rule="4.22",
        note=note,
        counted=False,
    )


def troops(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield the troops that Tzazon can bring, and which of them need ships."""
    leader, handler = pos.scn.leaders[str(choice.facts["leader"])], TzazonHandler()
    goal = leader.arrives_in or ""
    units, fleets = handler.sources(pos, leader.id), handler.fleets(pos, leader.id)
    rows = tuple(
        Row(
            (
                names.unit(unit),
                sp(strength),
                _("no: they are there") if place_of(pos.state, unit) == goal else _("yes"),
            )
        )
        for unit, strength in units.items()
    )
    ships = sum(fleets.values())
    values = {
        "least": handler.least(pos, leader.id),
        "place": names.place(goal),
        "each": FLEET_CAPACITY,
        "ships": ships,
        "room": ships * FLEET_CAPACITY,
        "ports": join_items(names.unit(f) for f in fleets) or _("none"),
    }
    note = _(
        "At least %(least)s SP go with the leader to %(place)s. SP from elsewhere need 1 SP of ships "
        "for every %(each)s of them, and the ships go along; there are %(ships)s SP of ships for "
        "%(room)s SP (%(ports)s). If there are too few ships, exactly %(least)s SP go and no more."
    )
    yield Section(
        "arrival",
        _("%(leader)s: what is needed") % {"leader": names.leader(leader.id)},
        heads=(_("Troops"), _("SP"), _("Need ships")),
        rows=rows,
        rule="4.22",
        note=note % values,
        counted=False,
    )


def replaced_leaders(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield the leaders who can be replaced, and the number of leaders in the cup (4.14)."""
    rows = []
    for option in options(choice):
        army = pos.state.armies[str(option.value)]
        leader = pos.scn.leaders[army.leader or ""]
        ratings = f"{leader.control} {leader.movement} {leader.battle}"
        lost = _("yes") if leader.id in pos.state.losers else _("no")
        rows.append(Row((names.army(army.id), names.leader(leader.id), ratings, lost)))
    note = _(
        "%(cup)s leaders are in the cup, each equally likely to be drawn. A replaced leader goes back"
        " into it after the draws, and the army sheds Defeated and Disorganised. Tick none to keep all."
    )
    yield Section(
        "leaders",
        _("Who may be replaced"),
        heads=(_("Army"), _("Leader"), _("Control, movement, battle"), _("Lost a battle")),
        rows=tuple(rows),
        rule="4.14",
        note=note % {"cup": len(pos.state.cup)},
        counted=False,
    )
