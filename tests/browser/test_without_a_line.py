"""A battle at a table without a line: taken along, played, read again, brought home."""

import json
from typing import Any

import pytest

from games.browser import python
from games.models import Game
from tests.browser.tables import table_battle
from tests.web.cast import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AWAY = "#away [data-part=frame]:not([hidden])"


@pytest.fixture(scope="module", autouse=True)
def browser_python() -> None:
    try:
        python.fetch()
    except python.NotToBeHad as error:
        pytest.skip(f"NOT TESTED: {error}")


def take_along(page: Any, game: Game) -> Any:
    """Prepare the battle; the frame in which it is played."""
    page.goto(f"{game.get_absolute_url()}offline/")
    page.click("[data-do=prepare]")
    return frame_of(page)


def frame_of(page: Any) -> Any:
    page.wait_for_selector(AWAY, timeout=180_000)
    found = page.query_selector(AWAY).content_frame()
    found.wait_for_selector("#next", timeout=60_000)
    return found


def test_it(visit, complaints, tmp_path):
    import time

    from games.services.offline.taking import taken_along

    game = table_battle()
    page = visit("owner")
    doc = json.dumps(taken_along(game, person("owner")))
    page.context.route(
        "**/offline.json", lambda r: r.fulfill(status=200, content_type="application/json", body=doc)
    )
    page.on("console", lambda m: print("CONSOLE", m.type, m.text[:3000]))
    page.on("requestfailed", lambda r: print("FAILED", r.url, r.failure))
    page.on("response", lambda r: r.status >= 400 and print("RESPONSE", r.status, r.url))
    t = time.time()
    try:
        red = take_along(page, game)
    finally:
        print("prepared", time.time() - t)
        print(page.inner_text("#away")[:600])
        page.screenshot(path="/tmp/offrun/a.png")
    print(red.inner_text("#next")[:300])
