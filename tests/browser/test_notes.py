"""Letters and notes in the drawer next to the map. A mark is drawn with two taps, and only its author and the
readers of a letter see it.
"""

from typing import Any

import pytest
from django.utils import timezone

from features.notes.models import Note
from games import services
from games.models import Game
from tests.browser.steps import overflow
from tests.web.cast import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game() -> Game:
    """Create a game of Italia in which owner and rival play and the bot plays the other seats."""
    now = timezone.now()
    made = services.create_game(gm=person("gm"), name="Two plans", system="italia", now=now)
    for seat, who in zip(made.seats.all(), ("owner", "rival"), strict=False):
        link = services.invite(made.pk, person("gm"), seat=seat.key, now=now)
        services.accept(link.token, person(who), now=now)
    for seat in made.seats.filter(user=None):
        services.set_bot(made.pk, person("gm"), seat.key, True, now=now)
    services.start(made.pk, person("gm"), now=now)
    return Game.objects.get(pk=made.pk)


def open_drawer(page: Any, which: str) -> None:
    """Open the drawer with its link, which is in the game's menu on a phone."""
    if not page.locator(f".bar a[data-drawer={which}]").is_visible():
        page.click(".tabs__button")
    page.click(f"a[data-drawer={which}] >> visible=true")
    page.wait_for_selector("#drawer #drawer-body > *")


def tap(page: Any, across: float, down: float) -> None:
    """Tap the visible part of the map above or next to the drawer."""
    box = page.locator("[data-map]").bounding_box()
    page.mouse.click(box["x"] + box["width"] * across, box["y"] + box["height"] * down)


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_mark_drawn_with_two_taps_is_private(visit: Any, game: Game, size: str) -> None:
    page, address = visit("owner", size=size), game.get_absolute_url()
    page.goto(address)
    page.wait_for_selector("a[data-drawer][aria-expanded]", state="attached")
    open_drawer(page, "notes")
    page.fill("#note-text", "Here by winter")
    page.click("[data-mark=arrow]")
    for across, down in ((0.2, 0.2), (0.4, 0.35)):
        tap(page, across, down)
    page.wait_for_selector(".own-marks path.note-mark", state="attached")
    page.wait_for_selector("#notes-now >> text=Here by winter")
    note = Note.objects.get()
    assert note.kind == "arrow" and note.user == person("owner") and len(note.points) == 4
    assert page.url.split("?")[0].endswith(address), "a tap for a mark chooses no place"
    assert overflow(page) <= 0
    page.keyboard.press("Escape")
    assert page.locator("#drawer").is_hidden()
    page.reload()
    page.wait_for_selector(".own-marks path.note-mark", state="attached")
    flag = page.locator(".power__flag text").first
    assert flag.evaluate("e => getComputedStyle(e).fill") == "rgb(255, 255, 255)", "drawn by its own styles"
    other = visit("rival", size=size)
    other.goto(address)
    other.wait_for_selector("a[data-drawer][aria-expanded]", state="attached")
    open_drawer(other, "notes")
    assert "winter" not in other.content() and other.locator(".own-marks").count() == 0


def test_the_replay_shows_a_mark_to_its_author(visit: Any, game: Game) -> None:
    page = visit("owner", size="desk")
    page.goto(game.get_absolute_url())
    page.wait_for_selector("a[data-drawer][aria-expanded]", state="attached")
    open_drawer(page, "notes")
    page.click("[data-mark=circle]")
    for across, down in ((0.3, 0.3), (0.35, 0.4)):
        tap(page, across, down)
    page.wait_for_selector(".own-marks path.note-mark", state="attached")
    note = Note.objects.get()
    page.goto(f"/games/{game.pk}/replay/?at={note.seq}")
    page.wait_for_selector(".own-marks path.note-mark", state="attached")


def test_marks_sent_with_a_letter_appear_on_the_other_s_map(visit: Any, game: Game) -> None:
    page, other = visit("owner", size="desk"), visit("rival", size="desk")
    for one in (page, other):
        one.goto(game.get_absolute_url())
        one.wait_for_selector("a[data-drawer][aria-expanded]", state="attached")
    open_drawer(page, "notes")
    page.fill("#note-text", "You land here")
    page.click("[data-mark=text]")
    tap(page, 0.3, 0.3)
    page.wait_for_selector("#notes-now >> text=You land here")
    page.click(".notes__send summary")
    page.fill("#notes-text", "What do you think?")
    page.click("[name=do][value=send]")
    page.wait_for_selector("#drawer .notes__one")
    other.wait_for_selector("a[data-drawer=letters] .badge", state="attached")  # the page polls
    open_drawer(other, "letters")
    other.wait_for_selector("#drawer >> text=What do you think?")
    assert other.locator(".bar a[data-drawer=letters] .badge").count() == 0
    other.click("[data-enclosed=marks]")
    other.wait_for_selector(".own-marks--sent text", state="attached")
    other.click("[data-drawer-close]")
    assert other.locator(".own-marks--sent").count() == 0


def test_a_letter_being_written_survives_news_and_closing(visit: Any, game: Game) -> None:
    page = visit("owner", size="desk")
    page.goto(game.get_absolute_url())
    page.wait_for_selector("a[data-drawer][aria-expanded]", state="attached")
    open_drawer(page, "letters")
    page.fill("#drawer #text", "I was about to say")
    page.evaluate("document.body.dispatchEvent(new Event('game-moved'))")
    page.wait_for_timeout(800)
    page.click("[data-drawer-close]")
    open_drawer(page, "letters")
    assert page.input_value("#drawer #text") == "I was about to say"
    page.click("#drawer form.form button:has-text('Send')")
    page.wait_for_selector("#letters >> text=I was about to say")
    assert page.input_value("#drawer #text") == ""
