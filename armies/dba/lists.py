"""The army lists: our reconstructions, since the published ones are not in the text (dossier section 15)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType

from armies.dba.catalogue import catalogue
from armies.dba.reading import Reader, read_data

ARMY_SIZE = 12  # L58

TOPOGRAPHIES = ("arable", "forest", "hilly", "steppe", "dry", "tropical", "littoral")


@dataclass(frozen=True)
class Years:
    """From the first to the last year; None where the list's own time ends it."""

    first: int | None
    last: int | None

    def __contains__(self, year: int) -> bool:
        return (self.first is None or self.first <= year) and (self.last is None or year <= self.last)


@dataclass(frozen=True)
class Slot:
    """``count`` elements of a list, each of any of ``options`` (the first is the usual one).

    ``uniform``: all of them alike. ``general``: the army's general is this element. ``years``: of the options
    that were not there in all the time of the list.
    """

    count: int
    options: tuple[str, ...]
    label: str  # msgid: who they were
    general: bool = False
    uniform: bool = False
    years: Mapping[str, Years] = field(default_factory=dict)

    def offers(self, code: str, year: int | None) -> bool:
        """Whether that option was there in that year (None: in some year)."""
        return code in self.options and (year is None or code not in self.years or year in self.years[code])


@dataclass(frozen=True)
class ArmyList:
    """One army. Years are signed (negative: BC); ``topography`` is its home when it defends."""

    id: str
    name: str
    name_it: str
    provenance: str
    start_year: int
    end_year: int
    aggression: int  # 0-4
    topographies: tuple[str, ...]  # home first, then the alternative a campaign may allow
    slots: tuple[Slot, ...]
    enemies: tuple[str, ...]  # ids; may hold the list itself (civil war)
    dismount: Mapping[str, str]  # L90: mounted code -> foot code, one way, during the battle
    dismount_years: Years
    notes: str  # msgid

    @property
    def topography(self) -> str:
        return self.topographies[0]

    @property
    def general_slot(self) -> int:
        return next(i for i, s in enumerate(self.slots) if s.general)

    def dismounts(self, year: int | None) -> Mapping[str, str]:
        """What could dismount in that year (None: in some year)."""
        return self.dismount if year is None or year in self.dismount_years else {}

    @property
    def codes(self) -> frozenset[str]:
        """Every element that some choice of options may field."""
        return frozenset(code for slot in self.slots for code in slot.options)


@cache
def army_lists() -> Mapping[str, ArmyList]:
    """Every list by its id, in the order of the data. Raises BadData with every mistake."""
    return parse_lists(read_data("lists.json", "vexillum-dba-lists/1"))


@cache
def homes_with_bua() -> frozenset[str]:
    """Topographies whose defender may place a built-up area (L177-184)."""
    homes = read_data("lists.json", "vexillum-dba-lists/1").child("topographies")
    return frozenset(t for t in TOPOGRAPHIES if homes.child(t).child("bua").flag())


def parse_lists(root: Reader) -> Mapping[str, ArmyList]:
    """The lists from their document. Raises BadData with every mistake and its path."""
    root.fields(("schema", "provenance", "source", "note", "topographies", "armies"))
    homes = root.child("topographies")
    if homes.fields(TOPOGRAPHIES):
        for name in TOPOGRAPHIES:
            homes.child(name).fields(("bua",)) and homes.child(name).child("bua").flag()
    lists: dict[str, ArmyList] = {}
    where: dict[str, Reader] = {}
    for item in root.child("armies").items():
        found = _army(item)
        if found is None:
            continue
        if found.id in lists:
            item.child("id").wrong("duplicate", value=found.id)
        lists[found.id], where[found.id] = found, item
    for army in lists.values():
        _check_enemies(army, lists, where[army.id].child("enemies"))
    root.done()
    return MappingProxyType(lists)


_REQUIRED = (
    "id", "name", "name_it", "provenance", "start_year", "end_year", "aggression", "topography",
    "elements", "enemies", "notes",
)  # fmt: skip


def _army(item: Reader) -> ArmyList | None:
    if not item.fields(_REQUIRED, ("alternative_topography", "dismount", "dismount_years")):
        return None
    start, end = (_year(item.child(name)) for name in ("start_year", "end_year"))
    if start > end:
        item.child("end_year").wrong("ends_before_it_starts", start=start, end=end)
    homes = [item.child("topography").one_of(TOPOGRAPHIES)]
    if "alternative_topography" in item.value:
        homes.append(item.child("alternative_topography").one_of(TOPOGRAPHIES))
        if homes[0] == homes[1]:
            item.child("alternative_topography").wrong("same_as_home")
    slots = tuple(_slot(s, start, end) for s in item.child("elements").items(ARMY_SIZE))
    total = sum(s.count for s in slots)
    if total != ARMY_SIZE:
        item.child("elements").wrong("not_twelve", total=total)
    generals = [s for s in slots if s.general]
    if len(generals) != 1 or generals[0].count != 1:
        item.child("elements").wrong("not_one_general", generals=sum(s.count for s in generals))
    return ArmyList(
        id=item.child("id").text(60),
        name=item.child("name").text(80),
        name_it=item.child("name_it").text(80),
        provenance=item.child("provenance").text(40),
        start_year=start,
        end_year=end,
        aggression=item.child("aggression").number(0, 4),
        topographies=tuple(homes),
        slots=slots,
        enemies=tuple(e.text(60) for e in item.child("enemies").items()),
        dismount=_dismount(item, slots),
        dismount_years=_window(item.child("dismount_years"), start, end)
        if "dismount_years" in item.value
        else Years(None, None),
        notes=item.child("notes").text(400),
    )


def _year(item: Reader) -> int:
    year = item.number(-3000, 1600)
    if year == 0:
        item.wrong("no_year_zero")
    return year


def _slot(item: Reader, start: int, end: int) -> Slot:
    if not item.fields(("count", "options", "label"), ("general", "uniform", "years")):
        return Slot(0, (), "")
    options = tuple(o.one_of(catalogue()) for o in item.child("options").items(6))
    if not options or len(set(options)) != len(options):
        item.child("options").wrong("empty_or_doubled")
    return Slot(
        count=item.child("count").number(1, ARMY_SIZE),
        options=options,
        label=item.child("label").text(120),
        general="general" in item.value and item.child("general").flag(),
        uniform="uniform" in item.value and item.child("uniform").flag(),
        years=_years(item.child("years"), options, start, end) if "years" in item.value else {},
    )


def _years(item: Reader, options: tuple[str, ...], start: int, end: int) -> Mapping[str, Years]:
    """Of some options, never of all: in every year of the list something must fill the slot."""
    if not item.fields((), options):
        return {}
    if set(options) <= set(item.value):
        item.wrong("no_option_for_every_year")
    return MappingProxyType({str(code): _window(item.child(code), start, end) for code in item.value})


def _window(item: Reader, start: int, end: int) -> Years:
    """[first, last], one of them null; within the list's time, else it would say nothing."""
    ends = item.items(2)
    years = [None if end_.value is None else end_.number(start, end) for end_ in ends]
    if len(years) != 2 or years == [None, None]:
        item.wrong("not_a_range")
        return Years(None, None)
    return Years(years[0], years[1])


def _dismount(item: Reader, slots: tuple[Slot, ...]) -> Mapping[str, str]:
    if "dismount" not in item.value:
        return MappingProxyType({})
    change = item.child("dismount")
    if not isinstance(change.value, Mapping):
        change.wrong("not_an_object")
        return MappingProxyType({})
    fielded = {code for slot in slots for code in slot.options}
    for code in change.value:
        if code not in fielded or not catalogue()[code].mounted:
            change.child(code).wrong("not_a_mounted_element_of_the_list")
        foot = change.child(code).one_of(catalogue())
        if catalogue()[foot].mounted:
            change.child(code).wrong("not_on_foot")
    return MappingProxyType({str(k): str(v) for k, v in change.value.items()})


def _check_enemies(army: ArmyList, lists: Mapping[str, ArmyList], where: Reader) -> None:
    """Enemies exist, name each other, and lived at the same time."""
    for i, enemy in enumerate(army.enemies):
        other = lists.get(enemy)
        if other is None:
            where.child(i).wrong("unknown_list", value=enemy)
        elif army.id not in other.enemies:
            where.child(i).wrong("one_sided", value=enemy)
        elif army.start_year > other.end_year or other.start_year > army.end_year:
            where.child(i).wrong("never_met", value=enemy)
