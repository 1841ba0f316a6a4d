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
from games import explanations, plugins
from games.generic import plain, readable
from games.numbers import format_signed, minus
from games.time_text import day_and_hour, whole_moment, zone_of

register = template.Library()

# the positions of each face's pips, on a square of 100
PIPS = {
    1: ((50, 50),),
    2: ((28, 28), (72, 72)),
    3: ((26, 26), (50, 50), (74, 74)),
    4: ((28, 28), (72, 28), (28, 72), (72, 72)),
    5: ((26, 26), (74, 26), (50, 50), (26, 74), (74, 74)),
    6: ((28, 24), (72, 24), (28, 50), (72, 50), (28, 76), (72, 76)),
}

# A power has a colour, a pattern and two letters. Patterns are drawn on a flag of 32 by 22.
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
    """An attribute with the place of an option on the map: the option's, or else the question's; empty on
    pages without a map.
    """
    where = context.get("where")
    place = (where(value) or context.get("asked_at") or "") if callable(where) else ""
    return format_html(' data-place="{}"', place) if place else ""


def _symbol(context: Context, number: int, sides: int) -> tuple[str, str] | None:
    """The name and the drawing of a face, if the game's dice show symbols."""
    system = getattr(context.get("game"), "system", "")
    return plugins.wording_class(system).faces(sides).get(number) if system else None


@register.simple_tag(takes_context=True)
def die_name(context: Context, face: Any, sides: Any = 6) -> str:
    """Name a face: its number, or the name of its symbol."""
    found = _symbol(context, int(face), int(sides))
    return found[0] if found else str(face)


@register.simple_tag(takes_context=True)
def die(context: Context, face: Any, sides: Any = 6, source: str = "", css: str = "") -> SafeString:
    """Draw a die: a d6 with pips, others with their number, a system's special dice with their symbols. A die
    with ``source`` "entered" is drawn dashed.
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
    """The pattern of a power without one; the same letters always give the same pattern."""
    names = list(PATTERNS)
    return names[sum(map(ord, mark)) % len(names)]


@register.simple_tag
def power(name: str = "", colour: str = "", mark: str = "", pattern: str = "") -> SafeString:
    """Draw a power: a flag with its colour, pattern and two letters, then its name (if given)."""
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
    """Draw an element or unit as a block in the proportion of its base, its front marked on the upper
    edge."""
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
    """The links that systems offer in the navigation and on the front page."""
    return plugins.doors()


@register.simple_tag
def tables() -> tuple[plugins.NavLink, ...]:
    """The entry points of systems that two people can start at one table."""
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
    """A navigation link, marked as current on pages below its URL; empty if the URL does not exist."""
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
    """A time in the reader's time zone ("today 21:00"), with the exact time in the markup. If the zone is
    unknown it is in UTC, and says so.
    """
    return mark_safe("") if value is None else _time(value, day_and_hour(value))


@register.filter
def soon(value: datetime | None) -> SafeString:
    """A time, followed by how far off it is: "today 21:00, in 5 hours"."""
    if value is None:
        return mark_safe("")
    return format_html("{}, {}", moment(value), until(value))


@register.filter
def dated(value: datetime | None) -> SafeString:
    """A time with its date, which reads the same tomorrow: "3 Mar 2026, 21:00"."""
    if value is None:
        return mark_safe("")
    return _time(value, date_format(timezone.localtime(value), "j M Y, H:i"))


@register.filter
def whole(value: datetime | None) -> SafeString:
    """A time with its weekday: "Monday 2 Mar 2026, 21:00"."""
    return mark_safe("") if value is None else _time(value, whole_moment(value))


def _time(value: datetime, told: str) -> SafeString:
    """A time element with its time zone for scripts: they name the zone if the browser's clock differs, and
    reload the page once the server learns a zone it lacked.
    """
    written = timezone.localtime(value).isoformat()
    if timezone.get_current_timezone_name() == "UTC":
        return format_html('<time datetime="{}" data-utc>{} UTC</time>', written, told)
    return format_html('<time datetime="{}" data-zone="{}">{}</time>', written, zone_of(value), told)


@register.filter
def until(value: datetime | None) -> str:
    """How far off a time is, in the largest useful unit: "in 2 days", "3 hours ago"."""
    if value is None:
        return ""
    left = value - clocks.now()
    if abs(left) < timedelta(seconds=30):
        return _("just now")
    return (_("in %(time)s") if left >= timedelta(0) else _("%(time)s ago")) % {"time": lasting(abs(left))}


@register.filter
def lasting(value: timedelta) -> str:
    """A duration in the largest useful unit: "2 days"."""
    minutes = round(value.total_seconds() / 60)
    if minutes < 60:
        return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
    if minutes < 48 * 60:
        return _hours(minutes // 60)
    return ngettext("%(n)d day", "%(n)d days", minutes // 1440) % {"n": minutes // 1440}


@register.filter
def minutes(value: int) -> str:
    """A number of minutes in words: "3 hours"."""
    return lasting(timedelta(minutes=value))


@register.filter
def time_given(hours: int | None) -> str:
    """The time for an answer in words: hours, or days if it is at least two whole days."""
    if not hours:
        return _("no deadline")
    return lasting(timedelta(hours=hours)) if hours % 24 == 0 else _hours(hours)


def _hours(hours: int) -> str:
    return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}


@register.filter
def person(user: Any) -> str:
    """A user's name, or a note that they have left."""
    return name_of(user)


@register.simple_tag(takes_context=True)
def person_link(context: Any, user: Any) -> SafeString:
    """A person's name, linked to the page about them if the reader may see it."""
    request = context.get("request")
    address = parts.page_of(user, request.user) if request is not None and user is not None else ""
    name = format_html("<bdi>{}</bdi>", name_of(user))
    return format_html('<a href="{}">{}</a>', address, name) if address else name


@register.simple_tag(takes_context=True)
def rule_ref(context: Any, rule: Any, system: str = "") -> SafeString:
    """A section of the rules, linked to what it says. ``system``: by default that of the page's game."""
    of = system or getattr(context.get("game"), "system", "")
    address = explanations.section_url(of, str(rule)) if of and rule else ""
    if not address:
        return format_html('<span class="rule-ref">{}</span>', rule)
    return format_html('<a class="rule-ref" href="{}">{}</a>', address, rule)


@register.filter
def with_terms(text: Any, system: str = "") -> str:
    """A text whose terms of the field lead to their meanings."""
    return explanations.with_terms(str(text), system)


@register.filter(name="minus")
def minus_sign(value: Any) -> str:
    """A number with a true minus sign for reading; inputs keep the hyphen."""
    return minus(value)


@register.filter
def with_sign(value: int) -> str:
    """A margin with its sign, with a true minus; 0 has none."""
    return format_signed(value) if value else "0"


@register.filter
def at_key(mapping: Any, key: Any) -> Any:
    """``mapping[key]``, or None."""
    return mapping.get(key) if isinstance(mapping, Mapping) else None


@register.filter
def rewound(value: Any) -> str:
    """Describe a rewind in the chronicle."""
    from games.narration import rewound as told

    return " ".join(told(value))


@register.filter
def amended(value: Any, game: Any) -> str:
    """Describe an amendment in the chronicle."""
    from games import plugins
    from games.narration import describe_amendment as told

    return " ".join(told(plugins.wording(game), value))


@register.filter
def reason(code: str) -> str:
    """Describe why an entry was made: by the player, by standing orders, after a missed deadline ..."""
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
def shown_as(name: str) -> plugins.Appearance | None:
    """A system's picture, number of players, length and weight; None if it has none."""
    return next((one.shown for one in plugins.installed_plugins() if one.name == name), None)


@register.filter
def introduced(name: str) -> str:
    """The introduction to a system's first game, or to its table; "" without either."""
    found = (one for one in plugins.installed_plugins() if one.name == name)
    return next(
        (str(one.first.text if one.first else one.table.text if one.table else "") for one in found), ""
    )


@register.filter
def system_title(name: str) -> str:
    """A system's ``title`` in the reader's language; without one its name, in capitals if short."""
    try:
        found = plugins.system(name)
    except UnknownSystem:
        return name
    title = found.title
    return _(title) if title else (name.upper() if len(name) <= 4 else readable(name))
