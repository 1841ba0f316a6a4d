"""Without a connection the site answers with a page of its own."""

from typing import Any

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_page_that_cannot_be_reached_is_answered_by_the_offline_page(
    visit: Any, complaints: list[str]
) -> None:
    page = visit()
    page.goto("/help/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto("/help/keys/")
    assert page.inner_text("h1 >> nth=0") != "No connection"
    page.context.set_offline(True)
    page.goto("/open/")
    assert page.inner_text("h1 >> nth=0") == "No connection"
    page.context.set_offline(False)
    page.goto("/open/")
    assert page.inner_text("h1 >> nth=0") == "Open games"
    complaints.clear()  # the browser complains about the missing connection
