"""The entry point for WSGI servers: gunicorn config.wsgi."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from config.asked import house

_house = house()

from games.door import Door  # noqa: E402  # models need the settings

application = Door(_house)
