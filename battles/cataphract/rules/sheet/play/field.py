"""The position of a sheet: the roster and the state, with the queries that the rules need."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battles.cataphract.rules.missile import why_no_missiles
from battles.cataphract.rules.sheet.armies.roster import SEATS, Chief, Counter, Roster
from battles.cataphract.rules.sheet.play.state import (
    BYPASSED,
    DEAD,
    ELIMINATED,
    INACTIVE,
    MAP,
    RESERVE,
    Charged,
    Command,
    Loose,
    Marked,
    Sheet,
)
from battles.cataphract.rules.shock.situation import Clash
from battles.cataphract.rules.tables import DATA, table
from battles.cataphract.rules.unit import Leader, Unit
from engine.values import dataclass, replace

PER_LEADER: Final = 5  # rout points of an eliminated leader for each point of Initiative (12.2)
MOST_PHASES: Final = 3  # maximum number of Orders Phases in a row for one leader (5.13)
NEAR: Final = 2  # units within this many hits of rout are listed as shaken
UNPRINTED: Final = "none"  # value of the option "pursuit": cavalry without a printed value cannot be lured
REPLACEMENT: Final = next(one for one in DATA.table("leaders")["leaders"] if one["id"] == "replacement")


@dataclass(frozen=True)
class Options:
    """The options of a sheet.

    hands     "any": a player of either side can enter everything; "own": only what concerns their side
    engaged   the optional rule 10.3 is used
    ferocity  changes the die of an attacker's check: "less" (ruling 12) or "more" (as printed, L3033)
    pursuit   the value of cavalry against feigned retreats on the map, where the battle prints none (6.74)
    """

    hands: str = "any"
    engaged: bool = False
    ferocity: str = "less"
    pursuit: str = UNPRINTED


@dataclass(frozen=True)
class Setting:
    """A scenario with its options."""

    roster: Roster
    options: Options = Options()


class Field:
    """A position of a sheet: the setting and a state, with the values derived from both."""

    def __init__(self, setting: Setting, state: Sheet) -> None:
        self.setting, self.state = setting, state

    @property
    def roster(self) -> Roster:
        return self.setting.roster

    # --- units ---

    def counter(self, unit: str) -> Counter:
        return self.roster.counters[unit]

    def markers(self, unit: str) -> Marked:
        return self.state.units[unit]

    def bonus(self, seat: str) -> int:
        """Return the modifier that discipline or fasting adds to a side's quality (11.2, L3320)."""
        more = table("effective_tq")["undisciplined_bonus"] if seat in self.state.heart else 0
        return int(more) + self.state.quality.get(seat, 0)

    def unit(self, id: str, *, heart: bool = True) -> Unit:
        """Return a unit with its markers and its leader. ``heart``: whether to include the bonus of an
        undisciplined army.
        """
        one, now = self.counter(id), self.state.units[id]
        bonus = self.bonus(one.seat) if heart else self.state.quality.get(one.seat, 0)
        return replace(
            one.unit,
            hits=now.hits,
            supply=now.supply,
            routed=now.routed,
            column=now.column,
            wedge=now.wedge,
            bonus=0 if now.routed else bonus,
            leader=self.leader_with(id),
        )

    def clash(self, one: Charged) -> Clash | None:
        """Return a declared clash as it results from the positions on a map.

        Return None on a sheet, where players report the details of a clash.
        """
        return None

    def limit(self, id: str) -> int:
        """Return the number of hits that routs a unit, or eliminates it if it has routed (10.14, 10.26)."""
        return self.unit(id).quality

    def hits_left(self, id: str) -> int:
        """Return the number of hits that a unit can take before it routs."""
        return self.limit(id) - self.state.units[id].hits

    def units_on_map(self, seat: str, *, routed: bool | None = None) -> Iterator[str]:
        """Yield a side's units on the map. ``routed`` limits them to routed units, or to units that have not
        routed.
        """
        for one in self.roster.counters_of(seat):
            now = self.state.units[one.id]
            if now.where == MAP and routed in (None, now.routed):
                yield one.id

    def reserves(self, seat: str) -> Iterator[str]:
        """Yield a side's units that have not arrived yet."""
        return (u.id for u in self.roster.counters_of(seat) if self.state.units[u.id].where == RESERVE)

    def orderly_units(self, seat: str) -> Iterator[str]:
        """Yield a side's units that can receive orders: neither routed nor rallied this turn (10.26)."""
        return (u for u in self.units_on_map(seat, routed=False) if not self.state.units[u].rallied)

    def shooters(self, seat: str) -> Iterator[str]:
        """Yield a side's units that can shoot at all (8.11, 8.17)."""
        return (u for u in self.units_on_map(seat) if not self.why_no_shot(u))

    def why_no_shot(self, unit: str) -> str:
        """Return the reason code if a unit cannot shoot at all, or "" if it can."""
        now = self.state.units[unit]
        if why := why_no_missiles(self.unit(unit)):
            return why
        if now.shieldwall:
            return "in_shieldwall"
        return "limbered" if now.limbered else "engaged" if now.engaged else ""

    def check_modifier(self, seat: str) -> int:
        """Return the modifier to a side's quality rolls in turn 1 from the champions' challenge (11.85)."""
        special = self.state.special
        if self.state.turn > 1 or not special.champion or special.redeemed == "yes":
            return 0
        drm = table("effective_tq")["champion_winner_drm_turn_1"]
        if seat == special.champion:
            return int(drm)
        # the loser's penalty, if the attempt to redeem the challenge failed (L3545)
        return -int(drm) if special.redeemed == "no" else 0

    def has_ferocity(self, unit: str) -> bool:
        """Return whether a unit's tribe still has its Ferocity (L3031)."""
        return self.counter(unit).tribe in self.state.special.fierce

    # --- leaders ---

    def chief(self, leader: str) -> Chief:
        return self.roster.chiefs[leader]

    def command(self, leader: str) -> Command:
        return self.state.leaders[leader]

    def rating(self, leader: str, fact: str) -> int:
        """Return one of a leader's current ratings. A wound lowers each rating by one (9.14)."""
        found = self.chief(leader)
        value: int = REPLACEMENT[fact] or 0 if self.state.leaders[leader].replaced else getattr(found, fact)
        return max(0, value - 1) if self.state.leaders[leader].wounded else value

    def leader_with(self, unit: str) -> Leader | None:
        """Return the best leader stacked with a unit, or None."""
        found = self.leaders_at(unit)
        if not found:
            return None
        best = max(found, key=lambda one: self.rating(one, "charisma"))
        now = self.state.leaders[best]
        if now.replaced:
            return Leader(REPLACEMENT["charisma"], REPLACEMENT["personal_combat"], now.wounded)
        return replace(self.chief(best).fighter, wounded=now.wounded)

    def leaders_at(self, unit: str) -> list[str]:
        """Return the leaders stacked with a unit."""
        return [id for id, one in self.state.leaders.items() if one.at == unit and one.status != DEAD]

    def leader_at_risk(self, unit: str) -> str:
        """Return the leader who is at risk in a unit's clash: the best one stacked with the unit, or ""."""
        found = self.leaders_at(unit)
        return max(found, key=lambda one: self.rating(one, "charisma")) if found else ""

    def living_leaders(self, seat: str) -> Iterator[str]:
        """Yield a side's leaders who are alive."""
        return (c.id for c in self.roster.chiefs_of(seat) if self.state.leaders[c.id].status != DEAD)

    def waiting_leaders(self, *seats: str) -> list[str]:
        """Return the leaders of these sides (both by default) who can still be activated this turn."""
        return [
            id
            for seat in seats or SEATS
            for id in self.living_leaders(seat)
            if self.state.leaders[id].status in (INACTIVE, BYPASSED)
        ]

    def next_leaders(self) -> list[str]:
        """Return the leaders who can be activated now: those with the lowest Initiative (5.11)."""
        if self.due_lines():
            return []
        found = self.waiting_leaders()
        lowest = min((self.rating(one, "initiative") for one in found), default=0)
        return [one for one in found if self.rating(one, "initiative") == lowest]

    def initiative(self, seat: str) -> int:
        """Return the Initiative of a side's overall commander, or 0 if there is none (ruling 41)."""
        found = [
            self.rating(one, "initiative")
            for one in self.living_leaders(seat)
            if self.chief(one).rank == "OC"
        ]
        return max(found, default=0)

    # --- Uncontrolled Lines (11.3) ---

    def due_lines(self) -> list[Loose]:
        """Return the Uncontrolled Lines that advance before any leader is activated."""
        due = [one for one in self.state.lines if one.turn <= self.state.turn]
        seats = {one.seat for one in due}
        first = self.state.special.line_seat
        return [one for one in due if one.seat == first] if len(seats) > 1 and first else due

    def line(self, number: int) -> Loose | None:
        """Return the Uncontrolled Line with this number, or None if there is none."""
        return next((one for one in self.state.lines if one.number == number), None)

    def uncontrolled_units(self) -> frozenset[str]:
        """Return the units of all Uncontrolled Lines."""
        return frozenset(unit for one in self.state.lines for unit in one.units)

    # --- the score ---

    def rout_points(self, seat: str) -> int:
        """Return the rout points against a side, for its eliminated units and leaders (12.2)."""
        units = sum(
            one.rp for one in self.roster.counters_of(seat) if self.state.units[one.id].where == ELIMINATED
        )
        return units + sum(self.leader_points(one.id) for one in self.roster.chiefs_of(seat))

    def leader_points(self, leader: str) -> int:
        """Return the rout points for the death of a leader, and of predecessors whom the leader replaced."""
        now = self.state.leaders[leader]
        if now.status != DEAD:
            return now.lost
        value = int(REPLACEMENT["initiative"]) if now.replaced else self.chief(leader).initiative
        return now.lost + PER_LEADER * value

    def level(self, seat: str) -> int:
        """Return a side's withdrawal level, which an enemy in its gate lowers (L3225)."""
        one = self.roster.sides[seat]
        return max(0, one.level - one.gate) if seat in self.state.special.gates else one.level

    def __str__(self) -> str:
        state = self.state
        lines = [f"turn {state.turn}, phase {state.phase}, clashes {len(state.clashes)}, heart {state.heart}"]
        for seat in SEATS:
            lines.append(f"{seat}: {self.rout_points(seat)} of {self.level(seat)} rout points")
            for one in self.roster.counters_of(seat):
                now = state.units[one.id]
                lines.append(f"  {one.id} {one.name} {now.hits}/{one.tq} {_notes(now)}".rstrip())
            for chief in self.roster.chiefs_of(seat):
                command = state.leaders[chief.id]
                lines.append(f"  {chief.name}: {command.status} {command.at}".rstrip())
        return "\n".join((*lines, *(str(frame) for frame in reversed(state.stack))))


def _notes(now: Marked) -> str:
    flags = [
        name
        for name in ("moved", "routed", "rallied", "column", "wedge", "shieldwall", "engaged", "limbered")
        if getattr(now, name)
    ]
    supply = [] if now.supply == "full" else [f"missile {now.supply}"]
    return " ".join([*([] if now.where == MAP else [now.where]), *flags, *supply])
