"""The Celery application. Three drivers with the same code: see CELERY_* in config/settings.py."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("vexillum")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
