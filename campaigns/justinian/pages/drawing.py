"""The map as an SVG: outlines by reference, on them what stands there. In few bytes and little time: a page
with a hundred places is drawn at every look at it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from html import escape
from typing import Any

from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from campaigns.justinian.pages.board import Spot, Token, drawing
from campaigns.justinian.pages.heraldry import arms

Link = Callable[[Spot], str]  # the opening of a link to that place, with its name

# Shapes that are drawn often, once.
SHAPES = (
    '<g id="jcity"><path class="jcity" d="M-2.4-1.8h4.8v4.8h-4.8z"/>'
    '<circle class="jcity__in" cy=".6" r="1"/></g>'
    '<path id="jfort" class="jfort" d="M-2.6 3L0-1.8L2.6 3z"/>'
    '<path id="jflag" class="jflag" d="M5 3V-3L10-1.5L5 0"/>'
    '<circle id="jtreasure" class="jtreasure" cx="-7" cy=".6" r="2.6"/>'
    '<rect id="jt-army" x="-7.5" y="-4.5" width="15" height="9" rx="1"/>'
    '<circle id="jt-leader" r="4"/>'
    '<path id="jt-fleet" d="M-6-1H6L4 4H-4zM0-1V-5L4-2z"/>'
    '<path id="jt-frontier" d="M-4-4h8v8h-8z"/>'
    '<path id="jt-detached" d="M0-4.8L4.8 0L0 4.8L-4.8 0z"/>'
)


def svg(
    spots: Iterable[Spot],
    address: str,
    *,
    keep: str = "",
    own: Container[str] = (),
    width: int = 0,
    height: int = 0,
    whole: bool = False,
) -> SafeString:
    """The whole drawing. ``address`` is what a link to a place begins with, ``keep`` what it ends with unless
    the reader has armies there (``own``); ``width`` and ``height`` fix its size in pixels, ``whole`` makes it
    fit."""

    def link(spot: Spot) -> str:
        key, mine = escape(spot.id), spot.id in own
        return (
            f'<a href="{address}{key}{"" if mine else keep}#map" id="m-{key}"{" data-own" if mine else ""}>'
            f"<title>{escape(spot.described)}</title>"
        )

    spots = tuple(spots)
    of_kind = {kind: [s for s in spots if s.kind == kind] for kind in ("sea", "province", "box")}
    m, outlines = drawing(), static("campaigns/justinian_map.svg")
    size = f' width="{width}" height="{height}" data-fixed' if width else " data-whole" if whole else ""
    parts = [
        f'<svg class="jmap__svg" viewBox="0 0 {m["width"]} {m["height"]}"{size} role="group" '
        f'aria-label="{escape(_("The Mediterranean in the age of Justinian"))}">',
        f"<defs>{SHAPES}{patterns(s.owner for s in of_kind['province'])}</defs>",
        f'<rect class="jsea" width="100%" height="100%"/><use class="jbeyond" href="{outlines}#beyond"/>',
        '<g class="jseas">',
        *(_sea(s, link, outlines) for s in of_kind["sea"]),
        '</g><g class="jland">',
        *(_province(s, link, outlines) for s in of_kind["province"]),
        "</g>",
        *_straits(m),
        f'<g id="jreach">{frames(spots)}</g>',
        *(_box(s, link) for s in of_kind["box"]),
        '<g class="jink" aria-hidden="true">',
        *_names(of_kind["province"] + of_kind["box"]),
        *(_symbols(s) for s in of_kind["province"]),
        *(_token(t) for s in spots for t in s.tokens),
        "</g></svg>",
    ]
    return mark_safe("".join(parts))


def patterns(powers: Iterable[str]) -> str:
    """The fillings of those powers, each once; Byzantium's is plain."""
    found = []
    for power in sorted(set(powers) - {"byzantium", ""}):
        found.append(
            f'<pattern id="jp-{escape(power)}" class="jc--{escape(power)}" width="8" height="8" '
            f'patternUnits="userSpaceOnUse"><path class="jtint" d="M0 0h8v8h-8z"/>'
            f'<path class="jpat" d="{arms(power).motif}"/></pattern>'
        )
    return "".join(found)


def _sea(spot: Spot, link: Link, outlines: str) -> str:
    lines = "".join(f'<text x="{spot.x}" y="{y}">{escape(text)}</text>' for text, y in spot.lines)
    return f'{link(spot)}<use href="{outlines}#{escape(spot.id)}"/>{lines}</a>'


def _province(spot: Spot, link: Link, outlines: str) -> str:
    fill = "" if spot.owner == "byzantium" else f' fill="url(#jp-{escape(spot.owner)})"'
    return f'{link(spot)}<use{fill} href="{outlines}#{escape(spot.id)}"/></a>'


def _box(spot: Spot, link: Link) -> str:
    return f'{link(spot)}<circle class="jbox" cx="{spot.x}" cy="{spot.y}" r="19"/></a>'


def _straits(m: Mapping[str, Any]) -> Iterator[str]:
    """The straits, and neighbours whose border is under water, as lines between their labels."""
    for a, b, kind in m["links"]:
        here, there = m["provinces"][a], m["provinces"][b]
        yield (f'<path class="jline jline--{kind}" d="M{here["x"]} {here["y"]}L{there["x"]} {there["y"]}"/>')


def frames(spots: Iterable[Spot]) -> SafeString:
    """What is marked on the map."""
    return mark_safe("".join(_frames(spots, static("campaigns/justinian_map.svg"))))


def _frames(spots: Iterable[Spot], outlines: str) -> Iterator[str]:
    """The place that is looked at, and what the planned army can reach with its cost."""
    for s in spots:
        if not s.reach and not s.selected:
            continue
        css = "jframe" if s.selected else "jframe jframe--reach"
        if s.kind == "box":
            yield f'<circle class="{css}" cx="{s.x}" cy="{s.y}" r="19"/>'
        else:
            yield f'<use class="{css}" href="{outlines}#{escape(s.id)}"/>'
        if s.reach:
            right = s.letters + 9 if s.letters > 0 else 11
            yield f'<text class="jreach" x="{s.x + right}" y="{s.y + 2.6:.1f}">{escape(s.reach)}</text>'


def _names(spots: Iterable[Spot]) -> Iterator[str]:
    """Names by how they are written: rich provinces bold, boxes in italics."""
    kinds: dict[str, list[str]] = {"": [], " jname--rich": [], " jname--box": []}
    for s in spots:
        rich = s.province is not None and s.province.revenue >= 2
        css = " jname--box" if s.kind == "box" else " jname--rich" if rich else ""
        kinds[css] += (f'<text x="{s.x}" y="{y}">{escape(text)}</text>' for text, y in s.lines)
    for css, texts in kinds.items():
        yield f'<g class="jname{css}">{"".join(texts)}</g>'


def _symbols(spot: Spot) -> str:
    """City or fort, marker, treasury, and the letters of a power other than Byzantium that holds it."""
    found, city = [], spot.province is not None and spot.province.city
    if city or spot.fort:
        found.append(f'<use href="#{"jcity" if city else "jfort"}"/>')
    if spot.marker:
        found.append(f'<use class="jc jc--{escape(spot.marker)}" href="#jflag"/>')
    if spot.treasury:
        found.append('<use href="#jtreasure"/>')
    if spot.owner not in ("byzantium", "nobody"):
        found.append(f'<text class="jowner" x="{spot.letters}" y="2.6">{spot.arms.mark}</text>')
    return f'<g transform="translate({spot.x} {spot.y})">{"".join(found)}</g>' if found else ""


def _token(t: Token) -> str:
    """A counter: its shape by kind, letters and SP on it, underlined when something is wrong with it."""
    texts = ""
    if t.kind in ("army", "leader"):
        x, y = ("-3.6", "1.8") if t.kind == "army" else ("0", "1.6")
        texts = f'<text class="jtok__mark" x="{x}" y="{y}">{t.arms.mark}</text>'
    if t.kind != "leader":
        x, y = {"army": ("3.6", "2.3"), "fleet": ("0", "3.4")}.get(t.kind, ("0", "2"))
        texts += f'<text x="{x}" y="{y}">{t.sp}</text>'
    wrong = ""
    if t.status:
        wrong = f'<path class="jtok__bad" d="{"M-7.5 6h15" if t.kind == "army" else "M-4 5.5h8"}"/>'
    return (
        f'<g class="jtok jtok--{t.kind} jc jc--{escape(t.power)}" transform="translate({t.x} {t.y})">'
        f'<use href="#jt-{t.kind}"/>{texts}{wrong}</g>'
    )
