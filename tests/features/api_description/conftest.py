"""Each test counts its own requests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def counted_anew() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()
