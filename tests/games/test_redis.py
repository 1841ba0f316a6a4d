"""The production set-up: jobs go through Redis to a separate worker process."""

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest

from tests.games.process import ROOT, told


@pytest.mark.redis
def test_a_worker_plays_a_game_of_bots_to_its_end(tmp_path: Path) -> None:
    # a queue that no other test uses
    database = urlunsplit(urlsplit(os.environ["REDIS_URL"])._replace(path="/9"))
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tests.games.worker_settings",
        "DATABASE_URL": f"sqlite:///{tmp_path}/redis.sqlite3",
        "VEXILLUM_DATA": str(tmp_path),
        "REDIS_URL": database,
    }
    command = [sys.executable, "-m", "celery", "-A", "config", "worker", "-P", "solo", "-l", "WARNING"]
    with (tmp_path / "worker.log").open("w") as log:
        worker = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        try:
            found = told("tests.games.through_redis", environment, timeout=110)
        finally:
            worker.terminate()
            worker.wait(20)
    assert found["entries"] > 200, "more than one job's share"
    assert (found["ended"], found["verified"], found["trouble"]) == (True, True, "")
