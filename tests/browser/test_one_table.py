"""Two people without accounts play at one table. They need four taps to get their first PIPs, then add a
second phone with the code that is shown, and a television.
"""

from typing import Any

import pytest

from games import services
from games.models import Game
from tests.browser.steps import form, kinds, overflow, press, send
from tests.found import some

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def begun(page: Any) -> Game:
    """Go from the tables page to the battle with the proposed armies, in two taps."""
    page.goto("/table/")
    press(page, "main a:has-text('At the table: two armies, start')")
    press(page, "main form button:has-text('Start')")
    return Game.objects.get()


def shown_code(page: Any) -> str:
    press(page, "button:has-text('Add a phone or screen')")
    page.wait_for_selector(".qr")
    return str(page.get_attribute(".table-code__address", "href"))


def test_two_phones_and_a_television(visit: Any, complaints: list[str]) -> None:
    first, second, television = visit(), visit(), visit(size="desk")
    game = begun(first)
    first.click("button:has-text('Invader: Polybian Roman')")
    first.locator("label.face").nth(3).click()  # the fourth tap
    first.wait_for_selector("text=PIPs left")
    assert services.table(Game.objects.get()).state.pips == 4

    address = shown_code(first)
    second.goto(address)
    press(second, "button:has-text('I lead Later Carthaginian')")
    first.wait_for_selector("button:has-text('Remove')")  # the page updates without a reload
    television.goto(address)
    press(television, "button:has-text('Big screen')")
    assert "4 PIPs left" in television.inner_text("#screen")
    first.wait_for_selector("strong:has-text('Screen 3')")

    press(first, "text=Back to the battle")
    while ending := [kind for kind in kinds(first) if kind.startswith("end_")]:  # an element may still shoot
        send(first, form(first, ending[0]))
    second.wait_for_selector("[name='face-0']", state="attached")  # now it is blue's bound and blue's die
    second.locator("label.face").nth(5).click()
    television.wait_for_selector("text=6 PIPs left")
    assert television.locator("#screen button, #screen form").count() == 0
    for page in some([first, second, television]):
        assert overflow(page) <= 0, page.url
    game.refresh_from_db()
    assert [seat.user == game.gm for seat in game.seats.all()] == [True, False]

    first.goto(f"/games/{game.pk}/phones/")
    press(first, "article:has-text('Screen 3') button")
    television.wait_for_selector("text=This screen was removed")
    press(first, "article:has-text('Phone 2') button")
    second.goto("/")
    assert second.goto(game.get_absolute_url()).status == 404
    complaints.clear()  # the removed phone gets a 404


def test_an_army_is_found_by_typing_and_going_back_makes_no_second_battle(
    visit: Any, complaints: list[str]
) -> None:
    phone = visit()
    phone.goto("/battles/dba/table/")
    phone.fill("[data-search-for=a]", "gél")
    phone.fill("[data-search-for=a]", "vand")
    assert phone.input_value("#a") == "vandal"
    phone.keyboard.press("Enter")  # takes the army and starts nothing
    phone.fill("[data-search-for=b]", "carth")
    phone.click("[data-found] button:has-text('Later')")
    assert (phone.input_value("#b"), phone.evaluate("document.activeElement.id")) == (
        "later_carthaginian",
        "b",
    )
    assert not Game.objects.exists()
    press(phone, "main form button:has-text('Start')")
    address = phone.url
    phone.go_back()
    press(phone, "text=Continue: Vandal against Later Carthaginian")
    assert phone.url == address and Game.objects.count() == 1


def test_without_scripts(visit: Any, complaints: list[str]) -> None:
    phone = visit(java_script_enabled=False)
    phone.goto("/battles/dba/table/")
    assert phone.locator("[data-search-for]:visible").count() == 0
    phone.select_option("#a", "vandal")
    press(phone, "main form button:has-text('Start')")
    press(phone, "button:has-text('Invader: Vandal')")
    phone.check("[name='face-0'][value='3']", force=True)
    press(phone, "button:has-text('Use these dice')")
    assert services.table(Game.objects.get()).state.pips == 3
    address = shown_code(phone)
    box = phone.locator(".qr").bounding_box()
    assert box["width"] >= 200 and abs(box["width"] - box["height"]) < 1
    other = visit(java_script_enabled=False)
    other.goto(address)
    press(other, "text=I'm just watching")
    assert "You are watching" in other.inner_text("main")
