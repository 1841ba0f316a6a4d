"""Names that people type are stored as one visible line, whichever form they use."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Key
from accounts.models.profile import known_zone, zone_named
from accounts.naming.lines import one_line
from armies.desks import desks
from armies.services import save_army
from games import plugins, services
from games.refusals import InvalidAction
from games.services.clock import rhythm
from games.services.people import naming
from leagues.models import League
from leagues.refusals import LeagueRefused
from leagues.services import founding
from tests.web.cast import browser, lobby, person

# from a public case: invisible characters, a no-break space, fillers, direction marks and a BOM
UNSEEN = ["\u200b\u200b\u200b", "\u00a0", "\u3164", "\u2800", "\u2066\u2069", "\ufeff", "\u200d"]
CLEANED = {
    "\u202eevil name": "evil name",
    "a\nb": "a b",
    "  a\t\u2028 b\u0085c ": "a b c",
    "Ze\u0301ro\ufeff": "Z\u00e9ro",
}
KEPT = ["Guerra gotica – 530", "Επίδαυρος", "👩‍🚀 in Rome", "می‌خواهم", "戦国", "#1 (¿quién?)"]


@pytest.mark.parametrize("text", UNSEEN)
def test_invisible_characters_make_no_name(text: str) -> None:
    assert one_line(text) == ""


@pytest.mark.parametrize(("typed", "name"), CLEANED.items())
def test_a_name_is_one_line_that_runs_one_way(typed: str, name: str) -> None:
    assert one_line(typed) == name


@pytest.mark.parametrize("text", KEPT)
def test_visible_characters_are_kept(text: str) -> None:
    assert one_line(text) == text


@pytest.mark.django_db
@pytest.mark.parametrize("text", [*UNSEEN, *CLEANED])
def test_every_name_that_people_type(text: str) -> None:
    gm, now, name = person("gm"), timezone.now(), one_line(text)
    game = lobby(name=text)
    rules = plugins.system("fords").name
    assert game.name == (name or rules)
    browser("gm").post(reverse("game-desk", args=[game.pk]), {"do": "settings", "name": text})
    game.refresh_from_db()
    assert game.name == (name or rules)
    if name:
        assert founding.found_league(gm, text, "dba", now=now).name == name
    else:
        with pytest.raises(LeagueRefused):
            founding.found_league(gm, text, "dba", now=now)
        assert not League.objects.exists()
    desk: Any = desks()["dba"]
    roster = desk.from_json({**desk.to_json(desk.ready(next(iter(desk.lists())))), "name": text})
    saved = save_army(gm, roster, now)
    assert saved.name == name and saved.document["name"] == name
    sent = {"name": text, "scopes": ["read"], "days": "30", "password": "a-long-pass-word"}
    page = browser("gm").post(reverse("keys"), sent)
    assert page.status_code == (200 if name else 400)
    assert [one.name for one in Key.objects.all()] == [name] * bool(name)


@pytest.mark.django_db
def test_a_battle_is_called_by_a_line() -> None:
    game = services.create_game(gm=person("gm"), name="", system="schiere", now=timezone.now())
    naming.name_battle(game.pk, person("gm"), "Can\nnae \u202e", "Ap\u200bulia", now=timezone.now())
    game.refresh_from_db()
    assert (game.name, game.namings.get().place) == ("Can nae", "Apulia")


@pytest.mark.parametrize(
    "name", ["localtime", "posixrules", "Factory", "posix/Europe/Rome", "Mars/Olympus", "../x"]
)
def test_what_is_no_time_zone(name: str) -> None:
    assert known_zone(name) is None and zone_named(name).key == "UTC"
    with pytest.raises(InvalidAction):
        rhythm.read({"zone": name}, timezone.localdate())


def test_time_zones_are_looked_up_by_name() -> None:
    assert zone_named("Europe/Rome").key == "Europe/Rome" and zone_named("").key == "UTC"
