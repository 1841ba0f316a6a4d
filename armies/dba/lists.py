"""The army lists: our reconstructions, since the rulebook text does not include the published ones (dossier
section 15).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType

from armies.dba.catalogue import catalogue
from armies.dba.files import read_data
from engine.reading import Reader

ARMY_SIZE = 12  # see L58

TOPOGRAPHIES = ("arable", "forest", "hilly", "steppe", "dry", "tropical", "littoral")


@dataclass(frozen=True)
class Years:
    """The first and last year; None where the list's own period decides."""

    first: int | None
    last: int | None

    def __contains__(self, year: int) -> bool:
        return (self.first is None or self.first <= year) and (self.last is None or year <= self.last)


@dataclass(frozen=True)
class Slot:
    """``count`` elements of a list, each of any of ``options`` (the first is the usual one).

    ``uniform``: all elements must be alike. ``general``: the army's general is this element. ``years``: when
    an option exists, if not for the list's whole period.
    """

    count: int
    options: tuple[str, ...]
    label: str  # msgid of who they were
    general: bool = False
    uniform: bool = False
    years: Mapping[str, Years] = field(default_factory=dict)

    def offers(self, code: str, year: int | None) -> bool:
        """Return whether the option was available in a year (None: in some year)."""
        return code in self.options and (year is None or code not in self.years or year in self.years[code])


@dataclass(frozen=True)
class ArmyList:
    """An army list. Years are signed (negative: BC); ``topography`` is its home ground in defence."""

    id: str
    name: str
    name_it: str
    provenance: str
    start_year: int
    end_year: int
    aggression: int  # 0-4
    topographies: tuple[str, ...]  # home first, then the alternative that a campaign can allow
    slots: tuple[Slot, ...]
    enemies: tuple[str, ...]  # ids of lists; can include this one (civil war)
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
        """Return the elements that can dismount in a year (None: in some year)."""
        return self.dismount if year is None or year in self.dismount_years else {}

    @property
    def codes(self) -> frozenset[str]:
        """Return every element that some choice of options can field."""
        return frozenset(code for slot in self.slots for code in slot.options)


@cache
def army_lists() -> Mapping[str, ArmyList]:
    """Return every list by its id, in the order of the data. Raises BadDocument with every mistake."""
    return parse_lists(read_data("lists.json", "vexillum-dba-lists/1"))


@cache
def homes_with_bua() -> frozenset[str]:
    """Return the topographies whose defender can place a built-up area (L177-184)."""
    homes = read_data("lists.json", "vexillum-dba-lists/1")["topographies"]
    return frozenset(t for t in TOPOGRAPHIES if homes[t]["bua"].flag())


def parse_lists(root: Reader) -> Mapping[str, ArmyList]:
    """Read the lists from their document. Raises BadDocument with every mistake and its path."""
    root.fields(("schema", "provenance", "source", "note", "topographies", "armies"))
    homes = root["topographies"]
    if homes.fields(TOPOGRAPHIES):
        for name in TOPOGRAPHIES:
            homes[name].fields(("bua",)) and homes[name]["bua"].flag()
    lists: dict[str, ArmyList] = {}
    where: dict[str, Reader] = {}
    for item in root["armies"].items():
        found = read_list(item)
        if found is None:
            continue
        if found.id in lists:
            item["id"].wrong("duplicate", value=found.id)
        lists[found.id], where[found.id] = found, item["enemies"]
    for army in lists.values():
        _check_enemies(army, lists, where[army.id])
    root.raise_mistakes()
    return MappingProxyType(lists)


_REQUIRED = (
    "id", "name", "name_it", "provenance", "start_year", "end_year", "aggression", "topography",
    "elements", "enemies", "notes",
)  # fmt: skip


def read_list(item: Reader) -> ArmyList | None:
    """Read a list from its document; None if fields are missing. Mistakes are noted."""
    if not item.fields(_REQUIRED, ("alternative_topography", "dismount", "dismount_years")):
        return None
    start, end = (_year(item[name]) for name in ("start_year", "end_year"))
    if start > end:
        item["end_year"].wrong("ends_before_it_starts", start=start, end=end)
    homes = [item["topography"].one_of(TOPOGRAPHIES)]
    if "alternative_topography" in item:
        homes.append(item["alternative_topography"].one_of(TOPOGRAPHIES))
        if homes[0] == homes[1]:
            item["alternative_topography"].wrong("same_as_home")
    slots = tuple(_slot(s, start, end) for s in item["elements"].items(ARMY_SIZE))
    total = sum(s.count for s in slots)
    if total != ARMY_SIZE:
        item["elements"].wrong("not_twelve", total=total)
    generals = [s for s in slots if s.general]
    if len(generals) != 1 or generals[0].count != 1:
        item["elements"].wrong("not_one_general", generals=sum(s.count for s in generals))
    return ArmyList(
        id=item["id"].text(60),
        name=item["name"].text(80),
        name_it=item["name_it"].text(80),
        provenance=item["provenance"].text(40),
        start_year=start,
        end_year=end,
        aggression=item["aggression"].number(0, 4),
        topographies=tuple(homes),
        slots=slots,
        enemies=tuple(e.text(60) for e in item["enemies"].items()),
        dismount=_dismount(item, slots),
        dismount_years=_window(item["dismount_years"], start, end)
        if "dismount_years" in item
        else Years(None, None),
        notes=item["notes"].text(400, blank=True),
    )


def _year(item: Reader) -> int:
    year = item.number(-3000, 1600)
    if year == 0:
        item.wrong("no_year_zero")
    return year


def _slot(item: Reader, start: int, end: int) -> Slot:
    if not item.fields(("count", "options", "label"), ("general", "uniform", "years")):
        return Slot(0, (), "")
    options = tuple(o.one_of(catalogue()) for o in item["options"].items(6))
    if not options or len(set(options)) != len(options):
        item["options"].wrong("empty_or_doubled")
    return Slot(
        count=item["count"].number(1, ARMY_SIZE),
        options=options,
        label=item["label"].text(120),
        general="general" in item and item["general"].flag(),
        uniform="uniform" in item and item["uniform"].flag(),
        years=_years(item["years"], options, start, end) if "years" in item else {},
    )


def _years(item: Reader, options: tuple[str, ...], start: int, end: int) -> Mapping[str, Years]:
    if not item.fields((), options):
        return {}
    if set(options) <= set(item.value):
        item.wrong("no_option_for_every_year")
    return MappingProxyType({str(code): _window(item[code], start, end) for code in item.value})


def _window(item: Reader, start: int, end: int) -> Years:
    """Read [first, last], one of which can be null. Years must be within the list's period, since otherwise
    they would change nothing.
    """
    ends = item.items(2)
    years = [end_.number_or_none(start, end) for end_ in ends]
    if len(years) != 2 or years == [None, None]:
        item.wrong("not_a_range")
        return Years(None, None)
    return Years(years[0], years[1])


def _dismount(item: Reader, slots: tuple[Slot, ...]) -> Mapping[str, str]:
    if "dismount" not in item:
        return MappingProxyType({})
    change = item["dismount"]
    fielded = {code for slot in slots for code in slot.options}
    for code in change.object():
        if code not in fielded or not catalogue()[code].is_mounted:
            change[code].wrong("not_a_mounted_element_of_the_list")
        foot = change[code].one_of(catalogue())
        if catalogue()[foot].is_mounted:
            change[code].wrong("not_on_foot")
    return MappingProxyType({str(k): str(v) for k, v in change.object().items()})


def _check_enemies(army: ArmyList, lists: Mapping[str, ArmyList], where: Reader) -> None:
    """Check that enemies exist, name each other, and lived at the same time."""
    for enemy, named in zip(army.enemies, where.items(), strict=True):
        other = lists.get(enemy)
        if other is None:
            named.wrong("unknown_list", value=enemy)
        elif army.id not in other.enemies:
            named.wrong("one_sided", value=enemy)
        elif army.start_year > other.end_year or other.start_year > army.end_year:
            named.wrong("never_met", value=enemy)
