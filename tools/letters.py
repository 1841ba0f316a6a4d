"""Write the outlines of the display face's letters, for the text in pictures (features/report_cards/data).

Needs fontTools and brotli, which nothing else in the project needs. Run `pip install fonttools brotli`,
preferably outside this project's environment, and then `python tools/letters.py`. The face is Marcellus
(static/fonts/OFL.txt).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

FONTS = Path(__file__).parent.parent / "static" / "fonts"
TO = Path(__file__).parent.parent / "features" / "report_cards" / "data" / "letters.txt"
EM = 1000  # measurements are in thousandths of an em
KERNED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,'-’"
HEAD = (
    "# Outlines of the letters of the display face, Marcellus, under the SIL Open Font License 1.1",
    "# (static/fonts/OFL.txt), as tools/letters.py writes them. A letter a line: sign, advance and path,",
    "# in thousandths of an em, down from the baseline; then pairs that stand closer or wider.",
)


def letters_script() -> str:
    """Return the text of the letters file: all letters of the fonts in order, then the kerning pairs."""
    from fontTools.ttLib import TTFont

    letters: dict[int, str] = {}
    pairs: dict[str, int] = {}
    for name in ("marcellus-ext", "marcellus"):  # the main font comes last, because its letters have priority
        font = TTFont(FONTS / f"{name}.woff2")
        signs = font.getBestCmap()
        letters |= {code: _letter(font, glyph) for code, glyph in signs.items() if code > 32}
        if name == "marcellus":
            letters[32] = f"{_scale_value(font, font['hmtx'][signs[32]][0])} "
            pairs = _pairs(font, signs)
    rows = [f"{chr(code)} {letters[code]}".rstrip() for code in sorted(letters)]
    kerned = [f"{pair} {by}" for pair, by in sorted(pairs.items())]
    return "\n".join([*HEAD, *rows, "", *kerned]) + "\n"


def _letter(font: Any, glyph: str) -> str:
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen

    scale = EM / font["head"].unitsPerEm
    pen = SVGPathPen(font.getGlyphSet(), ntos=lambda value: str(round(value)))
    font.getGlyphSet()[glyph].draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0)))
    return f"{_scale_value(font, font['hmtx'][glyph][0])} {pen.getCommands()}"


def _scale_value(font: Any, value: int) -> int:
    return int(round(value * EM / font["head"].unitsPerEm))


def _pairs(font: Any, signs: dict[int, str]) -> dict[str, int]:
    """Return the kerning: the change in distance between the two letters of a pair, for every pair that has
    one.
    """
    found: dict[str, int] = {}
    tables = [
        sub.ExtSubTable if sub.LookupType == 9 else sub
        for lookup in font["GPOS"].table.LookupList.Lookup
        for sub in lookup.SubTable
    ]
    for sub in (one for one in tables if one.LookupType == 2):
        covered = sub.Coverage.glyphs
        for first in KERNED:
            for second in KERNED:
                by = _kern_pair(sub, covered, signs[ord(first)], signs[ord(second)])
                if by and first + second not in found:
                    found[first + second] = _scale_value(font, by)
    return {pair: by for pair, by in found.items() if abs(by) > 4}


def _kern_pair(sub: Any, covered: list[str], first: str, second: str) -> int:
    if first not in covered:
        return 0
    if sub.Format == 1:
        rows = sub.PairSet[covered.index(first)].PairValueRecord
        value = next((row.Value1 for row in rows if row.SecondGlyph == second), None)
    else:
        one = sub.ClassDef1.classDefs.get(first, 0)
        value = sub.Class1Record[one].Class2Record[sub.ClassDef2.classDefs.get(second, 0)].Value1
    return getattr(value, "XAdvance", 0) or 0


if __name__ == "__main__":
    TO.write_text(letters_script(), "utf-8")
