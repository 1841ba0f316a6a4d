"""DBA's troop types (L82-126), their bases (L128-167), and the men or models that they represent (L60)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Literal

from armies.dba.files import read_data
from engine.reading import Reader

Arm = Literal["mounted", "foot"]

TROOP_TYPES = (
    "El", "Kn", "Cv", "LH", "SCh", "Cm", "Sp", "Pk", "Bd", "Ax", "Bw", "Ps", "Wb", "Hd", "Art", "WWg",
)  # fmt: skip


@dataclass(frozen=True)
class ElementType:
    """One kind of base. ``code``: the players' name for the base (4Sp). ``type``: the troop type that fights
    (Sp).
    """

    code: str
    type: str
    arm: Arm  # artillery and war wagons count as foot (L84-88)
    name: str  # msgid for translation
    width_mm: int
    depth_mm: int  # in mm; also the length of a recoil or pursuit
    figures: int  # the usual number of figures or models on the base; the lowest if it varies
    figures_most: int
    men: tuple[int, int] | None  # men at the nominal scale; None if unknown (L60)
    models: int | None  # maximum number of elephants, chariots, guns or wagons that a model represents (L60)
    aliases: tuple[str, ...] = ()  # other codes for the same base, such as those of longbows

    @property
    def is_mounted(self) -> bool:
        return self.arm == "mounted"


@dataclass(frozen=True)
class TroopType:
    """The properties that all elements of a type share. Distances are in paces (100 paces are 25 mm)."""

    code: str
    arm: Arm
    good_paces: int  # L301-307
    bad_paces: int | None  # None if the type may enter bad going only by road
    shoots_paces: int | None  # the range in paces, or None if the type cannot shoot (L320)
    pursues: bool  # whether the type pursues an enemy that gives way (L401)
    costly: bool  # whether moving it costs 1 extra PIP from the second bound on (L255)


@dataclass(frozen=True)
class CampFollowers:
    """The 13th element, which can hold the camp (L58). It never leaves the camp, and counts as foot."""

    width_mm: int
    depth_mm: int
    figures: tuple[int, int]


Catalogue = tuple[Mapping[str, ElementType], CampFollowers, Mapping[str, TroopType]]


@cache
def catalogue() -> Mapping[str, ElementType]:
    """Return every element by its code, in the order of the rulebook's table. Raises BadDocument if the data
    file has mistakes.
    """
    return _read()[0]


@cache
def camp_followers() -> CampFollowers:
    return _read()[1]


@cache
def troop_types() -> Mapping[str, TroopType]:
    """Return every troop type by code, mounted first. Raises BadDocument if the data file has mistakes."""
    return _read()[2]


@cache
def by_alias() -> Mapping[str, str]:
    """Map every spelling of a code, in lower case, to the code (4lb and 4cb are the base 4Bw)."""
    ways = {way.lower(): e.code for e in catalogue().values() for way in (e.code, *e.aliases)}
    return MappingProxyType(ways)


def element(code: str) -> ElementType:
    """Return the element with the given code. Raises KeyError for an unknown code."""
    return catalogue()[code]


@cache
def _read() -> Catalogue:
    root = read_data("elements.json", "vexillum-dba-elements/1")
    return parse_elements(root)


def parse_elements(root: Reader) -> Catalogue:
    """Read the catalogue from its document. Raises BadDocument listing every mistake."""
    root.fields(("schema", "provenance", "source", "note", "width_mm", "types", "elements", "camp_followers"))
    width = root["width_mm"].number(1, 200)
    types = {t.code: t for t in map(_troop_type, root["types"].items()) if t is not None}
    arms = {t.code: t.arm for t in types.values()}
    if set(types) != set(TROOP_TYPES):
        root["types"].note_mistake("incomplete", missing=sorted(set(TROOP_TYPES) - set(types)))
    elements: dict[str, ElementType] = {}
    for item in root["elements"].items():
        found = _element(item, width, arms)
        if found is None:
            continue
        if found.code in elements:
            item["code"].note_mistake("duplicate", value=found.code)
        elements[found.code] = found
    followers = root["camp_followers"]
    depth, figures = 1, (1, 1)
    if followers.fields(("depth_mm", "figures")):
        depth, figures = (
            followers["depth_mm"].number(1, 200),
            followers["figures"].pair(),
        )
    root.raise_mistakes()
    followed = CampFollowers(width, depth, figures)
    return MappingProxyType(elements), followed, MappingProxyType(types)


def _troop_type(item: Reader) -> TroopType | None:
    if not item.fields(("code", "arm", "good_paces", "bad_paces", "shoots_paces", "pursues", "costly")):
        return None
    return TroopType(
        code=item["code"].one_of(TROOP_TYPES),
        arm="mounted" if item["arm"].one_of(("mounted", "foot")) == "mounted" else "foot",
        good_paces=item["good_paces"].number(100, 2000),
        bad_paces=item["bad_paces"].number_or_none(100, 2000),
        shoots_paces=item["shoots_paces"].number_or_none(100, 2000),
        pursues=item["pursues"].flag(),
        costly=item["costly"].flag(),
    )


def _element(item: Reader, width: int, arms: Mapping[str, Arm]) -> ElementType | None:
    if not item.fields(("code", "type", "name", "depth_mm", "figures", "men", "models"), ("aliases",)):
        return None
    type_ = item["type"].one_of(TROOP_TYPES)
    least, most = item["figures"].pair()
    return ElementType(
        code=item["code"].text(8),
        type=type_,
        arm=arms.get(type_, "foot"),
        name=item["name"].text(80),
        width_mm=width,
        depth_mm=item["depth_mm"].number(1, 200),
        figures=least,
        figures_most=most,
        men=item["men"].pair() if item["men"].has_value else None,
        models=item["models"].number_or_none(1, 1000),
        aliases=tuple(a.text(8) for a in item["aliases"].items()) if "aliases" in item else (),
    )
