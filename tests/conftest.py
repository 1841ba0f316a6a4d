"""What every test starts from. The settings are tests/settings.py: VEXILLUM_ENV=test, Celery eager.

Tests marked ``postgres``, ``redis`` or ``browser`` need what `.ci/run` provides: DATABASE_URL, REDIS_URL, a
Chromium. Elsewhere they are skipped, with the reason; with CI=true a missing service is a failure.
"""

import os
import shutil

import pytest

from config.translations import compile_stale

CHROMIUM = os.environ.get("VEXILLUM_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


def pytest_configure(config: pytest.Config) -> None:
    compile_stale()


def missing_service(item: pytest.Item) -> str | None:
    """Why a marked test cannot run here, or None."""
    if item.get_closest_marker("postgres") and not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        return "no PostgreSQL: set DATABASE_URL=postgres://user@host:5432/name"
    if item.get_closest_marker("redis") and not os.environ.get("REDIS_URL"):
        return "no Redis: set REDIS_URL=redis://host:6379/0"
    if item.get_closest_marker("browser") and not CHROMIUM:
        return "no Chromium: install it, or set VEXILLUM_CHROMIUM to its path"
    return None


def pytest_runtest_setup(item: pytest.Item) -> None:
    if reason := missing_service(item):
        if os.environ.get("CI") == "true":
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
