"""Blocking users and reporting them to the site's hosts."""

from __future__ import annotations

import io
import uuid
from typing import Any

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from accounts import conduct
from accounts.models import Block, Report
from engine.game import Refusal
from features.letters import services as letters
from features.observers import services as observers
from games.models import Outbox
from leagues.refusals import LeagueRefused
from leagues.services import founding
from tests.web.cast import browser, person, running

pytestmark = pytest.mark.django_db


def page(name: str) -> str:
    return reverse("person", args=[person(name).pk])


def write(game: Any, name: str, seat: str, to: str = "") -> None:
    key = str(uuid.uuid4())
    letters.write(game.pk, person(name), seat=seat, to=to, text="You fool", key=key, now=timezone.now())


def test_letters_of_somebody_who_is_blocked_are_not_shown_nor_told() -> None:
    game, client = running(), browser("owner")
    write(game, "rival", "blue")
    address = reverse("game-letters", args=[game.pk])
    shown = client.get(address).content.decode()
    assert "You fool" in shown and f'href="{page("rival")}"' in shown
    assert client.post(page("rival"), {"do": "block"}).status_code == 302
    client.post(page("rival"), {"do": "block"})
    Outbox.objects.all().delete()
    write(game, "rival", "blue", "red")
    assert "You fool" not in client.get(address).content.decode()
    assert not Outbox.objects.filter(recipient=person("owner"), kind=Outbox.Kind.LETTER).exists()
    told = client.get(f"/api/games/{game.pk}/letters").json()
    assert told["letters"] == []
    assert "You fool" in browser("gm").get(address).content.decode()  # other users still see the text
    assert "rival" in client.get(reverse("blocked")).content.decode()
    client.post(page("rival"), {"do": "unblock"})
    assert "You fool" in client.get(address).content.decode() and not Block.objects.exists()


def test_a_blocked_user_cannot_add_the_person_who_blocked_them() -> None:
    game, now = running(), timezone.now()
    conduct.block(person("stranger"), person("owner"), now)
    with pytest.raises(Refusal) as refused:
        observers.invite(game.pk, person("owner"), seat="red", name="stranger", delay=0, now=now)
    assert refused.value.code == "observer_unknown"
    conduct.block(person("rival"), person("gm"), now)
    league = founding.found_league(person("gm"), "Club", "dba", now=now)
    with pytest.raises(LeagueRefused):
        founding.add(person("gm"), league.pk, "rival", now)
    conduct.unblock(person("rival"), person("gm"))
    assert founding.add(person("gm"), league.pk, "rival", now).user == person("rival")


def test_strangers_have_no_page_for_each_other() -> None:
    running()
    assert browser("owner").get(page("stranger")).status_code == 404
    assert browser("owner").get(page("owner")).status_code == 404
    assert browser().get(page("owner")).status_code == 302
    assert browser("owner").get(page("rival")).status_code == 200


def test_a_report_reaches_those_who_run_the_site() -> None:
    running()
    host = person("host")
    host.is_superuser, host.email = True, "host@example.org"
    host.save()
    client = browser("owner")
    assert client.post(page("rival"), {"do": "report", "words": " "}).status_code == 422
    client.post(page("rival"), {"do": "report", "words": "Insults\nin every letter"})
    assert [one.to for one in mail.outbox] == [["host@example.org"]]
    told = io.StringIO()
    call_command("reports", stdout=told)
    assert "owner about rival:\n    Insults\n    in every letter\n1 open" in told.getvalue()
    call_command("reports", "--close", str(Report.objects.get().pk), stdout=told)
    with pytest.raises(CommandError):
        call_command("reports", "--close", "999")
    told = io.StringIO()
    call_command("reports", stdout=told)
    assert told.getvalue() == "0 open reports\n"
    assert browser("owner").get(reverse("account-data")).json()["reports"][0]["words"].startswith("Insults")


def test_reports_are_counted() -> None:
    running()
    for number in range(12):
        browser("owner").post(page("rival"), {"do": "report", "words": f"No. {number}"})
    assert Report.objects.count() == 10
