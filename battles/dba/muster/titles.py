"""The titles of battles between two armies, in every language of the site."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from battles.dba.wording.names import translate_name
from games.services.creation import LONGEST_NAME


def battle_title(names: tuple[str, str]) -> str:
    return _("%(mine)s against %(theirs)s") % {
        "mine": translate_name(names[0]),
        "theirs": translate_name(names[1]),
    }


def battle_titles(names: tuple[str, str]) -> dict[str, str]:
    """Return the battle's title in every language, because army lists have a name in each."""
    found = {}
    for language, _name in settings.LANGUAGES:
        with override(language):
            found[language] = battle_title(names)[:LONGEST_NAME]
    return found
