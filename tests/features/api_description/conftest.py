"""The fixture that resets the request counters of the API before each test."""

from tests.web.api.conftest import counted_anew

__all__ = ["counted_anew"]
