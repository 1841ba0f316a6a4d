"""The site's own settings, with URLs for each error page."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tools.gallery.addresses"
