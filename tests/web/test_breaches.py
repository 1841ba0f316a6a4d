"""The form of a choice warns the player who made a promise, and nobody else, that it would break it."""

from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import timezone

from engine.game import Choice, Option, Pick
from games import access, forms, pages
from games.contract import Wording
from games.models import Outbox, Treaty
from games.page_facts import breaches
from games.services.notices import words
from games.services.people import treaties
from tests.web.cast import browser, person
from tests.web.treating import made, peace, post, proposed, reads, round_of, table

pytestmark = pytest.mark.django_db
SAID = "Blue: that breaks your treaty with Blue: Peace, until the end of Turn 2."


def test_an_attack_on_the_partner_says_that_it_breaks_the_treaty() -> None:
    game = table()
    made(game, peace(until=2))
    page = reads("owner", game, "game")
    assert SAID in page
    assert page.count("breaks your treaty with Blue") > page.count(SAID)  # also next to the option
    assert "your treaty with Green" not in page


def test_one_tap_alone_breaks_no_treaty() -> None:
    """If each option is a button that sends the form, the button that breaks the promise asks first."""
    game = table()
    made(game, peace(until=2))
    at = pages.scene(person("owner"), access.get_game_for(person("owner"), game.pk), "red")
    choice = Choice("attack", {}, (Pick("target", (Option("blue"), Option("green"))),))
    (act,) = breaches.warn_forms(at, (forms.draw(choice, Wording()),))
    drawn = render_to_string("games/_act.html", {"act": act, "act_url": ""})
    asks = {
        value: "Do it anyway?" in button.partition(">")[0]
        for button in drawn.split("<button")[1:]
        for value in ("blue", "green")
        if f'value="{value}"' in button
    }
    assert act.at_once and asks == {"blue": True, "green": False}


@pytest.mark.parametrize("who", ["rival", "third", "gm"])
def test_nobody_else_is_told_what_would_break_it(who: str) -> None:
    game = table(public=True)
    made(game, peace(until=2))
    assert "breaks your treaty" not in reads(who, game, "game")


def test_what_was_only_proposed_or_is_over_warns_of_nothing() -> None:
    game = table()
    one = proposed(game, peace(until=1))
    assert "breaks your treaty" not in reads("owner", game, "game")
    treaties.accept(game.pk, person("rival"), one.pk, timezone.now())
    assert "breaks your treaty" in reads("owner", game, "game")
    round_of(game, war=False)
    assert "breaks your treaty" not in reads("owner", game, "game")


def test_a_broken_treaty_gives_no_further_warning() -> None:
    game = table()
    made(game, peace(until=3))
    round_of(game, war=True)
    assert "breaks your treaty" not in reads("owner", game, "game")


def test_the_other_side_is_warned_of_its_own_promise() -> None:
    game = table()
    form = {
        "ask-peace": "on",
        "f-ask-peace-until": 2,
        "do": "propose",
        "seat": "red",
        "to": "blue",
        "key": "k",
    }
    one = proposed(game, form)
    assert post("rival", game, do="accept", number=one.pk) == 302
    assert "breaks your treaty with Red" in reads("rival", game, "game")
    assert "breaks your treaty" not in reads("owner", game, "game")


# --- after the breach -------------------------------------------------------------------------------------

BROKEN = "Red has broken a promise to you"


def mails_to(who: str) -> list[words.Mail]:
    rows = Outbox.objects.filter(kind=Outbox.Kind.TREATY, recipient=person(who)).order_by("pk")
    return [words.mail_of([row], digest=False) for row in rows if not words.obsolete(row)]


def test_the_victim_sees_it_first_on_the_page_and_in_a_mail_that_says_who() -> None:
    game = table()
    made(game, peace(until=3))
    round_of(game, war=True)
    page = reads("rival", game, "game")
    assert "Treaty broken" in page and f"{BROKEN}: Peace, until the end of Turn 3." in page
    assert page.index(BROKEN) < page.index('id="next"')
    mail = mails_to("rival")[-1]
    assert "broken" in mail.subject and f"{BROKEN} in Three fords" in mail.body
    for who in ("owner", "third", "gm"):
        assert BROKEN not in reads(who, game, "game")
        assert all(BROKEN not in one.body for one in mails_to(who))


def test_it_comes_before_the_other_news_of_one_mail() -> None:
    game = table()
    made(game, peace(until=3))
    round_of(game, war=True)
    rows = list(Outbox.objects.filter(recipient=person("rival")).order_by("pk"))
    assert "promise to you was broken" in words.mail_of(rows, digest=False).subject


def test_after_two_turns_it_is_read_on_the_page_of_treaties_alone() -> None:
    game = table()
    made(game, peace(until=3))
    round_of(game, war=True)
    assert BROKEN in reads("rival", game, "game")
    round_of(game, war=False)
    assert game.running and BROKEN not in reads("rival", game, "game")
    assert "broken" in reads("rival", game)


def test_proposed_agreed_broken_and_void_are_told_apart() -> None:
    game = table()
    one = proposed(game, peace(until=3))
    assert "Treaty proposed" in reads("rival", game, "game")
    assert "Treaty proposed" not in reads("owner", game, "game")
    assert ["is proposed" in mail.subject for mail in mails_to("rival")] == [True]
    assert post("rival", game, do="accept", number=one.pk) == 302
    assert "Treaty proposed" not in reads("rival", game, "game")
    assert ["has been accepted" in mail.subject for mail in mails_to("owner")] == [True]
    assert "Treaty agreed" in reads("owner", game, "game-chronicle")
    round_of(game, war=True)
    chronicle = reads("rival", game, "game-chronicle")
    assert "Treaty agreed" in chronicle and "Treaty broken" in chronicle
    Treaty.objects.update(status=Treaty.Status.VOID, void_seq=game.seq, void_turn=2)
    page = reads("rival", game, "game")
    assert "Treaty void" in page and "Treaty broken" not in page
    assert "Treaty void" in reads("rival", game, "game-chronicle")


# --- as JSON ----------------------------------------------------------------------------------------------


def breaks(who: str, game: Any, address: str) -> list[dict[str, Any]]:
    found = browser(who).get(f"/api/games/{game.pk}/{address}").json()["choices"]
    return [one for choice in found for one in choice["breaks"]]


@pytest.mark.parametrize("address", ["choices", "state"])
def test_a_choice_tells_programs_which_treaty_it_breaks(address: str) -> None:
    game = table(public=True)
    made(game, peace(until=2))
    told, *_more = breaks("owner", game, address)
    assert (told["to"], told["what"], told["sure"]) == ("blue", "Peace, until the end of Turn 2", True)
    assert told["field"] and "blue" in str(told["values"])
    for other in ("rival", "third", "gm"):
        assert breaks(other, game, address) == []
