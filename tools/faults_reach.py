"""A pytest plug-in that tells ``coverage`` which test is running, for tools/faults.py."""

from collections.abc import Generator

import coverage
import pytest


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None]:
    running = coverage.Coverage.current()
    if running is not None:
        running.switch_context(item.nodeid)
    yield
    if running is not None:
        running.switch_context("")
