"""The army builder: live checks, one-press fixes and saving; nothing typed is lost."""

import pytest
from django.urls import reverse

from armies.models import SavedArmy
from tests.armies.web.factories import person, ready

pytestmark = pytest.mark.django_db

SAMNITE = {"one-0": "3Cv", "n-2-4Ax": "3", "n-2-3Ax": "4", "one-3": "4Bd", "camp": "empty", "name": "Caudium"}


def url(list_id="samnite", name="build"):
    return reverse(f"armies:dba:{name}", args=[list_id])


def test_a_new_army_is_ready_for_the_table(client):
    page = client.get(url()).content.decode()
    assert "Ready for the table" in page


def test_the_check_names_the_reason_and_the_fix(client):
    page = client.post(url(name="check"), SAMNITE | {"n-2-3Ax": "2"}).content.decode()
    assert "An army has twelve elements; this one has 10." in page
    assert "add 2 × 4Ax" in page and "<html" not in page


def test_the_verdict_at_the_foot_of_a_phone_follows_the_check(client):
    """On a phone the verdict is far below the choices. The response to a check replaces the choices and the
    verdict together.
    """
    assert 'id="tally" class="tally no-print">' in client.get(url()).content.decode()
    page = client.post(url(name="check"), SAMNITE | {"n-2-3Ax": "2"}).content.decode()
    tally = page.partition('id="tally"')[2]
    assert 'hx-swap-oob="true"' in tally and "2 things to fix" in tally and "<strong>10</strong>" in tally


def test_a_fix_mends_the_army(client):
    answer = client.post(url(), SAMNITE | {"n-2-3Ax": "2", "fix": "add:2:3Ax::2"})
    assert answer.context["problems"] == []
    assert answer.context["roster"].picks(2) == {"4Ax": 3, "3Ax": 4}


@pytest.mark.parametrize(
    "fix",
    [
        "",
        ":::",
        "add:²:3Ax::2",
        "add:2:3Ax::²",
        "add:99:3Ax::2",
        "add:2:El::2",
        "remove:x:y:z:w",
        "set_camp::moon::",
    ],
)
def test_a_button_that_means_nothing_changes_nothing(client, fix):
    answer = client.post(url(), SAMNITE | {"fix": fix})
    assert answer.context["roster"].picks(2) == {"4Ax": 3, "3Ax": 4}


def test_what_is_no_number_is_named(client):
    page = client.post(url(), SAMNITE | {"n-2-3Ax": "four", "save": "1"}).content.decode()
    assert "“four” is not a whole number from 0 to 12." in page
    assert not SavedArmy.objects.exists()


def test_it_saves_for_its_owner(client):
    client.force_login(person("anna"))
    answer = client.post(url(), SAMNITE | {"save": "1"}, follow=True)
    saved = SavedArmy.objects.get()
    assert (saved.name, saved.ready, saved.roster.camp) == ("Caudium", True, "empty")
    assert "ready for the table" in answer.content.decode()


def test_an_unfinished_army_is_saved_as_it_is(client):
    client.force_login(person("anna"))
    client.post(url(), SAMNITE | {"n-2-3Ax": "1", "save": "1"})
    saved = SavedArmy.objects.get()
    assert not saved.ready and len(saved.roster.elements) == 9
    page = client.get(reverse("armies:dba:edit", args=[saved.pk])).content.decode()
    assert "2 things to fix" in page


def test_what_a_stranger_built_is_still_there_after_logging_in(client):
    answer = client.post(url(), SAMNITE | {"save": "1"})
    assert answer.status_code == 302 and "login" in answer["Location"]
    person("anna")
    client.login(username="anna", password="pass")
    assert client.get(url()).context["roster"].name == "Caudium"


def test_editing_keeps_the_same_army(client):
    anna = person("anna")
    client.force_login(anna)
    saved = ready(anna, "samnite")
    client.post(reverse("armies:dba:edit", args=[saved.pk]), SAMNITE | {"save": "1"})
    saved.refresh_from_db()
    assert saved.name == "Caudium" and SavedArmy.objects.count() == 1


def test_there_is_a_limit_to_the_armies_of_one_player(client, monkeypatch):
    monkeypatch.setattr("armies.services.MOST_ARMIES", 1)
    anna = person("anna")
    client.force_login(anna)
    ready(anna, "vandal")
    page = client.post(url(), SAMNITE | {"save": "1"}).content.decode()
    assert "Delete one first" in page and SavedArmy.objects.count() == 1


def test_a_year_is_checked_and_kept(client):
    chariots = {"one-0": "HCh", "one-1": "HCh", "year": "264", "era": "bc"}
    page = client.post(url("early_carthaginian", "check"), chariots).content.decode()
    assert "HCh only from 500 BC to 300 BC, not in 264 BC." in page
    answer = client.post(url("early_carthaginian"), chariots | {"fix": "replace:1:HCh:3Cv:1"})
    assert answer.context["roster"].year == -264 and answer.context["roster"].picks(1) == {"3Cv": 1}
    assert 'value="264"' in answer.content.decode() and "until 300 BC" in answer.content.decode()
    assert "is not a year" in client.post(url(name="check"), {"year": "soon"}).content.decode()
