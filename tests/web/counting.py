"""Count the database queries of a page."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.web.cast import browser


def queries(who: str, address: str, **headers: str) -> int:
    client = browser(who)
    client.get(address, **headers)  # load what a process reads only once
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address, **headers).status_code in (200, 204)
        return len(asked)
