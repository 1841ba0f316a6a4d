"""The version is written once, in pyproject.toml, and shown in every place where people look for it."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from django.test import Client

from config.catalogues import ROOT
from config.version import read_version

WRITTEN = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


def test_the_command_line_tells_the_version_of_vexillum_and_not_of_django() -> None:
    told = subprocess.run(
        [sys.executable, "manage.py", "--version"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert told.stdout == f"Vexillum {WRITTEN}\n"


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "words"), [("en", "Version"), ("it", "Versione")])
@pytest.mark.parametrize("page", ["/", "/account/login/", "/nowhere/"])
def test_the_foot_of_every_page_tells_it(page: str, language: str, words: str) -> None:
    answer = Client().get(page, headers={"accept-language": language})
    assert f"{words} {WRITTEN}" in answer.content.decode()


def test_a_copy_without_pyproject_has_no_version(tmp_path: Path) -> None:
    assert read_version(tmp_path / "pyproject.toml") == ""
