#!/usr/bin/env python
"""Vexillum's command line."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit("Django is not installed here: run 'make setup', then '.venv/bin/python manage.py ...'.")
    try:
        from django.conf import settings
        from django.core.exceptions import ImproperlyConfigured

        settings.INSTALLED_APPS  # noqa: B018  (reads the environment)
    except ImproperlyConfigured as error:
        sys.exit(f"Vexillum does not start: {error}")
    if sys.argv[1:] == ["--version"]:  # Django would print its own version
        print(f"Vexillum {settings.VERSION}")
        return
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
