"""The entry point for WSGI servers, such as ``gunicorn config.wsgi``."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from config.utf8_requests import make_application

_house = make_application()

from games.caches.poll import PollApplication  # noqa: E402  # models need the settings

application = PollApplication(_house)
