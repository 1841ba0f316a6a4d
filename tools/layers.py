"""Draw which package may import which, according to the linter's contracts: docs/layers.svg.

    python -m tools.layers          # writes the picture
    python -m tools.layers --check  # fails if the picture is out of date

A package is drawn above every package that it may import. Arrows show only direct imports, from which the
others follow. Pure packages of systems have a dashed frame: they import only the engine, the kit and
themselves.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
PICTURE: Final = ROOT / "docs" / "layers.svg"
ROOMS: Final = {
    "engine": "pure: contract, dice, journal, audit",
    "kit": "pure: boards, decisions, bots' trials",
    "accounts": "people, knows no game",
    "maps": "draws places, knows no game",
    "games": "any game in progress, knows no rule",
    "kit.words": "words of systems by code",
    "kit.lookup": "calculators, also offline",
    "armies": "lists, builder, collection",
    "battles": "DBA: look-up, table",
    "campaigns": "Justinian, Italia; the bridge",
    "leagues": "seasons of a club, duplicate battles",
    "features": "what can be switched off: help",
    "config": "settings, addresses, Celery",
}
PURE: Final = {"armies.dba": "armies", "battles.*.rules": "battles", "campaigns.*.rules": "campaigns"}
ASKED: Final = {"kit": "kit.rules"}  # packages whose imports are governed by another package's contract
WIDE, HIGH, GAP_X, GAP_Y, EDGE = 238, 62, 22, 46, 16
STYLE: Final = """
text { font: 13px system-ui, sans-serif; fill: #2b2118; } .name { font-weight: 700; font-size: 15px; }
.small { font-size: 11px; } rect { fill: #fbf5e6; stroke: #6b2d6b; stroke-width: 1.5; }
rect.pure { fill: none; stroke-dasharray: 4 3; } path { fill: none; stroke: #6b5a48; stroke-width: 1.4; }
marker path { fill: #6b5a48; stroke: none; } .ground { fill: #f3ead3; stroke: none; }
@media (prefers-color-scheme: dark) { text { fill: #f0e6d2; } rect { fill: #2c2434; stroke: #c79bd0; }
.ground { fill: #1d1822; } path { stroke: #b9a98f; } marker path { fill: #b9a98f; } }
"""


def forbidden_imports() -> Mapping[str, set[str]]:
    """Return the imports that a contract forbids to each package."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    found: dict[str, set[str]] = {}
    for contract in contracts:
        for source in contract.get("source_modules", ()):
            found.setdefault(source, set()).update(contract.get("forbidden_modules", ()))
    return found


def rooms_below(room: str) -> set[str]:
    """Return the packages that a package may import."""
    if room in PURE:
        return {"engine", "kit"}
    barred = {room, "config"} | forbidden_imports().get(
        ASKED.get(room, room), set()
    )  # only Django's hooks import config
    if "kit" in barred - {room}:
        barred |= {"kit.words", "kit.lookup"}
    return set(ROOMS) - barred


def packages_below() -> dict[str, set[str]]:
    """Return the packages below each package. If two packages may import each other, neither is below the
    other.
    """
    found = {room: rooms_below(room) for room in ROOMS}
    return {room: {one for one in under if room not in found[one]} for room, under in found.items()}


def levels(allowed: Mapping[str, set[str]]) -> list[list[str]]:
    """Return the packages in layers, the lowest layer first. A package lies one layer above the highest
    package that it may import.
    """
    height: dict[str, int] = {}
    while len(height) < len(allowed):
        ready = [room for room in allowed if room not in height and allowed[room] <= set(height)]
        assert ready, "rooms import each other in a circle"
        for room in ready:
            height[room] = 1 + max((height[one] for one in allowed[room]), default=-1)
    return [[room for room in ROOMS if height[room] == level] for level in range(max(height.values()) + 1)]


def direct_imports(allowed: Mapping[str, set[str]], room: str) -> list[str]:
    """Return the allowed imports of a package that do not follow from its other imports."""
    return [
        one for one in ROOMS if one in allowed[room] and not any(one in allowed[two] for two in allowed[room])
    ]


def draw_layers() -> str:
    allowed = packages_below()
    rows = levels(allowed)
    most = max(map(len, rows))
    width = 2 * EDGE + most * WIDE + (most - 1) * GAP_X
    height = 2 * EDGE + len(rows) * HIGH + (len(rows) - 1) * GAP_Y
    place = {
        room: (
            (width - len(row) * WIDE - (len(row) - 1) * GAP_X) // 2 + column * (WIDE + GAP_X),
            height - EDGE - HIGH - level * (HIGH + GAP_Y),
        )
        for level, row in enumerate(rows)
        for column, room in enumerate(row)
    }
    told = "; ".join(
        f"{room} imports {', '.join(sorted(under)) or 'nothing of ours'}" for room, under in allowed.items()
    )
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        f"<title>Who may import whom</title><desc>{escape(told)}</desc><style>{STYLE}</style>",
        '<defs><marker id="a" markerWidth="9" markerHeight="9" refX="7" refY="4" orient="auto">'
        '<path d="M0,0 L8,4 L0,8 z"/></marker></defs>',
        f'<rect class="ground" width="{width}" height="{height}" rx="8"/>',
        *(line for room in place for line in _arrows(place, room, direct_imports(allowed, room))),
        *(line for room in place for line in _box(room, *place[room])),
    ]
    return "\n".join([*lines, "</svg>", ""])


def _arrows(place: Mapping[str, tuple[int, int]], room: str, under: list[str]) -> Iterator[str]:
    x, y = place[room]
    for number, one in enumerate(under, 1):
        to_x, to_y = place[one]
        start, end = x + WIDE * number // (len(under) + 1), to_x + WIDE // 2
        middle = (y + HIGH + to_y) // 2
        yield (
            f'<path d="M{start},{y + HIGH} C{start},{middle} {end},{middle} {end},{to_y - 3}"'
            f' marker-end="url(#a)"/>'
        )


def _box(room: str, x: int, y: int) -> Iterator[str]:
    yield f'<rect x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="6"/>'
    yield f'<text class="name" x="{x + 10}" y="{y + 20}">{room.replace(".", "/")}/</text>'
    yield f'<text class="small" x="{x + 10}" y="{y + 36}">{escape(ROOMS[room])}</text>'
    pure = [name for name, of in PURE.items() if of == room]
    for name in pure:
        yield f'<rect class="pure" x="{x + 8}" y="{y + 42}" width="{WIDE - 16}" height="16" rx="3"/>'
        yield f'<text class="small" x="{x + 14}" y="{y + 54}">{escape(name)}: the engine only</text>'


def main(arguments: list[str]) -> int:
    if "--check" in arguments:
        return 0 if PICTURE.read_text("utf-8") == draw_layers() else 1
    PICTURE.write_text(draw_layers(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
