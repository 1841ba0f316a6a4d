"""The army lists. They are this project's reconstructions, because the rulebook text does not include the
published lists (dossier section 15).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType

from armies.dba.catalogue import catalogue
from armies.dba.files import read_data
from engine.reading import Reader

ARMY_SIZE = 12  # elements, without camp followers (L58)

TOPOGRAPHIES = ("arable", "forest", "hilly", "steppe", "dry", "tropical", "littoral")


@dataclass(frozen=True)
class Years:
    """A range of years. None in place of a year means the limit of the whole list's period."""

    first: int | None
    last: int | None

    def __contains__(self, year: int) -> bool:
        return (self.first is None or self.first <= year) and (self.last is None or year <= self.last)


@dataclass(frozen=True)
class Slot:
    """Part of an army list. ``count``: the number of elements, each of any of ``options`` (the usual one
    first). ``uniform``: whether all of them must be alike. ``general``: whether one of them is the
    general's. ``years``: the years of each option that was not available for the list's whole period.
    """

    count: int
    options: tuple[str, ...]
    label: str  # name of the historical troops, a msgid
    general: bool = False
    uniform: bool = False
    years: Mapping[str, Years] = field(default_factory=dict)

    def offers(self, code: str, year: int | None) -> bool:
        """Return whether an option was available in a year (None: in any year)."""
        return code in self.options and (year is None or code not in self.years or year in self.years[code])


@dataclass(frozen=True)
class ArmyList:
    """An army list. Negative years are BC. ``topography`` is the home terrain on which the army defends."""

    id: str
    name: str
    name_it: str
    provenance: str
    start_year: int
    end_year: int
    aggression: int  # 0-4
    topographies: tuple[str, ...]  # the home terrain, and an alternative that a campaign can allow
    slots: tuple[Slot, ...]
    enemies: tuple[str, ...]  # ids of the enemies' lists; a list with a civil war includes its own
    # foot code by mounted code; troops dismount only in battle and cannot remount (L90)
    dismount: Mapping[str, str]
    dismount_years: Years
    notes: str  # msgid for translation

    @property
    def topography(self) -> str:
        return self.topographies[0]

    @property
    def general_slot(self) -> int:
        return next(i for i, s in enumerate(self.slots) if s.general)

    def dismounts(self, year: int | None) -> Mapping[str, str]:
        """Map mounted codes to foot codes, for the elements that can dismount in a year (None: any year)."""
        return self.dismount if year is None or year in self.dismount_years else {}

    @property
    def codes(self) -> frozenset[str]:
        """Return the codes of all elements that the list allows."""
        return frozenset(code for slot in self.slots for code in slot.options)


@cache
def army_lists() -> Mapping[str, ArmyList]:
    """Return every list by its id, in the order of the data. Raises BadDocument listing every
    mistake.
    """
    return parse_lists(read_data("lists.json", "vexillum-dba-lists/1"))


@cache
def homes_with_bua() -> frozenset[str]:
    """Return the topographies in which a defender may place a built-up area (L177-184)."""
    homes = read_data("lists.json", "vexillum-dba-lists/1")["topographies"]
    return frozenset(t for t in TOPOGRAPHIES if homes[t]["bua"].flag())


def parse_lists(root: Reader) -> Mapping[str, ArmyList]:
    """Read the lists from their document. Raises BadDocument listing every mistake with its path."""
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
            item["id"].note_mistake("duplicate", value=found.id)
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
    """Read a list from its part of a document, and record every mistake in it. Return None if fields are
    missing.
    """
    if not item.fields(_REQUIRED, ("alternative_topography", "dismount", "dismount_years")):
        return None
    start, end = (_year(item[name]) for name in ("start_year", "end_year"))
    if start > end:
        item["end_year"].note_mistake("ends_before_it_starts", start=start, end=end)
    homes = [item["topography"].one_of(TOPOGRAPHIES)]
    if "alternative_topography" in item:
        homes.append(item["alternative_topography"].one_of(TOPOGRAPHIES))
        if homes[0] == homes[1]:
            item["alternative_topography"].note_mistake("same_as_home")
    slots = tuple(_slot(s, start, end) for s in item["elements"].items(ARMY_SIZE))
    total = sum(s.count for s in slots)
    if total != ARMY_SIZE:
        item["elements"].note_mistake("not_twelve", total=total)
    generals = [s for s in slots if s.general]
    if len(generals) != 1 or generals[0].count != 1:
        item["elements"].note_mistake("not_one_general", generals=sum(s.count for s in generals))
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
        item.note_mistake("no_year_zero")
    return year


def _slot(item: Reader, start: int, end: int) -> Slot:
    if not item.fields(("count", "options", "label"), ("general", "uniform", "years")):
        return Slot(0, (), "")
    options = tuple(o.one_of(catalogue()) for o in item["options"].items(6))
    if not options or len(set(options)) != len(options):
        item["options"].note_mistake("empty_or_doubled")
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
        item.note_mistake("no_option_for_every_year")
    return MappingProxyType({str(code): _window(item[code], start, end) for code in item.value})


def _window(item: Reader, start: int, end: int) -> Years:
    """Read a range [first, last], where either year can be null. Years outside the list's period are
    mistakes, because they would have no effect.
    """
    ends = item.items(2)
    years = [end_.number_or_none(start, end) for end_ in ends]
    if len(years) != 2 or years == [None, None]:
        item.note_mistake("not_a_range")
        return Years(None, None)
    return Years(years[0], years[1])


def _dismount(item: Reader, slots: tuple[Slot, ...]) -> Mapping[str, str]:
    if "dismount" not in item:
        return MappingProxyType({})
    change = item["dismount"]
    fielded = {code for slot in slots for code in slot.options}
    for code in change.object():
        if code not in fielded or not catalogue()[code].is_mounted:
            change[code].note_mistake("not_a_mounted_element_of_the_list")
        foot = change[code].one_of(catalogue())
        if catalogue()[foot].is_mounted:
            change[code].note_mistake("not_on_foot")
    return MappingProxyType({str(k): str(v) for k, v in change.object().items()})


def _check_enemies(army: ArmyList, lists: Mapping[str, ArmyList], where: Reader) -> None:
    """Note a mistake for each enemy of a list that does not exist, does not name the list as its enemy, or
    lived at another time.
    """
    for enemy, named in zip(army.enemies, where.items(), strict=True):
        other = lists.get(enemy)
        if other is None:
            named.note_mistake("unknown_list", value=enemy)
        elif army.id not in other.enemies:
            named.note_mistake("one_sided", value=enemy)
        elif army.start_year > other.end_year or other.start_year > army.end_year:
            named.note_mistake("never_met", value=enemy)
