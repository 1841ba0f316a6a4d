"""Each test counts its own requests, like those of the API."""

from tests.web.api.conftest import counted_anew

__all__ = ["counted_anew"]
