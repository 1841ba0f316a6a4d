"""A position of a battle on the map, with everything that follows from where the pieces are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from battles.cataphract.rules.battle.command import may_command
from battles.cataphract.rules.battle.moves import Waving
from battles.cataphract.rules.battle.scenario import MapSetting
from battles.cataphract.rules.battle.state import OnMap
from battles.cataphract.rules.field.contact import clash_between, targets
from battles.cataphract.rules.field.lines import FAR, distances
from battles.cataphract.rules.field.pieces import CORNERS, Battlefield, Piece
from battles.cataphract.rules.field.pieces import SIDES as SIDE_NAMES
from battles.cataphract.rules.field.reach import Stand
from battles.cataphract.rules.field.wedge import Rows, find_rows
from battles.cataphract.rules.sheet.armies.roster import foe
from battles.cataphract.rules.sheet.clashing.charge import ferocity
from battles.cataphract.rules.sheet.play.field import Field
from battles.cataphract.rules.sheet.play.state import DEAD, MAP, Charged, Sheet
from battles.cataphract.rules.shock.situation import SIDES, Clash, Side
from engine.values import cached_property, replace
from kit.grid.board import Layout
from kit.grid.hexes import Hex, distance

# the superior of each subordinate on a side with two overall commanders (L2903)
SUPERIORS: Final = {"sangiban": "aetius", "thorismund": "theodoric", "theodoric_ii": "theodoric"}
OVERALL, CONTINGENT = "OC", "CC"
NAMES: Final[dict[str, Hex]] = {}


def hex_of(name: str) -> Hex:
    """Return the hex with this name. Hexes are named as on the printed maps."""
    found = NAMES.get(name)
    if found is None:
        found = NAMES[name] = Layout.COLUMNS.parse(name)
    return found


def name_of(at: Hex) -> str:
    """Return the name of a hex as on the printed maps."""
    return Layout.COLUMNS.name_of(at)


def stand_name(stand: Stand, column: bool) -> str:
    """Return the name of a place with its facing, such as "5112W". A Column faces a side, as in "6010NW"."""
    return name_of(stand.at) + (SIDE_NAMES if column else CORNERS)[stand.facing]


def read_stand(text: str, column: bool) -> Stand:
    """Read the name of a place with its facing."""
    return Stand(hex_of(text[:4]), (SIDE_NAMES if column else CORNERS).index(text[4:]))


class MapField(Field):
    """A position on the map. For the facts of the sheet, see sheet.play.field.Field."""

    setting: MapSetting

    def __init__(self, setting: MapSetting, state: Sheet, before: MapField | None = None) -> None:
        """``before``: an earlier position of the same battle, whose units are taken over where nothing about
        them has changed.
        """
        super().__init__(setting, state)
        known = before.__dict__.get("battlefield") if before is not None else None
        self._known: tuple[Sheet, Battlefield] | None = (before.state, known) if before and known else None

    @cached_property
    def cache(self) -> dict[Any, Any]:
        """A cache for costly answers, which lives as long as the position."""
        return {}

    @property
    def board(self) -> OnMap:
        found = self.state.board
        assert found is not None
        return found

    @cached_property
    def battlefield(self) -> Battlefield:
        """Return all units of the position in their hexes."""
        units, same = self.state.units, self._unchanged_pieces()
        return Battlefield(
            self.setting.ground,
            {id: same.get(id) or self._piece(id) for id in self.board.places if units[id].where == MAP},
        )

    def _unchanged_pieces(self) -> Mapping[str, Piece]:
        """Return the units of the earlier position that are as they were: their markers, places and leaders
        are the same values.
        """
        if self._known is None:
            return {}
        (old, battlefield), now, self._known = self._known, self.state, None
        if old.board is None or old.leaders is not now.leaders or old.quality is not now.quality:
            return {}
        if old.board.posts is not self.board.posts:
            return {}
        was, places = old.board.places, self.board.places
        return {
            id: piece
            for id, piece in battlefield.pieces.items()
            if old.units[id] is now.units[id] and was[id] is places.get(id)
        }

    def _piece(self, unit: str) -> Piece:
        place = self.board.places[unit]
        return replace(
            self.setting.base[unit],
            unit=self.unit(unit, heart=False),
            at=hex_of(place.at),
            facing=place.facing,
        )

    def piece(self, unit: str) -> Piece:
        """Return a unit with its hex and facing. Raises KeyError for a unit off the map."""
        return self.battlefield.pieces[unit]

    def stand(self, unit: str) -> Stand:
        one = self.piece(unit)
        return Stand(one.at, one.facing)

    # --- leaders ---

    def leaders_at(self, unit: str) -> list[str]:
        """Return the leaders of a unit's own side who are in its hex."""
        place, seat = self.board.places.get(unit), self.counter(unit).seat
        if place is None:
            return []
        return [id for id in self.leaders_in(place.at) if self.chief(id).seat == seat]

    def leaders_in(self, at: str) -> list[str]:
        """Return the living leaders in a hex."""
        return self._leaders_by_hex.get(at, [])

    @cached_property
    def _leaders_by_hex(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = {}
        for id, post in self.board.posts.items():
            if self.state.leaders[id].status != DEAD:
                found.setdefault(post, []).append(id)
        return found

    def post(self, leader: str) -> Hex:
        return hex_of(self.board.posts[leader])

    def units_in(self, seat: str, at: Hex) -> tuple[Piece, ...]:
        """Return a side's units in a hex."""
        return tuple(one for one in self.battlefield.occupants.get(at, ()) if one.seat == seat)

    def is_pinned(self, leader: str) -> bool:
        """Return whether a leader is in an enemy zone, where only overall commanders can give orders
        (5.26).
        """
        return bool(self.battlefield.holders(self.chief(leader).seat, self.post(leader)))

    def reach_of(self, leader: str) -> Mapping[Hex, int]:
        """Return the hexes in a leader's command range, each with its distance (4.21)."""
        if leader not in self.cache:
            seat, most = self.chief(leader).seat, self.rating(leader, "range")
            self.cache[leader] = distances(self.battlefield, seat, self.post(leader), most)
        near: Mapping[Hex, int] = self.cache[leader]
        return near

    @cached_property
    def command_range(self) -> Mapping[Hex, int]:
        """Return the hexes in the active leader's command range, each with its distance."""
        phase = self.state.phase
        return self.reach_of(phase.leader) if phase is not None and phase.leader else {}

    def commandable_units(self, leader: str) -> Iterator[str]:
        """Yield the units in a leader's range that they may command (4.21, 4.5)."""
        near, seat = self.reach_of(leader), self.chief(leader).seat
        for one in self.battlefield.of(seat):
            if one.at in near and self.commands(leader, one.id):
                yield one.id

    def commands(self, leader: str, unit: str) -> bool:
        """Return whether a leader may command a unit at all, regardless of range."""
        return may_command(leader, self.setting.base[unit], self.setting.battle)

    def overall_commander(self, seat: str) -> str:
        """Return a side's overall commander if alive, or "". If there are two, it is the first living one."""
        return next((one for one in self.living_leaders(seat) if self.chief(one).rank == OVERALL), "")

    def superior(self, leader: str) -> str:
        """Return the overall commander of a subordinate if alive, or "".

        On the Catalaunian Fields, the Visigoths obey Theodoric, and everyone else on their side obeys Aetius.
        """
        overall = SUPERIORS.get(leader)
        if overall is None:
            return self.overall_commander(self.chief(leader).seat)
        return overall if overall in self.living_leaders(self.chief(leader).seat) else ""

    # --- the enemy: distances and clashes ---

    def distance_to_enemy(self, unit: str, at: Hex | None = None) -> int:
        """Return the distance from a unit, or from a hex that it could reach, to the nearest enemy."""
        here = self.piece(unit).at if at is None else at
        return self.enemy_distance_from(self.counter(unit).seat, here)

    def enemy_distance_from(self, seat: str, at: Hex) -> int:
        """Return the distance from a hex to the nearest enemy of the side ``seat``."""
        if (seat, at) not in self.cache:
            away = (distance(at, one.at) for one in self.battlefield.of(foe(seat)))
            self.cache[seat, at] = min(away, default=FAR)
        near: int = self.cache[seat, at]
        return near

    def is_frozen(self, unit: str) -> bool:
        """Return whether a Gothic archer must not move yet (L3561)."""
        special = "goth_archers_frozen" in self.setting.specials
        return special and not self.board.loosed and self.setting.base[unit].contingent == "goth_li"

    def line_target_distance(self, unit: str, at: Hex | None = None) -> int:
        """Return the distance to the enemy towards which an Uncontrolled Line runs.

        That is the nearest enemy or, for the Goths at Taginae, the nearest enemy in the main battle line
        (L3565).
        """
        seat = self.counter(unit).seat
        here = self.piece(unit).at if at is None else at
        aimed = "nearest_is_38xx" in self.setting.specials and self.roster.sides[seat].undisciplined
        main = (
            [o.at for o in self.battlefield.of(foe(seat)) if name_of(o.at).startswith("38")] if aimed else []
        )
        return min(distance(here, o) for o in main) if main else self.enemy_distance_from(seat, here)

    def opponents(self, unit: str) -> tuple[Piece, ...]:
        """Return the enemies in a unit's zone that it can strike in shock (7.3, L3219)."""
        found = targets(self.battlefield, self.piece(unit))
        return tuple(one for one in found if not self.counter(one.id).wall)

    @property
    def must_act(self) -> bool:
        """Return whether the active leader has trumped another and done nothing yet (5.45)."""
        phase = self.state.phase
        return phase is not None and bool(phase.replaced) and not phase.used and not phase.fought

    # --- the Wedge (L3683) ---

    @cached_property
    def wedge(self) -> Rows:
        """Return the units of the Wedge by rows, the point first, or () if there is none."""
        return self._rows(marked=True) if "wedge" in self.setting.specials else ()

    def formable_wedge(self) -> Rows:
        """Return the rows in which units can form the Wedge again, or () if they cannot."""
        return self._rows(marked=False) if "wedge" in self.setting.specials and not self.wedge else ()

    def _rows(self, *, marked: bool) -> Rows:
        units = {
            one.at: (one.id, one.facing)
            for one in self.battlefield.pieces.values()
            if self.counter(one.id).wedge
            and not one.unit.routed
            and (self.markers(one.id).wedge if marked else not self.markers(one.id).rallied)
        }
        return find_rows(units, full=not marked)

    @property
    def wave(self) -> tuple[str, ...]:
        """Return the units of the Wedge that can attack now: its point or, while its rows attack in turn, the
        current row (L3692).
        """
        frame = self.state.in_progress(Waving)
        rows = self.wedge if frame is None else frame.rows
        return rows[0] if rows else ()

    def clash(self, one: Charged) -> Clash | None:
        """Convert a declared clash into the form that the shock rules use, given the positions (9.11 to
        9.16).
        """
        attackers, defenders = [u.unit for u in one.attackers], [u.unit for u in one.defenders]
        found = clash_between(
            self.battlefield,
            [self.piece(u) for u in attackers],
            [self.piece(u) for u in defenders],
            moved=frozenset(u.unit for u in one.attackers if u.check),
            by_number=not self.roster.sizes,
        )
        fierce = tuple(
            replace(them, on_charge=ferocity(self, unit))
            for them, unit in zip(found.attackers, attackers, strict=True)
        )
        judged: dict[Side, int] = {
            side: there.index(one.judged[side])
            for side, there in zip(SIDES, (attackers, defenders), strict=True)
            if one.judged.get(side) in there
        }
        return replace(found, attackers=fierce, reference=judged)
