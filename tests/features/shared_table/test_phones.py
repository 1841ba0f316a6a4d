"""Other phones and screens join a table by code: who may join, in which role, and who is removed."""

from datetime import timedelta
from typing import Any

import pytest
from django.http import Http404
from django.utils import timezone

from features.shared_table import services as shared_table
from games import access, services
from games.access import NotYourSeat
from games.models import Companion, Game, Observer, Seat, TableCode
from games.models.companion import LENGTH, LETTERS, fresh_code
from games.refusals import BadInvitation, IllegalAction
from tests.found import some
from tests.web.cast import person

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def at_table(**more: Any) -> Game:
    """Create a game in which the user "owner" plays both armies at one table with real dice."""
    settings = {"dice_mode": "physical", "players_rewind": True, "seats": {"red": "me", "blue": "me"}, **more}
    game = services.create_game(gm=person("owner"), name="At one table", system="dba", now=NOW, **settings)
    if not any(seat.free for seat in game.seats.all()):
        services.start(game.pk, person("owner"), now=NOW)
    return fresh(game)


def fresh(game: Game) -> Game:
    return access.seat_people(Game.objects.get(pk=game.pk))


def led(game: Game) -> dict[str, str]:
    return {seat.key: str(seat.user) for seat in Seat.objects.filter(game=game)}


def code_of(game: Game) -> str:
    return shared_table.get_code(game.pk, person("owner"), NOW).code


def why(call: Any, *args: Any, **more: Any) -> str:
    with pytest.raises((BadInvitation, IllegalAction)) as refused:
        call(*args, **more)
    return refused.value.code


def test_a_code_is_typed_and_not_guessed() -> None:
    found = {fresh_code() for _number in range(200)}
    assert (
        len(found) == 200 and {len(one) for one in found} == {LENGTH} and set("".join(found)) <= set(LETTERS)
    )
    assert not set("01OIL") & set(LETTERS)
    code = found.pop()
    assert shared_table.read_code(f" {shared_table.spell_code(code).lower()} ") == code
    for bad in some(["", "ABC", code + "A", code[:-1] + "0", "\u0130" * LENGTH, "--- --- ---"]):
        assert shared_table.read_code(bad) == ""


def test_another_phone_leads_an_army_and_the_first_one_keeps_the_other() -> None:
    game = at_table()
    before = game.version
    code = code_of(game)
    assert shared_table.seats_on_offer(fresh(game)) == ["blue", "red"], (
        "the first phone's own army comes last"
    )
    row = shared_table.join_table(code, person("rival"), "lead", NOW, seat="blue")
    assert led(game) == {"red": "owner", "blue": "rival"}
    assert (row.role, row.number, row.host) == ("lead", 2, person("owner"))
    assert fresh(game).version > before, "the first phone sees it at once"
    assert shared_table.seats_on_offer(fresh(game)) == [], "nobody gives their only army away"
    assert why(shared_table.join_table, code, person("third"), "lead", NOW, seat="red") == "seat_not_given"


def test_both_type_on_either_phone() -> None:
    game = at_table()
    shared_table.join_table(code_of(game), person("rival"), "both", NOW)
    rival, now = person("rival"), fresh(game)
    assert led(game) == {"red": "owner", "blue": "owner"}
    assert access.seats_of(rival, now) == ("red", "blue") == access.seats_of(person("owner"), now)
    assert access.may_act(rival, now, "red") and access.takes_part(rival, now)
    assert access.voices_of(rival, now) == (), "letters are their readers' own"
    sent = {
        "kind": "set_table",
        "invader": "blue",
        "bua": False,
        "river": False,
        "garrison": None,
        "terrain": [],
    }
    services.submit(game.pk, "red", sent, drawn_seq=0, key="k", user=rival, now=NOW)
    shared_table.remove_companion(game.pk, person("owner"), 2, NOW)
    assert access.seats_of(rival, fresh(game)) == () and not access.can_see(rival, fresh(game))
    with pytest.raises(Http404):
        services.submit(game.pk, "red", sent, drawn_seq=1, key="l", user=rival, now=NOW)


def test_a_phone_for_both_sides_does_not_move_for_remote_players() -> None:
    game = at_table(seats={"red": "me"})
    link = services.invite(game.pk, person("owner"), seat="blue", now=NOW)
    services.accept(link.token, person("rival"), now=NOW)
    services.start(game.pk, person("owner"), now=NOW)
    shared_table.join_table(code_of(game), person("third"), "both", NOW)
    assert access.seats_of(person("third"), fresh(game)) == ("red",)
    assert shared_table.seats_on_offer(fresh(game)) == []
    assert shared_table.may_take_over(person("owner"), fresh(game)) == [], "rival plays from elsewhere"


def test_who_only_looks_sees_and_does_nothing() -> None:
    game = at_table()
    shared_table.join_table(code_of(game), person("rival"), "look", NOW)
    now = fresh(game)
    assert access.can_see(person("rival"), now) and not access.takes_part(person("rival"), now)
    assert access.seat_of(person("rival"), now) is None
    assert [one.pk for one in access.games_of(person("rival"))] == [game.pk]
    with pytest.raises(NotYourSeat):
        shared_table.get_code(game.pk, person("rival"), NOW)
    with pytest.raises(NotYourSeat):
        shared_table.take_over(game.pk, person("rival"), "red", NOW)
    assert not Observer.objects.exists()


def test_the_same_phone_scans_twice() -> None:
    game = at_table()
    code, rival = code_of(game), person("rival")
    first = shared_table.join_table(code, rival, "lead", NOW, seat="blue")
    assert shared_table.join_table(code, rival, "lead", NOW, seat="blue") == first
    assert shared_table.join_table(code, rival, "both", NOW) == first
    assert led(game) == {"red": "owner", "blue": "owner"}, "the army goes back"
    assert shared_table.join_table(code, rival, "lead", NOW, seat="red") == first
    assert led(game) == {"red": "rival", "blue": "owner"}
    assert Companion.objects.count() == 1
    assert why(shared_table.join_table, code, person("owner"), "look", NOW) == "at_table_already"


def test_another_army_is_exchanged() -> None:
    game = at_table()
    code, rival = code_of(game), person("rival")
    shared_table.join_table(code, rival, "lead", NOW, seat="blue")
    shared_table.remove_companion(game.pk, rival, 2, NOW)
    assert led(game) == {"red": "owner", "blue": "owner"}
    shared_table.join_table(code, rival, "lead", NOW, seat="red")
    assert led(game) == {"red": "rival", "blue": "owner"}


def test_a_lost_phone() -> None:
    game = at_table()
    code, owner, rival = code_of(game), person("owner"), person("rival")
    shared_table.join_table(code, rival, "lead", NOW, seat="blue")
    assert shared_table.may_take_over(rival, fresh(game)) == ["red"]
    shared_table.take_over(game.pk, rival, "red", NOW)  # the owner's battery is empty
    assert led(game) == {"red": "rival", "blue": "rival"}
    again = shared_table.get_code(game.pk, rival, NOW, fresh=True)
    shared_table.join_table(again.code, person("third"), "lead", NOW, seat="red")
    assert led(game) == {"red": "third", "blue": "rival"}
    shared_table.take_over(game.pk, owner, "blue", NOW)  # the owner of the game is back
    assert led(game) == {"red": "third", "blue": "owner"}
    assert not access.can_see(rival, fresh(game)), "the phone that leads nothing any more is gone"
    with pytest.raises(Http404):
        shared_table.take_over(game.pk, rival, "blue", NOW)


def test_expired_and_closed_codes_are_refused() -> None:
    game = at_table()
    code, rival = code_of(game), person("rival")
    assert shared_table.get_code(game.pk, person("owner"), NOW).code == code, "shown again it is the same"
    assert why(shared_table.join_table, "ABCDEFGHJ", rival, "look", NOW) == "code_unknown"
    assert why(shared_table.join_table, code, rival, "look", NOW + shared_table.LASTS) == "code_expired"
    other = shared_table.get_code(game.pk, person("owner"), NOW, fresh=True).code
    assert why(shared_table.join_table, code, rival, "look", NOW) == "code_unknown"
    shared_table.close_code(game.pk, person("owner"), NOW)
    assert why(shared_table.join_table, other, rival, "look", NOW) == "code_expired"
    last = code_of(game)
    services.submit(game.pk, "red", {"kind": "concede"}, drawn_seq=0, key="k", user=person("owner"), now=NOW)
    assert why(shared_table.join_table, last, rival, "look", NOW) == "code_over"
    assert why(shared_table.get_code, game.pk, person("owner"), NOW) == "table_not_offered"


@pytest.mark.parametrize(
    ("system", "dice", "may"),
    [
        ("dba", "physical", True),
        ("dba", "mixed", True),
        ("dba", "virtual", False),
        ("schiere", "physical", False),
    ],
)
def test_phones_can_join_only_open_games_with_typed_dice(system: str, dice: str, may: bool) -> None:
    owner = person("owner")
    game = services.create_game(gm=owner, name="x", system=system, dice_mode=dice, now=NOW)
    for seat in game.seats.all():
        services.take_seat(game.pk, owner, seat.key, now=NOW)
    assert not shared_table.offers_phones(fresh(game)), "not before it begins"
    services.start(game.pk, owner, now=NOW)
    assert shared_table.offers_phones(fresh(game)) is may


def test_screens_have_an_address_of_their_own() -> None:
    game = at_table()
    row = shared_table.screen(code_of(game), NOW)
    assert shared_table.screen_for(row.key, NOW) == row and row.user is None
    shared_table.close_code(game.pk, person("owner"), NOW)
    assert shared_table.screen_for(row.key, NOW) == row, "who has come stays"
    with pytest.raises(Http404):
        shared_table.screen_for(row.key, NOW + shared_table.SCREEN_LASTS)
    shared_table.remove_companion(game.pk, person("owner"), row.number, NOW)
    with pytest.raises(Http404):
        shared_table.screen_for(row.key, NOW)


def test_a_table_has_room_for_so_many() -> None:
    game = at_table()
    code = code_of(game)
    for _number in range(shared_table.MOST):
        shared_table.screen(code, NOW)
    assert why(shared_table.screen, code, NOW) == "table_full"
    assert why(shared_table.join_table, code, person("rival"), "look", NOW) == "table_full"
    shared_table.remove_companion(game.pk, person("owner"), 5, NOW)
    shared_table.remove_companion(game.pk, person("owner"), 5, NOW)  # removing it again changes nothing
    assert shared_table.join_table(code, person("rival"), "look", NOW).number == shared_table.MOST + 2, (
        "no number is used again"
    )


def test_only_who_showed_the_code_sends_others_away() -> None:
    game = at_table()
    code = code_of(game)
    shared_table.join_table(code, person("rival"), "lead", NOW, seat="blue")
    shared_table.join_table(code, person("third"), "look", NOW)
    with pytest.raises(NotYourSeat):
        shared_table.remove_companion(game.pk, person("rival"), 3, NOW)
    with pytest.raises(Http404):
        shared_table.remove_companion(game.pk, person("stranger"), 3, NOW)
    with pytest.raises(Http404):
        shared_table.remove_companion(game.pk, person("owner"), 99, NOW)
    shared_table.remove_companion(game.pk, person("third"), 3, NOW)
    assert led(game) == {"red": "owner", "blue": "rival"}


def test_a_guest_who_signs_up_stays_at_the_table() -> None:
    from accounts import guests

    game = at_table()
    guest = guests.create_guest("en", "", NOW)
    shared_table.join_table(code_of(game), guest, "lead", NOW, seat="blue")
    guests.hand_over(guest, person("rival"), NOW)
    assert led(game) == {"red": "owner", "blue": "rival"}
    assert access.companions_of(fresh(game))[0].user == person("rival")
    assert TableCode.objects.filter(game=game, closes_at__gt=NOW + timedelta(hours=1)).exists()


# --- two tables of one game ---


def test_people_of_one_table_neither_type_nor_take_an_army_at_another() -> None:
    """A phone that joins one table's code plays only the seats of that table. The owner's friend joins the
    owner's table; the rival opens a second table for the other seat.
    """
    game = at_table(seats={"red": "me"})
    link = services.invite(game.pk, person("owner"), seat="blue", now=NOW)
    services.accept(link.token, person("rival"), now=NOW)
    services.start(game.pk, person("owner"), now=NOW)
    first = code_of(game)
    shared_table.join_table(first, person("friend"), "both", NOW)
    assert access.seats_of(person("friend"), fresh(game)) == ("red",)
    assert shared_table.open_code_of(person("rival"), fresh(game), NOW) is None, (
        "who has the code types for its table"
    )
    second = shared_table.get_code(game.pk, person("rival"), NOW)
    assert second.code != first
    shared_table.join_table(second.code, person("sock"), "both", NOW)
    now = fresh(game)
    assert access.seats_of(person("sock"), now) == ("blue",)
    assert access.seats_of(person("friend"), now) == ("red",)
    for who in some(("sock", "rival")):
        assert shared_table.may_take_over(person(who), now) == []
        assert why(shared_table.take_over, game.pk, person(who), "red", NOW) == "table_not_to_take"
