"""The Django project: settings, URLs and servers, without any logic."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
