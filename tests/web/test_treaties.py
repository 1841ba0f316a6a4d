"""Treaties: proposed, answered, judged by the log or by the parties, and read only by those concerned."""

import re
from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest
from django.urls import reverse
from django.utils import timezone

from engine.journal import REWIND
from games import services
from games.models import Entry, Game, Outbox, Promise, Treaty
from games.services.going_back import consent
from games.services.leaving import InGames
from games.services.people import treaties
from tests.found import some
from tests.web.cast import browser, person, running
from tests.web.treating import WORD, address, made, offer, peace, post, proposed, reads, round_of, table

pytestmark = pytest.mark.django_db

# --- who may read a treaty -------------------------------------------------------------------------------


def everywhere(who: str, game: Game) -> str:
    """Return all the texts of a game that a user can fetch and in which a treaty could appear."""
    pages = ("game", "game-chronicle", "game-state", "game-replay", "game-verify", "game-treaties")
    found = [reads(who, game, page) for page in pages]
    found.append(browser(who).get(reverse("game-chronicle", args=[game.pk]) + "?steps=1").content.decode())
    found.append(browser(who).get(reverse("public-feed", args=[game.pk])).content.decode())
    found.append(browser(who).get(reverse("game-export", args=[game.pk])).content.decode())
    return "\n".join(found)


def test_a_secret_treaty_is_read_by_the_two_alone() -> None:
    game = running(public=True)
    made(game)
    assert all(WORD in reads(who, game) for who in some(("owner", "rival")))
    assert all(WORD in reads(who, game, "game-chronicle") for who in some(("owner", "rival")))
    for who in some(("gm", "stranger", "")):
        assert WORD not in everywhere(who, game)
        assert "/treaties/" not in reads(who, game, "game")  # nor does the page reveal that one exists


def test_an_open_treaty_is_read_by_everybody_once_it_is_accepted() -> None:
    game = running(public=True)
    one = proposed(game, offer(public="on"))
    assert all(WORD not in everywhere(who, game) for who in some(("gm", "stranger", "")))
    post("rival", game, do="accept", number=one.pk)
    for who in some(("gm", "stranger", "", "owner")):
        assert WORD in reads(who, game) and WORD in reads(who, game, "game-chronicle")
    assert WORD in browser().get(reverse("public-feed", args=[game.pk])).content.decode()


def test_what_people_have_written_is_no_html_in_a_feed_reader() -> None:
    game = running(public=True)
    words = "<img src=x> & Corinth"
    one = proposed(game, offer(public="on", **{"f-give-words-words": words}))
    post("rival", game, do="accept", number=one.pk)
    feed = ElementTree.fromstring(browser().get(reverse("public-feed", args=[game.pk])).content)
    told = [one.text or "" for one in feed.iter("{http://www.w3.org/2005/Atom}summary")]
    assert any(words in unescape(one) for one in told)
    assert not any("<img" in one for one in told)


def test_either_of_the_two_reveals_a_secret_and_it_says_who() -> None:
    game = running(public=True)
    one = made(game)
    assert post("gm", game, do="reveal", number=one.pk) == 404
    assert post("rival", game, do="reveal", number=one.pk) == 302
    told = reads("", game, "game-chronicle")
    assert WORD in told and "Blue reveals a secret treaty of Red and Blue." in told
    assert post("owner", game, do="reveal", number=one.pk) == 302  # revealing it again changes nothing
    one.refresh_from_db()
    assert one.revealed_by == "blue"


@pytest.mark.parametrize("who", ["", "stranger", "gm"])
def test_nobody_else_answers_or_marks(who: str) -> None:
    game = running(public=True)
    one = proposed(game)
    row = one.promises.get()
    for do, number in some((("accept", one.pk), ("withdraw", one.pk), ("kept", row.pk), ("propose", 1))):
        assert post(who, game, do=do, number=number) == 404
    one.refresh_from_db()
    assert one.status == Treaty.Status.PROPOSED


def test_a_private_game_has_no_treaties_for_strangers() -> None:
    game = running()
    made(game, offer(public="on"))
    assert browser("stranger").get(address(game)).status_code == 404
    assert browser("").get(address(game)).status_code == 404


# --- proposals and answers -------------------------------------------------------------------------------


def test_the_form_offers_what_the_rules_know_in_both_directions() -> None:
    game = running()
    page = browser("owner").get(address(game) + "?to=blue").content.decode()
    wanted = ("give-peace", "give-words", "ask-peace", "ask-words")
    assert all(f'name="{name}"' in page for name in some(wanted))
    assert 'value="green"' not in page  # bots make no treaties


@pytest.mark.parametrize(
    "changes",
    [
        {"to": "green"},
        {"to": "white"},
        {"to": "red"},
        {"f-give-words-until": 99},
        {"f-give-words-until": "soon"},
        {"f-give-words-words": " "},
        {"f-give-words-words": "x" * 301},
        {"key": ""},
    ],
)
def test_what_cannot_be_promised_is_refused_and_kept_on_the_form(changes: dict[str, Any]) -> None:
    game = running()
    answer = browser("owner").post(address(game), offer(**changes))
    assert answer.status_code == 422 and "data-problem" in answer.content.decode()
    assert not Treaty.objects.exists()


def test_nothing_ticked_is_no_treaty_and_nobody_speaks_for_another() -> None:
    game = running()
    form = {name: value for name, value in offer().items() if name != "give-words"}
    assert post("owner", game, **form) == 422
    assert post("owner", game, **offer(seat="blue", to="red")) in (403, 422)
    assert not Treaty.objects.exists()


def test_sent_twice_it_is_proposed_once_and_answered_once() -> None:
    game = running()
    one = proposed(game)
    proposed(game)
    for _ in range(2):
        assert post("rival", game, do="decline", number=one.pk) == 302
    assert post("rival", game, do="accept", number=one.pk) == 422
    assert post("owner", game, do="withdraw", number=one.pk) == 422
    one.refresh_from_db()
    assert one.status == Treaty.Status.DECLINED


def test_the_other_side_is_told_and_the_proposer_cannot_accept() -> None:
    game = running()
    one = proposed(game)
    assert post("owner", game, do="accept", number=one.pk) == 403
    told = Outbox.objects.filter(kind=Outbox.Kind.TREATY)
    assert [message.recipient.get_username() for message in told] == ["rival"]
    assert re.search(r"Treaties<span\s+class=.badge.>1<", reads("rival", game, "game-orders"))
    post("rival", game, do="accept", number=one.pk)
    assert told.filter(recipient=person("owner")).count() == 1


# --- kept or broken ----------------------------------------------------------------------------------------


def test_an_attack_breaks_a_peace_and_the_log_says_where() -> None:
    game = table(public=True)
    made(game, peace(public="on"))
    round_of(game, war=True)
    row = Promise.objects.get()
    assert (row.status, row.settled_by) == (Promise.Status.BROKEN, "")
    assert row.evidence[0][1]["kind"] == "battle_fought"
    assert "Red has broken a promise to Blue" in reads("", game, "game-chronicle")
    told = Outbox.objects.filter(kind=Outbox.Kind.TREATY, recipient=person("rival"))
    assert [one.payload["what"] for one in told.order_by("pk")] == ["proposed", "broken"]
    assert post("rival", game, do="kept", number=row.pk) == 422  # the log shows it, so no statement is needed


def test_a_peace_that_was_held_is_kept_when_its_turn_is_over() -> None:
    game = table(public=True)
    made(game, peace(public="on"))
    round_of(game, war=False)
    assert Promise.objects.get().status == Promise.Status.KEPT
    assert "Red has kept a promise to Blue" in reads("", game, "game-chronicle")


def test_who_has_promised_is_reminded_in_the_turn_it_is_due() -> None:
    game = table()
    made(game)
    due = Outbox.objects.filter(kind=Outbox.Kind.PROMISE_DUE)
    assert not due.exists()
    round_of(game, war=False)
    assert [one.recipient.get_username() for one in due] == ["owner"]


def test_one_party_judges_a_verbal_promise_and_the_other_can_dispute_it() -> None:
    game = table(public=True)
    row = made(game, offer(public="on")).promises.get()
    assert post("rival", game, do="broken", number=row.pk) == 302
    assert post("owner", game, do="kept", number=row.pk) == 422  # the other said it was broken
    assert post("rival", game, do="dispute", number=row.pk) == 422  # nobody can dispute their own statement
    assert post("owner", game, do="dispute", number=row.pk) == 302
    assert "According to Blue; Red disputes it." in reads("", game, "game-chronicle")
    assert post("rival", game, do="open", number=row.pk) == 302
    row.refresh_from_db()
    assert (row.status, row.disputed) == (Promise.Status.OPEN, False)


def test_what_happens_after_its_time_bears_on_no_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    game = table(options={"rounds": 3})
    monkeypatch.setattr(type(services.table(game).rules), "concerns_promise", lambda *_: True)
    row = made(game, offer(**{"f-give-words-until": 1})).promises.get()
    round_of(game, war=False)
    row.refresh_from_db()
    within = row.evidence
    round_of(game, war=True)
    row.refresh_from_db()
    assert within and (row.evidence, row.status) == (within, Promise.Status.OPEN)


# --- undoing, and the end of the game ----------------------------------------------------------------------


def back(game: Game, to: int) -> None:
    services.rewind(game.pk, person("gm"), to_seq=to, drawn_seq=game.seq, key=f"b{to}", now=timezone.now())
    game.refresh_from_db()


def test_a_treaty_of_after_the_moment_gone_back_to_is_void_and_says_so() -> None:
    game = table(public=True)
    round_of(game, war=False)
    made(game, offer(public="on", **{"f-give-words-until": 3}))
    back(game, 0)
    one = Treaty.objects.get()
    assert (one.status, one.cause) == (Treaty.Status.VOID, Treaty.Cause.WENT_BACK)
    assert "is void: the game went back" in reads("", game, "game-chronicle")
    assert post("rival", game, do="broken", number=one.promises.get().pk) == 422


def test_a_broken_peace_is_open_again_when_the_attack_is_undone() -> None:
    game = table()
    made(game, peace())
    round_of(game, war=True)
    back(game, 0)
    row = Promise.objects.get()
    assert (row.status, row.evidence) == (Promise.Status.OPEN, [])
    assert row.treaty.status == Treaty.Status.MADE
    round_of(game, war=False)
    row.refresh_from_db()
    assert row.status == Promise.Status.KEPT


def test_taking_back_ones_own_steps_rids_nobody_of_a_promise() -> None:
    game = table()
    round_of(game, war=False)
    one = made(game, offer(**{"f-give-words-until": 3}))
    entry = Entry(game=game, seq=game.seq + 1, kind=REWIND, action={"to": 0, "way": consent.OWN})
    treaties.adjust_after_rewind(services.table(game), entry, timezone.now())
    one.refresh_from_db()
    assert (one.status, one.made_seq) == (Treaty.Status.MADE, entry.seq)


def test_a_void_treaty_keeps_its_entry_number() -> None:
    game = table()
    round_of(game, war=False)
    one = made(game, offer(**{"f-give-words-until": 3}))
    back(game, 0)
    one.refresh_from_db()
    before = one.made_seq
    entry = Entry(game=game, seq=game.seq + 1, kind=REWIND, action={"to": 0, "way": consent.OWN})
    treaties.adjust_after_rewind(services.table(game), entry, timezone.now())
    one.refresh_from_db()
    assert one.status == Treaty.Status.VOID and one.made_seq == before


def test_after_the_end_nothing_is_promised_any_more() -> None:
    game = table()
    row = made(game, peace(public="on")).promises.get()
    assert post("owner", game, **offer(key="open")) == 302
    words = Treaty.objects.order_by("-pk")[0]
    services.abandon(game.pk, person("gm"), now=timezone.now())
    assert post("rival", game, do="accept", number=words.pk) == 422
    assert post("owner", game, **offer(key="again")) == 422
    row.refresh_from_db()
    assert (row.status, row.settled_by) == (Promise.Status.LAPSED, "")
    assert "The game was ended without a result: a promise of Red to Blue has lapsed" in reads(
        "gm", game, "game-chronicle"
    )
    page = reads("rival", game)
    assert (
        "lapsed: the game was ended without a result" in page
        and "ended without a result before it was accepted" in page
    )


def test_what_is_open_at_the_end_lapses_and_proposals_are_void() -> None:
    game = table(options={"rounds": 1})
    row = made(game, peace()).promises.get()
    assert post("owner", game, **offer(key="other", **{"f-give-words-until": 1})) == 302
    words = Treaty.objects.order_by("-pk")[0]
    round_of(game, war=False)
    assert game.has_ended
    row.refresh_from_db()
    words.refresh_from_db()
    assert row.status == Promise.Status.KEPT
    assert (words.status, words.cause) == (Treaty.Status.VOID, Treaty.Cause.ENDED)


# --- a new player in the seat ---


def test_a_substitute_finds_the_treaties_of_the_seat_in_the_briefing() -> None:
    game = table()
    now = timezone.now()
    made(game)
    services.leave_seat(game.pk, person("owner"), "red", now=now)
    link = services.invite(game.pk, person("gm"), seat="red", now=now)
    services.accept(link.token, person("heir"), now=now)
    assert WORD in reads("heir", game, "game-briefing") and WORD in reads("heir", game)
    assert browser("owner").get(address(game)).status_code == 404


def test_the_news_of_a_moment_leave_out_what_came_later() -> None:
    game = table()
    made(game, peace(public="on"))
    round_of(game, war=True)
    whole = [one.what for one in treaties.news_until(person("gm"), game)]
    assert whole == ["made", "broken"]
    assert [one.what for one in treaties.news_until(person("gm"), game, 0)] == ["made"]


def test_what_one_has_proposed_is_among_ones_own_data() -> None:
    made(running())
    found = {who: InGames().data_about(person(who)) for who in ("owner", "rival")}
    assert found["owner"]["treaties"][0]["promises"][0]["words"] == WORD
    assert found["rival"]["treaties"] == []
