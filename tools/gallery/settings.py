"""The site's settings, with an additional URL for each error page."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tools.gallery.addresses"
