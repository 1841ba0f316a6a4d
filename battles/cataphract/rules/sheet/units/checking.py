"""Checks, recovery and rally of single units (10.1, 10.2)."""

from __future__ import annotations

from typing import Final

from battles.cataphract.rules.checks.quality import KINDS, hits, passes, rallied_hits
from battles.cataphract.rules.sheet.armies.roster import SEATS
from battles.cataphract.rules.sheet.command.table import Table
from battles.cataphract.rules.sheet.play.field import Field
from battles.cataphract.rules.sheet.play.play import ActionHandler, Play
from battles.cataphract.rules.sheet.units.moving import require_on_map
from battles.cataphract.rules.sheet.units.orders import (
    RALLY,
    RECOVER,
    give,
    must_be_ordered,
    orderable_units,
)
from engine.codec import late_field
from engine.game import Choice, Choices, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, options, pick, refuse

# the kinds of checks that cost hits
COUNTED: Final = ("passed_by_steppe", "passed_by_routed", "reaction_facing")


@dataclass(frozen=True)
class CheckQuality(Action):
    """Roll one quality check for a unit outside a clash."""

    unit: str
    what: str


@dataclass(frozen=True)
class Recover(Action):
    """Order a unit to recover hits (10.16). ``amount`` is two, or one within range of enemy missiles."""

    unit: str
    amount: int


@dataclass(frozen=True)
class Rally(Action):
    """Order a routed unit to rally (10.27).

    ``facing``: the name of the facing to which it turns if it rallies, or "" if it does not turn. Only
    battles on the map use it.
    """

    unit: str
    facing: str = late_field("")


@dataclass(frozen=True)
class QualityChecked(Event):
    """A unit has checked its quality. ``hits``: the number of hits that the check costs. ``passes``: the
    result of a check of a kind that never costs hits.
    """

    unit: str
    what: str
    face: int
    needs: int
    hits: int
    passes: bool


@dataclass(frozen=True)
class RallyRolled(Event):
    """A unit has rolled to rally. ``hits``: the number of hits that it has after rallying."""

    unit: str
    leader: str
    face: int
    needs: int
    passes: bool
    hits: int


@handles(Table)
class _CheckQuality(ActionHandler):
    action = CheckQuality

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        return tuple(
            Choice(
                "check_quality",
                {},
                (pick("unit", units), pick("what", KINDS)),
                rule="10.11",
                facts={"seat": seat},
            )
            for seat in SEATS
            if (units := list(pos.units_on_map(seat, routed=False)))
        )

    def check(self, pos: Field, frame: Table, action: CheckQuality) -> None:
        require_on_map(pos, (action.unit,), "10.11")
        if action.what not in KINDS:
            refuse("10.11", "not_one_of", value=action.what[:20])
        if pos.markers(action.unit).routed:
            refuse("10.11", "routed", unit=action.unit)

    def execute(self, play: Play, frame: Table, action: CheckQuality) -> None:
        unit, one = play.pos.unit(action.unit), play.pos.counter(action.unit)
        face = play.throw(f"{action.what}|{one.name}", "10.11", one.seat)
        needs = unit.tq if action.what == "impetuosity" else unit.quality
        modified = face + play.pos.check_modifier(one.seat)  # from the champions' challenge (11.85)
        cost = hits(action.what, unit, modified)
        held = passes(action.what, unit, modified)
        play.tell(QualityChecked(action.unit, action.what, modified, needs, cost, held))
        play.hurt(action.unit, cost, action.what)


@handles(Table)
class _Recover(ActionHandler):
    action = Recover

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        able = (
            [u for u in orderable_units(pos, RECOVER) if pos.markers(u).hits] if not pos.state.clashes else []
        )
        amounts = Pick("amount", (Option(2, usual=True), Option(1)))
        return (Choice("recover", {}, (pick("unit", able), amounts), rule="10.16"),) if able else ()

    def check(self, pos: Field, frame: Table, action: Recover) -> None:
        if pos.state.clashes:
            refuse("9.1", "resolve_clashes_first")
        must_be_ordered(pos, (action.unit,), RECOVER, "10.16")
        if not pos.markers(action.unit).hits:
            refuse("10.16", "no_hits", unit=action.unit)
        if action.amount not in (1, 2):
            refuse("10.16", "one_or_two_hits", amount=action.amount)

    def execute(self, play: Play, frame: Table, action: Recover) -> None:
        give(play, action.unit, RECOVER)
        play.ease(action.unit, action.amount, "recovery")


@handles(Table)
class _Rally(ActionHandler):
    action = Rally

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        able = orderable_units(pos, RALLY) if not pos.state.clashes else []
        if not able or pos.state.phase is None:
            return ()
        needs = pos.rating(pos.state.phase.leader, "charisma")
        return (Choice("rally", {}, (Pick("unit", options(able)),), rule="10.27", facts={"needs": needs}),)

    def check(self, pos: Field, frame: Table, action: Rally) -> None:
        if pos.state.clashes:
            refuse("9.1", "resolve_clashes_first")
        if action.facing:
            refuse("10.27", "not_one_of", value=action.facing[:20])
        must_be_ordered(pos, (action.unit,), RALLY, "10.27")

    def execute(self, play: Play, frame: Table, action: Rally) -> None:
        phase, one = play.state.phase, play.pos.counter(action.unit)
        assert phase is not None
        give(play, action.unit, RALLY)
        needs = play.pos.rating(phase.leader, "charisma")
        face = play.throw(f"rally|{one.name}", "10.27", one.seat)
        back = rallied_hits(one.unit)
        play.tell(RallyRolled(action.unit, phase.leader, face, needs, face <= needs, back))
        if face > needs:
            play.eliminate(action.unit, "rally")
            return
        play.mark(action.unit, routed=False, rallied=True, hits=back)
        if play.pos.hits_left(action.unit) <= 0:
            play.mark(action.unit, hits=play.pos.limit(action.unit) - 1)
