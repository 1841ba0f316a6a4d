"""Template tags for every page: dice, powers, troop blocks, navigation, times."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Final

from django import template
from django.template import Context
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import clocks, parts
from accounts.names import name_of
from engine.registry import UnknownSystem
from games import plugins
from games.wording import explanations
from games.wording.generic import plain, readable
from games.wording.numbers import format_signed, minus
from games.wording.time_text import day_and_hour, whole_moment, zone_of

register = template.Library()

# the positions of each face's pips, on a square 100 units wide
PIPS = {
    1: ((50, 50),),
    2: ((28, 28), (72, 72)),
    3: ((26, 26), (50, 50), (74, 74)),
    4: ((28, 28), (72, 28), (28, 72), (72, 72)),
    5: ((26, 26), (74, 26), (50, 50), (26, 74), (74, 74)),
    6: ((28, 24), (72, 24), (28, 50), (72, 50), (28, 76), (72, 76)),
}

# A power has a colour, a pattern and two letters. Patterns are drawn on a flag 32 units wide and 22 high.
PATTERNS = {
    "plain": "",
    "stripes": "M0 5.500H32M0 11H32M0 16.500H32",
    "bend": "M-4 14L12 -2M2 22L26 -2M14 24L36 2",
    "pale": "M8 0V22M16 0V22M24 0V22",
    "cross": "M16 0V22M0 11H32",
    "saltire": "M0 0L32 22M32 0L0 22",
    "chevron": "M0 20L16 8L32 20M0 12L16 0L32 12",
    "border": "M3 3H29V19H3Z",
}


LONG: Final = ' textLength="60" lengthAdjust="spacingAndGlyphs"'  # makes three digits fit the same drawing


@register.simple_tag(takes_context=True)
def place_of(context: template.Context, value: str) -> str:
    """Return an HTML attribute that names an option's place on the map or, failing that, the place of its
    question. Return "" if there is neither, or the page has no map.
    """
    where = context.get("where")
    place = (where(value) or context.get("asked_at") or "") if callable(where) else ""
    return format_html(' data-place="{}"', place) if place else ""


def _symbol(context: Context, number: int, sides: int) -> tuple[str, str] | None:
    """Return the name and the drawing of a face if the game's dice show symbols, otherwise None."""
    system = getattr(context.get("game"), "system", "")
    return plugins.wording_class(system).faces(sides).get(number) if system else None


@register.simple_tag(takes_context=True)
def die_name(context: Context, face: Any, sides: Any = 6) -> str:
    """Name a face: its number, or the name of its symbol."""
    found = _symbol(context, int(face), int(sides))
    return found[0] if found else str(face)


@register.simple_tag(takes_context=True)
def die(context: Context, face: Any, sides: Any = 6, source: str = "", css: str = "") -> SafeString:
    """Draw a die: a d6 with pips, other dice with their number, a system's special dice with their symbols.
    A die with ``source`` "entered" is drawn dashed.
    """
    number, kind = int(face), int(sides)
    classes = f"die {css} {'die--entered' if source == 'entered' else ''}".strip()
    symbol = _symbol(context, number, kind)
    title = symbol[0] if symbol else _("%(face)d on a d%(sides)d") % {"face": number, "sides": kind}
    if symbol:
        shape = (
            '<rect class="die__body" x="5" y="5" width="90" height="90" rx="16"/>'
            f'<path class="die__symbol" transform="translate(50 50) scale(4)" d="{symbol[1]}"/>'
        )
    elif kind == 6 and number in PIPS:
        pips = "".join(f'<circle class="die__pip" cx="{x}" cy="{y}" r="9"/>' for x, y in PIPS[number])
        shape = f'<rect class="die__body" x="5" y="5" width="90" height="90" rx="16"/>{pips}'
    else:
        shape = (
            '<path class="die__body" d="M50 4L96 40L82 88L50 97L18 88L4 40Z"/>'
            f'<text class="die__text" x="50" y="66"{LONG if number > 99 else ""}>{number}</text>'
        )
    return format_html(
        '<svg class="{}" viewBox="0 0 100 100" role="img" aria-label="{}"><title>{}</title>{}</svg>',
        classes,
        title,
        title,
        mark_safe(shape),
    )


def pattern_of(mark: str) -> str:
    """Choose a pattern for a power that has none. The same two-letter mark always gives the same pattern."""
    names = list(PATTERNS)
    return names[sum(map(ord, mark)) % len(names)]


@register.simple_tag
def power(name: str = "", colour: str = "", mark: str = "", pattern: str = "") -> SafeString:
    """Draw a power: a flag with its colour, pattern and two letters, then its name if given."""
    lines = PATTERNS.get(pattern or pattern_of(mark), "")
    return format_html(
        '<span class="power"><svg class="power__flag" viewBox="0 0 32 22" {}><rect width="32" height="22" '
        'rx="2" fill="{}"/><path class="pattern" d="{}"/><text class="mark" '
        'x="16" y="15.500">{}</text></svg>{}</span>',
        mark_safe('aria-hidden="true"') if name else format_html('role="img" aria-label="{}"', mark),
        colour or "#66553f",
        lines,
        mark,
        format_html('<span class="power__name">{}</span>', name) if name else "",
    )


@register.simple_tag
def seat_chip(seat: Any) -> SafeString:
    """Draw the flag and name of a SeatInfo (or anything with name, colour and mark)."""
    if isinstance(seat, Mapping):
        return power(_(seat.get("name", "")), seat.get("colour", ""), seat.get("mark", ""))
    if seat is None:
        return format_html('<span class="power">{}</span>', _("Game master"))
    return power(_(seat.name) if seat.name else "", seat.colour, seat.mark)


@register.simple_tag
def troop(
    label: str, width: Any = 40, depth: Any = 20, colour: str = "", lost: bool = False, title: str = ""
) -> SafeString:
    """Draw an element or unit as a block in the proportions of its base, with its front marked on the upper
    edge. A lost one is crossed out.
    """
    w, d = 60, max(12, round(60 * float(depth) / max(float(width), 1)))
    return format_html(
        '<svg class="troop {}" viewBox="-3 -9 66 {}" role="img" aria-label="{}"><path class="troop__front" '
        'd="M24 0L30 -8L36 0Z"/><rect class="troop__base" width="{}" height="{}" rx="2" fill="{}"/>'
        '<text class="troop__label" x="30" y="{}">{}</text>{}</svg>',
        "troop--lost" if lost else "",
        d + 12,
        title or label,
        w,
        d,
        colour or "#5e2468",
        d / 2 + 5,
        label,
        format_html('<path class="troop__cross" d="M0 0L60 {}M60 0L0 {}"/>', d, d) if lost else "",
    )


@register.simple_tag
def doors() -> tuple[plugins.NavLink, ...]:
    """Return the links that systems offer in the navigation and on the front page."""
    return plugins.doors()


@register.simple_tag
def tables() -> tuple[plugins.NavLink, ...]:
    """Return a link for each system in which two people can start a game at one table."""
    return plugins.tables()


@cache
def _leads_somewhere(address: str) -> bool:
    try:
        resolve(address)
    except Resolver404:
        return False
    return True


@register.simple_tag(takes_context=True)
def nav_link(context: Any, address: str, label: str, exact: bool = False) -> SafeString:
    """Return a navigation link, or "" if its URL does not exist. The link is marked as current on its own
    page and, unless ``exact``, on all pages below.
    """
    if not _leads_somewhere(address):
        return mark_safe("")
    request = context.get("request")
    here = request.path if request else ""
    current = here == address if exact else here.startswith(address)
    return format_html(
        '<a href="{}"{}>{}</a>', address, mark_safe(' aria-current="page"' if current else ""), label
    )


@register.filter
def moment(value: datetime | None) -> SafeString:
    """Format a time in the reader's time zone ("today 21:00"), with the exact time in the markup. If the zone
    is unknown, the time is given in UTC and marked so. Return "" for None.
    """
    return mark_safe("") if value is None else _time(value, day_and_hour(value))


@register.filter
def soon(value: datetime | None) -> SafeString:
    """Format a time, followed by the time left until then: "today 21:00, in 5 hours". Return "" for None."""
    if value is None:
        return mark_safe("")
    return format_html("{}, {}", moment(value), until(value))


@register.filter
def dated(value: datetime | None) -> SafeString:
    """Format a time with its date, so that it reads the same on any day: "3 Mar 2026, 21:00"."""
    if value is None:
        return mark_safe("")
    return _time(value, date_format(timezone.localtime(value), "j M Y, H:i"))


@register.filter
def whole(value: datetime | None) -> SafeString:
    """Format a time with its date and weekday: "Monday 2 Mar 2026, 21:00"."""
    return mark_safe("") if value is None else _time(value, whole_moment(value))


def _time(value: datetime, told: str) -> SafeString:
    """Return a time element that shows the text ``told``, with the exact time and zone for scripts. If the
    browser is in another zone, scripts add the zone's name. If the server did not know the reader's zone,
    scripts send it and reload the page.
    """
    written = timezone.localtime(value).isoformat()
    if timezone.get_current_timezone_name() == "UTC":
        return format_html('<time datetime="{}" data-utc>{} UTC</time>', written, told)
    return format_html('<time datetime="{}" data-zone="{}">{}</time>', written, zone_of(value), told)


@register.filter
def until(value: datetime | None) -> str:
    """Describe the time left until a moment, or passed since, in the largest useful unit: "in 2 days", "3
    hours ago". Within half a minute it is "just now". Return "" for None.
    """
    if value is None:
        return ""
    left = value - clocks.now()
    if abs(left) < timedelta(seconds=30):
        return _("just now")
    return (_("in %(time)s") if left >= timedelta(0) else _("%(time)s ago")) % {"time": lasting(abs(left))}


@register.filter
def lasting(value: timedelta) -> str:
    """Describe a duration in the largest useful unit, as in "2 days"."""
    minutes = round(value.total_seconds() / 60)
    if minutes < 60:
        return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
    if minutes < 48 * 60:
        return _hours(minutes // 60)
    return ngettext("%(n)d day", "%(n)d days", minutes // 1440) % {"n": minutes // 1440}


@register.filter
def minutes(value: int) -> str:
    """Write a number of minutes as text, such as "3 hours"."""
    return lasting(timedelta(minutes=value))


@register.filter
def time_given(hours: int | None) -> str:
    """Describe the hours allowed for an answer. Whole days are given in days, from two days on. 0 and None
    mean "no deadline".
    """
    if not hours:
        return _("no deadline")
    return lasting(timedelta(hours=hours)) if hours % 24 == 0 else _hours(hours)


def _hours(hours: int) -> str:
    return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}


@register.filter
def person(user: Any) -> str:
    """Return a user's name, or a note that they have left."""
    return name_of(user)


@register.simple_tag(takes_context=True)
def person_link(context: Any, user: Any) -> SafeString:
    """Return a person's name, linked to the page about them if the reader may see it."""
    request = context.get("request")
    address = parts.page_of(user, request.user) if request is not None and user is not None else ""
    name = format_html("<bdi>{}</bdi>", name_of(user))
    return format_html('<a href="{}">{}</a>', address, name) if address else name


@register.simple_tag(takes_context=True)
def rule_ref(context: Any, rule: Any, system: str = "") -> SafeString:
    """Return the number of a rules section, linked to its explanation if there is one. ``system``: by default
    that of the page's game.
    """
    of = system or getattr(context.get("game"), "system", "")
    address = explanations.section_url(of, str(rule)) if of and rule else ""
    if not address:
        return format_html('<span class="rule-ref">{}</span>', rule)
    return format_html('<a class="rule-ref" href="{}">{}</a>', address, rule)


@register.filter
def with_terms(text: Any, system: str = "") -> str:
    """Return the text with its terms linked to their meanings."""
    return explanations.with_terms(str(text), system)


@register.filter(name="minus")
def minus_sign(value: Any) -> str:
    """Format a number with a true minus sign for reading. Inputs keep the hyphen."""
    return minus(value)


@register.filter
def with_sign(value: int) -> str:
    """Format a margin with its sign, using a true minus. A margin of 0 has no sign."""
    return format_signed(value) if value else "0"


@register.filter
def at_key(mapping: Any, key: Any) -> Any:
    """Return ``mapping[key]``, or None without a mapping or an item."""
    return mapping.get(key) if isinstance(mapping, Mapping) else None


@register.filter
def rewound(value: Any) -> str:
    """Describe a rewind in the chronicle."""
    from games.wording.narration import describe_rewind as told

    return " ".join(told(value))


@register.filter
def amended(value: Any, game: Any) -> str:
    """Describe an amendment in the chronicle."""
    from games import plugins
    from games.wording.narration import describe_amendment as told

    return " ".join(told(plugins.wording(game), value))


@register.filter
def reason(code: str) -> str:
    """Describe why an entry was made, for example by the player, by standing orders or after a missed
    deadline.
    """
    from games.models import Entry
    from games.services import history

    return str({**dict(Entry.Reason.choices), history.USUAL: _("the default answer")}.get(code, code))


@register.filter
def facts_table(value: Any) -> SafeString:
    """Show JSON as readable tables: an object as a list of facts, a list of similar objects as a table."""
    if isinstance(value, Mapping):
        rows = format_html_join(
            "", "<dt>{}</dt><dd>{}</dd>", ((readable(k), facts_table(v)) for k, v in value.items())
        )
        return format_html('<dl class="facts">{}</dl>', rows) if value else mark_safe("–")
    if isinstance(value, list | tuple) and value and all(isinstance(row, Mapping) for row in value):
        return _table(value)
    if isinstance(value, list | tuple) and any(isinstance(row, list | tuple) for row in value):
        items = format_html_join("", "<li>{}</li>", ((facts_table(row),) for row in value))
        return format_html('<ul class="plain-list">{}</ul>', items)
    return format_html("{}", plain(value))


def _table(rows: Any) -> SafeString:
    names = list(dict.fromkeys(name for row in rows for name in row))
    head = format_html_join("", '<th scope="col">{}</th>', ((readable(name),) for name in names))
    body = format_html_join(
        "",
        "<tr>{}</tr>",
        (
            (format_html_join("", "<td>{}</td>", ((facts_table(row.get(name)),) for name in names)),)
            for row in rows
        ),
    )
    return format_html(
        '<div class="table-wrap" tabindex="0" role="region" aria-label="{}"><table><thead><tr>{}</tr></thead>'
        "<tbody>{}</tbody></table></div>",
        _("Table"),
        head,
        body,
    )


@register.filter
def appearance(name: str) -> plugins.Appearance | None:
    """Return the picture and facts that pages show about a system, or None if it has none."""
    return next((one.shown for one in plugins.installed_plugins() if one.name == name), None)


@register.filter
def introduction(name: str) -> str:
    """Return the text that introduces a system's first game. A system without one has the text of the link to
    its page for two people at one table, and a system with neither has "".
    """
    found = (one for one in plugins.installed_plugins() if one.name == name)
    return next(
        (str(one.first.text if one.first else one.table.text if one.table else "") for one in found), ""
    )


@register.filter
def system_title(name: str) -> str:
    """Return a system's ``title`` in the reader's language. A system without a title is shown by its name, in
    capitals if short. An unknown system is shown by its plain name.
    """
    try:
        found = plugins.system(name)
    except UnknownSystem:
        return name
    title = found.title
    return _(title) if title else (name.upper() if len(name) <= 4 else readable(name))
