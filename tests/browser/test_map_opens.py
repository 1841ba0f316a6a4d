"""The first view of the map shows the player's forces, with and without scripts."""

from typing import Any

import pytest

from tests.campaigns.italia.begun import campaign as italia
from tests.campaigns.justinian.begun import campaign as justinian

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

IN_SIGHT = """focus => {
    const at = document.querySelector(`#m-${focus}`).getBoundingClientRect();
    const window = document.querySelector('.map__window').getBoundingClientRect();
    const x = at.left + at.width / 2 - window.left, y = at.top + at.height / 2 - window.top;
    return [x > 0 && x < window.width, y > 0 && y < window.height];
}"""

SCROLLED = (
    "(() => { const w = document.querySelector('.map__window'); return [w.scrollLeft, w.scrollTop] })()"
)
ROOM = """(() => { const w = document.querySelector('.map__window');
    return [w.scrollWidth - w.clientWidth, w.scrollHeight - w.clientHeight] })()"""
MOVED = """new Promise(done => {
    document.querySelector('.map__window').scrollTo(40, 20);
    requestAnimationFrame(() => requestAnimationFrame(done));
})"""

HAS_SHAPE = "focus => document.querySelector(`#m-${focus}`).getBoundingClientRect().width > 0"


@pytest.mark.parametrize("begin", [justinian, italia], ids=["justinian", "italia"])
def test_the_map_opens_at_the_players_forces_before_its_outlines_load(visit: Any, begin: Any) -> None:
    game = begin()
    held: list[Any] = []
    page = visit("anna", "phone")
    page.set_viewport_size({"width": 360, "height": 640})
    page.route("**/*_map*.svg", lambda route: held.append(route))
    page.goto(game.get_absolute_url(), wait_until="commit")
    page.wait_for_selector(".map__window[data-ready]")
    focus = page.get_attribute(".map__window", "data-map-focus")
    # the sheet keeps its share of the height, so the map's window is smaller
    page.set_viewport_size({"width": 360, "height": 560})
    page.wait_for_timeout(300)
    assert held, "the outlines are a file of their own"
    assert not page.evaluate(HAS_SHAPE, focus)
    stood = page.evaluate(SCROLLED)
    assert max(stood) > 40
    for route in held:
        route.continue_()
    page.wait_for_function(HAS_SHAPE, arg=focus)
    assert page.evaluate(IN_SIGHT, focus) == [True, True]
    assert page.evaluate(SCROLLED) == stood


@pytest.mark.parametrize("size", ["phone", "desk"])
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "none"])
@pytest.mark.parametrize("begin", [justinian, italia], ids=["justinian", "italia"])
def test_it_opens_where_my_forces_are(visit: Any, begin: Any, scripts: bool, size: str) -> None:
    game = begin()
    page = visit("anna", size, java_script_enabled=scripts)
    page.goto(game.get_absolute_url())
    focus = page.get_attribute(".map__window", "data-map-focus")
    page.wait_for_timeout(700)
    for _busy in range(40):  # the machine may be busy
        if page.evaluate(IN_SIGHT, focus) == [True, True]:
            break
        page.wait_for_timeout(100)
    assert page.evaluate(IN_SIGHT, focus) == [True, True]
    page.evaluate("document.querySelector('.map__window').scrollTo(3, 3)")
    page.wait_for_timeout(400)
    room = page.evaluate(ROOM)
    assert max(room) > 40
    assert page.evaluate(SCROLLED) == [min(3, most) for most in room], "it is free to go anywhere afterwards"
    if scripts:  # the view is restored even if the page is left while it is still moving
        page.evaluate(MOVED)
        stood = page.evaluate(SCROLLED)
        assert all(now > min(3, most) or most <= 3 for now, most in zip(stood, room, strict=True))
        page.reload()
        assert page.evaluate(SCROLLED) == pytest.approx(stood, abs=2)
