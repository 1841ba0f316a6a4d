"""The eighteen unit types: their blocks, movement, dice, and the hits that they ignore (L81-126, L231-254,
L411-447).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Final

from battles.cca.rules.dice import Face
from battles.cca.rules.tables import check_source, load
from engine.reading import Reader
from engine.values import dataclass, replace

CLASSES: Final = ("light", "medium", "heavy")
KINDS: Final = ("foot", "mounted")
BONUS: Final = ("always", "with_attached_leader", "never")
EVADE_GROUPS: Final = ("foot", "heavy_mounted", "elephant")
ALL_SWORDS: Final = 99  # stands in for "all swords": more than any roll can show
LEADER: Final = "leader"
_CLASS_FACES: Final = {"light": Face.LIGHT, "medium": Face.MEDIUM, "heavy": Face.HEAVY}
_FIELDS: Final = (
    "id name italian class white_border kind cavalry blocks block_size move battle_after_moving cc_dice "
    "swords_hit ranged retreat_per_flag evade ignore_swords momentum bonus_combat in_base_box prov src "
    "chariot camel charge full_strength barred_terrain against_cavalry_and_chariots reroll_scoring_swords "
    "helmets_never_hit no_leader_or_support_flags rampage prov_fields"
)


@dataclass(frozen=True)
class Missiles:
    """The range of a unit that fires, and its dice when standing still and after a move (L339-361)."""

    range: int
    still: int
    moved: int


@dataclass(frozen=True)
class UnitType:
    """The data of one unit type.

    ``answer_dice``: how many dice it rolls to battle back or strike first. ``full_dice``: how many it rolls
    while it has all its blocks, which matters for warriors and barbarian chariots. ``borrowed``: how
    many an elephant rolls against each type of unit and against a leader. It is empty for all other types.
    """

    id: str
    name: str
    grade: str
    kind: str
    bordered: bool
    cavalry: bool
    chariot: bool
    camel: bool
    blocks: int
    block_size: str
    move: int
    battle_after_moving: int
    dice: int
    answer_dice: int
    full_dice: int
    swords_hit: bool
    ignored_swords: int
    missiles: Missiles | None
    retreat: int
    evades: tuple[str, ...]  # attackers' groups that the type can evade, or "always"
    momentum: bool
    bonus: str
    in_base_box: bool
    barred: tuple[str, ...] = ()
    charge: int = 0
    borrowed: Mapping[str, int] = field(default_factory=dict, hash=False)

    @property
    def face(self) -> Face:
        """The symbol that hits this type in any combat."""
        return _CLASS_FACES[self.grade]

    @property
    def elephant(self) -> bool:
        return bool(self.borrowed)

    @property
    def foot(self) -> bool:
        return self.kind == "foot"

    @property
    def horse(self) -> bool:
        """Whether the unit is cavalry or a chariot, which shy at elephants and camels (L443, L507)."""
        return self.cavalry or self.chariot

    @property
    def full_strength_bonus(self) -> bool:
        """Whether the unit gets an extra die and can ignore a flag while at full strength (L416, L424)."""
        return self.full_dice > self.dice

    def may_evade(self, attacker: UnitType) -> bool:
        """Return whether the unit can evade this attacker (L668-673)."""
        return "always" in self.evades or any(attacker.is_of(group) for group in self.evades)

    def is_of(self, group: str) -> bool:
        """Return whether the unit belongs to a group. The groups are those that the evasion rules name."""
        if group == "heavy_mounted":
            return self.grade == "heavy" and not self.foot
        return self.elephant if group == "elephant" else self.kind == group


@dataclass(frozen=True)
class Box:
    """The contents of the box: the blocks of each size, the terrain tiles and the labels (L43-55)."""

    blocks: Mapping[str, int]
    terrain_tiles: int
    labels: Mapping[str, int]  # the number of units for each label, such as "roman light_inf"


@dataclass(frozen=True)
class Roster:
    """All unit types, and the groups that cards and rules name."""

    types: Mapping[str, UnitType]
    groups: Mapping[str, frozenset[str]]
    box: Box


def read_roster(document: Any) -> Roster:
    """Read the document of unit types. Raises BadDocument listing every mistake."""
    top = Reader(document)
    types = {name: _unit_type(entry) for name, entry in top["units"].items_by_id(_FIELDS)}
    groups = {
        name: frozenset(top["groups"][name].words())
        for name in top["groups"].object()
        if name not in ("prov", "src")
    }
    for name, members in groups.items():
        top.check_names(f"$.groups.{name}", sorted(members), types, "no_such_unit", "unit")
    _check_borrowed(top, types)
    box = Box(
        {size: top["box"]["blocks"][size].number(1) for size in top["box"]["blocks"].object()},
        top["box"]["terrain_tiles"].number(1),
        top["box"]["labels_named_in_text"].amounts(),
    )
    top.raise_mistakes()
    return Roster(types, groups, box)


def _unit_type(entry: Reader) -> UnitType:
    check_source(entry)
    dice = _dice(entry["cc_dice"])
    return UnitType(
        id=entry["id"].text(),
        name=entry["name"].text(),
        grade=entry["class"].one_of(CLASSES),
        kind=entry["kind"].one_of(KINDS),
        bordered=entry["white_border"].flag(),
        cavalry=entry["cavalry"].flag(),
        chariot="chariot" in entry and entry["chariot"].flag(),
        camel="camel" in entry and entry["camel"].flag(),
        blocks=entry["blocks"].number(2, 4),
        block_size=entry["block_size"].one_of(("small", "medium", "large", "rectangular")),
        move=entry["move"].number(1, 4),
        battle_after_moving=entry["battle_after_moving"].number(0, 4),
        dice=dice[0],
        answer_dice=dice[1],
        full_dice=dice[2],
        swords_hit=entry["swords_hit"].flag(),
        ignored_swords=_ignored_swords(entry["ignore_swords"]),
        missiles=_missiles(entry["ranged"]),
        retreat=entry["retreat_per_flag"].number(1, 4),
        evades=_evades(entry["evade"]),
        momentum=entry["momentum"].flag(),
        bonus=entry["bonus_combat"].one_of(BONUS),
        in_base_box=entry["in_base_box"].flag(),
        barred=entry["barred_terrain"].words() if "barred_terrain" in entry else (),
        charge=entry["charge"]["move"].number(1, 4) if "charge" in entry else 0,
        borrowed=entry["cc_dice"]["against"].amounts() if "borrowed" in entry["cc_dice"] else {},
    )


def _dice(dice: Reader) -> tuple[int, int, int]:
    """Read the dice for attacking, for battling back, and at full strength. Elephants have none, because
    they borrow their target's.
    """
    if "borrowed" in dice:
        return 0, 0, 0
    base = dice["base"].number(1, 5)
    answer = dice["battle_back"].number(1, 5) if "battle_back" in dice else base
    return base, answer, dice["full_strength"].number(1, 5) if "full_strength" in dice else base


def _ignored_swords(entry: Reader) -> int:
    return ALL_SWORDS if entry.value == "all" else entry.number(0, 1)


def _missiles(entry: Reader) -> Missiles | None:
    if not entry.has_value:
        return None
    return Missiles(
        entry["range"].number(2, 6), entry["dice_still"].number(1, 2), entry["dice_moved"].number(0, 1)
    )


def _evades(entry: Reader) -> tuple[str, ...]:
    if "always" in entry:
        return ("always",)
    groups = entry["from"].words() if "from" in entry else ()
    for group in groups:
        if group not in EVADE_GROUPS:
            entry["from"].note_mistake("not_one_of", value=group, expected=list(EVADE_GROUPS))
    return groups


def _check_borrowed(top: Reader, types: Mapping[str, UnitType]) -> None:
    """Check that an elephant's dice against every type and against a leader are given (L451-465)."""
    for one in types.values():
        if one.borrowed:
            missing = sorted({*types, LEADER} - set(one.borrowed))
            for name in missing:
                top.fault(f"$.units[{one.id}].cc_dice.against", "missing_field", field=name)
            names = sorted(one.borrowed)
            top.check_names(
                f"$.units[{one.id}].cc_dice.against", names, {*types, LEADER}, "no_such_unit", "unit"
            )


SACRED_BAND: Final = "sacred_band"
MARIAN: Final = "marian_legion"
JULIAN: Final = "julian_legion"
SPECIALS: Final = ("", SACRED_BAND, MARIAN, JULIAN)


def legions(top: Any, types: Mapping[str, UnitType]) -> Mapping[tuple[str, str], UnitType]:
    """Return the legion variants of Roman foot, by special rule and unit type. All can fire, and those of one
    rule can also march farther (L1047-1057).
    """
    found = {}
    said = {one["id"]: one for one in top["special"]}
    fire = said[MARIAN]["ranged"]
    missiles = Missiles(fire["range"], fire["dice_still"], fire["dice_moved"])
    for name in said[MARIAN]["applies_to"]:
        found[MARIAN, name] = marian = replace(types[name], missiles=missiles)
        julian = said[JULIAN]
        found[JULIAN, name] = replace(
            marian, move=julian["move"], battle_after_moving=julian["battle_after_moving"]
        )
    return found


ROSTER: Final = read_roster(load("units"))
UNITS: Final = ROSTER.types
VARIANTS: Final = legions(load("units"), UNITS)


def type_of(name: str, special: str) -> UnitType:
    """Return a unit's type, modified by its special rule."""
    return (VARIANTS.get((special, name)) if special else None) or UNITS[name]


GROUPS: Final = ROSTER.groups
