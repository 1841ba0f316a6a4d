"""The settings for playing a battle offline, when Vexillum runs in a browser for one person and one game.
features.offline_app.inside.boot loads them from the bundle. No server uses them.
"""

import json

from config.settings import *  # noqa: F403
from config.settings import BASE_DIR, DATABASES, INSTALLED_APPS, MIDDLEWARE, TEMPLATES

TAKEN = json.loads((BASE_DIR / "taken.json").read_text(encoding="utf-8"))

INSTALLED_APPS = [app for app in INSTALLED_APPS if app in TAKEN["apps"]]
VEXILLUM_SYSTEMS = TAKEN["systems"]
VEXILLUM_BRIDGES = []
VEXILLUM_ARMIES = TAKEN["armies"]
MIGRATION_MODULES = {app.rpartition(".")[2]: None for app in INSTALLED_APPS}

ROOT_URLCONF = "features.offline_app.inside.addresses"
ALLOWED_HOSTS = ["*"]
MIDDLEWARE = [name for name in MIDDLEWARE if "whitenoise" not in name and "GZip" not in name]
X_FRAME_OPTIONS = "SAMEORIGIN"  # shown in a frame of the page that keeps it running
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "features.offline_app.inside.files.AsServed"},
}
TEMPLATES[0]["OPTIONS"]["context_processors"].append("features.offline_app.inside.files.away_context")  # type: ignore[index]
SESSION_ENGINE = "django.contrib.sessions.backends.db"
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
EMBEDDED_RUNNER = True  # a browser has no thread that runs jobs
CELERY_TASK_ALWAYS_EAGER = False

# There is a single reader and writer, and the browser stores the whole file after every step.
DATABASES["default"]["CONN_MAX_AGE"] = None
DATABASES["default"]["OPTIONS"] = {"init_command": "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF;"}
