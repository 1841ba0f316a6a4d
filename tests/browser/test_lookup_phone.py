"""The calculator on a phone: the thumb can reach both sides' facts, and a slow connection loses no input."""

from typing import Any

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LOOK = "/battles/dba/lookup/"


def test_what_was_tapped_before_the_tables_came_counts(visit: Any) -> None:
    page = visit()
    held: list[Any] = []
    page.route("**/data.json*", lambda route: held.append(route))
    page.goto(LOOK + "?a=Kn&b=Bw&lang=en", wait_until="domcontentloaded")
    page.check("[name='a.general']")
    page.check("[name=die_a][value='2']", force=True)
    page.check("[name=die_b][value='5']", force=True)
    page.wait_for_timeout(100)
    for waiting in held:
        waiting.continue_()
    page.wait_for_selector(".result")
    assert "6 : 9" in page.inner_text("#result")
    assert "Kn +4" in page.inner_text(".pair")
    assert "a.general=1" in page.url and "die_b=5" in page.url


def test_a_place_ticked_before_the_tables_came_lets_go_of_flanks(visit: Any) -> None:
    page = visit()
    held: list[Any] = []
    page.route("**/data.json*", lambda route: held.append(route))
    page.goto(LOOK + "?a=Bd&b=Bw&a.overlaps=1&lang=en", wait_until="domcontentloaded")
    page.check("[name='a.post'][value=bua]", force=True)
    page.wait_for_timeout(100)
    for waiting in held:
        waiting.continue_()
    page.wait_for_url("**a.post=bua**")
    assert "Bd +9" in page.inner_text(".pair")
    assert "overlaps" not in page.url


@pytest.mark.parametrize("lang", ["en", "it"])
def test_what_nearly_every_combat_asks_is_on_the_first_screen(visit: Any, lang: str) -> None:
    """The dice and each side's overlaps need no scrolling at 360 by 740."""
    page = visit()
    page.goto(f"{LOOK}?a=Kn&b=Sp&lang={lang}")
    page.wait_for_selector(".live")
    for name in ("die_a", "die_b", "a.overlaps", "b.overlaps"):
        box = page.locator(f"[name='{name}']").last.bounding_box()
        assert box["y"] + box["height"] <= 745, name
        assert box["width"] >= 40 and box["height"] >= 40, name
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_result_and_the_first_thing_to_do_are_seen_without_scrolling(visit: Any, lang: str) -> None:
    page = visit()
    page.goto(f"{LOOK}?a=Kn&b=Sp&die_a=4&die_b=2&lang={lang}")
    box = page.locator(".deeds li").first.bounding_box()
    assert box["y"] + box["height"] <= 740
