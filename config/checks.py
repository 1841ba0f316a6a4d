"""Checks of a public site before deployment (`manage.py check --deploy`)."""

from __future__ import annotations

import os
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register


@register(Tags.security, deploy=True)
def site_is_ready(app_configs: Any = None, **_more: Any) -> list[CheckMessage]:
    """Return warnings about settings that suit a home machine but not a public site."""
    return [Warning(text, hint=hint, id=number) for number, amiss, text, hint in _findings() if amiss]


def _findings() -> list[tuple[str, bool, str, str]]:
    return [
        (
            "config.W001",
            not settings.EMAIL_HOST,
            "There is no mail server: reminders and new passwords reach nobody.",
            "Set EMAIL_HOST and DEFAULT_FROM_EMAIL.",
        ),
        (
            "config.W002",
            bool(settings.EMAIL_HOST) and settings.DEFAULT_FROM_EMAIL.rstrip(">").endswith("@localhost"),
            "Mail is sent from an address at localhost: mail servers refuse it.",
            "Set DEFAULT_FROM_EMAIL to an address of your domain.",
        ),
        (
            "config.W003",
            settings.SITE_URL.startswith("http://"),
            f"Links in mails lead to {settings.SITE_URL}, which is plain http.",
            "Set SITE_URL to the https address of the site.",
        ),
        (
            "config.W004",
            "*" in settings.ALLOWED_HOSTS,
            "ALLOWED_HOSTS lets in every host name: who forges one forges links in mails.",
            "Name the hosts of the site.",
        ),
        (
            "config.W005",
            str(settings.DATABASES["default"]["ENGINE"]).endswith("sqlite3"),
            "The database is SQLite: one writer at a time, on one machine.",
            "Set DATABASE_URL to a PostgreSQL; `manage.py restore` takes a backup of SQLite there.",
        ),
        (
            "config.W006",
            not os.environ.get("SECRET_KEY", "").strip(),
            "SECRET_KEY was made by this machine: another one has another, and logs everybody out.",
            "Set SECRET_KEY to the same value for all processes, and keep it.",
        ),
    ]
