"""Each feature can be switched off by removing its line from the settings. Its pages then disappear, and
everything else works.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Collection
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.urls import NoReverseMatch, get_resolver, reverse

from games import events
from games.models import Game
from tests.features.switching import switched_off
from tests.games.cast import NOW
from tests.web.cast import browser, hold, running

pytestmark = pytest.mark.django_db

PLACES = ("game", "game-chronicle", "game-letters", "game-replay", "game-desk", "game-back")
SITE = (
    "/",
    "/account/settings/",
    "/account/notices/",
    "/games/new/",
    "/games/finished/",
    "/nowhere",
)


def names_of(feature: str) -> list[str]:
    """Return the names of a feature's URLs. Features that consist of commands have none."""
    found = [one.name for one in import_module(f"{feature}.urls").urlpatterns]
    assert found or (Path(feature.replace(".", "/")) / "management").is_dir()
    return found


def walk(game: Game, without: Collection[str] = ()) -> dict[str, int]:
    """Request the main pages as a player, as the game master and as a visitor, leaving out the pages in
    ``without``. Return the status of each response.
    """
    pages = {name: reverse(name, args=[game.pk]) for name in PLACES if name not in without}
    pages |= {one: one for one in SITE}
    found = {}
    for who in ("owner", "gm", ""):
        client = browser(who)
        for label, page in pages.items():
            found[f"{who or 'visitor'} {label}"] = client.get(page, follow=True).status_code
    return found


@cache
def statuses_with_every_feature() -> dict[str, int]:
    """Return the status of each page while every feature is on, from the game of the first test that asks."""
    return walk(running(public=True))


def rows_of(feature: str) -> dict[str, int]:
    """Return the number of rows of each model of a feature."""
    label = feature.rpartition(".")[2]
    config = apps.app_configs.get(label)
    return {} if config is None else {one.__name__: one.objects.count() for one in config.get_models()}


def play_on(game: Game) -> None:
    """Take a step in the game, then announce that the periodic job has ended."""
    answer = browser("owner").post(reverse("game-act", args=[game.pk]), hold(game))
    assert answer.status_code == 302
    events.publish_sweep(events.Swept(NOW))


@pytest.mark.parametrize("feature", settings.VEXILLUM_FEATURES)
def test_without_its_line_its_pages_are_gone_and_the_rest_works(feature: str) -> None:
    everything = statuses_with_every_feature()
    game = running(public=True)
    own, rows = names_of(feature), rows_of(feature)
    with_it = {label: status for label, status in everything.items() if label.partition(" ")[2] not in own}
    addresses = {name: str(get_resolver().reverse_dict.getlist(name)[0][0][0][0]) for name in own}
    with switched_off(feature):
        assert walk(game, own) == with_it
        for name, pattern in addresses.items():
            page = "/" + pattern % dict.fromkeys(parameters(pattern), game.pk)
            with pytest.raises(NoReverseMatch):
                reverse(name)
            assert browser("owner").get(page).status_code == 404, page
        play_on(game)
    assert rows_of(feature) == rows
    assert walk(game, own) == with_it


def parameters(pattern: str) -> list[str]:
    return [part.partition(")")[0] for part in pattern.split("%(")[1:]]


def test_the_site_starts_without_any_feature() -> None:
    """The check runs in a separate process in which no feature is installed."""
    code = (
        "import django; from django.conf import settings; import config.settings as s;"
        "s.INSTALLED_APPS = [a for a in s.INSTALLED_APPS if a not in s.VEXILLUM_FEATURES];"
        "s.VEXILLUM_FEATURES = []; django.setup();"
        "from django.core.management import call_command; call_command('check', '-v0');"
        "import sys; print(sorted(m for m in sys.modules if m.startswith('features.')))"
    )
    told = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr[-2000:]
    assert told.stdout.splitlines()[-1] == "[]"
