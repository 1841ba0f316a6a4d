"""A container's health check: ``python -m config.alive`` checks that its pages answer. Problems of the whole
site, such as unsent mail, do not fail the check, because a restart would not help.
"""

import os
import sys
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

HEALTH = "http://127.0.0.1:8000/health"


def is_alive(address: str = HEALTH) -> bool:
    """Return whether the health page answers within ten seconds and the database works. If the feature
    ``health`` is switched off, the page is missing. A 404 therefore counts as alive.
    """
    hosts = os.environ.get("ALLOWED_HOSTS", "").split(",")
    asked = Request(address, headers={"Host": hosts[0].strip().lstrip(".") or "localhost"})
    try:
        with urlopen(asked, timeout=10) as answer:
            return bool(answer.status == 200)
    except HTTPError as trouble:
        return trouble.code == 404 or trouble.code == 503 and b"database" not in trouble.read(200)
    except (URLError, OSError):
        return False


if __name__ == "__main__":
    sys.exit(0 if is_alive() else 1)
