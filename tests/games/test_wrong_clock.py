"""A clock showed a date far in the future for a while. After it is corrected, nothing waits for that date,
and nothing was deleted because it seemed old.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.utils import timezone

from accounts import guests
from accounts.limits import LOGINS_AS
from accounts.mail import addresses
from accounts.models import AccountMail, Counter
from accounts.names import GUEST
from features.hooks import services as hooks
from features.push import services as push
from features.sandbox import making
from games import services
from games.models import Call, Device, Game, Hook, Outbox, Pace, Seat, Topic
from games.services.clock import auto_answers
from games.services.notices import outward, wishes
from tests.games.cast import NOW, a_game

pytestmark = pytest.mark.django_db

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
YEAR = NOW + 400 * DAY


@pytest.fixture
def wrong(owner: User) -> Callable[[Callable[[], Any]], None]:
    """Run something while the clock is a year ahead, then correct the clock an hour later."""

    def does(deed: Callable[[], Any]) -> None:
        services.sweep(NOW)
        services.sweep(YEAR)
        deed()
        services.sweep(NOW + HOUR)

    return does


@pytest.fixture
def refusing(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Answer every request with the first status code in the returned list. A test removes a code to get the
    next one.
    """
    answers = [500, 201]
    monkeypatch.setattr(outward, "post", lambda *_: outward.Answer(answers[0]))
    monkeypatch.setattr(outward, "check_target", lambda _: "93.184.216.34")
    return answers


def test_a_device_that_could_not_be_woken_is_woken(
    owner: User, wrong: Callable[[Any], None], refusing: list[int]
) -> None:
    push.add(owner, "https://push.example/send/abc", NOW)
    message = Outbox(game=a_game(owner, start=False), recipient=owner, kind=Outbox.Kind.NUDGE)

    def tried() -> None:
        push.wake(message, YEAR)
        assert push.send(YEAR) == 0

    wrong(tried)
    refusing.pop(0)
    assert push.send(NOW + HOUR) == 1 and Device.objects.get().owed_at is None


def test_a_hook_that_could_not_be_told_is_told(
    owner: User, wrong: Callable[[Any], None], refusing: list[int]
) -> None:
    game = a_game(owner)
    hooks.make(owner, "https://example.org/hook", str(game.pk), NOW)

    def tried() -> None:
        services.pause(game.pk, owner, now=YEAR)
        assert hooks.send(YEAR) == 0

    wrong(tried)
    refusing.pop(0)
    assert Call.objects.exists()
    while hooks.send(NOW + HOUR):
        pass
    assert not Call.objects.exists() and Hook.objects.get().off_at is None


def test_mail_postponed_by_a_wrong_clock_comes_with_the_next_digest(
    owner: User, rival: User, wrong: Callable[[Any], None], mailoutbox: list[Any]
) -> None:
    game = a_game(owner, {"red": owner, "blue": rival})
    for topic in Topic:
        wishes.write_wishes(rival, {topic: Pace.DIGEST}, now=NOW)
    services.send_messages(NOW + 2 * DAY)
    mailoutbox.clear()

    def happens() -> None:
        services.pause(game.pk, owner, now=YEAR)
        services.send_messages(YEAR)  # postpones mail that waits for the daily digest

    wrong(happens)
    services.send_messages(NOW + HOUR)
    services.send_messages(NOW + 2 * DAY)
    assert any(mail.to == [rival.email] for mail in mailoutbox)


def test_a_mail_for_a_lost_password_does_not_wait(
    owner: User, wrong: Callable[[Any], None], mailoutbox: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: Any) -> int:
        raise TimeoutError

    def asked() -> None:
        AccountMail.objects.create(
            kind=AccountMail.Kind.RESET, address=owner.email, created_at=YEAR, next_try_at=YEAR
        )
        with monkeypatch.context() as patch:
            patch.setattr(addresses, "_deliver", failing)
            assert addresses.send(YEAR) == 0

    wrong(asked)
    assert AccountMail.objects.get().attempts == 1
    assert addresses.send(NOW + HOUR) == 1 and mailoutbox


def test_nobody_is_kept_out_for_a_year(wrong: Callable[[Any], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: YEAR)
    wrong(lambda: [LOGINS_AS.count("somebody") for _ in range(LOGINS_AS.most)])
    monkeypatch.setattr(timezone, "now", lambda: NOW + HOUR)
    assert not LOGINS_AS.is_reached("somebody") and not Counter.objects.exists()


def test_log_in_limits_survive_a_small_clock_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    services.sweep(NOW + HOUR)
    monkeypatch.setattr(timezone, "now", lambda: NOW + HOUR)
    for _ in range(LOGINS_AS.most):
        LOGINS_AS.count("somebody")
    services.sweep(NOW)
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    assert LOGINS_AS.is_reached("somebody")


def test_when_somebody_was_seen_does_not_lie_in_the_future(owner: User, wrong: Callable[[Any], None]) -> None:
    game = a_game(owner)
    wrong(lambda: Seat.objects.filter(game=game).update(seen_at=YEAR, since=YEAR))
    assert set(Seat.objects.filter(game=game).values_list("seen_at", "since")) == {(NOW + HOUR, NOW + HOUR)}


def a_guest(seen: Any) -> User:
    return get_user_model().objects.create(username=f"{GUEST}{seen:%Y%m%d%H%M}", last_login=seen)


@pytest.mark.parametrize("away", [31 * DAY, 400 * DAY])
def test_outages_and_wrong_clocks_delete_no_guests_or_sandboxes(owner: User, away: timedelta) -> None:
    guest = a_guest(NOW - guests.KEPT + 3 * DAY)
    tried = a_game(owner, start=False)
    Game.objects.filter(pk=tried.pk).update(
        tryout=True, moved_at=None, created_at=NOW - making.KEPT + 3 * DAY
    )
    services.sweep(NOW)
    services.sweep(NOW + away)
    assert get_user_model().objects.filter(username=guest.username).exists()
    assert Game.objects.filter(pk=tried.pk).exists()
    for day in (1, 2):
        auto_answers.outages.Watch.objects.update(swept_at=NOW + away + day * DAY - HOUR / 60)
        services.sweep(NOW + away + day * DAY)
        assert Game.objects.filter(pk=tried.pk).exists()
    auto_answers.outages.Watch.objects.update(swept_at=NOW + away + 4 * DAY - HOUR / 60)
    services.sweep(NOW + away + 4 * DAY)
    assert not get_user_model().objects.filter(username=guest.username).exists()
    assert not Game.objects.filter(pk=tried.pk).exists()
