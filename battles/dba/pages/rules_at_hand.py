"""The rules shown on the table's page: the measurements and judgements that the current phase needs. Rules
that cannot apply to these elements and this terrain are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from battles.dba.rules.distances import Reach, centimetres, fording, measures, reach
from battles.dba.rules.table.laid_terrain import HILLS, SAND
from battles.dba.rules.table.setup import MOST_RESERVE
from battles.dba.rules.table.terrain import BAD_GOING
from battles.dba.rules.troops import CIVILIANS, ENGINES, MOUNTED, TROOPS, is_camel
from battles.dba.wording import handbook_texts as texts
from battles.dba.wording.combat_results import section_name
from battles.dba.wording.names import army_name
from engine.game import Facts

LAYING: Final = frozenset({"aggression", "terrain", "sides", "camps", "deployment", "swaps"})


@dataclass(frozen=True)
class Table:
    """A table of moves or ranges. Bases with the same values share a row."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Topic:
    """A collapsible section of rules. ``lines`` are pairs of a sentence and the rulebook heading that the
    sentence comes from.
    """

    id: str
    title: str
    lines: tuple[tuple[str, str], ...]
    tables: tuple[Table, ...] = ()


@dataclass(frozen=True)
class Situation:
    """The facts that decide which topics are shown. ``kinds`` are the kinds of terrain, or None while
    unknown.
    """

    phase: str
    own: tuple[Facts, ...]
    enemy: tuple[Facts, ...]
    kinds: frozenset[str] | None
    river: str  # the nature of the river, or "" if there is no river
    bua: bool
    littoral: bool
    scenario: Facts
    seats: tuple[str, str]

    def types(self, elements: Iterable[Facts]) -> set[str]:
        return {str(one["type"]) for one in elements}

    def lies(self, *kinds: str) -> bool:
        """Return whether any of these kinds of terrain could be on the table."""
        return self.kinds is None or bool(self.kinds & set(kinds))


def handbook(view: Facts, scenario: Facts) -> tuple[Topic, ...]:
    """Return the topics for the current phase."""
    seat = view["active"] or "red"
    foe = "blue" if seat == "red" else "red"
    kinds = frozenset(piece["kind"] for piece in view["pieces"])
    kinds |= {"river"} if view["river"] else set()
    kinds |= {"bua"} if view["bua"] else set()
    s = Situation(
        view["phase"],
        _standing(view["armies"][seat]),
        _standing(view["armies"][foe]),
        kinds if view["pieces"] else None,
        view["river"]["nature"] if view["river"] else "",
        bool(view["bua"]),
        any(view["armies"][one]["topography"] == "littoral" for one in (seat, foe)),
        scenario,
        (seat, foe),
    )
    found, told = [], _measure_texts()
    for name, phases, chosen in TOPICS:
        lines = tuple((str(texts.LINES[code]) % told, section_name(rule)) for code, rule in chosen(s))
        if s.phase in phases and lines:
            found.append(Topic(name, str(texts.TITLES[name]), lines, _tables(name, s)))
    return tuple(found)


def _measure_texts() -> dict[str, str]:
    """Return the measurements that fill the placeholders in the sentences."""
    group, camp, zone = (measures()[table] for table in ("group", "camp", "deployment"))
    return {
        "fording": in_paces(fording()),
        "base": _cm(group["shift_within_mm"]),
        "half_base": _cm(group["shift_sideways_mm"]),
        "camp": _cm(camp["length_and_width_mm"]),
        "depth": in_paces(zone["depth"]),
        "flank": in_paces(zone["flank"]),
        "reserve": str(MOST_RESERVE),
        "at_water": str(zone["at_water"]),
    }


def _cm(mm: float) -> str:
    return f"{number_format(mm / 10 if mm % 10 else int(mm // 10))} cm"


def in_paces(paces: int) -> str:
    return str(_("%(paces)s paces (%(cm)s)")) % {"paces": paces, "cm": _cm(centimetres(paces) * 10)}


def _standing(army: Facts) -> tuple[Facts, ...]:
    return tuple(one for one in army["elements"] if one["where"] != "lost" and one["type"] not in CIVILIANS)


# --- rules in sentences -----------------------------------------------------------------------------------


def _distances(s: Situation) -> Iterator[tuple[str, str]]:
    yield "front_corner", "distances"
    yield "unmeasured", "distances"
    if s.lies("road"):
        yield "road", "tactical_moves"
        if s.bua:
            yield "road_bua", "linear_features"
    if s.types(s.own) & ENGINES and s.lies(*BAD_GOING):
        yield "engines_by_road", "distances"
    if s.lies(*BAD_GOING):
        yield "partly_bad", "area_features"
    if s.lies("river") and s.river != "paltry":
        yield "fording", "distances"
        yield "in_river", "rivers"
    if any(one["dismounts"] for one in s.own):
        yield "dismounting", "tactical_moves"


def _groups(s: Situation) -> Iterator[tuple[str, str]]:
    yield "single", "tactical_moves"
    yield "group", "tactical_moves"
    yield "group_ways", "tactical_moves"
    yield "half_shift", "tactical_moves"
    yield "narrowing", "tactical_moves"
    if s.lies("road", "river", *BAD_GOING):
        yield "column", "tactical_moves"


def _contacts(s: Situation) -> Iterator[tuple[str, str]]:
    for code in ("one_of_them", "on_front", "on_rear", "on_flank", "as_overlap"):
        yield code, "contact"
    if s.bua or s.phase == "moves":
        yield "on_walls", "contact"
    if s.types(s.own) & ENGINES:
        yield "engines_never", "contact"
    yield "mover_lines_up", "contact"
    if s.types(s.enemy) & {"Ps", "LH"}:
        yield "skirmisher_lines_up", "contact"
    yield "narrow_gap", "contact"


def _turning(s: Situation) -> Iterator[tuple[str, str]]:
    for code in ("turns", "two_turn", "third_recoils", "fights_on"):
        yield code, "close_combat"


def _fronts(s: Situation) -> Iterator[tuple[str, str]]:
    yield "closed", "crossing_fronts"
    yield "open_if", "crossing_fronts"


def _friends(s: Situation) -> Iterator[tuple[str, str]]:
    own = s.types(s.own)
    if "Ps" not in own:
        yield "nobody_passes", "interpenetration"
        return
    if own & MOUNTED:
        yield "mounted_pass", "interpenetration"
    yield "psiloi_pass", "interpenetration"
    yield "pass_how", "interpenetration"


def _shooting(s: Situation) -> Iterator[tuple[str, str]]:
    if not any(one["can_shoot"] for one in (*s.own, *s.enemy)):
        return
    yield "strip", "shooting"
    yield "any_edge", "shooting"
    yield "between", "shooting"
    if s.lies(*HILLS):
        yield "crest", "area_features"
    if s.lies("woods", "oasis"):
        yield "edge_of_woods", "area_features"
    yield "engaged", "shooting"
    yield "supporting_shots", "shooting"
    if any(one["type"] == "Art" for one in (*s.own, *s.enemy)):
        yield "artillery", "shooting"
    if s.bua:
        yield "bua_shots", "shooting"


def _overlaps(s: Situation) -> Iterator[tuple[str, str]]:
    yield "overlap", "close_combat"
    yield "side_to_side", "close_combat"
    yield "one_a_flank", "close_combat"
    yield "walls_none", "close_combat"


def _camp(s: Situation) -> Iterator[tuple[str, str]]:
    for code in ("camp_size", "camp_ground"):
        yield code, "camps"
    yield "no_camp", "camps"
    yield "camp_garrison", "garrisons"


def _zones(s: Situation) -> Iterator[tuple[str, str]]:
    yield "zone_depth", "deployment"
    yield "zone_flanks", "deployment"
    if s.littoral and s.lies("waterway"):
        yield "reserve", "deployment"


TOPICS: Final[tuple[tuple[str, frozenset[str], Any], ...]] = (
    ("distances", frozenset({"moves", "pips"}), _distances),
    ("groups", frozenset({"moves"}), _groups),
    ("contacts", frozenset({"moves", "combat"}), _contacts),
    ("turning", frozenset({"moves", "combat"}), _turning),
    ("fronts", frozenset({"moves"}), _fronts),
    ("friends", frozenset({"moves"}), _friends),
    ("shooting", frozenset({"moves", "shooting"}), _shooting),
    ("overlaps", frozenset({"moves", "combat"}), _overlaps),
    ("camp", LAYING, _camp),
    ("zones", LAYING - {"terrain", "sides"}, _zones),
)


# --- moves and ranges of the elements present -------------------------------------------------------------


def _tables(name: str, s: Situation) -> tuple[Table, ...]:
    sides = zip(s.seats, (s.own, s.enemy), strict=True)
    if name == "distances":
        return tuple(move_table(army_name(seat, s.scenario), bases(elements), s) for seat, elements in sides)
    if name == "shooting":
        rows = _ranges((*s.own, *s.enemy))
        return (Table(str(_("Range")), (), rows),) if rows else ()
    return ()


def bases(elements: Iterable[Facts]) -> tuple[tuple[str, str], ...]:
    """Return the distinct pairs of code and type among the elements, in the army's order."""
    return tuple(dict.fromkeys((str(one["code"]), str(one["type"])) for one in elements))


def move_table(caption: str, codes: Iterable[tuple[str, str]], s: Situation | None = None) -> Table:
    """Return the moves in paces and centimetres. Bases that move alike share a row, and columns for terrain
    that cannot be on the table are left out.
    """
    found: dict[Reach, list[str]] = {}
    camels = False
    for code, kind in codes:
        found.setdefault(reach(kind, code), []).append(code)
        camels |= is_camel(kind, code)
    columns = [("good", texts.GOING["good"])]
    if s is None or s.lies(*BAD_GOING):
        columns.append(("bad", texts.GOING["bad"]))
    if camels and (s is None or s.lies(*SAND)):
        columns.append(("sand", texts.GOING["sand"]))
    if s is None or s.lies("road"):
        columns.append(("road", texts.GOING["road"]))
    rows = tuple(
        (", ".join(codes), tuple(distance(getattr(one, field)) for field, _label in columns))
        for one, codes in sorted(found.items(), key=lambda pair: -pair[0].good)
    )
    return Table(caption, tuple(str(label) for _field, label in columns), rows)


def distance(paces: int | None) -> str:
    """Format a distance in paces with its length on the table: "300 (7.5 cm)"."""
    if paces is None:
        return str(_("never"))
    return f"{paces} ({_cm(centimetres(paces) * 10)})"


def _ranges(elements: Iterable[Facts]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    found: dict[int, list[str]] = {}
    for one in elements:
        if one["can_shoot"] and one["code"] not in found.setdefault(TROOPS[one["type"]].range, []):
            found[TROOPS[one["type"]].range].append(one["code"])
    return tuple((", ".join(codes), (distance(paces),)) for paces, codes in sorted(found.items()))
