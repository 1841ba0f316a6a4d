"""Dockerfile and compose.yaml, checked as far as possible without a daemon: the files they name exist.
`.ci/container` tries the services.
"""

from __future__ import annotations

import fnmatch
import re

import pytest
from django.conf import settings

from tests.found import some
from tests.tooling.composed import COMPOSE, DOCKERFILE, OURS, ROOT, SITE, said


def test_what_the_image_copies_and_throws_away_is_there() -> None:
    copied = [one.split()[:-1] for one in re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, re.M)]
    assert [*some(copied)] == [["locks/prod.txt"], ["."]]
    assert all((ROOT / name).exists() for names in copied for name in names)
    thrown = re.search(r"rm -rf ([\w. ]+?)\s*$", DOCKERFILE, re.M)
    assert thrown and {"tests", "bench"} <= set(thrown[1].split())


def test_no_secret_and_nothing_of_the_machine_gets_into_the_image() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    for name in (".env", "backups", "data", "build", ".git", ".venv"):
        assert any(fnmatch.fnmatch(name, one) for one in ignored), name


def test_every_variable_is_read_and_every_volume_is_named() -> None:
    read = "".join(one.read_text(encoding="utf-8") for one in some((ROOT / "config").glob("*.py")))
    for name in some(COMPOSE["x-vexillum"]["environment"]):
        assert f'"{name}"' in read, f"{name} is read nowhere"
    assert re.findall(r"(\w+)=", DOCKERFILE.split("ENV ")[1].split("\n")[0]) == [
        "PATH",
        "PYTHONUNBUFFERED",
        "VEXILLUM_ENV",
        "VEXILLUM_DATA",
    ]
    volumes = [one for service in COMPOSE["services"].values() for one in service.get("volumes", ())]
    named = {one.split(":")[0] for one in some(volumes) if not one.startswith(".")}
    assert named == set(COMPOSE["volumes"])


def test_missing_required_variables_are_reported() -> None:
    environment = COMPOSE["x-vexillum"]["environment"]
    for name in ("SECRET_KEY", "ALLOWED_HOSTS", "POSTGRES_PASSWORD"):
        lacking = {key: value for key, value in SITE.items() if key != name}
        with pytest.raises(KeyError, match=name):
            [said(value, lacking) for value in environment.values()]


def test_there_is_one_beat_and_each_queue_has_a_worker() -> None:
    commands = [one.get("command", "") for one in OURS.values()]
    assert sum(" beat" in one for one in commands) == 1
    queues = {found for one in commands for found in re.findall(r"-Q (\w+)", one)}
    assert queues == set(settings.CELERY_TASK_QUEUES)
