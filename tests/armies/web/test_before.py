"""URLs from the time when DBA was the only system still work."""

import pytest
from django.urls import reverse

from tests.armies.web.factories import person, vandals

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("troops/", "dba/troops/"),
        ("lists/vandal/", "dba/lists/vandal/"),
        ("lists/vandal/build/?x=1", "dba/lists/vandal/build/?x=1"),
        ("collection/3Kn/", "dba/collection/3Kn/"),
        ("of/vandal/army.json", "dba/of/vandal/army.json"),
    ],
)
def test_an_old_address_leads_to_the_first_system_for_good(client, old, new):
    answer = client.get(f"/armies/{old}")
    assert (answer.status_code, answer["Location"]) == (308, f"/armies/{new}")


def test_the_armies_url_redirects_to_dba(client):
    answer = client.get("/armies/?q=goths")
    assert (answer.status_code, answer["Location"]) == (302, "/armies/dba/?q=goths")


@pytest.mark.parametrize("wrong", ["nothing/", "dba/nothing/", "lists/", "mine/x/"])
def test_wrong_old_urls_are_not_found(client, wrong):
    assert client.get(f"/armies/{wrong}").status_code == 404


def test_what_an_open_page_posts_is_posted_there(client):
    anna = person("anna")
    client.force_login(anna)
    saved = vandals(anna)
    client.post(f"/armies/mine/{saved.pk}/delete/", follow=True)
    assert not anna.armies.exists()


def test_an_old_link_still_opens_a_shared_army(client):
    saved = vandals(person("anna"))
    saved.token = "old-token"
    saved.save()
    page = client.get("/armies/shared/old-token/", follow=True)
    assert page.redirect_chain == [(reverse("armies:dba:shared", args=["old-token"]), 308)]
    assert "Gelimer" in page.content.decode()
