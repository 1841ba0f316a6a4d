"""A hidden decision (rule 8 of Three Fords: an ambush) looks the same whether or not the seat holds an
ambush. It is answered at once by order or default, unless the seat wants to be asked, and nobody else
can see it.
"""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse

from engine.game import ASK_ME, InvalidAction
from games import services
from games.models import Entry, Game, Outbox, PendingDecision
from games.services import history, messages
from games.services.clock import deadlines, unasked_answers
from tests.engine.example.pieces import AMBUSH, NOTHING
from tests.games.cast import LATER, NOW, a_user, do
from tests.games.raids import raided

pytestmark = pytest.mark.django_db

SOON = NOW + timedelta(minutes=5)
YES, NO = {"kind": "ambush", "spring": True}, {"kind": "ambush", "spring": False}


@pytest.fixture
def gm(db: Any) -> User:
    return a_user("gm")


@pytest.fixture(autouse=True)
def jobs_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave unasked decisions to a job, so that a test sees the game before they are answered."""
    monkeypatch.setattr(unasked_answers, "MOST", 0)


def asked(game: Game) -> PendingDecision:
    return game.decisions.get(answered_at__isnull=True, kind="ambush")


def answer(game: Game) -> Entry:
    return Entry.objects.get(game=game, covert=True)


HANDS = pytest.mark.parametrize("hand", [(AMBUSH, NOTHING), (NOTHING, NOTHING)], ids=["holds", "holds not"])


@HANDS
@pytest.mark.parametrize("orders", [None, {"spring": True}, {"spring": False}])
def test_a_hidden_decision_is_answered_at_once_with_any_hand(
    gm: User, owner: User, rival: User, hand: tuple[str, ...], orders: Any
) -> None:
    game = raided(gm, owner, rival, hand, orders)
    assert asked(game).covert and asked(game).due_at == NOW
    Outbox.objects.all().delete()
    assert services.answer_due(game.pk, SOON, limit=1) == 1
    laid = orders == {"spring": True} and AMBUSH in hand
    assert answer(game).action == {"kind": "ambush", "spring": laid}
    assert answer(game).reason == (Entry.Reason.DEFAULT if orders is None else Entry.Reason.ORDERS)
    told = Outbox.objects.filter(kind__in=[Outbox.Kind.ORDERED, Outbox.Kind.ANSWERED, Outbox.Kind.YOUR_TURN])
    assert not told.filter(recipient=rival).exists()  # the recipient wanted no message


@HANDS
def test_who_wants_to_be_asked_is_asked_in_both_cases(
    gm: User, owner: User, rival: User, hand: tuple[str, ...]
) -> None:
    game = raided(gm, owner, rival, hand, dict(ASK_ME))
    assert asked(game).due_at == NOW + timedelta(hours=24)
    assert services.answer_due(game.pk, SOON) == 0
    assert Outbox.objects.filter(kind=Outbox.Kind.YOUR_TURN, recipient=rival).exists()
    done = do(game, rival, "blue", YES if AMBUSH in hand else NO, now=SOON)
    assert done.entry.covert and done.entry.reason == Entry.Reason.PLAYER


@HANDS
def test_who_wants_to_be_asked_and_does_not_answer_lays_nothing(
    gm: User, owner: User, rival: User, hand: tuple[str, ...]
) -> None:
    game = raided(gm, owner, rival, hand, dict(ASK_ME))
    services.answer_due(game.pk, LATER)
    assert answer(game).action == NO and answer(game).reason == Entry.Reason.DEFAULT
    assert Outbox.objects.filter(kind=Outbox.Kind.ANSWERED, recipient=rival).exists()


@HANDS
def test_a_pause_and_more_time_treat_both_cases_alike(
    gm: User, owner: User, rival: User, hand: tuple[str, ...]
) -> None:
    game = raided(gm, owner, rival, hand)
    deadlines.pause(game.pk, gm, now=NOW)
    assert asked(game).due_at == NOW  # the decision is still answered at once
    assert deadlines.extend_deadline(game.pk, gm, hours=48, now=NOW) == 0
    assert asked(game).due_at == NOW
    assert services.answer_due(game.pk, SOON, limit=1) == 1

    game = raided(gm, owner, rival, hand, dict(ASK_ME))
    assert deadlines.extend_deadline(game.pk, gm, hours=48, now=NOW) == 0  # the number would tell the GM
    assert asked(game).due_at == NOW + timedelta(hours=48)
    deadlines.pause(game.pk, gm, now=NOW)
    assert (asked(game).due_at, asked(game).held) == (None, timedelta(hours=48))


def test_who_no_longer_wants_to_be_asked_is_answered_for(gm: User, owner: User, rival: User) -> None:
    game = raided(gm, owner, rival, (AMBUSH, NOTHING), dict(ASK_ME))
    services.write_orders(game.pk, rival, "blue", {"ambush": {"spring": True}}, False, now=SOON)
    assert asked(game).due_at == SOON
    services.answer_due(game.pk, SOON)
    assert answer(game).action == YES


def test_only_a_covert_question_can_be_asked_for(gm: User, owner: User, rival: User) -> None:
    game = raided(gm, owner, rival, (AMBUSH, NOTHING))
    with pytest.raises(InvalidAction, match="bad_orders"):
        services.write_orders(game.pk, rival, "blue", {"stand": dict(ASK_ME)}, False, now=NOW)


def seen(user: User | None, game: Game, name: str, **query: str) -> str:
    """Return the HTML of a page as this user sees it."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client.get(reverse(name, args=[game.pk]), query).content.decode()


PAGES = ("game", "game-state", "game-chronicle", "game-desk")


@HANDS
@pytest.mark.parametrize("orders", [None, dict(ASK_ME)], ids=["at once", "ask me"])
def test_while_it_is_open_it_is_shown_to_its_seat_alone_and_only_with_time_to_answer(
    gm: User, owner: User, rival: User, hand: tuple[str, ...], orders: Any
) -> None:
    game = raided(gm, owner, rival, hand, orders)
    waits = json.loads(seen(rival, game, "game-state"))["waits"]
    assert [wait["seat"] for wait in waits] == (["blue"] if orders else [])  # else it answers itself
    assert ("Ambush" in seen(rival, game, "game")) == bool(orders)
    for user in (owner, gm):
        assert json.loads(seen(user, game, "game-state"))["waits"] == []
        page = seen(user, game, "game")
        assert "A secret decision is being made" in page and "Ambush" not in page and "to move" not in page
    assert "A secret decision is being made" in seen(gm, game, "game-desk")


@HANDS
def test_when_it_is_answered_nobody_else_reads_who_did_so_nor_when(
    gm: User, owner: User, rival: User, hand: tuple[str, ...]
) -> None:
    game = raided(gm, owner, rival, hand, dict(ASK_ME))
    do(game, rival, "blue", NO, now=SOON)
    covert = answer(game).seq
    game.refresh_from_db()
    assert game.moved_at == NOW  # the time of the last public move
    at = services.table(game)
    assert covert in [line.seq for line in services.chronicle(at, "blue")]
    for reader in ("red", "green", "gm", None):
        assert covert not in [line.seq for line in services.chronicle(at, reader)]
        assert covert not in [line.seq for line in services.chronicle(at, reader, by="blue")]
    for user in (owner, gm):
        assert f'id="entry-{covert}"' not in seen(user, game, "game-chronicle")
    assert f'id="entry-{covert}"' in seen(rival, game, "game-chronicle")


def test_the_outcome_of_a_hidden_decision_is_shown_without_player_or_time(
    gm: User, owner: User, rival: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = raided(gm, owner, rival, (AMBUSH, NOTHING))
    monkeypatch.setattr("tests.engine.example.system.FordsRules.sees", lambda self, event, seat: event)
    services.answer_due(game.pk, SOON)
    game.refresh_from_db()
    at = services.table(game)
    line = next(one for one in services.chronicle(at, "red") if one.seq == answer(game).seq)
    assert line.events and (line.seat, line.reason, line.created_at, line.actor) == ("", "", None, "")
    own = next(one for one in services.chronicle(at, "blue") if one.seq == answer(game).seq)
    assert (own.seat, own.created_at) == ("blue", SOON)
    assert f'id="entry-{line.seq}"' in seen(owner, game, "game-chronicle")


def test_no_page_of_the_chronicle_is_shorter_for_it(gm: User, owner: User, rival: User) -> None:
    game = raided(gm, owner, rival, (AMBUSH, NOTHING))
    services.answer_due(game.pk, SOON)
    game.refresh_from_db()
    at = services.table(game)
    assert len(history.chronicle(at, "red", limit=3)) == 3
    lines = history.chronicle(at, "red")
    assert [line.seq for line in lines] == [n for n in range(game.seq, -1, -1) if n != answer(game).seq]


def test_the_file_of_a_running_game_does_not_tell_when(gm: User, owner: User, rival: User) -> None:
    game = raided(gm, owner, rival, (AMBUSH, NOTHING))
    services.answer_due(game.pk, SOON)
    game.refresh_from_db()
    rows = services.export_game(game, SOON)["entries"]
    assert [row["seq"] for row in rows if row["covert"]] == [answer(game).seq]
    assert [row["seq"] for row in rows if row["created_at"] is None] == [answer(game).seq]


def test_when_the_game_has_ended_everything_is_told(gm: User, owner: User, rival: User) -> None:
    game = raided(gm, owner, rival, (AMBUSH, NOTHING), options={"rounds": 1})
    services.answer_due(game.pk, SOON)
    for user, seat in ((owner, "red"), (rival, "blue"), (gm, "green")):
        services.leave_seat(game.pk, user, seat, now=SOON)
        services.set_bot(game.pk, gm, seat, True, now=SOON)
    services.answer_due(game.pk, LATER + timedelta(days=30))
    game.refresh_from_db()
    assert game.has_ended
    at = services.table(game)
    line = next(one for one in services.chronicle(at, None) if one.seq == answer(game).seq)
    assert (line.seat, line.created_at) == ("blue", SOON)
    assert line.reason == history.USUAL, "nobody was late"
    assert [event["kind"] for event in line.events] == ["ambush_laid"]


def test_the_page_of_orders_offers_to_be_asked(gm: User, owner: User, rival: User) -> None:
    game = raided(gm, owner, rival, (NOTHING, NOTHING))
    client = Client()
    client.force_login(rival)
    address = reverse("game-orders", args=[game.pk])
    page = client.get(address).content.decode()
    assert page.count('name="ask-') == 1 and 'name="ask-ambush"' in page
    client.post(address, {"seat": "blue", "ask-ambush": "on"})
    assert game.seats.get(key="blue").orders == {"ambush": ASK_ME}
    assert re.search(r'name="ask-ambush"\s+checked', client.get(address).content.decode())
    client.post(address, {"seat": "blue", "on-ambush": "on", "f-ambush.spring": "true"})
    assert game.seats.get(key="blue").orders == {"ambush": {"spring": True}}


def test_the_mail_of_who_is_asked_goes_to_nobody_else(gm: User, owner: User, rival: User) -> None:
    game = raided(gm, owner, rival, (NOTHING, NOTHING), dict(ASK_ME))
    mail.outbox.clear()
    messages.send(NOW + timedelta(hours=1))
    assert ["rival@example.org"] in [message.to for message in mail.outbox]
    row = asked(game)
    assert not Outbox.objects.filter(payload__decision=row.pk).exclude(recipient=rival).exists()
