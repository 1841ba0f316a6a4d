"""Load modules before a web process's first request, so that no visitor waits for them.

Nothing here touches the database or a cache. With gunicorn this runs once, before the workers are forked.
"""

from __future__ import annotations

from django.conf import settings
from django.template.loader import get_template
from django.urls import URLResolver, get_resolver, reverse
from django.utils import translation

from engine import registry
from games import plugins


def preload() -> None:
    """Load all URLs, texts, rules systems, page classes and templates."""
    load_systems()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            reverse("home")  # fills Django's table of URL names, one for each language
            translation.gettext("Log in")
    load_modules_of_addresses()
    load_templates()


def load_systems() -> None:
    """Load the rules, texts and pages of every installed system."""
    missing = plugins.missing_systems()
    for plugin in plugins.installed_plugins():
        if plugin.system and plugin.name not in missing:
            registry.get(plugin.name)
            plugins.wording_class(plugin.name)
            plugins.page(plugin.name)
            plugins.battle_systems(plugin.name)


def load_modules_of_addresses() -> None:
    """Import the views behind every URL, including URLs whose modules are imported only on demand."""
    waiting = [get_resolver()]
    while waiting:
        waiting += [one for one in waiting.pop().url_patterns if isinstance(one, URLResolver)]


def load_templates() -> None:
    """Compile all of Vexillum's templates. Django caches them if DEBUG is off."""
    folder = settings.BASE_DIR / "templates"
    for path in sorted(folder.rglob("*.html")):
        get_template(path.relative_to(folder).as_posix())
