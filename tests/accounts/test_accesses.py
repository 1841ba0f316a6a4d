"""Access without a password. Creating a key needs the password. After a change of password the user sees all
such access, and can revoke it with one button.
"""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.logins import keys
from accounts.models import Key
from features.feeds import services as feeds
from games.models import Device, Feed, Hook
from tests.web.cast import browser, person, running

pytestmark = pytest.mark.django_db

KEY = {"name": "Bot", "scopes": ["read", "play", "letters", "lead"], "days": "365"}


@pytest.mark.parametrize("given", [{}, {"password": ""}, {"password": "wrong"}])
def test_a_key_asks_for_the_password(given: dict[str, str]) -> None:
    page = browser("owner").post(reverse("keys"), KEY | given)
    assert page.status_code == 400 and not Key.objects.exists()
    assert browser("owner").post(reverse("keys"), KEY | {"password": "a-long-pass-word"}).status_code == 200
    assert Key.objects.count() == 1


def test_wrong_passwords_for_a_key_are_counted() -> None:
    client = browser("owner")
    for _try in range(10):
        client.post(reverse("keys"), KEY | {"password": "wrong"})
    page = client.post(reverse("keys"), KEY | {"password": "a-long-pass-word"}).content.decode()
    assert "Too many attempts. Wait" in page and not Key.objects.exists()


def everything(user: Any) -> None:
    game, now = running(), timezone.now()
    keys.create_key(user, "Our bot", ["play"], 365, now)
    feeds.make(user, game, now)
    feeds.make(user, None, now)
    Hook.objects.create(user=user, url="https://hooks.example.org/secret", created_at=now)
    Device.objects.create(user=user, url="https://push.example.org/1", created_at=now)


ALL = ("Our bot", "Feed of Three fords", "Calendar of my deadlines", "hooks.example.org", "1 device")


def left() -> int:
    return sum(model._base_manager.count() for model in (Key, Feed, Hook, Device))


def test_a_new_password_shows_what_lives_on_and_one_button_revokes_it() -> None:
    user = person("owner")
    everything(user)
    feeds.make(person("rival"), None, timezone.now())
    client = browser("owner")
    sent = {"old_password": "a-long-pass-word", "new_password1": "dara-530-x", "new_password2": "dara-530-x"}
    page = client.post(reverse("password_change"), sent, follow=True).content.decode()
    assert all(one in page for one in ALL) and "/secret" not in page
    answer = client.post(reverse("accesses"), follow=True).content.decode()
    assert (
        "Everything has been revoked." in answer
        and "Your account has no API keys, feeds, calendars, web hooks" in answer
    )
    assert left() == 1  # the other user's access is untouched


def test_who_takes_a_new_password_by_mail_sees_it_too() -> None:
    user = person("owner")
    get_user_model().objects.filter(pk=user.pk).update(email="owner@example.org")
    everything(user)
    client = Client()
    client.post(reverse("password_reset"), {"email": "owner@example.org"})
    link = next(word for word in mail.outbox[-1].body.split() if "/account/reset/" in word)
    form = client.get("/" + link.split("/", 3)[3], follow=True)
    sent = {"new_password1": "dara-530-x", "new_password2": "dara-530-x"}
    page = client.post(form.request["PATH_INFO"], sent, follow=True).content.decode()
    assert all(one in page for one in ALL)
