"""Schiere armies: builder, saving, import and export, collection, and secrecy while a battle is running."""

import pytest
from django.urls import reverse
from django.utils.timezone import now

from armies.desks import desks
from armies.models import SavedArmy
from armies.schiere.roster import Roster, usual
from armies.services import collection_of, links_closed, save_army, share
from games.models import Game
from tests.armies.web.factories import person, vandals

pytestmark = pytest.mark.django_db

FORM = {
    "points": "20",
    "n-rome_legionaries": "6",
    "n-rome_velites": "4",
    "chief": "astute",
    "wing-0": "resolute",
    "orders": "2",
    "actions": "1",
    "name": "Zama",
}


UNITS = {"rome_legionaries": 6, "rome_velites": 4}


def url(name, *args):
    return reverse(f"armies:schiere:{name}", args=args)


@pytest.fixture
def anna():
    return person("anna")


@pytest.fixture
def zama(anna):
    return save_army(anna, Roster("rome", 8, {"rome_legionaries": 4}, name="Zama"), now())


@pytest.fixture
def battle(anna):
    """Create a battle of Schiere that Anna plays."""
    game = Game.objects.create(
        name="Zama",
        system="schiere",
        scenario={},
        scenario_digest="",
        rules_version="1",
        gm=person("gm"),
        status=Game.Status.RUNNING,
        created_at=now(),
    )
    game.seats.create(key="red", user=anna)
    return game


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize(("name", "args"), [("index", ()), ("list", ("rome",)), ("build", ("carthage",))])
def test_pages_that_need_no_account(client, name, args, language):
    page = client.get(url(name, *args), headers={"accept-language": language})
    assert page.status_code == 200
    assert ("fanteria pesante" in page.content.decode()) == (language == "it")


def test_the_check_names_reason_chapter_and_fix(client):
    page = client.post(url("check", "rome"), FORM | {"n-rome_velites": "9"}).content.decode()
    assert "Velites: 9 units, but the box has counters for 8." in page
    assert "leave out 1 × Velites" in page and "Counter sheets" in page
    assert "The army costs 25 of 20 points: 5 too many." in page and "<html" not in page


def test_a_fix_mends_the_army(client):
    answer = client.post(url("build", "rome"), FORM | {"n-rome_velites": "9", "fix": "drop:rome_velites:1"})
    assert answer.context["roster"].units["rome_velites"] == 8


@pytest.mark.parametrize("fix", ["", ":::", "drop:x:1", "drop:rome_velites:1", "begin:moon:0", "points::9"])
def test_a_button_that_means_nothing_changes_nothing(client, fix):
    answer = client.post(url("build", "rome"), FORM | {"fix": fix})
    assert answer.context["roster"].units == UNITS


def test_a_saved_army_is_restored_in_the_form(client, anna):
    client.force_login(anna)
    page = client.post(url("build", "rome"), FORM | {"save": "1"}, follow=True).content.decode()
    saved = SavedArmy.objects.get()
    expected = Roster(
        "rome", 20, {"rome_legionaries": 6, "rome_velites": 4}, "astute", ("resolute",), 2, 1, "Zama"
    )
    assert (saved.system, saved.ready, saved.roster) == ("schiere", True, expected)
    assert "3 + 3" in page and "Astute" in page
    form = client.get(url("edit", saved.pk)).content.decode()
    assert 'value="astute" checked' in form and '<option value="resolute" selected>' in form


def test_what_is_no_number_is_named(client):
    page = client.post(url("build", "rome"), FORM | {"points": "many", "save": "1"}).content.decode()
    assert "“many” is not a whole number from 0 to 9999." in page
    assert not SavedArmy.objects.exists()


def test_what_a_stranger_built_is_still_there_after_logging_in(client, anna):
    client.post(url("build", "rome"), FORM | {"save": "1"})
    client.login(username="anna", password="pass")
    assert client.get(url("build", "rome")).context["roster"].name == "Zama"


def test_json_and_text_go_out_and_come_in_again(client, anna):
    client.force_login(anna)
    roster = Roster(
        "carthage",
        60,
        {"carthage_elephants": 2, "carthage_archers": 5},
        "enterprising",
        ("energetic",) * 2,
        3,
        2,
        "Ticino",
    )
    saved = save_army(anna, roster, now())
    for name in ("json", "text"):
        text = client.get(url(name, saved.pk)).content.decode()
        client.post(url("import"), {"text": text})
        assert anna.armies.first().roster == roster
    assert anna.armies.count() == 3


def test_an_import_names_every_line_it_does_not_understand(client, anna):
    client.force_login(anna)
    text = "Esercito: roma\n4 x Legionari\n3 x Hoplites\nsome words\nChief: lazy\nOrders: many"
    page = client.post(url("import"), {"text": text}).content.decode()
    for line in (3, 4, 5, 6):
        assert f"Line {line}" in page
    assert "Line 2" not in page and not SavedArmy.objects.exists()


def test_armies_of_two_systems_are_kept_apart(client, anna, zama):
    client.force_login(anna)
    vandals(anna)
    assert [a.name for a in client.get(url("mine")).context["armies"]] == ["Zama"]
    assert [a.name for a in client.get(reverse("armies:dba:mine")).context["armies"]] == ["Gelimer"]
    assert client.get(reverse("armies:dba:army", args=[zama.pk])).status_code == 404


def test_a_collection_of_its_own(client, anna, zama):
    client.force_login(anna)
    client.post(url("owned", "rome_legionaries"), {"do": "more"})
    client.post(url("owned", "rome_velites"), {"count": "7"})
    assert collection_of(anna, "schiere") == {"rome_legionaries": 1, "rome_velites": 7}
    assert collection_of(anna, "dba") == {}
    assert client.get(url("collection")).context["short"][0][1] == [(3, "Legionaries")]
    client.post(url("own", zama.pk))
    client.post(url("owned", "rome"))
    assert collection_of(anna, "schiere")["rome_legionaries"] == 17
    assert client.post(url("owned", "nothing")).status_code == 404


# --- secrecy (L21) ---


def outside(client, token):
    """Return the page seen by someone with the share link."""
    pages = [url("shared", token), url("json", token), url("text", token)]
    return [client.get(page).status_code for page in pages] + [client.post(url("copy", token)).status_code]


def test_no_link_opens_an_army_while_its_owner_fights(client, anna, zama, battle):
    """The links of all the owner's armies stop working, so that none reveals which army is fighting."""
    tokens = [share(zama), share(save_army(anna, usual("carthage"), now()))]
    client.force_login(person("rival"))
    for token in tokens:
        assert outside(client, token) == [404] * 4
    battle.status = Game.Status.ENDED
    battle.save()
    for token in tokens:
        assert outside(client, token) == [200, 200, 200, 302]


def test_the_owner_reads_it_and_is_told(client, anna, zama, battle):
    client.force_login(anna)
    share(zama)
    page = client.get(url("army", zama.pk)).content.decode()
    assert "no link opens any of yours until it is over" in page
    page = client.post(url("sharing", zama.pk), {"share": "on"}, follow=True).content.decode()
    assert "The link opens when your battles are over." in page


def test_armies_of_dba_are_never_closed(client, anna, battle):
    token = share(vandals(anna))
    assert client.get(reverse("armies:dba:shared", args=[token])).status_code == 200
    assert not links_closed(anna.pk, desks()["dba"])


def test_whoever_only_watches_shares_as_before(client, anna, zama, battle):
    battle.seats.update(user=person("bruno"))
    assert client.get(url("shared", share(zama))).status_code == 200
