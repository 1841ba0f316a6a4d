"""A player's figures, the armies that they can field, and the elements that are missing."""

import pytest
from django.urls import reverse

from armies.dba.lists import army_lists
from armies.dba.roster import ready_roster
from armies.services import add_owned, change_owned, collection_of
from tests.armies.web.factories import person

pytestmark = pytest.mark.django_db


def test_an_empty_collection_says_how_to_begin(client):
    client.force_login(person("anna"))
    assert "Nothing recorded yet" in client.get(reverse("armies:dba:collection")).content.decode()


@pytest.mark.parametrize(
    ("sent", "count"),
    [
        ({"do": "more"}, 4),
        ({"do": "fewer"}, 2),
        ({"count": "12"}, 12),
        ({"count": "x"}, 3),
        ({"count": "5000"}, 99),
    ],
)
def test_it_counts_up_down_and_as_typed(client, sent, count):
    anna = person("anna")
    client.force_login(anna)
    change_owned(anna, "dba", "3Kn", count=3)
    answer = client.post(reverse("armies:dba:owned", args=["3Kn"]), sent)
    assert answer.status_code == 302  # without JavaScript the response leads back to the page
    assert collection_of(anna, "dba") == {"3Kn": count}


def test_with_htmx_only_the_row_and_the_result_come_back(client):
    client.force_login(person("anna"))
    answer = client.post(
        reverse("armies:dba:owned", args=["3Kn"]), {"do": "more"}, headers={"HX-Request": "true"}
    )
    page = answer.content.decode()
    assert "<html" not in page and 'id="own-3Kn"' in page and 'hx-swap-oob="innerHTML"' in page


def test_nobody_counts_below_nothing_or_what_does_not_exist(client):
    anna = person("anna")
    client.force_login(anna)
    client.post(reverse("armies:dba:owned", args=["3Kn"]), {"do": "fewer"})
    assert collection_of(anna, "dba") == {}
    assert client.post(reverse("armies:dba:owned", args=["9Zz"]), {"do": "more"}).status_code == 404


def test_each_player_has_a_separate_collection():
    anna, bruno = person("anna"), person("bruno")
    add_owned(anna, "dba", {"3Kn": 2})
    assert collection_of(bruno, "dba") == {}


def test_it_shows_what_can_be_fielded_and_what_one_base_would_complete(client):
    anna = person("anna")
    client.force_login(anna)
    own = dict(ready_roster("vandal").counts())
    add_owned(anna, "dba", own)
    context = client.get(reverse("armies:dba:collection")).context
    assert "vandal" in [a.id for a, _ in context["whole"]]
    change_owned(anna, "dba", "2LH", step=-1)
    context = client.get(reverse("armies:dba:collection")).context
    assert "vandal" not in [a.id for a, _ in context["whole"]]
    assert "2LH" in [code for code, _ in context["best"]]


def test_the_shopping_list_ignores_lists_that_do_not_exist(client):
    client.force_login(person("anna"))
    page = client.get(reverse("armies:dba:shopping"), {"list": ["vandal", "martian"]})
    assert [a.id for a in page.context["chosen"]] == ["vandal"]
    assert page.context["total"] == 12


def test_a_shopping_list_is_for_twelve_armies_at_most(client):
    client.force_login(person("anna"))
    page = client.get(reverse("armies:dba:shopping"), {"list": sorted(army_lists())[:20]})
    assert len(page.context["chosen"]) == 12 and "of the armies you ticked are shown" in page.content.decode()
