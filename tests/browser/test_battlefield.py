"""The player lays out a battlefield by touch, mouse or keyboard, and its pieces are printed to scale."""

import re
from typing import Any

import pytest

from battles.dba.rules.table.state import TableState
from games import services
from games.models import Game
from tests.browser.steps import overflow, press
from tests.browser.tables import guided_battle
from tests.games.cast import do
from tests.web.cast import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# a wood in quarter 1, a marsh in 2, a hill in 3, a town at the far edge
LAID = {
    "bua": (300, 120, 110, 80, 0),
    "woods": (110, 150, 130, 90, 0),
    "steep_hill": (470, 430, 140, 100, 30),
    "gentle_hill": (130, 450, 120, 80, 0),
}


def laid() -> str:
    """Return the URL parameters with which the form sends the pieces of LAID."""
    found = "sent=1"
    for n, (kind, numbers) in enumerate(LAID.items()):
        found += f"&kind-{n}={kind}&was-{n}={kind}"
        named = zip(("x", "y", "length", "width", "turn"), numbers, strict=True)
        found += "".join(f"&{name}-{n}={value}" for name, value in named)
    return found


def to_terrain() -> Game:
    """Create a game in which Rome (blue, the rival) defends arable land."""
    game = guided_battle()
    do(game, person("owner"), "red", {"kind": "roll_aggression"}, faces=[6, 1])
    return game


def opened(page: Any, game: Game) -> None:
    page.goto(f"/battles/dba/{game.pk}/terrain/?seat=blue&{laid()}")
    page.wait_for_selector("#verdict .notice--success")


def place(page: Any, n: int) -> tuple[int, int]:
    """Return the centre of a piece, as given in the form."""
    return int(page.input_value(f"#x-{n}")), int(page.input_value(f"#y-{n}"))


def at(page: Any, x: float, y: float) -> tuple[float, float]:
    """Return the screen position of a point on the board in millimetres."""
    found = page.evaluate(
        """([x, y]) => { const m = document.getElementById('board').getScreenCTM();
        const p = new DOMPoint(x, y).matrixTransform(m); return [p.x, p.y]; }""",
        [x, y],
    )
    return found[0], found[1]


def touch(page: Any, *points: tuple[float, float]) -> None:
    """Put a finger down, move it over these points of the board (in millimetres), and lift it."""
    hand = page.context.new_cdp_session(page)
    spots = [at(page, *point) for point in points]
    hand.send(
        "Input.dispatchTouchEvent",
        {"type": "touchStart", "touchPoints": [dict(zip("xy", spots[0], strict=True))]},
    )
    for spot in spots[1:]:
        hand.send(
            "Input.dispatchTouchEvent",
            {"type": "touchMove", "touchPoints": [dict(zip("xy", spot, strict=True))]},
        )
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_drags_a_wood_too_near_to_the_town_and_back(visit: Any) -> None:
    game = to_terrain()
    page = visit("rival", has_touch=True)
    opened(page, game)
    assert overflow(page) <= 0
    page.locator("#board").scroll_into_view_if_needed()
    touch(page, (110, 150), (140, 140), (172, 130))
    page.wait_for_selector("#wrong-1:has-text('a base width')")
    assert page.locator("#wrong-0").count() == 1  # both mistakes are shown
    page.wait_for_selector("#piece-1.piece--on.piece--wrong")  # the piece is still selected
    x, y = place(page, 1)
    assert (abs(x - 172), abs(y - 130)) <= (3, 3)
    assert page.locator("#verdict button").count() == 1  # the field can be laid despite its mistakes
    touch(page, (172, 130), (140, 140), (112, 150))
    page.wait_for_selector("#verdict .notice--success")
    assert not page.locator("#wrong-1").count()
    touch(page, (112 + 65 + 42, 150), (112 + 60 + 42, 180), (112 + 60 + 30, 210))  # the knob turns the piece
    page.wait_for_selector("#turn-1:not([value='0'])", state="attached")
    press(page, page.locator("#verdict button"))
    game.refresh_from_db()
    state = services.table(game).state
    assert isinstance(state, TableState)
    wood = state.drawing[1]
    assert wood.kind == "woods" and abs(wood.x - 112) <= 3 and wood.turn
    assert page.locator(".battlefield").count() == 1  # the game's page shows the battlefield


def test_the_mouse_and_keys_alone_do_the_same(visit: Any) -> None:
    game = to_terrain()
    page = visit("rival", size="desk")
    opened(page, game)
    page.focus("#piece-1")
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    page.wait_for_selector("#wrong-1")
    assert place(page, 1) == (170, 150)
    assert page.evaluate("document.activeElement.id") == "piece-1"  # the script's drawing covers the server's
    page.keyboard.press("r")
    page.keyboard.press("+")
    for _ in range(3):
        page.keyboard.press("Shift+ArrowLeft")
    page.wait_for_selector("#verdict .notice--success")
    assert place(page, 1) == (110, 150)
    assert (page.input_value("#turn-1"), page.input_value("#length-1")) == ("15", "135")
    page.locator("#piece-2").scroll_into_view_if_needed()
    start, end = at(page, 470, 430), at(page, 430, 400)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()
    page.wait_for_selector("#x-2:not([value='470'])", state="attached")
    assert abs(place(page, 2)[0] - 430) <= 2
    page.select_option("#kind-3", "river")  # a river replaces the hill and is laid where there is room
    page.wait_for_selector("#piece-3[data-kind=line]")
    page.focus("#piece-3")
    before = page.input_value("#d2-3")
    page.keyboard.press(
        "ArrowRight" if page.get_attribute("#piece-3", "data-edge") in ("2", "4") else "ArrowDown"
    )
    page.wait_for_selector(f"#d2-3:not([value='{before}'])", state="attached")


def test_without_a_script_the_numbers_do_it(visit: Any) -> None:
    game = to_terrain()
    page = visit("rival", java_script_enabled=False)
    page.goto(f"/battles/dba/{game.pk}/terrain/?seat=blue&{laid()}")
    page.click("#numbers-1 summary")
    page.fill("#x-1", "170")
    press(page, "button[name=look]")
    assert "a base width" in page.inner_text("#wrong-1")
    page.click("#numbers-1 summary")
    page.fill("#x-1", "110")
    press(page, "button[name=look]")
    assert page.locator("#verdict .notice--success").count() == 1
    press(page, "#verdict button")
    game.refresh_from_db()
    assert services.table(game).state.phase == "sides"  # type: ignore[attr-defined]


MILLIMETRE = 96 / 25.4


PAPERS = {"a4": (210, 297), "a3": (297, 420), "letter": (216, 279)}


@pytest.mark.parametrize(("paper", "sheets"), [("a4", 12), ("a3", 6), ("letter", 12)])
def test_sheets_are_as_large_as_they_say(visit: Any, paper: str, sheets: int) -> None:
    game = to_terrain()
    page = visit("rival", size="desk")
    opened(page, game)
    press(page, page.locator("#verdict button"))
    page.goto(f"/battles/dba/{game.pk}/field/print/?paper={paper}")
    page.emulate_media(media="print")
    assert page.locator(".paper").count() == sheets
    widths = page.eval_on_selector_all(".check", "all => all.map(one => one.getBoundingClientRect().width)")
    assert all(abs(width / MILLIMETRE - 50) < 0.5 for width in widths)
    tiles = page.eval_on_selector_all(
        ".paper > svg", "all => all.map(one => one.width.baseVal.value * one.height.baseVal.value)"
    )
    assert abs(sum(tiles) - 600 * 600) < 1
    pdf = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == sheets
    boxes = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    points = [tuple(round(float(side) * 25.4 / 72) for side in box) for box in boxes]
    assert set(points) == {PAPERS[paper]}
