"""Measure the drawings of big boards: bytes, compressed bytes, and milliseconds per view.

    .venv/bin/python bench/board.py [--columns 60] [--rows 40] [--units 100] [--looks 20] [--json]

One board has hexes in columns, with units that face six ways and have badges. The other has squares, with
counters like Schiere's. Each board has four patches of terrain, and is measured both plain and with 91
reachable spaces marked. At the first view the process has drawn nothing yet. A unit moves before every
further view.

For comparison: on 26 November 2026, before the code drew boards by their contents, a view had 415 kB (31
kB compressed) and took 324 ms.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django  # noqa: E402

django.setup()

from kit.grid.board import columns  # noqa: E402
from kit.grid.grid import spaces_within  # noqa: E402
from kit.grid.square import Board, Square  # noqa: E402
from maps import drawing  # noqa: E402
from maps.grounds import GROUNDS  # noqa: E402
from maps.hexes import facing_to_corner, hex_map  # noqa: E402
from maps.squares import board_map  # noqa: E402
from maps.values import Badge, Links, Map, Marks, Piece, Side  # noqa: E402

SIDES = Side("red", "RE", "#96201c", "M0 4H8"), Side("blue", "BL", "#2b4c8c", "M4 0V8")
SYMBOLS = {"foot": "M-5-3.5H5V3.5H-5ZM-5-3.5L5 3.5M5-3.5L-5 3.5", "light": "M0-4A4 4 0 1 0 .01-4Z"}
FAR = 5  # distance in hexes; 91 hexes are within it


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    for name, usual in (("columns", 60), ("rows", 40), ("units", 100), ("looks", 20)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found = {kind: measure_drawing(partial(drawn, args), args.looks) for kind, drawn in BOARDS.items()}
    if args.json:
        print(json.dumps(found))
        return
    for kind, one in found.items():
        for name, value in one.items():
            print(f"{kind:8} {name:28} {value:>10,.1f}")


def measure_drawing(drawn: Callable[[int], tuple[Map, Marks]], looks: int) -> dict[str, float]:
    def look(moved: int) -> str:
        m, marks = drawn(moved)
        return drawing.svg(m, marks, Links("?seat=red&at="))

    began = time.perf_counter()
    page = look(0).encode()
    first, times = time.perf_counter() - began, []
    for moved in range(1, looks + 1):
        began = time.perf_counter()
        look(moved)
        times.append(time.perf_counter() - began)
    m, _marks = drawn(0)
    bare = drawing.svg(m, Marks(), Links("?seat=red&at=")).encode()
    return {
        "kB": len(bare) / 1000,
        "kB compressed": len(gzip.compress(bare)) / 1000,
        "kB with 91 in reach": len(page) / 1000,
        "kB compressed with 91 in reach": len(gzip.compress(page)) / 1000,
        "ms, first look": first * 1000,
        "ms, median of later looks": statistics.median(times) * 1000,
    }


def places(args: argparse.Namespace, moved: int) -> list[tuple[int, int]]:
    """Return the column and row of each unit. The first unit is ``moved`` columns further on."""
    found = [(n * 7 % args.columns, n * 3 % args.rows) for n in range(args.units)]
    if found:
        found[0] = ((found[0][0] + moved) % args.columns, found[0][1])
    return found


def hexes(args: argparse.Namespace, moved: int) -> tuple[Map, Marks]:
    board = columns(range(1, args.columns + 1), range(1, args.rows + 1))
    pieces = {}
    for n, (column, row) in enumerate(places(args, moved)):
        badges = [Badge("nw", str(n % 9 + 1)), Badge("ne", str(n % 7)), Badge("se", "M", "done")]
        if n % 3:
            badges.append(Badge("sw", str(n % 3), "hurt"))
        pieces[board.place(f"{column + 1:02}{row + 1:02}")] = (
            Piece(
                "token",
                SIDES[n % 2],
                facing=facing_to_corner(board, n % 6),
                symbol="foot" if n % 3 else "light",
                badges=tuple(badges),
            ),
        )
    ground = {
        at: GROUNDS[kind]
        for column, row, kind in woods(args)
        for at in board.hexes_within(board.place(f"{column + 1:02}{row + 1:02}"), 4)
    }
    m = hex_map(
        "Hexes",
        board,
        pieces,
        lambda at: f"{board.name(at)}: a unit" if at in pieces else f"{board.name(at)}: ground",
        ground=ground,
        symbols=SYMBOLS,
    )
    middle = board.place(f"{args.columns // 2:02}{args.rows // 2:02}")
    reach = {board.name(at): str(board.distance(middle, at)) for at in board.hexes_within(middle, FAR)}
    return m, Marks(board.name(middle), reach)


def squares(args: argparse.Namespace, moved: int) -> tuple[Map, Marks]:
    board = Board(args.columns, args.rows)
    pieces = {
        Square(column, row): (
            Piece(
                "counter",
                SIDES[n % 2],
                facing=90 * (n % 4),
                symbol="foot" if n % 3 else "light",
                label=f"{chr(65 + n // 5)}{n % 5 + 1}",
                shields=(n % 4 + 1, 4),
                swords=n % 3 + 1,
            ),
        )
        for n, (column, row) in enumerate(places(args, moved))
    }
    ground = {
        at: GROUNDS[kind]
        for column, row, kind in woods(args)
        for at in spaces_within(board, Square(column, row), 4)
    }
    m = board_map(
        "Squares",
        board,
        pieces,
        lambda at: f"{at}: a unit" if at in pieces else f"{at}: ground",
        ground=ground,
        symbols=SYMBOLS,
    )
    middle = Square(args.columns // 2, args.rows // 2)
    near = list(spaces_within(board, middle, FAR))[:91]
    return m, Marks(str(middle), {str(at): str(board.distance(middle, at)) for at in near})


def woods(args: argparse.Namespace) -> list[tuple[int, int, str]]:
    quarters = [(x, y) for x in (1, 3) for y in (1, 3)]
    kinds = ("woods", "hill", "hill2", "marsh")
    return [
        (args.columns * x // 4, args.rows * y // 4, kind)
        for (x, y), kind in zip(quarters, kinds, strict=True)
    ]


BOARDS = {"hexes": hexes, "squares": squares}

if __name__ == "__main__":
    main()
