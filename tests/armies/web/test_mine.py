"""A player's own armies: visible only to the player, unless shared by link."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from armies.dba.lists import army_lists
from armies.dba.roster import from_picks
from armies.models import SavedArmy
from armies.services import collection_of, save_army, share, unshare
from tests.armies.web.factories import NOW, person, ready, vandals

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna():
    return person("anna")


def own_pages(saved):
    return [
        reverse(f"armies:dba:{n}", args=[saved.pk])
        for n in ("army", "edit", "delete", "print", "json", "text")
    ]


def test_the_owner_sees_every_page_of_his_army(client, anna):
    client.force_login(anna)
    saved = vandals(anna)
    assert [client.get(page).status_code for page in own_pages(saved)] == [200] * 6


def test_a_stranger_and_another_player_see_nothing(client, anna):
    saved = vandals(anna)
    share(saved)  # the share link does not open the owner's pages
    for login in (None, person("mallory")):
        if login:
            client.force_login(login)
        assert [client.get(page).status_code for page in own_pages(saved)] == [404] * 6
        for name in ("sharing", "delete", "own", "edit"):
            assert (
                client.post(reverse(f"armies:dba:{name}", args=[saved.pk]), {"save": "1"}).status_code == 404
            )
    assert SavedArmy.objects.get() == saved


@pytest.mark.parametrize("name", ["mine", "collection", "shopping", "import"])
def test_what_is_personal_asks_for_a_login(client, name):
    assert "login" in client.get(reverse(f"armies:dba:{name}"))["Location"]


def test_a_shared_army_is_read_by_its_link_until_sharing_stops(client, anna):
    saved = vandals(anna)
    token = share(saved)
    page = client.get(reverse("armies:dba:shared", args=[token]))
    assert page.status_code == 200 and b"Gelimer" in page.content
    assert str(saved.pk).encode() not in page.content
    assert client.get(reverse("armies:dba:json", args=[token])).status_code == 200
    unshare(saved)
    assert client.get(reverse("armies:dba:shared", args=[token])).status_code == 404
    assert share(saved) != token


def test_another_player_copies_a_shared_army(client, anna):
    token = share(vandals(anna))
    bruno = person("bruno")
    client.force_login(bruno)
    client.post(reverse("armies:dba:copy", args=[token]))
    assert bruno.armies.get().roster.codes == anna.armies.get().roster.codes
    assert bruno.armies.get().name == "Copy of Gelimer"


def test_it_deletes_after_asking(client, anna):
    client.force_login(anna)
    saved = vandals(anna)
    client.get(reverse("armies:dba:delete", args=[saved.pk]))
    assert SavedArmy.objects.exists()
    client.post(reverse("armies:dba:delete", args=[saved.pk]))
    assert not SavedArmy.objects.exists()


def test_it_compares_two_armies(client, anna):
    client.force_login(anna)
    one, other = ready(anna, "vandal"), vandals(anna)
    page = client.get(reverse("armies:dba:army", args=[one.pk]), {"with": str(other.pk)})
    assert page.context["change"].codes == {"3Kn": -1, "4Wb": 1}


def test_labels_are_printed_at_true_scale(client):
    page = client.get(reverse("armies:dba:print", args=["vandal"])).content.decode()
    assert page.count('width="40mm" height="30mm"') == 9  # seven 3Kn and two 2LH
    assert page.count('width="40mm" height="15mm"') == 1 and page.count('width="40mm" height="20mm"') == 3


def test_camp_followers_have_a_label_too(client):
    address = reverse("armies:dba:print", args=["vandal"]) + "?sheet=labels"
    followers = "<title>Camp followers</title>"
    assert client.get(address).content.decode().count(followers) == 1


def test_an_army_without_a_name_is_called_by_its_list_in_the_readers_language(client, anna):
    client.force_login(anna)
    saved = vandals(anna)
    type(saved).objects.filter(pk=saved.pk).update(name="")
    for name in ("army", "delete"):
        page = client.get(reverse(f"armies:dba:{name}", args=[saved.pk]), headers={"accept-language": "it"})
        assert "Vandali" in page.content.decode().partition("<main")[2].partition("</main>")[0]


def test_json_and_text_go_out_and_come_in_again(client, anna):
    client.force_login(anna)
    saved = vandals(anna)
    for name in ("json", "text"):
        text = client.get(reverse(f"armies:dba:{name}", args=[saved.pk])).content.decode()
        client.post(reverse("armies:dba:import"), {"text": text})
        assert anna.armies.first().roster.counts() == saved.roster.counts()
    assert anna.armies.count() == 3


def test_a_file_comes_in(client, anna):
    client.force_login(anna)
    file = SimpleUploadedFile("army.txt", b"Army: Vandal\n7 x 3Kn\n2 x 2LH\n4Wb\n2 x 2Ps")
    client.post(reverse("armies:dba:import"), {"file": file})
    assert anna.armies.get().ready


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"text": ""}, "There is nothing to import"),
        ({"text": "Army: vandal\n3 x 9Zz"}, "Line 2"),
        ({"text": json.dumps({"schema": "x"})}, "$.list"),
        ({"text": "3Kn\n" * 9000}, "at most 20000 characters"),
        ({"file": SimpleUploadedFile("a.txt", b"x" * 20_001)}, "at most 20000 characters"),
        (
            {"file": SimpleUploadedFile("a.txt", b"\xff\xfe\x00")},
            "This is not a text file. Choose a JSON or text file, or",
        ),
    ],
)
def test_a_bad_import_says_where_and_keeps_what_was_sent(client, anna, sent, said):
    client.force_login(anna)
    page = client.post(reverse("armies:dba:import"), sent).content.decode()
    assert said in page
    assert sent.get("text", "")[:20].split("\n")[0].replace('"', "&quot;") in page
    assert not SavedArmy.objects.exists()


def test_the_bases_of_an_army_go_into_the_collection(client, anna):
    client.force_login(anna)
    client.post(reverse("armies:dba:own", args=[vandals(anna).pk]))
    assert collection_of(anna, "dba") == {"3Kn": 6, "4Wb": 2, "2LH": 2, "2Ps": 2}


def test_a_finished_page_tells_the_fixes_without_dead_buttons(client, anna):
    client.force_login(anna)
    army = army_lists()["vandal"]
    picks = [{"3Kn": 1}, {"3Kn": 4}, {"3Kn": 1}, {"2LH": 2}, {"4Wb": 1}, {"2Ps": 2}]
    saved = save_army(anna, from_picks(army, picks), NOW)
    page = client.get(reverse("armies:dba:army", args=[saved.pk])).content.decode()
    assert "add 1 × 3Kn" in page and 'name="fix"' not in page
