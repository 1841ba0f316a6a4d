"""Only their author can read notes and marks. Marks that were sent with a letter can also be read by the
letter's readers.
"""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.leaving import account_data, delete_account
from accounts.models import Block
from features.notes.marks import BadMark, Mark, draw_marks, read_mark
from features.notes.models import Enclosure, Note
from features.notes.services import MOST
from games import services
from games.models import Game, Letter
from games.services import curtain
from tests.flat import flat
from tests.games.cast import HOLD, do
from tests.web.cast import browser, led_by_a_player, person, running, show_hands

pytestmark = pytest.mark.django_db

ARROW = {"kind": "arrow", "points": [1, 2, 30, 40], "places": ["Ford", "Camp"], "text": "secret-plan"}
JSON = {"HTTP_ACCEPT": "application/json"}


def at(game: Game) -> str:
    return reverse("game-notes", args=[game.pk])


def told(client: Client, game: Game, **query: Any) -> list[dict[str, Any]]:
    answer = client.get(reverse("game-notes-json", args=[game.pk]), query)
    assert answer.status_code == 200
    found: list[dict[str, Any]] = answer.json()["marks"]
    return found


def mark(client: Client, game: Game, key: str = "k1", told: Any = ARROW, **more: Any) -> Any:
    return client.post(at(game), {"mark": json.dumps(told), "key": key, **more}, **JSON)


def everywhere(client: Client, game: Game) -> str:
    """Everything about a game that a browser can fetch, as one text: pages, files and the API's answer."""
    pages = ("game", "game-replay", "game-chronicle", "game-letters", "game-notes", "game-notes-json")
    pages += ("game-desk", "game-motion", "game-state", "game-export", "game-offline", "game-thumbnail")
    pages += ("game-away-fetch", "game-chronicle-csv", "game-card", "game-fair", "game-back")
    found = [client.get(reverse(name, args=[game.pk])) for name in pages]
    found.append(client.get(f"/api/games/{game.pk}"))
    bodies = (b"".join(one.streaming_content) if one.streaming else one.content for one in found)  # type: ignore[attr-defined]
    return b"\n".join(bodies).decode(errors="replace")


def test_a_mark_is_drawn_for_its_author_alone() -> None:
    game = running(public=True)
    assert mark(browser("owner"), game).json()["problem"] == ""
    assert [one["text"] for one in told(browser("owner"), game)] == ["secret-plan"]
    assert "secret-plan" in browser("owner").get(at(game)).content.decode()
    for who in ("rival", "gm"):
        assert told(browser(who), game) == []
        assert "secret-plan" not in everywhere(browser(who), game)
    for who in ("stranger", ""):
        assert browser(who).get(at(game)).status_code in {302, 404}
        assert "secret-plan" not in everywhere(browser(who), game)


def test_the_author_s_own_game_page_export_and_offline_copy_hold_no_note() -> None:
    """The page, the export and the offline copy are cached, sent on and kept on devices, so only the pages of
    notes hold notes.
    """
    game = running()
    mark(browser("owner"), game)
    client = browser("owner")
    for name in ("game", "game-replay", "game-export", "game-offline", "game-motion", "game-state"):
        assert "secret-plan" not in client.get(reverse(name, args=[game.pk])).content.decode()


def test_nobody_writes_into_games_of_others() -> None:
    game = running(public=True)
    for who in ("stranger", ""):
        assert mark(browser(who), game).status_code in {302, 404}
    assert not Note.objects.exists()


def test_nobody_deletes_a_note_of_somebody_else() -> None:
    game = running()
    mark(browser("owner"), game)
    number = Note.objects.get().pk
    for who in ("rival", "gm"):
        browser(who).post(at(game), {"delete": number})
    assert Note.objects.filter(pk=number).exists()
    other = running(name="Elsewhere")
    browser("owner").post(at(other), {"delete": number})
    assert Note.objects.filter(pk=number).exists(), "of another game"
    browser("owner").post(at(game), {"delete": number})
    assert not Note.objects.exists()


def test_the_same_form_sent_twice_makes_one_note_and_keys_are_one_s_own() -> None:
    game = running()
    for who in ("owner", "owner", "rival"):
        mark(browser(who), game)
    assert sorted(Note.objects.values_list("user__username", flat=True)) == ["owner", "rival"]


def test_behind_a_curtain_only_the_open_hand_s_notes_are_shown() -> None:
    game = led_by_a_player()
    rival = browser("rival")
    assert rival.get(at(game)).status_code == 404, "no hand is open"
    rival.post(reverse("game-hand", args=[game.pk]), {"seat": "blue"})
    mark(rival, game)
    assert len(told(rival, game)) == 1
    rival.post(reverse("game-hand", args=[game.pk]), {"seat": "green"})
    assert told(rival, game) == [] and told(rival, game, seat="blue") == []
    assert "secret-plan" not in rival.get(at(game)).content.decode()
    assert told(browser("rival"), game) == [], (
        "every hand is closed, and a page that asks meanwhile gets no error"
    )
    both = browser("rival")
    show_hands(both, game)
    assert len(told(both, game)) == 1
    assert curtain.IN_SESSION in both.session


def test_a_successor_does_not_inherit_notes() -> None:
    game = running()
    mark(browser("rival"), game)
    services.leave_seat(game.pk, person("rival"), "blue", now=timezone.now())
    link = services.invite(game.pk, person("gm"), seat="blue", now=timezone.now())
    services.accept(link.token, person("stranger"), now=timezone.now())
    assert told(browser("stranger"), game) == []
    assert "secret-plan" not in everywhere(browser("stranger"), game)
    assert browser("rival").get(at(game)).status_code == 404


def test_notes_are_kept_by_turn_and_shown_in_its_replay() -> None:
    game = led_by_a_player()
    mark(browser("owner"), game)
    first = Note.objects.get()
    for seat, who in (("red", "owner"), ("blue", "rival"), ("green", "rival")):
        do(game, person(who), seat, HOLD, now=timezone.now())
    for seat, who in (("red", "owner"), ("blue", "rival"), ("green", "rival")):
        do(game, person(who), seat, {"kind": "levy", "shares": {"east": 1}}, now=timezone.now())
    game = Game.objects.get(pk=game.pk)
    assert services.table(game).turn != first.turn, "the test needs another turn"
    client = browser("owner")
    assert told(client, game) == [], "another turn"
    assert len(told(client, game, at=first.seq)) == 1
    assert f"?at={first.seq}" in client.get(at(game)).content.decode()
    mark(client, game, key="k2", told={**ARROW, "text": "afterwards"}, at=str(first.seq))
    assert Note.objects.get(text="afterwards").turn == first.turn, "a note in the replay belongs to that turn"


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "arrow", "points": [1, 2, 3]},
        {"kind": "arrow", "points": [1, 2, 3, True]},
        {"kind": "arrow", "points": [1, 2, 3, 10**9]},
        {"kind": "arrow", "points": {"x": 1}},
        {"kind": "text", "points": [1, 2]},
        {"kind": "note", "text": "\u200b"},
        {"kind": "blob", "points": []},
        {"kind": ["arrow"]},
        {},
    ],
)
def test_what_is_no_mark_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadMark):
        read_mark(wrong)
    game = running()
    assert mark(browser("owner"), game, told=wrong).json()["problem"]
    assert not Note.objects.exists()


def test_text_and_names_are_escaped_where_they_are_drawn() -> None:
    evil = Mark("text", (1.0, 2.0), ("<b>",), "<script>alert(1)</script>")
    assert "<script>" not in draw_marks([evil], 100)
    game = running()
    mark(browser("owner"), game, told={**ARROW, "text": "<script>x", "places": ["<img src=x>"]})
    page = browser("owner").get(at(game)).content.decode()
    assert "<script>x" not in page and "<img src=x" not in page


def test_the_number_of_notes_is_limited() -> None:
    game, now = running(), timezone.now()
    facts = {"game": game, "user": person("owner"), "seq": 0, "seat": "red", "created_at": now}
    Note.objects.bulk_create(Note(**facts, key=str(number), text="x") for number in range(MOST))
    assert str(MOST) in mark(browser("owner"), game).json()["problem"]


def send(who: str, game: Game, numbers: Any, to: str = "blue", **more: Any) -> Any:
    sent = {"do": "send", "note": numbers, "to": to, "text": "See", "key": "s1", **more}
    return browser(who).post(at(game), sent)


def enclosed(who: str, game: Game, query: str = "") -> Any:
    letter = Letter.objects.latest("pk")
    return browser(who).get(reverse("letter-marks", args=[game.pk, letter.pk]) + query)


def test_sent_marks_are_read_by_the_readers_of_the_letter_alone() -> None:
    game = running(public=True)
    mark(browser("owner"), game)
    assert send("owner", game, [Note.objects.get().pk]).status_code == 302
    assert Enclosure.objects.count() == 1
    link = reverse("letter-marks", args=[game.pk, Letter.objects.get().pk])
    for who in ("owner", "rival"):
        assert link in browser(who).get(reverse("game-letters", args=[game.pk])).content.decode()
        assert "secret-plan" in enclosed(who, game).content.decode()
        assert enclosed(who, game, "?json=1").json()["marks"][0]["text"] == "secret-plan"
    assert enclosed("gm", game).status_code == 404
    assert "secret-plan" not in everywhere(browser("gm"), game)
    for who in ("stranger", ""):
        assert enclosed(who, game).status_code == 404
    Block.objects.create(user=person("rival"), blocked=person("owner"), created_at=timezone.now())
    assert enclosed("rival", game).status_code == 404, "no letter of a blocked person is read"


def test_sent_marks_are_copies_and_go_with_the_letter() -> None:
    game = running()
    mark(browser("owner"), game)
    send("owner", game, [Note.objects.get().pk])
    browser("owner").post(at(game), {"delete": Note.objects.get().pk})
    assert enclosed("rival", game).status_code == 200
    letter = Letter.objects.get()
    browser("owner").post(reverse("game-letters", args=[game.pk]), {"delete": letter.pk})
    assert enclosed("rival", game).status_code == 404
    assert not Enclosure.objects.exists()


def test_nobody_sends_notes_of_somebody_else_or_in_their_name() -> None:
    game = running()
    mark(browser("owner"), game)
    number = Note.objects.get().pk
    assert send("rival", game, [number], to="red").status_code == 422
    assert not Letter.objects.exists()
    send("owner", game, [number], seat="blue")
    assert Letter.objects.get().seat == "red"
    send("owner", game, [number])
    assert Letter.objects.count() == 1, "the same form again"


def test_notes_are_part_of_one_s_data_and_go_with_the_account() -> None:
    game = running()
    mark(browser("owner"), game)
    send("owner", game, [Note.objects.get().pk])
    mark(browser("rival"), game, told={**ARROW, "text": "rival-plan"})
    found = json.dumps(account_data(person("owner")), default=str)
    assert "secret-plan" in found and "marks_sent" in found and "rival-plan" not in found
    delete_account(person("owner"), now=timezone.now())
    assert list(Note.objects.values_list("text", flat=True)) == ["rival-plan"]


def test_the_drawer_gets_the_content_alone() -> None:
    game = running()
    for name in ("game-letters", "game-notes"):
        asked = {"HTTP_HX_REQUEST": "true", "HTTP_HX_TARGET": "drawer-body"}
        inside = browser("owner").get(reverse(name, args=[game.pk]), **asked).content.decode()
        assert "<html" not in inside and 'hx-target="#drawer-body"' in inside
        assert "<html" in browser("owner").get(reverse(name, args=[game.pk])).content.decode()
    page = browser("owner").get(reverse("game", args=[game.pk])).content.decode()
    assert 'id="drawer"' in page and 'data-drawer="letters"' in page and 'data-drawer="notes"' in page


def test_a_letter_written_in_the_drawer_is_sent_once_and_read_there() -> None:
    game = running()
    asked = {"HTTP_HX_REQUEST": "true", "HTTP_HX_TARGET": "drawer-body"}
    address, sent = reverse("game-letters", args=[game.pk]), {"seat": "red", "text": "Salve", "key": "k"}
    answer = browser("owner").post(address, sent, follow=True, **asked)
    assert "Salve" in answer.content.decode() and "<html" not in answer.content.decode()
    assert unread("rival", game) == 1
    browser("rival").get(address, **asked)
    assert unread("rival", game) == 0


def unread(who: str, game: Game) -> int:
    page = flat(browser(who).get(f"/games/{game.pk}/").content.decode())
    found = re.search(r'data-drawer="letters"[^<]*<span class="badge">(\d+)', page)
    return int(found[1]) if found else 0
