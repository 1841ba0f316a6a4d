"""A web process has loaded everything before its first request, without a database query."""

import os
import subprocess
import sys
from pathlib import Path

from config.catalogues import ROOT

FRESH = """
import sys
from config.wsgi import application
from config.preload import preload
preload()
from django.db import connections
assert all(one.connection is None for one in connections.all(initialized_only=True))
from django.test import Client
from django.core.management import call_command
call_command("migrate", verbosity=0)
known = set(sys.modules)
for address in ("/", "/account/login/", "/battles/dba/lookup/", "/campaigns/italia/lookup/"):
    answer = Client().get(address, headers={"host": "localhost"})
    assert answer.status_code == 200, (address, answer.status_code)
own = ("engine", "kit", "accounts", "games", "maps", "armies", "battles", "campaigns", "leagues", "config")
print(*sorted(name for name in set(sys.modules) - known if name.partition(".")[0] in own))
"""


def test_the_first_pages_import_nothing_more(tmp_path: Path) -> None:
    env = {
        **os.environ,
        "VEXILLUM_DATA": str(tmp_path),
        "VEXILLUM_ENV": "development",
        "DATABASE_URL": "",
        "REDIS_URL": "",
    }
    env["DJANGO_SETTINGS_MODULE"] = "config.settings"
    told = subprocess.run([sys.executable, "-c", FRESH], cwd=ROOT, env=env, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr[-2000:]
    assert told.stdout.split() == []
