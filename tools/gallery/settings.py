"""The site's own settings, and URLs at which each error page can be seen."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tools.gallery.addresses"
