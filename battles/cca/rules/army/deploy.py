"""The deployment of a points army, and the terrain between two such armies. Both follow house rules:

- The bottom side deploys in rows A to C and the top side in G to I, which are open. Rows D to F have
  terrain.
- In the second row, horse and chariots deploy on both wings, heavy foot in the middle, and other foot
  between them. Light foot and elephants deploy in the first row, war machines in the last. Units that
  find no free hex go to a row behind.
- Each leader joins a unit: the first in the middle, the next on one wing, the next on the other.
- Terrain comes in patches of one to three hexes. Each patch has a twin in the same place as seen from the
  other side, so that neither side has better terrain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from battles.cca.rules.army.muster import Lots
from battles.cca.rules.army.points import Army
from battles.cca.rules.terrain.board import HEXES, NAMES, NEAR, mirror
from battles.cca.rules.units import GROUPS, UNITS
from kit.grid.hexes import Hex

FIRST, SECOND, LAST = "C", "B", "A"
BETWEEN: Final = ("D", "E", "F")
# number of terrain patches, not counting their twins
GROUNDS: Final[Mapping[str, int]] = {
    "open": 0,
    "some": 3,
    "rough": 6,
    "river": 2,
}
PATCHES: Final[Mapping[str, int]] = {"hill": 4, "forest": 3, "broken": 3}
LARGEST: Final = 3  # maximum number of hexes in a patch
RIVER: Final = "river"
_WING: Final = 3  # hexes at each end of a row that are reserved for horse, however long the line of foot
_FORDS: Final = 2  # fords on each half of the river, in addition to the middle one
_LINE: Final = ("heavy_inf", "warrior", "medium_inf", "auxilia")


def row(letter: str) -> tuple[str, ...]:
    """Return the hexes of a row from left to right."""
    return tuple(sorted((name for name in HEXES if name[0] == letter), key=lambda name: int(name[1:])))


def from_middle(hexes: Sequence[str], lots: Lots) -> list[str]:
    """Return the hexes of a row from the middle outwards. Of two hexes equally far from the middle, a random
    draw decides whether the left or the right one comes first.
    """
    middle, right = (len(hexes) + 1) / 2, lots.draw_number(2) * 2 - 1
    return sorted(hexes, key=lambda name: (abs(int(name[1:]) - middle), right * int(name[1:])))


def deploy_army(army: Army, lots: Lots) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return an army's units by hex, and the hexes of its leaders, deployed on the bottom side."""
    found: dict[str, str] = {}
    wings = lots.shuffle(kind for kind in army.types if not UNITS[kind].foot and not UNITS[kind].elephant)
    line = [kind for kind in _LINE for _unit in range(army.units.get(kind, 0))]
    for place, kind in zip(_wings(len(line), lots), wings, strict=False):
        found[place] = kind
    behind = list(wings[len(found) :])
    behind += _fill(found, from_middle(row(SECOND), lots), line)
    screen = [k for k in army.types if UNITS[k].elephant]
    screen += lots.shuffle(k for k in army.types if k in GROUPS["light"] and UNITS[k].foot and k not in _LINE)
    behind += _fill(found, from_middle(row(FIRST), lots), screen)
    behind += [kind for kind in army.types if kind == "war_machine"]
    behind = _fill(found, from_middle(row(LAST), lots), behind)
    assert not _fill(found, from_middle(row(FIRST), lots), behind), "three rows hold every army"
    return found, _units_to_lead(army, found, lots)


def _wings(line: int, lots: Lots) -> Iterator[str]:
    """Yield the hexes for horse, outwards from a line of foot that is ``line`` units long. They alternate
    between left and right, and leave one hex free next to the line. Hexes in the second row come before
    hexes in the first.
    """
    right = bool(lots.draw_number(2))
    for letter in (SECOND, FIRST):
        hexes = row(letter)
        inner = max(_WING, len(hexes) // 2 - line // 2 - 1)
        for number in reversed(range(inner)):
            ends = (hexes[number], hexes[-1 - number])
            yield from reversed(ends) if right else ends


def _fill(found: dict[str, str], places: Sequence[str], kinds: Sequence[str]) -> list[str]:
    """Put units on the free hexes in order, and return the units left over."""
    free = [place for place in places if place not in found]
    found.update(zip(free, kinds, strict=False))
    return list(kinds[len(free) :])


def _units_to_lead(army: Army, found: Mapping[str, str], lots: Lots) -> tuple[str, ...]:
    """Return the hexes of the units that leaders join: one in the middle, one on each wing in random order,
    and then again from the middle.
    """
    parts = [_part(found, "middle"), *lots.shuffle((_part(found, "left"), _part(found, "right")))]
    taken: list[str] = []
    for number in range(army.leaders):
        free = [at for at in parts[number % 3] if at not in taken] or [at for at in found if at not in taken]
        # avoid light foot if the leader can join a better unit
        better = [at for at in free if not (found[at] in GROUPS["light"] and UNITS[found[at]].foot)]
        taken.append(lots.one(sorted(better or free)))
    return tuple(taken)


def _part(found: Mapping[str, str], part: str) -> tuple[str, ...]:
    def lies(at: str) -> str:
        number = int(at[1:])
        return "left" if number <= 4 else "right" if number >= 10 else "middle"

    return tuple(at for at in found if lies(at) == part)


def ground_between(ground: str, lots: Lots) -> dict[str, str]:
    """Return the terrain of rows D to F. It looks the same from both sides."""
    found: dict[str, str] = {}
    if ground == RIVER:
        found |= dict.fromkeys(row("E"), RIVER) | {"E7": "ford"}
        for name in lots.shuffle(row("E")[:6])[:_FORDS]:
            _put(found, HEXES[name], "ford")
    for _patch in range(GROUNDS[ground]):
        kind = lots.draw_weighted(PATCHES)
        for at in _patch_of(found, lots):
            _put(found, at, kind)
    return dict(sorted(found.items()))


def _patch_of(found: Mapping[str, str], lots: Lots) -> list[Hex]:
    """Return a connected patch of one to three free hexes. It is smaller than intended if there are too few
    free hexes.
    """
    patch: list[Hex] = []
    for _hex in range(1 + lots.draw_number(LARGEST)):
        near = [there for at in patch for there in NEAR[at]] if patch else list(NAMES)
        free = sorted({NAMES[at] for at in near if _free(at, found) and at not in patch})
        if not free:
            break
        patch.append(HEXES[lots.one(free)])
    return patch


def _free(at: Hex, found: Mapping[str, str]) -> bool:
    return NAMES[at][0] in BETWEEN and NAMES[at] not in found


def _put(found: dict[str, str], at: Hex, kind: str) -> None:
    found[NAMES[at]] = found[NAMES[mirror(at)]] = kind
