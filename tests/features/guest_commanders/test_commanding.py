"""A guest commands one battle for a player by link: the link works once, until the battle ends or it is
revoked.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection

from accounts.leaving import delete_account
from engine.game import IllegalAction
from features.desk import substitutes
from features.guest_commanders import services as guest_commanders
from features.letters import services as letters
from games import plugins, services
from games.access import NotYourSeat, can_see, get_game_for, may_act
from games.models import BattleLink, Command, Entry, Game, Observer, Outbox
from games.refusals import BadInvitation
from games.services.notices.words import message_text
from games.services.people.commands import commanders_by_seat
from tests.found import some
from tests.games.campaigning import at_battle
from tests.games.cast import NOW, a_game, a_user, do

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
STRIKE = {"kind": "strike"}


@pytest.fixture
def gm() -> User:
    return a_user("marta")


def opened(gm: User, owner: User, rival: User, **more: Any) -> tuple[Game, Game]:
    """Create a campaign led by ``gm`` and its battle: owner is ``first``, rival ``second``."""
    seats = {"red": owner, "blue": rival, "green": a_user("third")}
    campaign = at_battle(gm, seats, **{"hours_per_decision": 24, **more})
    battle = BattleLink.objects.get(campaign=campaign).battle
    assert battle is not None
    return campaign, battle


def marco(battle: Game, player: User, seat: str = "first", name: str = "marco") -> User:
    """Let a guest take command of this seat."""
    general = a_user(name)
    guest_commanders.accept(guest_commanders.make_link(battle.pk, player, seat, NOW).token, general, NOW)
    battle.refresh_from_db()
    return general


def kinds(user: User) -> list[tuple[str, str]]:
    rows = Outbox.objects.filter(recipient=user).order_by("pk")
    return [(row.kind, row.payload.get("what", "")) for row in rows]


def test_a_general_commands_and_their_player_does_not_until_they_take_it_back(
    gm: User, owner: User, rival: User
) -> None:
    campaign, battle = opened(gm, owner, rival)
    general = marco(battle, owner)
    fresh = get_game_for(general, battle.pk)
    assert may_act(general, fresh, "first") and not may_act(owner, fresh, "first")
    assert can_see(owner, fresh) and not can_see(general, Game.objects.get(pk=campaign.pk))
    [message] = Outbox.objects.filter(recipient=owner, kind=Outbox.Kind.COMMAND)
    assert message_text(message).startswith("marco commands")
    guest_commanders.relieve(battle.pk, owner, "first", NOW + HOUR)
    guest_commanders.relieve(battle.pk, owner, "first", NOW + HOUR)  # a double click
    fresh = Game.objects.get(pk=battle.pk)
    assert may_act(owner, fresh, "first") and not can_see(general, fresh)
    assert Command.objects.get().end == Command.End.TAKEN_BACK


def test_the_battle_ends_and_the_campaign_has_its_result(gm: User, owner: User, rival: User) -> None:
    campaign, battle = opened(gm, owner, rival)
    general = marco(battle, owner)
    for number in range(40):
        battle.refresh_from_db()
        if battle.is_over:
            break
        seat = services.table(battle).decisions()[0].seat
        do(battle, general if seat == "first" else rival, seat, STRIKE, now=NOW + number * HOUR)
    battle.refresh_from_db()
    link = BattleLink.objects.get(campaign=campaign)
    assert battle.has_ended and link.status == BattleLink.Status.REPORTED
    assert ("command", "over") in kinds(owner) and (Outbox.Kind.REPORT, "") in kinds(owner)
    assert can_see(general, battle) and not can_see(general, campaign)  # the page stays open to the general
    assert commanders_by_seat(battle)["first"].user == general
    with pytest.raises(IllegalAction, match="command_over"):
        guest_commanders.relieve(battle.pk, owner, "first", NOW + DAY)
    services.confirm_battle(link.pk, owner, now=NOW + DAY)  # the player confirms in the campaign
    services.confirm_battle(link.pk, rival, now=NOW + DAY)
    assert BattleLink.objects.get().status == BattleLink.Status.CONFIRMED
    assert services.verify_game(battle).ok


def test_orders_and_letters_of_the_player_are_not_the_generals_and_come_back(
    gm: User, owner: User, rival: User
) -> None:
    battle = a_game(gm, {"first": owner, "second": rival}, system="duel", scenario_name="even")
    letters.write(battle.pk, rival, seat="second", to="first", text="Spare my men", key="1", now=NOW)
    battle.seats.filter(key="first").update(orders={"stand": {"withdraw_at": 2}}, orders_at_once=True)
    general = a_user("marco")
    guest_commanders.accept(
        guest_commanders.make_link(battle.pk, owner, "first", NOW).token, general, NOW + HOUR
    )
    seat = battle.seats.get(key="first")
    assert (seat.user, seat.orders, seat.orders_at_once) == (general, {}, False)
    assert not services.letters_for(general, get_game_for(general, battle.pk)).exists()
    guest_commanders.relieve(battle.pk, general, "first", NOW + 2 * HOUR)
    seat = battle.seats.get(key="first")
    assert (seat.user, seat.orders_at_once) == (owner, True) and seat.orders == {"stand": {"withdraw_at": 2}}
    assert services.letters_for(owner, get_game_for(owner, battle.pk)).count() == 1
    assert Command.objects.get().end == Command.End.GIVEN_BACK


def test_a_link_is_taken_once_and_is_void_when_it_is_old_withdrawn_or_made_anew(
    gm: User, owner: User, rival: User
) -> None:
    _campaign, battle = opened(gm, owner, rival)
    first = guest_commanders.make_link(battle.pk, owner, "first", NOW)
    second = guest_commanders.make_link(battle.pk, owner, "first", NOW)
    late, friends = NOW + guest_commanders.LASTS, [a_user("marco"), a_user("livia")]
    refused = [(first.token, NOW), ("guessed", NOW), (second.token, late)]
    for token, now in some(refused):
        with pytest.raises(BadInvitation, match="command_gone"):
            guest_commanders.accept(token, friends[0], now)
    guest_commanders.accept(second.token, friends[0], NOW)
    with pytest.raises(BadInvitation):
        guest_commanders.accept(second.token, friends[1], NOW)
    guest_commanders.relieve(battle.pk, owner, "first", NOW)
    third = guest_commanders.make_link(battle.pk, owner, "first", NOW)
    guest_commanders.relieve(battle.pk, owner, "first", NOW)
    with pytest.raises(BadInvitation):
        guest_commanders.accept(third.token, friends[1], NOW)
    assert battle.seats.get(key="first").user == owner


def test_who_has_a_part_or_knows_what_is_hidden_commands_nothing(gm: User, owner: User, rival: User) -> None:
    campaign, battle = opened(gm, owner, rival)
    spy = a_user("spy")
    Observer.objects.create(
        game=campaign, seat="blue", user=spy, leave_of=rival, invited_at=NOW, accepted_at=NOW
    )
    Game.objects.update(has_observers=True)
    token = guest_commanders.make_link(battle.pk, owner, "first", NOW).token

    def why(user: User) -> str:
        with pytest.raises(IllegalAction) as refused:
            guest_commanders.accept(token, user, NOW)
        return refused.value.code

    assert [why(one) for one in (owner, rival, spy)] == ["command_plays", "command_plays", "command_knows"]
    marco(battle, rival, "second", "livia")
    assert why(rival) == "command_plays"  # the user's guest plays on the other side
    guest_commanders.accept(token, a_user("fourth"), NOW)


def test_who_has_commanded_one_side_never_commands_the_other(gm: User, owner: User, rival: User) -> None:
    battle = a_game(gm, {"red": owner, "blue": rival, "green": "bot"})
    with pytest.raises(IllegalAction, match="command_not_here"):  # Three Fords is no campaign's battle
        guest_commanders.make_link(battle.pk, owner, "red", NOW)
    _campaign, battle = opened(gm, owner, rival)
    general = marco(battle, owner)
    guest_commanders.relieve(battle.pk, general, "first", NOW)
    token = guest_commanders.make_link(battle.pk, rival, "second", NOW).token
    hides = services.opening_of(battle).rules.hides_nothing
    assert hides  # a duel hides nothing, so anyone may join
    guest_commanders.accept(token, general, NOW)
    assert get_game_for(general, battle.pk)


def test_where_something_is_hidden_no_side_is_commanded_after_another(
    gm: User, owner: User, rival: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plugins, "is_battle", lambda name: True)  # Three Fords hides its stakes
    game = a_game(gm, {"red": owner, "blue": rival, "green": a_user("third")})
    assert not services.opening_of(game).rules.hides_nothing
    general = marco(game, owner, "red")
    guest_commanders.relieve(game.pk, general, "red", NOW)
    token = guest_commanders.make_link(game.pk, rival, "blue", NOW).token
    for user in some([general, gm]):
        with pytest.raises(IllegalAction, match="command_knows"):
            guest_commanders.accept(token, user, NOW)
    services.leave_seat(game.pk, rival, "blue", now=NOW)
    link = services.invite(game.pk, gm, seat="blue", now=NOW).token
    with pytest.raises(BadInvitation):
        services.accept(link, general, now=NOW)
    again = guest_commanders.make_link(game.pk, owner, "red", NOW).token
    guest_commanders.accept(again, general, NOW)  # the same side that they commanded before
    assert game.seats.get(key="red").user == general


def test_only_the_player_and_the_game_master_make_a_link_and_take_back(
    gm: User, owner: User, rival: User
) -> None:
    _campaign, battle = opened(gm, owner, rival)
    for user in some([rival]):
        with pytest.raises(NotYourSeat):
            guest_commanders.make_link(battle.pk, user, "first", NOW)
    general = a_user("marco")
    guest_commanders.accept(guest_commanders.make_link(battle.pk, gm, "first", NOW).token, general, NOW)
    with pytest.raises(NotYourSeat):
        guest_commanders.relieve(battle.pk, rival, "first", NOW)
    with pytest.raises(NotYourSeat):
        guest_commanders.make_link(battle.pk, owner, "first", NOW)  # the seat is not theirs at the moment
    with pytest.raises(IllegalAction, match="not_to_lend"):
        guest_commanders.make_link(battle.pk, gm, "first", NOW)
    guest_commanders.relieve(battle.pk, gm, "first", NOW)
    assert battle.seats.get(key="first").user == owner


def test_links_are_not_made_without_end(gm: User, owner: User, rival: User) -> None:
    _campaign, battle = opened(gm, owner, rival)
    for _ in range(guest_commanders.MOST):
        guest_commanders.make_link(battle.pk, owner, "first", NOW)
    with pytest.raises(IllegalAction, match="command_too_many"):
        guest_commanders.make_link(battle.pk, owner, "first", NOW)


def test_a_general_goes_on_whatever_becomes_of_the_players_seat(
    gm: User, owner: User, rival: User, django_capture_on_commit_callbacks: Any
) -> None:
    commits = partial(django_capture_on_commit_callbacks, execute=True)
    campaign, battle = opened(gm, owner, rival)
    general = marco(battle, owner)
    with commits():
        substitutes.lend(campaign.pk, owner, "red", until=(NOW + 3 * DAY).date(), now=NOW)  # to the bot
    seat = battle.seats.get(key="first")
    assert (seat.user, seat.lender, seat.is_bot) == (general, None, False)
    with commits():
        substitutes.end_loan(campaign.pk, owner, "red", now=NOW + HOUR)
    assert battle.seats.get(key="first").lender == owner
    heir = a_user("heir")
    with commits():
        services.leave_seat(campaign.pk, owner, "red", now=NOW + HOUR)
        token = services.invite(campaign.pk, gm, seat="red", now=NOW).token
        services.accept(token, heir, now=NOW + HOUR)
    seat = battle.seats.get(key="first")
    assert (seat.user, seat.lender) == (general, heir)
    guest_commanders.relieve(battle.pk, heir, "first", NOW + HOUR)
    assert battle.seats.get(key="first").user == heir


def test_programs_do_not_fight_from_under_a_general(
    gm: User, owner: User, rival: User, django_capture_on_commit_callbacks: Any
) -> None:
    campaign, battle = opened(gm, owner, rival)
    link = BattleLink.objects.get(campaign=campaign)
    general = marco(battle, owner)
    with pytest.raises(IllegalAction, match="command_stands"):
        services.leave_to_programs(link.pk, owner, now=NOW)
    services.leave_to_programs(link.pk, rival, now=NOW)
    with django_capture_on_commit_callbacks(execute=True):
        substitutes.lend(campaign.pk, owner, "red", until=(NOW + 3 * DAY).date(), now=NOW)
    services.answer_due(battle.pk, NOW + HOUR)
    battle.refresh_from_db()
    assert battle.running and battle.seats.get(key="first").user == general
    assert not services.left_to_bots(BattleLink.objects.get(pk=link.pk))


def test_the_game_master_opens_a_seat_that_the_program_plays(
    gm: User, owner: User, rival: User, django_capture_on_commit_callbacks: Any
) -> None:
    _campaign, battle = opened(gm, owner, rival)
    battle.seats.filter(key="second").update(user=None, is_bot=True)
    battle = Game.objects.get(pk=battle.pk)
    assert "second" in guest_commanders.may_let(gm, battle) and "second" not in guest_commanders.may_let(
        owner, battle
    )
    with pytest.raises(NotYourSeat):
        guest_commanders.make_link(battle.pk, owner, "second", NOW)
    general = marco(battle, gm, "second")
    seat = battle.seats.get(key="second")
    assert (seat.user, seat.is_bot, seat.lender) == (general, False, None)
    assert may_act(general, get_game_for(general, battle.pk), "second")
    assert kinds(gm)[-1] == ("command", "taken") and not [row for row in kinds(owner) if row[0] == "command"]
    with django_capture_on_commit_callbacks(execute=True):
        guest_commanders.relieve(battle.pk, general, "second", NOW + HOUR)
    seat.refresh_from_db()
    assert (seat.user, seat.is_bot, seat.kept) == (None, True, {}), "the program plays on"
    token = guest_commanders.make_link(battle.pk, gm, "second", NOW + HOUR).token
    battle.seats.filter(key="second").update(is_bot=False)
    with pytest.raises(BadInvitation):
        guest_commanders.open_link(token, NOW + HOUR)


def test_accounts_that_go_leave_the_battle_playable(gm: User, owner: User, rival: User) -> None:
    _campaign, battle = opened(gm, owner, rival)
    general = marco(battle, owner)
    delete_account(owner, now=NOW)
    seat = battle.seats.get(key="first")
    assert (seat.user, seat.lender) == (general, None)
    guest_commanders.relieve(battle.pk, gm, "first", NOW)
    assert battle.seats.get(key="first").free
    other = marco(battle, rival, "second", "livia")
    delete_account(other, now=NOW)
    assert battle.seats.get(key="second").user == rival


def test_an_absent_guest_commander_is_reported_once(gm: User, owner: User, rival: User) -> None:
    _campaign, battle = opened(gm, owner, rival, hours_per_decision=None)
    general = marco(battle, owner)
    if services.table(battle).decisions()[0].seat != "first":
        do(battle, rival, "second", STRIKE, now=NOW)
    services.sweep(NOW + 23 * HOUR)
    assert ("command", "quiet") not in kinds(owner)
    for later in (25, 26, 60):
        services.sweep(NOW + later * HOUR)
    assert kinds(owner).count(("command", "quiet")) == 1
    services.note_visit(general, get_game_for(general, battle.pk), NOW + 61 * HOUR)
    services.sweep(NOW + 70 * HOUR)
    services.sweep(NOW + 90 * HOUR)
    assert kinds(owner).count(("command", "quiet")) == 2


def test_the_log_names_who_moved(gm: User, owner: User, rival: User) -> None:
    _campaign, battle = opened(gm, owner, rival)
    general = marco(battle, owner)
    if services.table(battle).decisions()[0].seat != "first":
        do(battle, rival, "second", STRIKE, now=NOW)
    do(battle, general, "first", STRIKE, now=NOW)
    assert Entry.objects.filter(game=battle, seat="first", kind="action").get().actor == general


def race(token: str, people: list[User]) -> list[str]:
    """Let all of them open the link at once. Return the result for each."""
    start = Barrier(len(people))

    def opens(user: User) -> str:
        start.wait()
        try:
            guest_commanders.accept(token, user, NOW)
        except BadInvitation as refused:
            return refused.code
        finally:
            connection.close()
        return "commands"

    with ThreadPoolExecutor(len(people)) as pool:
        return sorted(pool.map(opens, people))


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_those_who_open_the_link_at_once_one_commands(gm: User, owner: User, rival: User) -> None:
    _campaign, battle = opened(gm, owner, rival)
    friends = [a_user(f"friend{number}") for number in range(4)]
    for _ in range(5):
        token = guest_commanders.make_link(battle.pk, owner, "first", NOW).token
        assert race(token, friends) == ["command_gone"] * 3 + ["commands"]
        assert Command.objects.filter(ended_at=None).count() == 1
        assert battle.seats.get(key="first").lender == owner
        guest_commanders.relieve(battle.pk, owner, "first", NOW)
