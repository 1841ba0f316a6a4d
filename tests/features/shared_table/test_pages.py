"""The pages with which a second phone and a screen join a table: entering the code, choosing a role, and
leaving.
"""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from accounts import guests, limits
from features.shared_table import limits as table_limits
from games import services
from games.models import Companion, Game, Seat, TableCode
from tests.found import some
from tests.web.cast import browser, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """Create a game in which the owner plays both armies at one table."""
    now, owner = timezone.now(), person("owner")
    made = services.create_game(
        gm=owner,
        name="At one table",
        system="dba",
        dice_mode="physical",
        players_rewind=True,
        seats={"red": "me", "blue": "me"},
        now=now,
    )
    return services.start(made.pk, owner, now=now)


def page_of(game: Game) -> str:
    return reverse("game-phones", args=[game.pk])


def opened(game: Game) -> str:
    """Open the game's shared table, and return the URL to which its code leads."""
    assert browser("owner").post(page_of(game), {"do": "open"})["Location"] == page_of(game)
    return reverse("table-code", args=[TableCode.objects.get(game=game).code])


def joined(address: str, role: str, client: Client | None = None) -> Client:
    client = client or Client()
    answer = client.post(address, {"as": role})
    assert answer.status_code == 302, answer.content.decode()[:2000]
    assert answer["Location"].startswith("/games/")
    return client


def led(game: Game) -> list[Any]:
    return [seat.user for seat in Seat.objects.filter(game=game)]


def test_one_press_shows_the_code(game: Game) -> None:
    owner = browser("owner")
    assert "Add a phone or screen" in owner.get(game.get_absolute_url()).content.decode()
    address = opened(game)
    page = owner.get(page_of(game)).content.decode()
    assert f"http://testserver{address}" in page
    code = address.split("/")[2]
    assert f"{code[:3]}-{code[3:6]}-{code[6:]}" in page
    picture = re.search(r"<svg[^>]*class=\"qr\".*?</svg>", page, re.S)
    assert picture and "style=" not in picture[0] and "script" not in picture[0]
    assert 'fill="#fff"' in picture[0] and 'stroke="#000"' in picture[0], "dark on light in every theme"


def test_looking_at_the_page_opens_nothing(game: Game) -> None:
    page = browser("owner").get(page_of(game)).content.decode()
    assert "There is no active code, so nobody can join" in page and not TableCode.objects.exists()


def test_nobody_else_sees_the_page(game: Game) -> None:
    opened(game)
    for who in some(["", "stranger"]):
        assert browser(who).get(page_of(game)).status_code == 404
        answer = browser(who).post(page_of(game), {"do": "fresh"})
        assert answer.status_code in (302, 404) and "/games/" not in answer.get("Location", "")
    assert TableCode.objects.count() == 1


def test_a_stranger_leads_an_army_with_one_tap(game: Game) -> None:
    address = opened(game)
    phone = Client()
    choice = phone.get(address).content.decode()
    for text in some(["I lead", "Both of us type", "I'm just watching", "Big screen", "No account needed"]):
        assert text in choice
    assert "_auth_user_id" not in phone.session, "looking makes nobody a guest"
    joined(address, "lead:blue", phone)
    guest = led(game)[1]
    assert guests.is_guest(guest) and led(game)[0] == person("owner")
    for path in some([game.get_absolute_url(), page_of(game), reverse("game-chronicle", args=[game.pk])]):
        page = phone.get(path).content.decode()
        assert "guest/" not in page, "no name of the database is shown"
    assert "Phone 2" in browser("owner").get(game.get_absolute_url()).content.decode()
    assert "type for everybody" not in page
    scanned = phone.get(address).content.decode()
    assert "This phone is already at the table:" in scanned and "To the battle" in scanned


def test_who_leads_scans_their_own_code(game: Game) -> None:
    address = opened(game)
    page = browser("owner").get(address).content.decode()
    assert "Open the code on another one" in page and 'name="as"' not in page
    browser("owner").post(address, {"as": "look"})
    assert not Companion.objects.exists()


def test_who_has_an_account_joins_with_it(game: Game) -> None:
    joined(opened(game), "lead:red", browser("rival"))
    assert led(game) == [person("rival"), person("owner")]


def test_a_phone_that_joins_for_both_sides_moves_for_either(game: Game) -> None:
    phone = joined(opened(game), "both")
    page = phone.get(game.get_absolute_url())
    assert [place.key for place in page.context["my_seats"]] == ["red", "blue"]
    quick = page.context["laid_out"][0]["fixed"]
    sent = {"seq": 0, "key": "k", "seat": "red", "kind": "set_table", "fixed": quick, "f-river": "false"}
    assert phone.post(reverse("game-act", args=[game.pk]), sent).status_code == 302
    game.refresh_from_db()
    assert game.seq == 1
    assert phone.get(reverse("game-letters", args=[game.pk])).status_code == 404
    assert "letters" not in page.content.decode()


def test_who_only_looks_has_no_buttons(game: Game) -> None:
    phone = joined(opened(game), "look")
    page = phone.get(game.get_absolute_url()).content.decode()
    assert "You are watching" in page and 'id="acts"' not in page
    assert 'name="do" value="fresh"' not in phone.get(page_of(game)).content.decode()
    assert phone.post(page_of(game), {"take": "red"}).status_code == 403
    gone = phone.post(page_of(game), {"away": "2"})
    assert gone["Location"] == "/" and phone.get(game.get_absolute_url()).status_code == 404


def test_a_screen_needs_no_cookie(game: Game) -> None:
    address = opened(game)
    tv = Client(enforce_csrf_checks=True)
    shown = tv.post(f"{address}screen/")["Location"]
    tv.cookies.clear()
    page = tv.get(shown).content.decode()
    assert 'id="screen"' in page and "screen--bare" in page and 'id="acts"' not in page
    assert page.count('method="post"') == browser().get("/t/").content.decode().count('method="post"'), (
        "no control"
    )
    assert "_auth_user_id" not in tv.session and tv.get(game.get_absolute_url()).status_code == 404
    owner = browser("owner")
    assert "Screen 2" in owner.get(page_of(game)).content.decode()
    owner.post(page_of(game), {"away": "2"})
    assert (
        tv.get(shown).status_code == 410
        and "This screen was removed, or its day is over" in tv.get(shown).content.decode()
    )
    swapped = tv.get(shown, headers={"HX-Request": "true"})
    assert swapped.status_code == 200 and b'id="screen"' in swapped.content


def test_the_screen_of_a_battle_that_is_over_tells_who_won(game: Game) -> None:
    address = opened(game)
    shown = Client().post(f"{address}screen/")["Location"]
    now = timezone.now()
    services.submit(game.pk, "red", {"kind": "concede"}, drawn_seq=0, key="k", user=person("owner"), now=now)
    assert "Victory" in Client().get(shown).content.decode()
    over = Client().get(address)
    assert over.status_code == 410 and "battle is over" in over.content.decode()
    assert "The battle is over: nobody can join now" in browser("owner").get(page_of(game)).content.decode()


def test_a_phone_is_sent_away_and_its_army_comes_back(game: Game) -> None:
    phone = joined(opened(game), "lead:blue")
    browser("owner").post(page_of(game), {"away": "2"})
    assert led(game) == [person("owner")] * 2
    assert phone.get(game.get_absolute_url()).status_code == 404


def test_a_lost_phone_is_replaced(game: Game) -> None:
    phone = joined(opened(game), "lead:blue")
    page = phone.get(page_of(game)).content.decode()
    assert 'name="take" value="red"' in page
    phone.post(page_of(game), {"take": "red"})
    assert led(game)[0] == led(game)[1] != person("owner")
    answer = browser("owner").post(page_of(game), {"take": "red"})
    assert answer.status_code == 302 and led(game)[0] == person("owner")
    assert browser("owner").post(page_of(game), {"take": "green"}).status_code == 422


def test_wrong_codes_are_refused_and_rate_limited(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    address = opened(game)
    assert Client().get("/t/ABCDEFGHJ/").status_code == 410
    monkeypatch.setattr(table_limits, "CODES", limits.Limit("table-code", 3, 900))
    guesser = Client()
    for _number in range(2):
        assert guesser.get("/t/ABCDEFGHK/").status_code == 410
    wrong = "/t/ABCDEFGHM/"
    for method, path in some([("get", wrong), ("post", wrong), ("post", f"{wrong}screen/")]):
        answer = getattr(guesser, method)(path)
        assert answer.status_code == 429 and "Wait up to 15 minutes" in answer.content.decode()
    assert not Companion.objects.exists()
    assert guesser.get(address).status_code == 200, "a code that exists is shut by nobody's guesses"


def test_a_code_is_typed(game: Game) -> None:
    address = opened(game)
    code = address.split("/")[2]
    spelled = f"{code[:3]}-{code[3:6]} {code[6:]}".lower()
    assert Client().get("/t/", {"code": spelled})["Location"] == address
    page = Client().get("/t/", {"code": "abc"}).content.decode()
    assert "No table has this code. Compare the letters, or ask for the" in page and 'value="abc"' in page
    assert Client().get(f"/t/{spelled.replace(' ', '')}/").status_code == 200


def test_a_new_code_shuts_the_old_one(game: Game) -> None:
    address = opened(game)
    browser("owner").post(page_of(game), {"do": "fresh"})
    assert Client().get(address).status_code == 410
    other = reverse("table-code", args=[TableCode.objects.get(game=game).code])
    assert Client().get(other).status_code == 200
    browser("owner").post(page_of(game), {"do": "close"})
    assert "has expired" in Client().get(other).content.decode()


def test_an_army_that_is_gone_makes_nobody_a_guest(game: Game) -> None:
    address = opened(game)
    joined(address, "lead:blue")
    late = Client()
    for role in some(["lead:blue", "lead:green", "gm", ""]):
        answer = late.post(address, {"as": role})
        assert answer.status_code == 422 and "Someone else is already leading" in answer.content.decode(), (
            role
        )
    assert "_auth_user_id" not in late.session


def test_a_crowd_of_guests_is_told_to_wait(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_limits, "CODE_GUESTS", limits.Limit("table-guest", 1, 3600))
    address = opened(game)
    joined(address, "look")
    answer = Client().post(address, {"as": "look"})
    assert answer.status_code == 422 and "Wait up to 60 minutes" in answer.content.decode()
    joined(address, "look", browser("rival"))  # an account creates no new guest


def test_cookies_that_are_refused_are_told(game: Game) -> None:
    answer = Client(enforce_csrf_checks=True).post(opened(game), {"as": "lead:blue"})
    assert answer.status_code == 403 and "blocks cookies" in answer.content.decode()
    assert led(game) == [person("owner")] * 2


def test_a_double_tap_joins_once(game: Game) -> None:
    address = opened(game)
    key = str(Client().get(address).context["key"])
    for _number in range(2):
        Client().post(address, {"as": "both", "key": key})
    assert Companion.objects.count() == 1


def test_a_guest_is_offered_to_keep_the_battle_at_its_end(game: Game) -> None:
    phone = joined(opened(game), "lead:blue")
    guest, now = led(game)[1], timezone.now()
    services.submit(game.pk, "blue", {"kind": "concede"}, drawn_seq=0, key="k", user=guest, now=now)
    for path in some([game.get_absolute_url(), reverse("battles:dba-report", args=[game.pk])]):
        page = phone.get(path).content.decode()
        assert (
            "Sign up and keep it" in page and "and for another month each time you come back. With an" in page
        ), path
        assert "Sign up and keep it" not in browser("owner").get(path).content.decode()


def test_the_join_page_is_in_italian(game: Game) -> None:
    address = opened(game)
    with override("it"):
        page = Client(headers={"accept-language": "it"}).get(address).content.decode()
    assert "Guardo soltanto" in page and "Schermo grande" in page
