"""Draw cards as standalone SVG, in the colours of parchment, ink and purple, with gold for the winner."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape

from features.report_cards.lettering import Lettering, break_text, fit_text, plain, width
from features.report_cards.values import Banner, Battle, Campaign, Line, Side, join_parts
from games.page_facts.clash import Block

GROUND, SURFACE, INK, MUTED, RULE = "#f3e8d0", "#fcf6e8", "#2a1e12", "#66553f", "#9c8660"
PURPLE, GOLD, FALLEN = "#5e2468", "#7d5a00", "#fcf6e8"
COLOUR = re.compile(r"#[0-9a-fA-F]{3}(?:[0-9a-fA-F]{3})?")
SIGN: Final = "VEXILLUM"
Box = tuple[float, float, float, float]  # left edge, top edge, width and height
APART: Final = (1.14, 1.25)  # distance between bases, across and down, in multiples of the base's size
LEAST: Final = 190  # minimum height of the area for a battle's sides, in pixels
MOST_BLOCKS: Final = 60  # maximum number of bases drawn per side; a larger army is drawn without bases


@dataclass(frozen=True)
class Shape:
    """The size of a card in pixels, and its margin."""

    name: str
    wide: int
    high: int
    edge: int

    @property
    def room(self) -> int:
        return self.wide - 2 * self.edge


WIDE: Final = Shape("wide", 1200, 630, 64)  # the size of link previews
TALL: Final = Shape("tall", 1080, 1350, 72)  # a portrait format for phones
SHAPES: Final = {shape.name: shape for shape in (WIDE, TALL)}


class Sheet:
    """A card that is being drawn."""

    def __init__(self, shape: Shape) -> None:
        self.shape, self.letters, self._drawn = shape, Lettering(), list[str]()

    def draw(self, *parts: str) -> None:
        self._drawn += parts

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        room: float,
        colour: str = INK,
        anchor: str = "start",
    ) -> None:
        self.draw(self.letters.line(text, x, y, size, room, colour, anchor))

    def heading(self, text: str, y: float, size: float, most: int = 2) -> float:
        """Draw a centred heading. Return the y coordinate of its lower edge."""
        room = self.shape.room
        fits = width(plain(text), size * 0.8) <= room
        rows = [plain(text)] if fits else break_text(text, size * 0.82, room, most)
        size = size if len(rows) == 1 else size * 0.82
        for row in rows:
            y += size
            self.text(row, self.shape.wide / 2, y, size, room, PURPLE, "middle")
            y += size * 0.12
        return y

    def to_svg(self, title: str, about: str) -> str:
        """Return the complete SVG of the card."""
        w, h = self.shape.wide, self.shape.high
        frame = (
            f'<rect width="{w}" height="{h}" fill="{GROUND}"/>'
            f'<rect x="18" y="18" width="{w - 36}" height="{h - 36}" fill="{SURFACE}" stroke="{RULE}" '
            f'stroke-width="3"/><rect x="27" y="27" width="{w - 54}" height="{h - 54}" fill="none" '
            f'stroke="{RULE}"/><path fill="{PURPLE}" d="M18 18h{w - 36}v12H18z"/>'
        )
        foot = self.letters.line(SIGN, w - 48, h - 44, 20, 200, MUTED, "end")
        body = "".join((frame, foot, *self._drawn))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" '
            f'role="img"><title>{escape(plain(title))}</title><desc>{escape(plain(about))}</desc>'
            f"<defs>{self.letters.definitions()}</defs>{body}</svg>"
        )


# --- battles ----------------------------------------------------------------------------------------------


def battle(found: Battle, shape: Shape, against: str) -> str:
    """Draw the card of a battle. ``against``: the word shown between the two sides."""
    sheet = Sheet(shape)
    middle, tall = shape.wide / 2, shape is TALL
    y = sheet.heading(found.name, shape.edge - (4 if not tall else -20), 76 if tall else 64)
    for row in (join_parts((found.place, found.date)), join_parts((found.campaign, found.day))):
        if row:
            y += 40 if tall else 34
            sheet.text(row, middle, y, 32 if tall else 26, shape.room, MUTED, "middle")
    top = y + (50 if tall else 26)
    foot = _draw_foot(sheet, found, top)
    if tall:
        _stack_sides(sheet, found.sides, top, foot, against)
    else:
        _set_sides_abreast(sheet, found.sides, top, foot, against)
    return sheet.to_svg(found.name, about_battle(found, against))


def about_battle(found: Battle, against: str) -> str:
    """Describe the card of a battle."""
    sides = f" {against} ".join(
        f"{one.name} ({join_parts((one.commander, one.standing), ', ')})" for one in found.sides
    )
    head = join_parts((found.place, found.date, found.campaign, found.day), ", ")
    return join_parts((head, sides, found.ground, found.result, *found.notes), ". ")


def _draw_foot(sheet: Sheet, found: Battle, sides: float) -> float:
    """Draw a line and the result below the sides, with as many other facts as fit. Return the y coordinate
    of the line.
    """
    shape, tall = sheet.shape, sheet.shape is TALL
    small, large = (28, 40) if tall else (22, 33)
    notes = [one for one in (found.ground, *found.notes) if one]
    while notes and shape.high - shape.edge - sides - small * 1.4 * len(notes) - large * 1.5 < LEAST:
        notes.pop()
    y = shape.high - shape.edge - 8 - (small * 1.4) * len(notes) - (40 if tall else 0)
    top = y - large * 1.5 if found.result else y - 10
    sheet.draw(_rule(shape, top - 14))
    if found.result:
        colour = GOLD if found.over else INK
        sheet.text(found.result, shape.wide / 2, y - large * 0.35, large, shape.room, colour, "middle")
    size = min((fit_text(row, small, shape.room - 220)[1] for row in notes), default=small)
    for row in notes:
        y += small * 1.4
        sheet.text(row, shape.wide / 2, y - 8, size, shape.room - 220, MUTED, "middle")
    return top - 14


def _rule(shape: Shape, y: float) -> str:
    return f'<path stroke="{RULE}" d="M{shape.edge} {y:.0f}H{shape.wide - shape.edge}"/>'


def _set_sides_abreast(sheet: Sheet, sides: Sequence[Side], top: float, foot: float, against: str) -> None:
    shape, gap = sheet.shape, 116
    room = (shape.room - gap) / 2
    placed = [
        _side(sheet, side, shape.edge + at * (room + gap), top, room, foot - top - 16)
        for at, side in enumerate(sides[:2])
    ]
    _draw_armies(sheet, placed)
    if len(sides) > 1:
        sheet.text(against, shape.wide / 2, top + 30, 24, gap - 24, MUTED, "middle")


def _stack_sides(sheet: Sheet, sides: Sequence[Side], top: float, foot: float, against: str) -> None:
    shape, gap = sheet.shape, 66
    high = (foot - top - gap) / 2
    placed = [
        _side(sheet, side, shape.edge, top + at * (high + gap), shape.room, high)
        for at, side in enumerate(sides[:2])
    ]
    _draw_armies(sheet, placed)
    if len(sides) > 1:
        sheet.text(against, shape.wide / 2, top + high + gap / 2 + 4, 32, 300, MUTED, "middle")


def _side(sheet: Sheet, side: Side, x: float, y: float, room: float, high: float) -> tuple[Side, Box]:
    scale = 1.3 if sheet.shape is TALL else 1.0
    flag = 78 * scale
    sheet.draw(_flag(sheet, side.banner, x, y, flag))
    left, wide = x + flag + 18, room - flag - 18
    down = y + 27 * scale
    sheet.text(side.name, left, down, 34 * scale, wide, GOLD if side.won else INK)
    for row in (side.commander, side.standing):
        if row:
            down += 29 * scale
            sheet.text(row, left, down, 23 * scale, wide, MUTED)
    top = max(y + 54 * scale, down) + 24 * scale
    return side, (x, top, room, y + high - top)


def _draw_armies(sheet: Sheet, placed: Sequence[tuple[Side, Box]]) -> None:
    """Draw the bases of both sides at one scale."""
    largest = 96.0 if sheet.shape is TALL else 74.0
    grids = [_fit_grid(side.blocks, box, largest) for side, box in placed]
    scale = min((found[0] for found in grids if found), default=0.0)
    for (side, box), found in zip(placed, grids, strict=True):
        if found:
            sheet.draw(_draw_bases(sheet.letters, side, box, scale, found[1]))


def _flag(sheet: Sheet, banner: Banner, x: float, y: float, wide: float) -> str:
    scale = wide / 32
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) scale({scale:.3f})">'
        f'<rect width="32" height="22" rx="2" fill="{colour_of(banner)}"/>'
        f'<path fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="3" d="{banner.pattern}"/>'
        f'<rect x="8" y="5" width="16" height="12" rx="2" fill="{colour_of(banner)}"/>'
        f"{sheet.letters.line(banner.mark, 16, 15, 11, 15, '#fff', 'middle')}</g>"
    )


def colour_of(banner: Banner | None) -> str:
    """Return a banner's colour. Return a default if the scenario does not give it as a plain hex colour."""
    if banner is None:
        return PURPLE
    return banner.colour if COLOUR.fullmatch(banner.colour) else MUTED


def _fit_grid(blocks: Sequence[Block], box: Box, largest: float) -> tuple[float, tuple[float, float]] | None:
    """Return the scale at which all bases fit into the box in rows, and the greatest width and depth of a
    base. Return None if there are no bases, there are too many, or the box is too low.
    """
    _x, _y, room, high = box
    number = sum(block.number for block in blocks)
    if not 0 < number <= MOST_BLOCKS or high < 12:
        return None
    wide, deep = max(block.width for block in blocks), max(block.depth for block in blocks)
    fits = (
        min(room / (columns * wide * APART[0]), high / (-(-number // columns) * deep * APART[1]))
        for columns in range(1, number + 1)
    )
    return min(max(fits), largest / wide), (wide, deep)


def _draw_bases(letters: Lettering, side: Side, box: Box, scale: float, size: tuple[float, float]) -> str:
    """Draw a side's bases in rows and to scale. Surviving bases are filled; lost bases follow, empty and
    crossed out.
    """
    x, y, room, _high = box
    rows = [(b, False) for b in side.blocks for _ in range(b.number - b.lost)]
    rows += [(b, True) for b in side.blocks for _ in range(b.lost)]
    step, line = size[0] * scale * APART[0], size[1] * scale * APART[1]
    across = max(1, int(room / step + 0.001))
    drawn = [
        _draw_base(
            letters,
            (x + place % across * step, y + place // across * line, b.width * scale, b.depth * scale),
            b,
            lost,
        )
        for place, (b, lost) in enumerate(rows)
    ]
    fill = colour_of(side.banner)
    return f'<g fill="{fill}" stroke="{fill}" stroke-width="1.5">{"".join(drawn)}</g>'


def _draw_base(letters: Lettering, box: Box, block: Block, lost: bool) -> str:
    """Draw a base with its front marked on the upper edge. If there is room, add a label."""
    x, y, wide, deep = box
    corner = f"M{x:.1f} {y:.1f}h{wide:.1f}v{deep:.1f}h-{wide:.1f}z"
    if lost:
        cross = f"M{x:.1f} {y:.1f}l{wide:.1f} {deep:.1f}m0 -{deep:.1f}l-{wide:.1f} {deep:.1f}"
        return f'<path fill="{FALLEN}" stroke-opacity=".7" d="{corner}{cross}"/>'
    point = min(5.0, deep / 4)
    front = f"M{x + wide / 2 - point:.1f} {y:.1f}l{point:.1f} {point:.1f}l{point:.1f} -{point:.1f}z"
    size = min(deep * 0.62, wide / 3.2)
    label = ""
    if block.sign:
        scale, down = min(wide / 16, deep / 15), y + (deep + point) / 2
        label = (
            f'<path fill="none" stroke="{SURFACE}" stroke-width="1.2" d="{block.sign}" '
            f'transform="translate({x + wide / 2:.1f} {down:.1f}) scale({scale:.2f})"/>'
        )
    elif size > 10 and block.label:
        down = y + (deep + point) / 2 + size * 0.36
        label = letters.line(block.label, x + wide / 2, down, size, wide * 0.9, SURFACE, "middle")
    lettered = f'<g stroke="none">{label}</g>' if label else ""
    return f'<path d="{corner}"/><path fill="{SURFACE}" stroke="none" d="{front}"/>{lettered}'


# --- campaigns --------------------------------------------------------------------------------------------


def campaign(found: Campaign, shape: Shape, scored: Callable[[int], str]) -> str:
    """Draw the card of a campaign: its map, its result or leader, and every seat's scores over time.
    ``scored`` formats a score.
    """
    sheet = Sheet(shape)
    tall = shape is TALL
    middle = shape.wide / 2
    y = sheet.heading(found.name, shape.edge - (4 if not tall else -20), 72 if tall else 58)
    size = 32 if tall else 26
    for row in (join_parts((found.rules, found.stage, found.day)), found.result):
        if row:
            y += size * 1.35
            colour = MUTED if row != found.result else GOLD if found.over else INK
            sheet.text(row, middle, y, size, shape.room, colour, "middle")
    top, bottom = y + 26, shape.high - shape.edge - (60 if tall else 14)
    if tall:
        high = min(520.0, (bottom - top) * 0.5) if found.map else 0
        sheet.draw(_map(found.map, (shape.edge, top, shape.room, high)))
        _draw_scores(sheet, found, (shape.edge, top + high + (30 if high else 0), shape.room, bottom), scored)
    else:
        wide = shape.room * 0.54 if found.map else 0
        sheet.draw(_map(found.map, (shape.edge, top, wide, bottom - top)))
        left = shape.edge + wide + (36 if wide else 0)
        _draw_scores(sheet, found, (left, top, shape.wide - shape.edge - left, bottom - 30), scored)
    return sheet.to_svg(found.name, about_campaign(found, scored))


def about_campaign(found: Campaign, scored: Callable[[int], str]) -> str:
    """Describe the card of a campaign."""
    lines = ", ".join(
        one.name if one.last is None else f"{one.name}: {scored(one.last)}" for one in found.lines
    )
    return join_parts((found.rules, found.stage, found.day, found.result, lines), ". ")


def _map(svg: str, box: Box) -> str:
    found = re.match(r'<svg xmlns="[^"]*" viewBox="([\d. -]+)">', svg)
    if found is None or box[2] <= 0 or box[3] <= 0:
        return ""
    x, y, wide, high = box
    _left, _top, w, h = map(float, found[1].split())
    scale = min(wide / w, high / h)
    x, y = x + (wide - w * scale) / 2, y + (high - h * scale) / 2
    inner = svg[found.end() : -len("</svg>")]
    return (
        f'<svg x="{x:.1f}" y="{y:.1f}" width="{w * scale:.1f}" height="{h * scale:.1f}" '
        f'viewBox="{found[1]}">{inner}</svg><rect x="{x:.1f}" y="{y:.1f}" width="{w * scale:.1f}" '
        f'height="{h * scale:.1f}" fill="none" stroke="{RULE}" stroke-width="2"/>'
    )


def _draw_scores(sheet: Sheet, found: Campaign, box: Box, scored: Callable[[int], str]) -> None:
    """Draw the names and scores of the first MOST_LINES lines, and below them the curves of all scores."""
    x, y, room, bottom = box
    scale = 1.3 if sheet.shape is TALL else 1.0
    for one in found.lines[:MOST_LINES]:
        left = x
        if one.banner is not None:
            sheet.draw(_flag(sheet, one.banner, x, y, 46 * scale))
            left += 60 * scale
        if one.last is not None:
            colour = GOLD if one.won else INK
            sheet.text(scored(one.last), x + room, y + 25 * scale, 28 * scale, 120, colour, "end")
        sheet.text(one.name, left, y + 25 * scale, 26 * scale, x + room - left - 120 * scale, INK)
        y += 44 * scale
    sheet.draw(curves(found.lines, (x, y + 22, room, bottom - y - 22)))


MOST_LINES: Final = 7
DASHES: Final = ("", "12 7", "3 6", "14 5 3 5", "7 4", "2 3")


def curves(lines: Sequence[Line], box: Box) -> str:
    """Draw scores by turn, with a different dash pattern for each line. Return "" if there is nothing to
    compare.
    """
    x, y, room, high = box
    turns = max((len(one.scores) for one in lines), default=0)
    if turns < 2 or high < 50:
        return ""
    values = [score for one in lines for score in one.scores]
    low, top = min(0, *values), max(1, *values)

    def at(turn: int, score: int) -> str:
        return f"{x + room * turn / (turns - 1):.1f} {y + high * (top - score) / (top - low):.1f}"

    drawn = [f'<path stroke="{RULE}" d="M{at(0, 0)}H{x + room:.1f}M{x:.1f} {y:.1f}v{high:.1f}"/>']
    compared = [one for one in lines if len(one.scores) > 1]
    for one, dash in zip(compared, DASHES, strict=False):
        way = "L".join(at(turn, score) for turn, score in enumerate(one.scores))
        stroke = f' stroke-dasharray="{dash}"' if dash else ""
        drawn.append(f'<path stroke="{colour_of(one.banner)}" stroke-width="4"{stroke} d="M{way}"/>')
    return f'<g fill="none" stroke-linejoin="round">{"".join(drawn)}</g>'
