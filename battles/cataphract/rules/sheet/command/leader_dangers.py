"""The units that leaders are stacked with, and the dangers that leaders face (4.6, 8.19)."""

from __future__ import annotations

from typing import Final

from battles.cataphract.rules.sheet.armies.roster import SEATS
from battles.cataphract.rules.sheet.command.phases import close_if_fallen, require_leader
from battles.cataphract.rules.sheet.command.table import Table
from battles.cataphract.rules.sheet.play.field import Field
from battles.cataphract.rules.sheet.play.play import ActionHandler, LeaderHurt, Play
from engine.game import Choice, Choices, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, options, pick, refuse

HARMS: Final = ("hit", "killed")


@dataclass(frozen=True)
class PlaceLeader(Action):
    """Record the unit that a leader is stacked with, or None if the leader is alone."""

    leader: str
    unit: str | None = None


@dataclass(frozen=True)
class EndangerLeader(Action):
    """Roll for a leader who could have been hit outside a clash (8.19), or was caught (4.6)."""

    leader: str
    how: str


@dataclass(frozen=True)
class LeaderPlaced(Event):
    leader: str
    unit: str


@handles(Table)
class _PlaceLeader(ActionHandler):
    action = PlaceLeader

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        return tuple(
            Choice(
                "place_leader",
                {},
                (pick("leader", living), Pick("unit", options(units), optional=True)),
                rule="4.6",
                facts={"seat": seat},
            )
            for seat in SEATS
            if (living := list(pos.living_leaders(seat))) and (units := list(pos.units_on_map(seat)))
        )

    def check(self, pos: Field, frame: Table, action: PlaceLeader) -> None:
        require_leader(pos, action.leader, "4.6")
        seat = pos.chief(action.leader).seat
        if action.unit is not None and action.unit not in pos.units_on_map(seat):
            refuse("4.6", "not_a_unit_of_this_side", unit=action.unit[:20], leader=action.leader)

    def execute(self, play: Play, frame: Table, action: PlaceLeader) -> None:
        play.lead(action.leader, at=action.unit or "")
        play.tell(LeaderPlaced(action.leader, action.unit or ""))


@handles(Table)
class _EndangerLeader(ActionHandler):
    action = EndangerLeader

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        living = [one for seat in SEATS for one in pos.living_leaders(seat)]
        fields = (pick("leader", living), pick("how", HARMS))
        return (Choice("endanger_leader", {}, fields, rule="8.19"),) if living else ()

    def check(self, pos: Field, frame: Table, action: EndangerLeader) -> None:
        require_leader(pos, action.leader, "8.19")
        if action.how not in HARMS:
            refuse("8.19", "not_one_of", value=action.how[:20])

    def execute(self, play: Play, frame: Table, action: EndangerLeader) -> None:
        if action.how == "killed":
            play.harm(action.leader, "killed")
            close_if_fallen(play)
            return
        risk(play, action.leader)
        close_if_fallen(play)


def risk(play: Play, leader: str) -> None:
    """Roll for a leader in danger. A 0 is a hit, and a second die means a wound or death (8.19)."""
    chief = play.pos.chief(leader)
    if play.throw(f"leader|{chief.name}", "8.19", chief.seat):
        play.tell(LeaderHurt(leader, "unhurt"))
        return
    if play.pos.command(leader).wounded:
        play.harm(leader, "killed")
        return
    deadly = play.throw(f"wound|{chief.name}", "9.14", chief.seat) > play.pos.rating(
        leader, "personal_combat"
    )
    play.harm(leader, "killed" if deadly else "wounded")
