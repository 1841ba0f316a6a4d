"""Template tags for the pages about DBA's armies: drawn bases, texts of the data files, and years."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from armies.dba.catalogue import camp_followers, catalogue
from armies.dba.lists import ArmyList, Slot
from armies.desks.dba import drawing, wording

register = template.Library()


@register.simple_tag
def base(code: str, size: float = 1.6, general: bool = False) -> SafeString:
    """Draw a base at ``size`` pixels per millimetre."""
    return drawing.svg(code, size, general)


@register.simple_tag
def base_known(code: str, size: float = 1.6, general: bool = False) -> SafeString | str:
    """Draw a base, or write out a code that is unknown (from a broken import)."""
    return base(code, size, general) if code in catalogue() else code


@register.simple_tag
def base_label(code: str, general: bool = False) -> SafeString:
    """Draw a base's paper label at true scale, with its width and height in millimetres."""
    element = catalogue()[code]
    return format_html(
        '<svg class="label" viewBox="0 0 {w} {d}" width="{w}mm" height="{d}mm" role="img">'
        "<title>{t}</title>{s}</svg>",
        w=element.width_mm,
        d=element.depth_mm,
        t=wording.element_title(element, general),
        s=mark_safe(drawing.label(element, general)),  # safe: only numbers and our own SVG paths
    )


@register.simple_tag
def followers_label() -> SafeString:
    """Draw the camp followers' paper label at true scale."""
    width, depth = camp_followers().width_mm, camp_followers().depth_mm
    return format_html(
        '<svg class="label" viewBox="0 0 {w} {d}" width="{w}mm" height="{d}mm" role="img">'
        "<title>{t}</title>{s}</svg>",
        w=width,
        d=depth,
        t=gettext("Camp followers"),
        s=mark_safe(drawing.followers_label(width, depth)),  # safe: only numbers and our own SVG paths
    )


@register.filter
def say(text: str) -> str:
    """Translate text from the data files into the reader's language."""
    return gettext(text) if text else ""


@register.filter
def army_name(army: ArmyList) -> str:
    return wording.army_name(army)


@register.filter
def element_name(code: str) -> str:
    return gettext(catalogue()[code].name)


@register.filter
def troop_name(type_: str) -> str:
    return str(wording.TROOPS[type_])


@register.filter
def topography(name: str) -> str:
    return str(wording.TOPOGRAPHY[name])


@register.filter
def years(army: ArmyList) -> str:
    return wording.years(army.start_year, army.end_year)


@register.filter
def camp(name: str) -> str:
    return str(wording.CAMPS.get(name, name))


@register.filter
def millimetres(paces: int) -> str:
    """Convert paces to millimetres on the table: 100 paces are 25 mm."""
    return f"{paces // 4} mm"


@register.filter
def picked(picks: Any) -> list[tuple[str, int]]:
    """Return pairs of code and count, for a loop in a template."""
    return list(picks.items())


@register.filter
def option_years(slot: Slot, code: str) -> str:
    """Describe when an option was available: "from 399 BC". Return "" if it was available for the list's
    whole period.
    """
    return wording.option_years(slot, code)


@register.filter
def year_words(year: int) -> str:
    return wording.year(year)
