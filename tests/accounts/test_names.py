"""One name belongs to one account: other alphabets, capitals, lookalikes, reserved and deleted names."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.checks import run_checks
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.leaving import delete_account
from accounts.models import Name
from accounts.naming import claims
from tests.accounts.newcomers import NEW
from tests.steps import go_back
from tests.web.cast import browser, person

pytestmark = pytest.mark.django_db


def sign_up(name: str) -> Any:
    return browser().post(reverse("signup"), {**NEW, "username": name})


@pytest.mark.parametrize("name", ["Ｂruno", "ＢＲＵＮＯ", "BRUNO", "ｂｒｕｎｏ"])
def test_a_name_in_other_letters_is_the_same_name(name: str) -> None:
    person("bruno")
    page = sign_up(name).content.decode()
    assert "one that looks like it" in page
    assert get_user_model().objects.count() == 1


def test_a_ligature_is_its_letters() -> None:
    person("griffin")
    assert sign_up("griﬃn").status_code == 200 and get_user_model().objects.count() == 1


@pytest.mark.parametrize("name", ["brunо", "аnnа", "Αthena", "ʼbruno"])  # Cyrillic о and а, Greek Α
def test_mixed_scripts_are_refused(name: str) -> None:
    assert "Use letters of one alphabet only: mixed ones can imitate" in sign_up(name).content.decode()


@pytest.mark.parametrize("name", ["Борис", "Αθηνά", "Zoë", "山田taro", "Łukasz-7", "d.bruno+dba"])
def test_names_of_one_script_are_welcome(name: str) -> None:
    assert sign_up(name).status_code == 302


def test_a_whole_name_of_lookalikes_is_the_latin_one() -> None:
    person("caxap")
    assert "one that looks like it" in sign_up("сахар").content.decode()  # all letters are Cyrillic


@pytest.mark.parametrize(
    "name", ["admin", "Admin.", "@here", "everyone", "＠everyone", "vexillum", "Moderator"]
)
def test_names_that_speak_for_the_site_are_refused(name: str) -> None:
    assert "This name is reserved for the site. Choose another one" in sign_up(name).content.decode()


def test_letters_that_cannot_be_seen_are_no_name() -> None:
    assert sign_up("ㅤㅤㅤ").status_code == 200 and not get_user_model().objects.exists()


def test_the_name_of_who_has_left_is_nobody_elses_for_a_year() -> None:
    delete_account(person("owner"), now=timezone.now())
    assert "one that looks like it" in sign_up("Owner").content.decode()
    Name.objects.update(freed_at=timezone.now() - timedelta(days=366))
    assert sign_up("Owner").status_code == 302


def test_the_database_holds_it_whoever_stores_the_account() -> None:
    person("bruno")
    with pytest.raises(IntegrityError), transaction.atomic():
        get_user_model().objects.create_user("Ｂruno", password="x")
    assert get_user_model().objects.count() == 1


def test_one_logs_in_by_the_name_however_it_is_typed() -> None:
    person("owner")
    told = {"username": "ＯＷＮＥＲ", "password": "a-long-pass-word"}
    assert browser().post(reverse("login"), told).status_code == 302


# --- older accounts ---


def twins() -> tuple[Any, Any]:
    """Create two older accounts with names that look alike; the second is marked as the twin."""
    first, second = person("bruno"), person("other")
    get_user_model().objects.filter(pk=second.pk).update(username="Bruno")
    Name.objects.filter(user=second).update(digest=claims.digest("Bruno"), twin=True)
    return first, get_user_model().objects.get(pk=second.pk)


def test_twins_are_told_and_one_takes_another_name() -> None:
    first, second = twins()
    for name, other in (("bruno", "Bruno"), ("Bruno", "bruno")):
        assert f"like it: {other}" in browser(name).get("/").content.decode()
    client = browser("Bruno")
    assert "bruno" in client.get(reverse("rename")).content.decode()
    assert client.post(reverse("rename"), {"username": "BRUNO"}).status_code == 200
    assert client.post(reverse("rename"), {"username": "Bruna"}).status_code == 302
    second.refresh_from_db()
    assert second.get_username() == "Bruna" and claims.groups_of_twins() == []
    assert "looks like it" not in browser("bruno").get("/").content.decode()
    assert client.get(reverse("rename")).status_code == 302  # the name is already unique
    assert claims.find_account("BRUNO") == first


def test_who_has_the_name_may_give_it_to_the_twin() -> None:
    first, second = twins()
    claims.rename(first, "Bruna")
    assert claims.groups_of_twins() == [] and claims.find_account("BRUNO") == second
    with pytest.raises(ValidationError):
        claims.check("bruno")


def test_twins_log_in_by_their_own_spelling() -> None:
    twins()
    for name in ("bruno", "Bruno"):
        client = browser()
        assert (
            client.post(reverse("login"), {"username": name, "password": "a-long-pass-word"}).status_code
            == 302
        )
        assert client.get(reverse("account-data")).json()["name"] == name


def test_lookalike_names_raise_a_system_check_warning() -> None:
    twins()
    found = [one for one in run_checks(databases=["default"]) if one.id == "accounts.W001"]
    assert len(found) == 1 and "'bruno', 'Bruno'" in found[0].msg


@pytest.mark.django_db(transaction=True)
def test_the_migration_handles_existing_lookalike_names() -> None:
    users = go_back("accounts", "0003_key").get_model("auth", "User").objects
    try:
        for name in ("bruno", "Ｂruno", "guest/1", "gone/7", "anna"):
            users.create(username=name)
    finally:
        call_command("migrate", verbosity=0)
    rows = [(row.user.get_username(), row.twin) for row in Name.objects.order_by("pk")]
    assert rows == [("bruno", False), ("Ｂruno", True), ("anna", False)]
    assert [[one.get_username() for one in group] for group in claims.groups_of_twins()] == [
        ["bruno", "Ｂruno"]
    ]
