"""The page on which a battle is played offline."""

from __future__ import annotations

from typing import Any

import pytest

from features.offline_app import python

FRAME = "#away [data-part=frame]:not([hidden])"


PATIENCE = 90_000  # ms: eight megabytes of Python start slowly on a busy machine


@pytest.fixture(scope="module", autouse=True)
def browser_python() -> None:
    try:
        python.fetch()
    except python.DownloadFailed as error:
        pytest.skip(f"NOT TESTED, what browsers run cannot be had: {error}")


def played_in(page: Any) -> Any:
    page.wait_for_selector(f"{FRAME}, #away .notice--error", timeout=PATIENCE)
    assert page.query_selector(FRAME), page.inner_text("#away")
    frame = page.query_selector(FRAME).content_frame()
    frame.wait_for_selector("#next", timeout=PATIENCE)
    return frame


def said(page: Any, text: str) -> None:
    page.wait_for_selector(f"[data-said]:has-text('{text}')", timeout=PATIENCE)
