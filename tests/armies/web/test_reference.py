"""Army lists, troop types and campaigns are open to everyone."""

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db


def shown(client, **query):
    return [a.id for a in client.get(reverse("armies:dba:index"), query).context["armies"]]


@pytest.mark.parametrize("name", ["index", "troops", "campaigns", "schema", "lists-json"])
@pytest.mark.parametrize("language", ["en", "it"])
def test_it_shows_to_strangers_in_both_languages(client, name, language):
    answer = client.get(reverse(f"armies:dba:{name}"), headers={"accept-language": language})
    assert answer.status_code == 200


def test_it_searches_names_of_both_languages_notes_and_codes(client):
    assert shown(client, q="longobardi") == ["lombard"]
    assert "pyrrhic" in shown(client, q="Pk el")
    assert shown(client, q="no such people") == []


def test_it_filters_by_period_home_enemy_and_power(client):
    assert "vandal" in shown(client, **{"from": "500", "to": "520"})
    assert "early_republican_roman" not in shown(client, **{"from": "-390"})
    assert "syracusan" in shown(client, home="littoral") and "vandal" in shown(client, home="littoral")
    assert set(shown(client, enemy="papal_roman_militia")) == {"lombard", "maurikian_byzantine"}
    assert shown(client, power="justinian/persia") == ["sassanid"]


def test_it_orders_by_date_name_or_aggression(client):
    assert shown(client, sort="aggression")[0] == "pyrrhic"  # the only list with aggression 4
    assert shown(client, sort="name")[0] == "african_roman"
    assert shown(client)[-1] == "arab_conquest"


def test_a_wrong_year_is_named_and_the_rest_of_the_search_stands(client):
    answer = client.get(reverse("armies:dba:index"), {"from": "Easter", "q": "vandal"})
    assert "Easter" in answer.content.decode()
    assert "vandal" in [a.id for a in answer.context["armies"]]


def test_a_list_shows_its_options_enemies_powers_and_provenance(client):
    page = client.get(reverse("armies:dba:list", args=["lombard"])).content.decode()
    for part in (
        "Longobardi",
        "3Kn may become 4Sp",
        "Our reconstruction",
        reverse("armies:dba:list", args=["gepid"]),
    ):
        assert part in page


def test_an_unknown_list_is_not_found(client):
    assert client.get(reverse("armies:dba:list", args=["martian"])).status_code == 404
    assert client.get(reverse("armies:dba:build", args=["martian"])).status_code == 404


def test_no_page_carries_inline_style_or_script(client):
    for name, *args in (
        ("index",),
        ("list", "vandal"),
        ("troops",),
        ("build", "samnite"),
        ("print", "vandal"),
    ):
        page = client.get(reverse(f"armies:dba:{name}", args=args)).content.decode()
        assert " style=" not in page and "<style" not in page and " onclick=" not in page
