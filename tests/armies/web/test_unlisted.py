"""Armies outside the built-in lists: building, loading from a file, editing, sharing and fielding."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from armies.models import SavedArmy
from games.models import Game
from tests.armies.dba.own_lists import own_file
from tests.armies.web.factories import person

pytestmark = pytest.mark.django_db

FREE = {
    "one-0": "SCh", "n-1-4Bd": "4", "n-1-El": "4", "n-1-Art": "3", "camp": "empty", "name": "Wild bunch",
    "aggression": "4", "home": "steppe",
}  # fmt: skip


def free_army(client) -> SavedArmy:
    client.post(reverse("armies:dba:build", args=["free"]), FREE | {"save": "1"})
    return SavedArmy.objects.get()


def load(client, sent: bytes):
    return client.post(reverse("armies:dba:load"), {"file": SimpleUploadedFile("club.json", sent)})


def test_any_twelve_are_built_and_saved(client):
    client.force_login(person("anna"))
    assert client.get(reverse("armies:dba:build", args=["free"])).status_code == 200
    saved = free_army(client)
    assert saved.ready and saved.list_id == "free"
    assert (saved.roster.army.aggression, saved.roster.army.topography) == (4, "steppe")
    for address in (saved.get_absolute_url(), reverse("armies:dba:edit", args=[saved.pk])):
        page = client.get(address)
        assert page.status_code == 200 and "Free army, no list" in page.content.decode()
    assert client.get(reverse("armies:dba:print", args=[str(saved.pk)])).status_code == 200


@pytest.mark.parametrize("page", ["battles:new-battle", "battles:dba-table"])
def test_a_free_army_fights_where_it_is_allowed_and_is_marked(client, page):
    client.force_login(person("anna"))
    saved = free_army(client)
    sent = {"a": str(saved.pk), "b": "vandal"}
    refused = client.post(reverse(page), sent).content.decode()
    assert (
        "is not from one of our lists. If both sides agree, tick the" in refused and not Game.objects.exists()
    )
    client.post(reverse(page), sent | {"unlisted": "on"})
    army = Game.objects.get().scenario["armies"]["red"]
    assert army["name"] == "Wild bunch" and army["list"] == "free"
    for language, mark in (("en", "Wild bunch (no list)"), ("it", "Wild bunch (nessuna lista)")):
        shown = client.get(Game.objects.get().get_absolute_url(), headers={"accept-language": language})
        assert mark in shown.content.decode()
    assert (army["aggression"], army["topography"]) == (4, "steppe")


def test_a_clubs_lists_are_loaded_changed_and_fought_with(client):
    client.force_login(person("anna"))
    assert (
        "1 list is loaded"
        in client.post(
            reverse("armies:dba:load"), {"file": SimpleUploadedFile("club.json", own_file())}, follow=True
        ).content.decode()
    )
    saved = SavedArmy.objects.get()
    assert saved.ready and saved.list_name == "Club Samnites"
    edit = reverse("armies:dba:edit", args=[saved.pk])
    page = client.get(edit)
    form = {"listed": page.context["listed"], "one-0": "4Ax", "one-1": "3Ax", "name": "Ours", "camp": "empty"}
    check = client.post(reverse("armies:dba:check", args=["own"]), form).content.decode()
    assert "Ready for the table" in check
    client.post(edit, form | {"save": "1"})
    saved.refresh_from_db()
    assert saved.roster.picks(1) == {"3Ax": 9} and saved.ready
    client.post(reverse("battles:new-battle"), {"a": str(saved.pk), "b": "vandal", "unlisted": "on"})
    assert Game.objects.get().scenario["armies"]["red"]["list"] == "own"


def test_a_file_with_mistakes_loads_nothing_and_names_each(client):
    client.force_login(person("anna"))
    answer = load(client, own_file(aggression=9, topography="sea"))
    page = answer.content.decode()
    assert answer.status_code == 422 and not SavedArmy.objects.exists()
    assert "Line 1, at $.armies[0].aggression" in page and "$.armies[0].topography" in page
    assert "This is not valid JSON" in load(client, b"{oops").content.decode()
    assert (
        "no list in this file"
        in load(client, b'{"schema":"vexillum-dba-lists/1","armies":[]}').content.decode()
    )


def test_a_form_that_carries_a_spoiled_list_is_told_so(client):
    answer = client.post(reverse("armies:dba:check", args=["own"]), {"listed": "{", "name": "x"})
    assert answer.status_code == 200 and "This is not valid JSON" in answer.content.decode()
    assert client.get(reverse("armies:dba:build", args=["own"])).status_code == 404
