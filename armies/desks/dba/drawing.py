# ruff: noqa: E501  (paths of symbols)
"""Draw bases to scale as SVG. One unit is one millimetre, and the front edge is at the top.

Each troop type has its own symbol, so that no information depends on colour.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from armies.dba.catalogue import ElementType, catalogue
from armies.desks.dba.wording import element_title

# Number of figures in each row of a base, front to back.
_ROWS = {1: (1,), 2: (2,), 3: (3,), 4: (4,), 5: (3, 2), 6: (3, 3), 7: (4, 3), 8: (4, 4)}

_HORSE = '<ellipse cx="0" cy="1" rx="1.9" ry="4"/><circle class="base__head" cx="0" cy="0.6" r="1.4"/>'
_MAN = '<circle cx="0" cy="0" r="1.9"/>'
_CAR = (
    '<rect x="-4" y="0" width="8" height="8" rx="1.5"/>'
    '<path class="base__arms" d="M-6 1v7M6 1v7M-2 0v-7M2 0v-7"/>'
    '<ellipse cx="-2.2" cy="-6" rx="1.5" ry="4"/><ellipse cx="2.2" cy="-6" rx="1.5" ry="4"/>'
)
# Symbols around the origin, facing up, about 8 mm wide for figures and 24 mm for models.
_FIGURES = {
    "Kn": _HORSE + '<path class="base__arms" d="M2.6 4v-10.500M1.7 -4.600l.9-2.4 .9 2.4"/>',
    "Cv": _HORSE + '<path class="base__arms" d="M2.6 3v-6"/>',
    "LH": '<ellipse cx="0" cy="1" rx="1.3" ry="4"/><circle class="base__head" cx="0" cy="0.5" r="1.2"/>'
    '<path class="base__arms" d="M3 4l1.5-7"/>',
    "Cm": '<ellipse cx="0" cy="1.5" rx="2" ry="4"/><circle class="base__head" cx="0" cy="0" r="1.2"/>'
    '<circle class="base__head" cx="0" cy="3.2" r="1.2"/><path class="base__arms" d="M0-2.500q1-2 2-1.5"/>',
    "Sp": _MAN + '<path class="base__arms" d="M2.6 3.500v-8"/><path class="base__arms" d="M-2.3 -2.400h4"/>',
    "Pk": _MAN + '<path class="base__arms" d="M2.4 4.500v-11M-2.4 4.500v-11"/>',
    "Bd": _MAN
    + '<path class="base__arms" d="M2.2 1l2.2-4M1.8 -1.700l2 1.2"/><path class="base__arms" d="M-3.4 -2v4"/>',
    "Ax": _MAN + '<path class="base__arms" d="M1.5 3l3-6.5"/>',
    "Bw": _MAN + '<path class="base__arms" d="M-3.5 -1.500q3.5-5 7 0zM0 -2v-4"/>',
    "Ps": '<circle cx="0" cy="0" r="1.5"/><path class="base__arms" d="M-1.5-3.500h0M1.5-3.500h0M0-5h0"/>',
    "Wb": _MAN + '<path class="base__arms" d="M2.6 3.500v-6.5"/><path d="M2.6-3.500l2.2 1-2.2 2z"/>',
    "Hd": '<circle cx="0" cy="0" r="1.7"/>',
}
_MODELS = {
    "El": '<ellipse cx="0" cy="2" rx="7" ry="11"/><circle cx="0" cy="-9" r="4.5"/>'
    '<path class="base__arms" d="M0-13q-2-4 1-5M-3-12l-2.5-4M3-12l2.5-4"/>'
    '<path d="M-4.5-9q-4 1-3 5 3 0 4.5-3M4.5-9q4 1 3 5-3 0-4.5-3"/>'
    '<rect class="base__head" x="-4" y="-2" width="8" height="8" rx="1"/>',
    "SCh": _CAR + '<path class="base__arms" d="M-6 4l-6-2.500M6 4l6-2.500M-6 6l-5 1M6 6l5 1"/>',
    "HCh": _CAR
    + '<ellipse cx="-5.5" cy="-5.5" rx="1.4" ry="3.8"/><ellipse cx="5.5" cy="-5.5" rx="1.4" ry="3.8"/>',
    "LCh": _CAR,
    "Art": '<circle class="base__ring" cx="-6" cy="5" r="4"/><circle class="base__ring" cx="6" cy="5" r="4"/>'
    '<path class="base__arms" d="M0 10v-22M-9-6q9-6 18 0"/>',
    "WWg": '<rect x="-9" y="-16" width="18" height="32" rx="2"/>'
    '<path class="base__arms" d="M-12-12v6M12-12v6M-12 6v6M12 6v6"/>'
    '<path class="base__cut" d="M-5-10h10M-5-4h10M-5 2h10M-5 8h10"/>',
    "Lit": '<rect x="-5" y="-9" width="10" height="18" rx="2"/><path class="base__arms" d="M-5-18v36M5-18v36"/>'
    '<circle cx="-5" cy="-15" r="1.9"/><circle cx="5" cy="-15" r="1.9"/>'
    '<circle cx="-5" cy="15" r="1.9"/><circle cx="5" cy="15" r="1.9"/>',
}
_STAR = "M0-3.2l.8 2.1 2.3.1-1.8 1.4.6 2.2-1.9-1.3-1.9 1.3.6-2.2-1.8-1.4 2.3-.1z"


def symbol(element: ElementType) -> str:
    """Return the symbol of a single figure or, for models, of the whole model."""
    return _MODELS.get(element.code) or _MODELS.get(element.type) or _FIGURES[element.type]


def is_model(element: ElementType) -> bool:
    return element.code in _MODELS or element.type in _MODELS


def svg(code: str, size: float = 1.6, general: bool = False) -> SafeString:
    """Draw a base with its title, at ``size`` pixels per millimetre."""
    element = catalogue()[code]
    return format_html(
        '<svg class="base base--{}" viewBox="0 0 {} {}" width="{}" height="{}" role="img">'
        "<title>{}</title>{}</svg>",
        element.arm,
        element.width_mm,
        element.depth_mm,
        round(element.width_mm * size),
        round(element.depth_mm * size),
        element_title(element, general),
        mark_safe(base(element, general)),  # safe: only numbers and our own SVG paths
    )


def base(element: ElementType, general: bool = False) -> str:
    """Return the contents of ``<svg viewBox="0 0 width depth">`` for a base: a rectangle, its front edge, the
    figures, and a star for the general.
    """
    width, depth = element.width_mm, element.depth_mm
    parts = [
        f'<rect class="base__ground" x=".4" y=".4" width="{width - 0.8:g}" height="{depth - 0.8:g}" rx="1"/>',
        f'<path class="base__front" d="M1 .9h{width - 2}"/>',
        *(
            f'<g transform="translate({x:g} {y:g}) scale({s:g})">{symbol(element)}</g>'
            for x, y, s in _figure_places(element)
        ),
    ]
    if general:
        parts.append(f'<path class="base__star" transform="translate(4 {depth - 4})" d="{_STAR}"/>')
    return "".join(parts)


def label(element: ElementType, general: bool = False) -> str:
    """Draw a paper label that replaces the figures on a base: code, symbol, front edge, and a star for the
    general.
    """
    width, depth = element.width_mm, element.depth_mm
    size = min(9.0, depth * 0.42)
    scale = 0.55 if is_model(element) else 1.15
    middle = depth / 2 + 0.6
    parts = [
        *_label_frame(element.code, width, depth, size, middle),
        f'<g transform="translate({width - 10} {middle + 1:g}) scale({scale})">{symbol(element)}</g>',
    ]
    if general:
        parts.append(f'<path class="base__star" transform="translate({width - 4} 5)" d="{_STAR}"/>')
    return "".join(parts)


def followers_label(width: int, depth: int) -> str:
    """Draw the paper label of camp followers, who have no symbol."""
    return "".join(_label_frame("CF", width, depth, min(9.0, depth * 0.42), depth / 2 + 0.6))


def _label_frame(code: str, width: int, depth: int, size: float, middle: float) -> Iterator[str]:
    yield f'<rect class="label__cut" x=".1" y=".1" width="{width - 0.2:g}" height="{depth - 0.2:g}"/>'
    yield f'<path class="label__front" d="M0 .5h{width}"/>'
    yield f'<text class="label__code" x="4" y="{middle + size * 0.36:g}" font-size="{size:g}">{code}</text>'


def _figure_places(element: ElementType) -> Iterator[tuple[float, float, float]]:
    width, depth = float(element.width_mm), float(element.depth_mm)
    if is_model(element):
        yield width / 2, depth / 2 + 1, min(1.0, depth / 36) if depth < 80 else 1.6
        return
    rows = _ROWS[element.figures]
    high = depth / len(rows)
    for r, count in enumerate(rows):
        for i in range(count):
            y = high * (r + 0.5) + (0.8 if not element.is_mounted else 0.5)
            yield width * (i + 0.5) / count, y, 1.5 if element.is_mounted and high >= 30 else 1.0
