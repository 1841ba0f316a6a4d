"""The entry point for WSGI servers: gunicorn config.wsgi."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from config.utf8_requests import house

_house = house()

from games.poll import Door  # noqa: E402  # models need the settings

application = Door(_house)
