"""Template tags that let other sites preview a link to a page."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from features.report_cards import drawing, picture
from games.access import open_to_all
from games.models import Game
from games.templatetags.vexillum import system_title
from games.wording.narration import standing, turn_name

register = template.Library()


@register.simple_tag(takes_context=True)
def preview(context: Any) -> SafeString | str:
    """Return the meta tags with title, text and picture for link previews of a public game, or "" for any
    other game.
    """
    game, request = context.get("game"), context.get("request")
    if not isinstance(game, Game) or request is None or not open_to_all(game):
        return ""
    language = picture.card_language("")
    rows = {
        "og:type": "article",
        "og:site_name": "Vexillum",
        "og:locale": {"it": "it_IT"}.get(language, "en_GB"),
        "og:title": game.title,
        "og:description": describe_game(game),
        "og:url": request.build_absolute_uri(),
        "twitter:card": "summary_large_image" if picture.painter() else "summary",
        "twitter:title": game.title,
        "twitter:description": describe_game(game),
    }
    if picture.painter() is not None:
        query = urlencode({"lang": language, "v": str(game.version)})
        image = request.build_absolute_uri(f"{reverse('game-card-png', args=[game.pk])}?{query}")
        rows |= {
            "og:image": image,
            "og:image:type": "image/png",
            "og:image:width": str(drawing.WIDE.wide),
            "og:image:height": str(drawing.WIDE.high),
            "og:image:alt": f"{game.title}: {describe_game(game)}",
            "twitter:image": image,
        }
    return format_html_join(
        "\n  ",
        '<meta {}="{}" content="{}">',
        (("name" if key.startswith("twitter") else "property", key, said) for key, said in rows.items()),
    )


def describe_game(game: Game) -> str:
    """Describe the game from its cached summary, without opening its rules."""
    turn = game.standing.get("turn")
    parts = (
        system_title(game.system),
        str(game.get_status_display()),
        turn_name(game, turn) if turn is not None and not game.is_over else "",
        standing(game),
    )
    return " · ".join(part for part in parts if part)
