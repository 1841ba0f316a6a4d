"""The page for corrections: searching, the form, the preview, the confirmation, and the others' view."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from battles.schiere.wording import names
from engine.codec import canonical
from games import services
from games.models import Amendment, Game, Outbox
from games.services.notices.words import mail_of
from tests.battles.schiere.begun import asked, play_on, stored_battle
from tests.engine.example.system import FORDS
from tests.found import some
from tests.web.cast import browser, east, led_by_a_player, lobby, person, running

pytestmark = pytest.mark.django_db
NINE = canonical({"path": "camps.red.east", "to": 9})


def address(game: Game) -> str:
    return reverse("game-amend", args=[game.pk])


def page(game: Game, name: str = "gm", language: str = "en", **query: Any) -> str:
    client = browser(name)
    client.cookies["django_language"] = language
    answer = client.get(address(game), query)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def post(game: Game, name: str, do: str, **sent: Any) -> str:
    game.refresh_from_db()
    sent = {"do": do, "seq": game.seq, "key": f"{do}{game.seq}", "why": "miscounted", **sent}
    answer = browser(name).post(address(game), sent, follow=True)
    assert answer.status_code == 200
    game.refresh_from_db()
    return unescape(answer.content.decode())


def test_a_fact_is_searched_for_chosen_and_looked_at_before_it_is_put_right() -> None:
    game = running()
    before = east(game)
    found = page(game, q="red east")
    (link,) = [one for one in re.findall(r'href="([^"]*fact=[^"]*)"', found) if "camps.red.east" in one]
    form = unescape(browser("gm").get(link.partition("#")[0]).content.decode())
    assert f'value="{before}"' in form and "Camps: Red, East" in form
    answer = browser("gm").get(address(game), {"fact": "camps.red.east", "f-east": "9", "set": "1"})
    assert answer.status_code == 302
    seen = unescape(browser("gm").get(answer["Location"]).content.decode())
    assert f"{before} → 9" in seen and "Make the correction" in seen
    assert east(game) == before
    assert "Corrected. Everybody has been notified and can object" in post(game, "gm", "amend", c=[NINE])
    assert east(game) == 9


@pytest.mark.parametrize(
    ("value", "told"),
    [("many", "This must be a whole number."), ("", "This field is required."), ("9999999", "At most")],
)
def test_the_form_says_what_is_wrong_with_a_value(value: str, told: str) -> None:
    assert told in page(running(), fact="camps.red.east", **{"f-east": value, "set": "1"})


def test_what_the_rules_have_against_it_is_told_and_cannot_be_confirmed() -> None:
    game = running()
    wrong = canonical({"path": "camps.red.east", "to": -3})
    told = page(game, c=wrong)
    assert "The rules don't allow it" in told and "At least 0 is needed" in told
    assert 'value="amend"' not in told
    sent = post(game, "gm", "amend", c=[wrong])
    assert "possible, and nothing was changed." in sent and game.seq == 0
    assert not Outbox.objects.filter(kind=Outbox.Kind.AMENDED).exists()


def test_what_was_written_is_kept_when_the_game_has_moved_on() -> None:
    game = running()
    told = post(game, "gm", "amend", c=[NINE], seq=7)
    assert (
        "Someone has moved since you opened this page. Check the new" in told
        and 'value="miscounted"' in told
        and "→ 9" in told
    )


@pytest.mark.parametrize(
    "query",
    [{"c": "x"}, {"c": "[1]"}, {"c": '{"path": 3, "to": 1}'}, {"fact": "x.y", "set": "1"}, {"q": "zz"}],
)
def test_odd_addresses_harm_nobody(query: dict[str, str]) -> None:
    assert "Choose the fact" in page(running(), **query)


def test_everybody_reads_it_in_the_chronicle_and_may_object_in_both_languages() -> None:
    game = running()
    post(game, "gm", "amend", c=[NINE])
    for name in ("owner", "rival"):
        told = unescape(browser(name).get(reverse("game-chronicle", args=[game.pk])).content.decode())
        assert "→ 9" in told and "miscounted" in told and "View or object" in told
    assert "Your objection appears next to it; the game master has been" in post(
        game, "rival", "object", entry=1, words="it was <b>8</b>"
    )
    raw = browser("owner").get(address(game)).content.decode()
    assert "it was &lt;b&gt;8&lt;/b&gt;" in raw
    assert "Obiezione di" in page(game, "owner", "it")
    assert 'value="object"' not in page(game, "rival")
    assert 'value="object"' in page(game, "owner")


def test_who_plays_asks_and_the_other_agrees() -> None:
    game = led_by_a_player()
    before = east(game)
    assert "Ask the others" in page(game, "owner", c=NINE)
    assert "You have asked" in post(game, "owner", "ask", c=[NINE])
    head = browser("rival").get(game.get_absolute_url()).content.decode()
    assert "asks to correct the position: do you agree?" in unescape(head)
    assert f"{before} → 9" in page(game, "rival") and 'value="agree"' in page(game, "rival")
    assert 'value="agree"' not in page(game, "owner") and 'value="withdraw"' in page(game, "owner")
    asks = "owner, the game master, asks to correct the position."
    assert asks in browser("rival").get("/").content.decode()
    assert all(asks not in browser(name).get("/").content.decode() for name in some(("owner", "stranger")))
    number = Amendment.objects.get().pk
    assert "You have agreed" in post(game, "rival", "agree", request=number)
    assert east(game) == 9 and asks not in browser("rival").get("/").content.decode()


def test_declining_and_withdrawing_leave_everything_as_it_is() -> None:
    game = led_by_a_player()
    before = east(game)
    post(game, "owner", "ask", c=[NINE])
    post(game, "rival", "decline", request=Amendment.objects.get().pk, why="no")
    assert "Reason: no" in re.sub(r"\s+", " ", page(game, "owner"))
    two = canonical({"path": "camps.red.east", "to": 2})
    post(game, "owner", "ask", c=[two])
    post(game, "owner", "withdraw", request=Amendment.objects.last().pk)  # type: ignore[union-attr]
    assert east(game) == before and game.seq == 0


def test_players_see_no_form_and_others_nothing() -> None:
    game = running()
    assert "Choose the fact" not in page(game, "owner")
    assert "There have been no corrections in this game" in page(game, "owner")
    assert browser("stranger").get(address(game)).status_code == 404
    assert browser().get(address(game)).status_code == 302
    assert browser("owner").post(address(game), {"do": "amend", "c": NINE, "seq": 0}).status_code == 403


def test_no_mail_tells_more_than_that_something_was_put_right() -> None:
    game = lobby(scenario=FORDS.scenario("cards"))
    for key, name in (("red", "owner"), ("blue", "rival"), ("green", "rival")):
        game.seats.filter(key=key).update(user=person(name))
    services.start(game.pk, person("gm"), now=timezone.now())
    game.refresh_from_db()
    hand = canonical({"path": "hands.red", "to": ["nothing"]})
    told = page(game, c=hand)
    assert "Not everybody knows this fact" in told
    post(game, "gm", "amend", c=[hand], why="the ambush was his")
    for message in some(Outbox.objects.filter(game=game, kind=Outbox.Kind.AMENDED)):
        with override("en"):
            mail = mail_of([message], digest=False)
        assert (
            mail.subject.endswith("The game master corrected the position")
            and "mbush" not in mail.subject + mail.body
        )
        assert address(game) in mail.body
    assert "mbush" not in page(game, "rival") and "mbush" in page(game, "gm")
    chronicle = browser("rival").get(reverse("game-chronicle", args=[game.pk])).content.decode()
    assert (
        "Something hidden was corrected; what it was will be" in chronicle
        and "mbush was his" not in chronicle
    )


# --- records added and removed ----------------------------------------------------------------------------


def justinian() -> Game:
    """Create a campaign that has just begun, played by people on both sides and led by the game master."""
    now = timezone.now()
    game = services.create_game(
        gm=person("gm"), now=now, name="Belisarius", system="justinian", options={"setup": "suggested"}
    )
    for seat, name in zip(game.seats.all(), ("owner", "rival"), strict=True):
        seat.user = person(name)
        seat.save()
    services.start(game.pk, person("gm"), now=now)
    game.refresh_from_db()
    return game


def raw(location: str, language: str = "en") -> str:
    """Return the game master's page as raw text."""
    client = browser("gm")
    client.cookies["django_language"] = language
    return client.get(location).content.decode()


def carried(text: str) -> list[str]:
    """Return the changes kept in a page's hidden fields."""
    return [unescape(one) for one in dict.fromkeys(re.findall(r'name="c" value="([^"]*)"', text))]


def chosen(game: Game, found: str, value: str, wanted: Sequence[str] = ()) -> str:
    """Search for a fact as the game master and choose its new value, in addition to earlier choices;
    return the resulting page.
    """
    searched = browser("gm").get(address(game), {"q": found, "c": wanted}).content.decode()
    links = {
        unescape(label): link for link, label in re.findall(r'<a href="([^"]*fact=[^"]*)">([^<]*)', searched)
    }
    link = links[found]
    form = raw(unescape(link).partition("#")[0])
    sent = dict(re.findall(r'type="hidden" name="(fact|set)" value="([^"]*)"', form))
    (name,) = set(re.findall(r'name="(f-[a-z]+)"', form))
    answer = browser("gm").get(address(game), {**sent, "set": "1", name: value, "c": carried(form)})
    assert answer.status_code == 302
    return raw(answer["Location"])


def test_an_army_counter_is_put_on_the_map_and_taken_off_again() -> None:
    game = justinian()
    before = services.table(game).state
    assert "africa" not in before.armies and "africa" in services.table(game).rules.setting.scn.armies
    half = chosen(game, "Armies: Army of Africa, SP", "6")
    assert (
        "That has no effect by itself: correct what it belongs to as" in half and 'value="amend"' not in half
    )
    assert "Da solo non porta a nulla" in page(game, language="it", c=carried(half))
    there = chosen(game, "Armies: Army of Africa, place", "thracia", carried(half))
    assert "Armies: Army of Africa, place: off the map → Thracia." in there and 'value="amend"' in there
    assert "Armies: Army of Africa, SP: 0 → 6." in there
    assert "Corrected. Everybody has been notified and can object" in post(
        game, "gm", "amend", c=carried(there)
    )
    army = services.table(game).state.armies["africa"]
    assert (army.at, army.sp, army.power, army.leader) == ("thracia", 6, "byzantium", None)
    told = unescape(browser("owner").get(reverse("game-chronicle", args=[game.pk])).content.decode())
    assert "place: off the map → Thracia." in told
    off = chosen(game, "Armies: Army of Africa, place", "")
    assert "Armies: Army of Africa, place: Thracia → off the map." in off
    assert "Corrected. Everybody has been notified and can object" in post(
        game, "gm", "amend", c=carried(off)
    )
    assert services.table(game).state.armies == before.armies
    assert "→ fuori dalla mappa." in page(game, "owner", "it")


def test_the_last_leader_of_persia_is_refused_in_words() -> None:
    game = justinian()
    off = [canonical({"path": f"armies.{leader}.at", "to": ""}) for leader in ("chosroes", "perozes")]
    told = page(game, c=off)
    assert "The rules can't do without it." in told and 'value="amend"' not in told
    assert "Le regole non ne possono fare a meno." in page(game, language="it", c=off)
    assert 'value="amend"' in page(game, c=off[:1])


def test_a_piece_is_taken_off_the_board_and_another_one_put_there() -> None:
    game = play_on(stored_battle(options={"points": "20", "turns": "6"}), asked("act"))
    Game.objects.filter(pk=game.pk).update(gm=person("gm"))
    state = services.table(game).state
    unit, one = next((id, one) for id, one in state.pieces.items() if one.seat == "rome" and one.schiera)
    new = f"New unit R{state.made['r'] + 1}"
    gone = chosen(game, f"Piece {unit.upper()} ({names.troop(one.troop)}, {one.at}): square", "")
    assert f"square: {one.at} → off the board." in gone
    there = chosen(game, f"{new} (Rome): square", one.at, carried(gone))
    assert "That has no effect by itself: correct what it belongs to as" in there
    there = chosen(game, f"{new} (Rome): kind of unit", one.troop, carried(there))
    assert f"{new} (Rome): square: off the board → {one.at}." in there and "kind of unit: nothing → " in there
    assert "Corrected. Everybody has been notified and can object" in post(
        game, "gm", "amend", c=carried(there)
    )
    after = services.table(game).state
    assert unit not in after.pieces and after.pieces[f"r{state.made['r'] + 1}"].at == one.at
    assert "Nuova unità R" in page(game, "anna", "it")
