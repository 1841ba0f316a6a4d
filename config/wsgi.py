"""For WSGI servers: gunicorn config.wsgi."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
_house = get_wsgi_application()

from games.door import Door  # noqa: E402  # models need the settings

application = Door(_house)
