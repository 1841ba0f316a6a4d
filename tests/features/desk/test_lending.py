"""Seats lent to a substitute until a date, single answers for another player, reserves, and successors."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from accounts.models import Profile
from engine.game import IllegalAction
from features.desk import answering, reserves, substitutes
from features.letters import services as letters
from games import services
from games.access import NotYourSeat, get_game_for
from games.models import Entry, Game, Outbox, Reserve, Seat
from games.refusals import BadInvitation
from tests.flat import flat
from tests.games.cast import HOLD, NOW, a_game, a_user, do

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
FRIDAY, AFTER = date(2026, 3, 6), NOW.replace(day=7, hour=0)


@pytest.fixture
def gm() -> User:
    return a_user("marta")


def led(gm: User, owner: User, rival: User, **more: Any) -> Game:
    people: dict[str, User | str] = {"red": owner, "blue": rival, "green": "bot"}
    return a_game(gm, people, **{"hours_per_decision": 24, **more})


def seat_of(game: Game, key: str) -> Seat:
    return game.seats.get(key=key)


def test_the_program_plays_until_the_day_is_over_and_then_the_seat_comes_back(
    gm: User, owner: User, rival: User
) -> None:
    game = led(gm, owner, rival)
    orders = {"stand": {"withdraw_at": 2}}
    services.write_orders(game.pk, rival, "blue", orders, False, now=NOW)
    substitutes.lend(game.pk, gm, "blue", until=FRIDAY, now=NOW)
    services.answer_due(game.pk, NOW)
    assert game.entries.filter(seat="blue", reason=Entry.Reason.BOT).exists()
    services.sweep(AFTER - HOUR)
    assert seat_of(game, "blue").is_bot and not seat_of(game, "blue").orders
    services.sweep(AFTER)
    seat = seat_of(game, "blue")
    assert (seat.user, seat.is_bot, seat.lender, seat.orders) == (rival, False, None, orders)
    told = Outbox.objects.filter(recipient=rival).values_list("kind", flat=True)
    assert {Outbox.Kind.LENT, Outbox.Kind.RETURNED} <= set(told)


def test_a_stand_in_of_the_bench_plays_and_reads_the_letters_only_by_the_players_word(
    gm: User, owner: User, rival: User
) -> None:
    game, sub = led(gm, owner, rival), a_user("sub")
    letters.write(game.pk, owner, seat="red", to="blue", text="Attack at dawn", key="1", now=NOW)
    reserves.offer(game, sub, NOW)
    substitutes.lend(game.pk, gm, "blue", until=FRIDAY, to="sub", letters=True, now=NOW + HOUR)
    seen = get_game_for(sub, game.pk)
    # the game master's permission does not replace the player's
    assert not services.letters_for(sub, seen).exists()
    do(game, sub, "blue", HOLD, now=NOW + HOUR)
    with pytest.raises(NotYourSeat):
        services.write_orders(game.pk, rival, "blue", {}, False, now=NOW + HOUR)
    substitutes.end_loan(game.pk, rival, "blue", now=NOW + 2 * HOUR)
    assert seat_of(game, "blue").user == rival
    assert services.letters_for(rival, get_game_for(rival, game.pk)).count() == 1
    substitutes.lend(game.pk, rival, "blue", until=FRIDAY, to="sub", letters=True, now=NOW + 3 * HOUR)
    assert services.letters_for(sub, get_game_for(sub, game.pk)).count() == 1


def test_a_seat_is_lent_once_to_somebody_of_the_bench_and_not_for_ever(
    gm: User, owner: User, rival: User
) -> None:
    game = led(gm, owner, rival)

    def refused(user: User, seat: str, **more: Any) -> str:
        with pytest.raises(IllegalAction) as why:
            substitutes.lend(game.pk, user, seat, **{"until": FRIDAY, "now": NOW, **more})
        return why.value.code

    assert refused(gm, "blue", until=date(2026, 2, 27)) == "lend_until"
    assert refused(gm, "blue", until=date(2027, 2, 27)) == "lend_until"
    assert refused(gm, "blue", to="owner") == "not_on_bench"
    assert refused(gm, "green") == "not_to_lend"
    with pytest.raises(NotYourSeat):
        substitutes.lend(game.pk, rival, "red", until=FRIDAY, now=NOW)
    substitutes.lend(game.pk, rival, "blue", until=FRIDAY, now=NOW)
    assert refused(gm, "blue") == "not_to_lend"
    services.set_bot(game.pk, gm, "blue", False, now=NOW)  # the game master recalls the substitute
    assert seat_of(game, "blue").user == rival


def test_nobody_lends_to_who_is_away_all_the_time(gm: User, owner: User, rival: User, client: Any) -> None:
    game, sub = led(gm, owner, rival), a_user("sub")
    reserves.offer(game, sub, NOW)
    today = timezone.localdate()
    until = today + timedelta(days=9)
    Profile.objects.update_or_create(user=sub, defaults={"away_until": until})
    with pytest.raises(IllegalAction, match="stand_in_away"):
        substitutes.lend(game.pk, gm, "blue", until=until, to="sub", now=timezone.now())
    for user, page in ((gm, "game-desk"), (rival, "game-orders")):
        client.force_login(user)
        assert "sub, away until" in flat(client.get(reverse(page, args=[game.pk])).content.decode())
    substitutes.lend(game.pk, gm, "blue", until=until + timedelta(days=1), to="sub", now=timezone.now())
    assert seat_of(game, "blue").user == sub


def test_who_lends_a_seat_to_and_fro_gains_time_once(gm: User, owner: User, rival: User) -> None:
    game, sub = led(gm, owner, rival), a_user("sub")
    reserves.offer(game, sub, NOW)

    def due() -> timedelta:
        found = game.decisions.get(seat="blue", answered_at=None).due_at
        assert found is not None
        return found - NOW

    assert due() == 24 * HOUR
    substitutes.lend(game.pk, rival, "blue", until=FRIDAY, to="sub", now=NOW + 20 * HOUR)
    assert due() == 44 * HOUR  # the substitute gets the full time
    for hours in (40, 42, 44, 46):
        substitutes.end_loan(game.pk, rival, "blue", now=NOW + hours * HOUR)
        substitutes.lend(game.pk, rival, "blue", until=FRIDAY, to="sub", now=NOW + (hours + 1) * HOUR)
        assert due() == 48 * HOUR
    substitutes.end_loan(game.pk, rival, "blue", now=NOW + 47 * HOUR)
    assert due() == 48 * HOUR
    substitutes.lend(game.pk, gm, "blue", until=FRIDAY, to="sub", now=NOW + 47 * HOUR)
    assert due() == 71 * HOUR  # the game master can still extend it


def test_what_is_told_of_a_stand_in_is_their_own(gm: User, owner: User, rival: User) -> None:
    game, sub = led(gm, owner, rival), a_user("sub")
    reserves.offer(game, sub, NOW)
    Seat.objects.filter(game=game, key="blue").update(seen_at=NOW)
    services.answer_due(game.pk, NOW + 25 * HOUR)

    def told() -> tuple[Any, int]:
        found = services.habits(get_game_for(gm, game.pk))["blue"]
        return found.seen_at, found.missed

    before = told()
    assert before == (NOW, 1)
    substitutes.lend(game.pk, gm, "blue", until=FRIDAY, to="sub", now=NOW + 26 * HOUR)
    assert told() == (None, 0)
    services.note_visit(sub, get_game_for(sub, game.pk), NOW + 27 * HOUR)
    assert told() == (NOW + 27 * HOUR, 0)
    substitutes.end_loan(game.pk, rival, "blue", now=NOW + 28 * HOUR)
    assert told() == before


def test_who_has_played_one_side_of_what_is_hidden_plays_no_other(gm: User, owner: User, rival: User) -> None:
    game, sub = led(gm, owner, rival), a_user("sub")
    reserves.offer(game, sub, NOW)
    substitutes.lend(game.pk, rival, "blue", until=FRIDAY, to="sub", now=NOW)
    substitutes.end_loan(game.pk, rival, "blue", now=NOW + HOUR)  # the substitute has seen the seat
    with pytest.raises(IllegalAction, match="not_on_bench"):
        substitutes.lend(game.pk, owner, "red", until=FRIDAY, to="sub", now=NOW + HOUR)
    # someone who has seen the same side may play it
    substitutes.lend(game.pk, rival, "blue", until=FRIDAY, to="sub", now=NOW + HOUR)
    substitutes.end_loan(game.pk, rival, "blue", now=NOW + 2 * HOUR)
    do(game, rival, "blue", HOLD, now=NOW + 2 * HOUR)
    services.leave_seat(game.pk, rival, "blue", now=NOW + 2 * HOUR)
    services.leave_seat(game.pk, owner, "red", now=NOW + 2 * HOUR)
    red, blue = (services.invite(game.pk, gm, seat=key, now=NOW).token for key in ("red", "blue"))
    with pytest.raises(BadInvitation) as why:
        services.accept(red, rival, now=NOW + 2 * HOUR)
    assert why.value.code == "has_played"
    assert services.accept(blue, rival, now=NOW + 2 * HOUR).user == rival


def test_a_stand_in_who_does_not_come_is_answered_for_once_too(
    gm: User, owner: User, rival: User, client: Any
) -> None:
    game, sub = led(gm, owner, rival), a_user("sub")
    reserves.offer(game, sub, NOW)
    substitutes.lend(game.pk, gm, "blue", until=FRIDAY, to="sub", now=NOW)
    client.force_login(gm)
    told = client.get(reverse("game-desk", args=[game.pk])).content.decode()
    blue = told[told.index('id="seat-blue"') : told.index('id="seat-green"')]
    assert "Let the bot answer once" in blue and "Let a substitute play until then" not in blue
    answering.answer_for(game.pk, gm, "blue", drawn_seq=game.seq, key="k", now=NOW)
    assert Outbox.objects.filter(kind=Outbox.Kind.ANSWERED_FOR, recipient=sub).exists()


def test_who_lends_a_seat_takes_no_other_one(gm: User, owner: User, rival: User, client: Any) -> None:
    game = led(gm, owner, rival)
    substitutes.lend(game.pk, rival, "blue", until=FRIDAY, now=NOW)
    services.set_bot(game.pk, gm, "green", False, now=NOW)
    token = services.invite(game.pk, gm, seat="green", now=timezone.now()).token
    assert services.accept(token, rival, now=NOW).key == "blue" and seat_of(game, "green").free
    client.force_login(rival)
    sent = client.get(reverse("join", args=[token]))
    assert (sent.status_code, sent["location"]) == (302, game.get_absolute_url())


def test_the_program_answers_once_and_everybody_sees_who_asked_for_it(
    gm: User, owner: User, rival: User, client: Any
) -> None:
    game = led(gm, owner, rival)
    form = {"drawn_seq": game.seq, "key": "k", "now": NOW}
    entry = answering.answer_for(game.pk, gm, "blue", **form)
    assert (entry.seat, entry.reason) == ("blue", Entry.Reason.FOR)
    assert answering.answer_for(game.pk, gm, "blue", **form) == entry  # a double click
    assert Outbox.objects.filter(kind=Outbox.Kind.ANSWERED_FOR, recipient=rival).count() == 1
    client.force_login(owner)
    told = client.get(reverse("game-chronicle", args=[game.pk]), {"steps": 1}).content.decode()
    assert "the bot, at the game master" in told
    assert services.verify_game(game).ok


def test_a_game_master_who_does_not_play_chooses_one_answer_and_one_who_plays_cannot(
    gm: User, owner: User, rival: User, client: Any
) -> None:
    game = led(gm, owner, rival)
    client.force_login(gm)
    address = reverse("game-answer", args=[game.pk])
    told = client.get(address, {"seat": "blue"}).content.decode()
    assert 'value="hold"' in told and "shows everybody that you have answered" in told
    form = {"seat": "blue", "seq": game.seq, "key": "k", "kind": "hold"}
    assert client.post(address, {**form, "kind": "nonsense"}, follow=True).status_code == 200
    assert not game.entries.filter(seat="blue").exists()
    client.post(address, form)
    assert game.entries.get(seat="blue").reason == Entry.Reason.RULED
    mine = a_game(owner, {"red": owner, "blue": rival, "green": "bot"})
    client.force_login(owner)
    assert client.get(address.replace(str(game.pk), str(mine.pk)), {"seat": "blue"}).status_code == 403
    with pytest.raises(IllegalAction, match="plays_too"):
        answering.answer_for(
            mine.pk, owner, "blue", drawn_seq=mine.seq, key="k", now=NOW, action=lambda at: HOLD
        )


def test_the_bench_is_offered_called_and_the_first_to_come_sits(
    gm: User, owner: User, rival: User, client: Any
) -> None:
    game, subs = led(gm, owner, rival), [a_user("sub"), a_user("other")]
    address = reverse("game-bench", args=[game.pk])
    client.force_login(subs[0])
    assert client.get(address).status_code == 404  # outsiders must not see the game
    assert client.get(address, {"key": "guessed"}).status_code == 404
    for sub in subs:
        client.force_login(sub)
        client.post(f"{address}?key={reserves.key_of(game)}", {"do": "offer"})
    assert Reserve.objects.filter(game=game).count() == 2
    with pytest.raises(IllegalAction, match="seat_taken"):
        reserves.call(game.pk, gm, "blue", now=NOW)
    letters.write(game.pk, owner, seat="red", to="blue", text="Our secret", key="1", now=NOW)
    services.leave_seat(game.pk, rival, "blue", now=NOW + HOUR)
    assert reserves.call(game.pk, gm, "blue", now=NOW + HOUR) == 2
    with pytest.raises(IllegalAction, match="bench_called"):  # a second press
        reserves.call(game.pk, gm, "blue", now=NOW + HOUR)
    reserves.offer(game, a_user("third"), NOW + HOUR)
    assert reserves.call(game.pk, gm, "blue", now=NOW + HOUR) == 1
    assert reserves.call(game.pk, gm, "blue", now=NOW + 30 * HOUR) == 3  # sends the same link again
    link = game.invitations.get()
    assert {row.payload["token"] for row in Outbox.objects.filter(kind=Outbox.Kind.CALL)} == {link.token}
    services.accept(link.token, subs[0], now=NOW + HOUR)
    with pytest.raises(BadInvitation):
        services.accept(link.token, subs[1], now=NOW + HOUR)
    client.force_login(subs[0])
    told = flat(client.get(reverse("game-briefing", args=[game.pk])).content.decode())
    assert (
        "You are now playing Blue" in told
        and "Our secret" not in told
        and "Earlier letters stay with the people who wrote and received" in told
    )
    assert "Our secret" not in client.get(reverse("game-letters", args=[game.pk])).content.decode()


def test_who_leaves_may_leave_the_letters_to_whoever_comes(gm: User, owner: User, rival: User) -> None:
    game, sub = led(gm, owner, rival), a_user("sub")
    letters.write(game.pk, owner, seat="red", to="blue", text="Our plan", key="1", now=NOW)
    services.leave_seat(game.pk, rival, "blue", letters=True, now=NOW + HOUR)
    services.accept(services.invite(game.pk, gm, seat="blue", now=NOW).token, sub, now=NOW + HOUR)
    assert services.letters_for(sub, get_game_for(sub, game.pk)).get().text == "Our plan"
    assert get_game_for(sub, game.pk).letters_unread == 1


def test_the_player_lends_their_seat_on_the_page_and_takes_it_back(
    gm: User, owner: User, rival: User, client: Any
) -> None:
    game = led(gm, owner, rival)
    client.force_login(rival)
    orders = client.get(reverse("game-orders", args=[game.pk])).content.decode()
    assert "Let a substitute play for me" in orders
    address = reverse("game-lend", args=[game.pk])
    sent = client.post(address, {"seat": "blue", "until": "soon", "do": "lend"}, follow=True)
    assert "Choose the last day" in sent.content.decode()
    day = timezone.localdate() + timedelta(days=3)
    sent = client.post(address, {"seat": "blue", "until": day.isoformat(), "do": "lend"}, follow=True)
    told = flat(sent.content.decode())
    assert "the bot plays for you until" in told and game.get_absolute_url() in sent.redirect_chain[-1][0]
    client.post(address, {"seat": "blue", "do": "back"})
    assert seat_of(game, "blue").user == rival
    client.force_login(owner)
    assert client.post(address, {"seat": "blue", "do": "back"}).status_code == 403


# --- missed deadlines count for the player who missed them ---


def missed(game: Game) -> int:
    return services.habits(Game.objects.get(pk=game.pk))["blue"].missed


def one_is_missed(game: Game, now: datetime) -> datetime:
    """Let red answer everything until blue misses a deadline. Return the time of that deadline."""
    owner, before = game.seats.get(key="red").user, late(game)
    assert owner is not None
    while late(game) == before:
        for owed in game.decisions.filter(seat="red", answered_at=None):
            do(game, owner, "red", owed.default, now=now)
        now += 25 * HOUR
        services.answer_due(game.pk, now)
    return now


def late(game: Game) -> int:
    return game.entries.filter(seat="blue", reason=Entry.Reason.DEFAULT).count()


def test_what_a_stand_in_misses_is_not_the_players(gm: User, owner: User, rival: User, client: Any) -> None:
    game, sub = led(gm, owner, rival, options={"rounds": 9}), a_user("sub")
    reserves.offer(game, sub, NOW)
    now = one_is_missed(game, NOW)
    assert missed(game) == 1
    substitutes.lend(game.pk, rival, "blue", until=(now + 48 * HOUR).date(), to="sub", now=now + HOUR)
    assert missed(game) == 0, "they have just come"
    now = one_is_missed(game, now + HOUR)
    assert missed(game) == 1, "the stand-in's own"
    substitutes.end_loan(game.pk, rival, "blue", now=now + HOUR)
    assert missed(game) == 1, "that of before, not the stand-in's"
    one_is_missed(game, now + HOUR)
    assert missed(game) == 2, "who is back answers for themselves again"
    assert late(game) == 3
    client.force_login(gm)
    desk = flat(client.get(reverse("game-desk", args=[game.pk])).content.decode())
    assert "2 deadlines missed" in desk


def test_every_loan_counts_apart_and_who_takes_the_seat_for_good_begins_anew(
    gm: User, owner: User, rival: User
) -> None:
    game, sub, now = led(gm, owner, rival, options={"rounds": 9}), a_user("sub"), NOW
    reserves.offer(game, sub, now)
    for _time in range(2):
        substitutes.lend(game.pk, gm, "blue", until=(now + 480 * HOUR).date(), to="sub", now=now)
        now = one_is_missed(game, now)
        substitutes.end_loan(game.pk, rival, "blue", now=now)
    assert late(game) == 2 and missed(game) == 0
    services.leave_seat(game.pk, rival, "blue", now=now)
    link, now = services.invite(game.pk, gm, seat="blue", now=now), now + HOUR
    services.accept(link.token, a_user("newcomer"), now=now)
    assert missed(game) == 0 and seat_of(game, "blue").stood_in is None


def test_a_loan_of_before_that_was_noted_counts_as_it_did(gm: User, owner: User, rival: User) -> None:
    game, sub = led(gm, owner, rival), a_user("sub")
    reserves.offer(game, sub, NOW)
    substitutes.lend(game.pk, gm, "blue", until=FRIDAY, to="sub", now=NOW)
    seat = seat_of(game, "blue")
    del seat.kept["seq"]
    seat.save()
    now = one_is_missed(game, NOW)
    substitutes.end_loan(game.pk, rival, "blue", now=now)
    assert missed(game) == 1 and seat_of(game, "blue").stood_in is None
