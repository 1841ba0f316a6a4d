"""Template tags for parts of pages. ``{% kept "name" %}...{% endkept %}`` caches a part until something
changes. ``{% slot "name" %}`` shows the fragments that features have registered for a slot (games.slots).
"""

from __future__ import annotations

from typing import Any

from django import template
from django.template.base import NodeList, Parser, Token
from django.utils.safestring import SafeString, mark_safe

from games import slots

register = template.Library()


class KeptNode(template.Node):
    """A part of a page, rendered once for each log entry and cache key (games.pages.cache_key). A part with a
    form is rendered every time, because the form's CSRF token belongs to one reader.
    """

    def __init__(self, name: str, nodelist: NodeList) -> None:
        self.name, self.nodelist = name, nodelist

    def render(self, context: Any) -> SafeString:
        table, eyes = context.get("table"), context.get("kept_as")
        if table is None or eyes is None:
            return self.nodelist.render(context)
        known: SafeString | None = table.drawn.get((self.name, eyes))
        if known is not None:
            return known
        drawn = self.nodelist.render(context)
        if "csrfmiddlewaretoken" not in drawn:
            table.keep((self.name, eyes), drawn)
        return drawn


@register.tag
def kept(parser: Parser, token: Token) -> KeptNode:
    """Parse ``{% kept "name" %} ... {% endkept %}``."""
    _tag, name = token.split_contents()
    nodelist = parser.parse(("endkept",))
    parser.delete_first_token()
    return KeptNode(name.strip('"'), nodelist)


@register.simple_tag(takes_context=True)
def slot(context: Any, name: str) -> SafeString:
    """Render the fragments that features have registered for a slot of the page."""
    drawn = []
    for one in slots.fragments(name):
        facts = one.facts(context)
        if facts is not None:
            with context.push(**facts):
                drawn.append(context.template.engine.get_template(one.template).render(context))
    return mark_safe("".join(drawn))  # safe, because these are rendered templates
