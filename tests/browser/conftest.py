"""Fixtures for tests in a real browser: a live server, and Chromium at phone and desktop size."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.conftest import CHROMIUM
from tests.games.bridged import bridges

__all__ = ["bridges", "chromium", "complaints", "visit"]

os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")  # playwright runs an event loop in this thread

SIZES = {"phone": {"width": 360, "height": 740}, "desk": {"width": 1280, "height": 800}}


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    sync = pytest.importorskip("playwright.sync_api")
    with sync.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def complaints() -> list[str]:
    """Everything that browsers complained about during the test: script errors, refused styles, missing
    files.
    """
    return []


@pytest.fixture
def visit(chromium: Any, live_server: Any, complaints: list[str]) -> Iterator[Callable[..., Any]]:
    """``visit(name, size)``: open a page of this size with a user logged in; URLs are relative."""
    contexts = []

    def open_page(name: str = "", size: str = "phone", **options: Any) -> Any:
        context = chromium.new_context(viewport=SIZES[size], base_url=live_server.url, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(45_000)  # the machine may be busy
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
        if name:
            page.goto("/account/login/")
            page.fill("[name=username]", name)
            page.fill("[name=password]", "a-long-pass-word")
            page.click("main button")
            page.wait_for_url(live_server.url + "/")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints, complaints
