"""Whether the pages of this container answer, for its health check: ``python -m config.alive``. What is
amiss with the site as a whole (mail that does not go out) is for anyone who runs it; a new start would
not mend it."""

import os
import sys
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

HEALTH = "http://127.0.0.1:8000/health"


def alive(address: str = HEALTH) -> bool:
    """Whether there is an answer in ten seconds, and the database is not what is amiss."""
    hosts = os.environ.get("ALLOWED_HOSTS", "").split(",")
    asked = Request(address, headers={"Host": hosts[0].strip().lstrip(".") or "localhost"})
    try:
        with urlopen(asked, timeout=10) as answer:
            return bool(answer.status == 200)
    except HTTPError as trouble:
        return trouble.code == 503 and b"database" not in trouble.read(200)
    except (URLError, OSError):
        return False


if __name__ == "__main__":
    sys.exit(0 if alive() else 1)
