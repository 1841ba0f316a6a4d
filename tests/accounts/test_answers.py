"""A user whose log-in has expired submits a form. The answer is sent once the user has logged in again,
whatever the form, and never as another user.
"""

import re
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import resolve, reverse
from django.utils import timezone

from accounts.logins import answers
from accounts.models import Counter
from games.models import Game, Letter
from tests.web.cast import browser, person, running
from tests.web.doors import Form, Town, Visitor, build, doors, forms_of, local, raw_tables

pytestmark = pytest.mark.django_db
PASSWORD = "a-long-pass-word"


def expired(who: str) -> Client:
    """Return a browser whose session has expired."""
    client = browser(who)
    del client.cookies["sessionid"]
    return client


def drawn(who: str) -> dict[str, str]:
    return {"drawn_for": answers.user_mark(person(who))}


def back(client: Client, who: str) -> Any:
    return client.post("/account/login/", {"username": who, "password": PASSWORD, "next": "/"})


def kept_form(client: Client, answer: Any) -> Form:
    """Return the form that sends the stored answer."""
    page = client.get(answer["Location"])
    assert page.status_code == 200, answer["Location"]
    html = re.sub(
        r'<textarea name="([^"]*)" hidden>\n(.*?)</textarea>',
        lambda found: f'<input name="{found[1]}" value="{found[2]}">',
        page.content.decode(),
        flags=re.S,
    )
    return next(f for f in forms_of("/", html) if ("kept_answer", "1") in f.fields)


def data(fields: Any) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in fields:
        found.setdefault(name, []).append(unescape(value))
    return found


def done_by(send: Any) -> tuple[Any, ...]:
    """Send a request and roll it back. Return its status, the place to which it redirects, and the tables
    whose rows it changed.
    """
    before = raw_tables()
    with transaction.atomic():
        answer = send()
        after = raw_tables()
        transaction.set_rollback(True)
    changed = []
    for model, old in before.items():
        if old != after[model]:
            different = set(map(repr, old)) ^ set(map(repr, after[model]))
            changed += [model._meta.label] * len(different)
    changed.sort()
    place = re.sub(r"[0-9a-f-]{36}", "*", answer.get("Location", ""))
    # logging in records its time and creates a profile
    return answer.status_code, place, [one for one in changed if one not in ("auth.User", "accounts.Profile")]


def every_form(town: Town, who: str) -> list[Form]:
    """Return one form of each shape that this person sees, except forms open to everyone."""
    visitor, found = Visitor(town, who), dict[Any, Form]()
    for door in doors():
        for path in door.paths(town):
            page = visitor.ask("get", path, "for its forms")
            if page.status_code == 200 and "text/html" in page.headers.get("Content-Type", ""):
                for form in forms_of(path, page.content.decode()):
                    found.setdefault(form.shape, form)
    free = ("/account/log", "/account/signup", "/account/language", "/account/theme", "/account/email")
    posted = [f for f in found.values() if f.method == "post" and not f.action.startswith(free)]
    return [f for f in posted if not answers.is_from_anybody(resolve(local(f.action).partition("?")[0]).func)]


@pytest.mark.parametrize("who", ["owner", "gm"])
def test_every_form_is_sent_after_the_log_in_as_it_would_have_been(who: str) -> None:
    """A form sent at once and one sent through the log-in get the same response and change the same rows."""
    town = build(who)
    forms = every_form(town, who)
    kinds = {local(form.action).split("/")[-1] or form.action.split("/")[-2] for form in forms}
    assert {"act", "letters"} <= kinds and len(forms) > 25, kinds
    different = []
    for form in forms:
        if any("password" in name for name, _value in form.fields):
            continue  # passwords are never stored, so the user types them again
        sent = data(form.fields)
        at_once = done_by(lambda form=form, sent=sent: browser(who).post(local(form.action), sent))
        client = expired(who)
        Counter.objects.all().delete()  # the limit on stored answers is lower than the number of forms here
        to_log_in = client.post(local(form.action), {**sent, **drawn(who)})
        assert to_log_in["Location"].startswith("/account/login/"), form
        again = kept_form(client, back(client, who))
        assert local(again.action) == local(form.action)
        assert {k: v for k, v in data(again.fields).items() if k != "kept_answer"} == sent
        later = done_by(lambda again=again, c=client: c.post(local(again.action), data(again.fields)))
        if later != at_once:
            different.append((form, at_once, later))
    assert not different, "\n".join(map(str, different[:5]))


def letter(who: str, text: str) -> dict[str, str]:
    return {"seat": "red", "to": "", "text": text, "key": "k", **drawn(who)}


def test_every_form_says_for_whom_it_is_drawn() -> None:
    game = running()
    page = browser("owner").get(reverse("game-letters", args=[game.pk])).content.decode()
    tokens = page.count('name="csrfmiddlewaretoken"')
    assert (
        tokens > 2 and page.count(f'name="drawn_for" value="{answers.user_mark(person("owner"))}"') == tokens
    )
    assert "drawn_for" not in browser().get("/account/login/").content.decode()


def test_by_htmx_too_and_the_log_in_page_says_so() -> None:
    game = running()
    client = expired("owner")
    sent = {"seq": game.seq, "key": "k", "seat": "red", "kind": "hold", **drawn("owner")}
    answer = client.post(reverse("game-act", args=[game.pk]), sent, headers={"HX-Request": "true"})
    assert answer["HX-Redirect"].startswith("/account/login/?next=")
    assert (
        "Your session has expired. Log in: your answer is saved and"
        in client.get(answer["HX-Redirect"]).content.decode()
    )
    form = kept_form(client, back(client, "owner"))
    assert client.post(local(form.action), data(form.fields)).status_code == 302
    assert game.entries.filter(seat="red").count() == 1
    assert client.get(reverse("answer"))["Location"] == "/"  # the stored answer has been sent and deleted


def test_a_saved_answer_is_never_sent_from_another_account() -> None:
    game = running()
    client = expired("owner")
    client.post(reverse("game-letters", args=[game.pk]), letter("owner", "for the rival's eyes not"))
    answer = back(client, "rival")
    assert answer["Location"] == "/"
    page = client.get("/").content.decode()
    assert "The answer saved here belongs to another account, so it was" in page and "eyes not" not in page
    assert client.get(reverse("answer"))["Location"] == "/"
    client.post("/account/logout/")
    assert back(client, "owner")["Location"] == "/"  # the answer was discarded
    assert not Letter.objects.exists()


def test_a_page_drawn_for_one_is_not_sent_by_another_who_logged_in_meanwhile() -> None:
    game = running()
    address = reverse("game-letters", args=[game.pk])
    sent = {**letter("owner", "x"), "seat": "blue"}
    answer = browser("rival").post(address, sent)
    assert (
        answer.status_code == 409
        and "This page was opened with a different account from the one" in answer.content.decode()
    )
    answer = browser("rival").post(address, sent, headers={"HX-Request": "true"})
    assert answer.status_code == 409 and "data-problem" in answer.content.decode()
    assert not Letter.objects.exists()
    assert browser("owner").post(address, letter("owner", "x")).status_code == 302


@pytest.mark.parametrize("value", ["", "1", "1:forged", "x" * 5000])
def test_a_form_with_a_forged_owner_mark_is_not_saved(value: str) -> None:
    game = running()
    client = browser()
    answer = client.post(
        reverse("game-letters", args=[game.pk]), {**letter("owner", "x"), "drawn_for": value}
    )
    assert answer.status_code == 404 and "sessionid" not in client.cookies


def test_a_file_is_chosen_once_more_and_nothing_else_is_lost() -> None:
    client = expired("owner")
    file = SimpleUploadedFile("mine.json", b"{}", "application/json")
    sent = {"name": "A campaign", "hours": "24", "file": file, **drawn("owner")}
    client.post(reverse("new-game-of", args=["fords"]), sent)
    page = client.get(back(client, "owner")["Location"]).content.decode()
    assert (
        "logged in again, and everything you filled in is still" in page
        and 'type="file"' in page
        and "data-autosend" not in page
    )
    assert 'value="A campaign"' in page
    assert not Game.objects.filter(name="A campaign").exists()


def test_a_password_is_not_kept() -> None:
    client = expired("owner")
    sent = {"language": "en", "timezone": "UTC", "email": "n@example.org", "password": PASSWORD}
    client.post(reverse("settings"), {**sent, **drawn("owner")})
    assert PASSWORD not in str(dict(client.session))
    form = kept_form(client, back(client, "owner"))
    page = client.post(local(form.action), data(form.fields)).content.decode()
    assert "Type your password" in page and 'value="n@example.org"' in page


def test_what_is_too_long_or_too_old_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    game = running()
    client, address = expired("owner"), reverse("game-letters", args=[game.pk])
    answer = client.post(address, letter("owner", "x" * 400_000))
    assert (
        answer.status_code == 403
        and "Your session has expired. Log in on another tab, then send" in answer.content.decode()
    )
    client.post(address, letter("owner", "x"))
    later = timezone.now() + answers.LASTS * 1.1
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    assert back(client, "owner")["Location"] == "/"
    assert not Letter.objects.exists()
