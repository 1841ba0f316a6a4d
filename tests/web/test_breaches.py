"""A choice that would break a promise says so at its form, to who has promised alone, before it is made."""

import pytest
from django.utils import timezone

from games.services.people import treaties
from tests.web.cast import person
from tests.web.treating import made, peace, post, proposed, reads, round_of, table

pytestmark = pytest.mark.django_db
SAID = "Blue: that breaks your treaty with Blue: Peace, until the end of Turn 2."


def test_an_attack_on_the_partner_says_that_it_breaks_the_treaty() -> None:
    game = table()
    made(game, peace(until=2))
    page = reads("owner", game, "game")
    assert SAID in page
    assert page.count("breaks your treaty with Blue") > page.count(SAID)  # at the option too
    assert "your treaty with Green" not in page


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


def test_what_is_broken_already_warns_no_more() -> None:
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
