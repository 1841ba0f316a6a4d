"""The map in full-window mode, operated by touch and by mouse."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.marches import marching, plan_of, tap
from tests.campaigns.justinian.begun import campaign

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LEVEL = "document.querySelector('.map__svg').dataset.level"
WIDTH = "document.querySelector('.map__svg').getBoundingClientRect().width"
SCROLLED = (
    "(() => { const w = document.querySelector('.map__window'); return [w.scrollLeft, w.scrollTop] })()"
)


def middle(page: Any, place: str) -> tuple[float, float]:
    box = page.locator(f"#m-{place}").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def inside(page: Any, place: str, part: str) -> bool:
    x, y = middle(page, place)
    box = page.locator(part).bounding_box()
    return bool(box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"])


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_the_sheet_never_covers_what_is_chosen(visit: Any, size: str) -> None:
    game = marching()
    plan = plan_of(game)
    assert plan is not None
    page = visit("anna", size)
    page.goto(game.get_absolute_url())
    screen = page.viewport_size
    stage = page.locator(".stage").bounding_box()
    assert (stage["width"], stage["height"]) == (screen["width"], screen["height"])
    assert page.evaluate("document.documentElement.scrollHeight") == screen["height"]
    assert page.locator("#next").is_visible() and page.locator(".map__window").bounding_box()["y"] <= 60
    for goal in plan.goals[:6]:
        tap(page, goal.id)
        page.wait_for_timeout(50)
        assert inside(page, goal.id, ".map__window"), goal.id
        sheet = page.locator("#panel").bounding_box()
        window = page.locator(".map__window").bounding_box()
        below, beside = (
            window["y"] + window["height"] <= sheet["y"],
            window["x"] + window["width"] <= sheet["x"],
        )
        assert below or beside
        button = page.locator("#goal button").first.bounding_box()
        assert button["y"] + button["height"] <= screen["height"]

    # the panel stays folded after a reload; Escape brings it back
    page.click("[data-map-full]")
    page.reload()
    assert page.locator(".stage[data-sheet=low]").count() == 1
    page.locator(".map__svg a[tabindex='0']").focus()
    page.keyboard.press("Escape")
    assert page.locator(".stage[data-sheet]").count() == 0 and page.locator("#next").is_visible()


def test_an_army_is_sent_from_the_whole_window_and_it_stays_whole(visit: Any) -> None:
    game = marching()
    plan = plan_of(game)
    assert plan is not None
    goal = max((g for g in plan.goals if not g.threatened and not g.enemy), key=lambda g: g.mp)
    page = visit("anna", "phone")
    page.goto(game.get_absolute_url())
    tap(page, goal.id)
    assert page.locator("#map-marks .map-way").count() == 1, "the way is drawn"
    with page.expect_navigation():
        page.locator("#goal button").first.click()
    page.wait_for_selector(".stage")
    assert page.locator("#next").is_visible()


def test_two_fingers_zoom_and_the_point_between_them_stays(visit: Any) -> None:
    game = campaign()
    page = visit("anna", "phone", has_touch=True)
    page.goto(game.get_absolute_url())
    box = page.locator(".map__window").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    under = f"document.elementFromPoint({x}, {y}).closest('a').id"
    before, place, wide = page.evaluate(LEVEL), page.evaluate(under), page.evaluate(WIDTH)
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, apart: float) -> None:
        points = [{"x": x - apart, "y": y}, {"x": x + apart, "y": y}] if apart else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", 100)
    for apart in (90, 80, 70, 60, 50):
        fingers("touchMove", apart)
    fingers("touchEnd", 0)
    page.wait_for_timeout(100)
    assert before == "4" and page.evaluate(LEVEL) == "2"
    assert abs(page.evaluate(WIDTH) / wide - 0.5) < 0.02 and page.evaluate(under) == place


def test_a_mouse_pulls_the_map_and_chooses_nothing(visit: Any) -> None:
    game = campaign()
    page = visit("anna", "desk")
    page.goto(game.get_absolute_url())
    x, y = middle(page, "europa")
    left, top = page.evaluate(SCROLLED)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 90, y - 30, steps=5)
    page.mouse.up()
    assert page.evaluate(SCROLLED) == [left + 90, top + 30]
    page.wait_for_timeout(200)
    assert page.locator("#chosen").get_attribute("data-at") == ""
    page.mouse.click(x - 90, y - 30)
    page.wait_for_selector("#chosen[data-at=europa]", state="attached")


def test_the_wheel_zooms_the_map(visit: Any) -> None:
    game = campaign()
    page = visit("anna", "desk")
    page.goto(game.get_absolute_url())
    page.mouse.move(*middle(page, "europa"))
    wide = page.evaluate(WIDTH)
    page.mouse.wheel(0, -100)
    page.wait_for_timeout(200)
    assert page.evaluate(WIDTH) > wide * 1.1


# Both taps in one script: on a busy machine the driver's taps may be too far apart for a double tap.
TAPS = """() => {
    const box = document.querySelector(".map__window"), here = box.getBoundingClientRect();
    const at = { clientX: here.x + here.width / 2, clientY: here.y + here.height / 2 };
    for (let tap = 0; tap < 2; tap += 1)
        document.elementFromPoint(at.clientX, at.clientY)
            .dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, ...at }));
}"""


def test_two_taps_zoom_to_the_next_level(visit: Any) -> None:
    game = campaign()
    page = visit("anna", "phone", has_touch=True)
    page.goto(game.get_absolute_url())
    page.click("[data-map-zoom=whole]")
    assert page.evaluate(LEVEL) == "0"
    page.evaluate(TAPS)
    assert page.evaluate(LEVEL) == "1"


def test_plus_and_minus_zoom_and_keep_the_place_in_sight(visit: Any) -> None:
    game = campaign()
    page = visit("anna", "desk")
    page.goto(game.get_absolute_url())
    page.locator("#m-europa").focus()
    wide = page.evaluate(WIDTH)
    page.keyboard.press("+")
    page.keyboard.press("+")
    assert page.evaluate(WIDTH) > wide * 1.5 and inside(page, "europa", ".map__window")
    page.keyboard.press("-")
    assert page.evaluate("document.activeElement.id") == "m-europa"
