"""Changes that people notice are described in files of changelog.d, which towncrier joins into
CHANGELOG.md.
"""

import re
import subprocess
import sys
import tomllib

from config.catalogues import ROOT

SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
KINDS = [kind["directory"] for kind in SETTINGS["tool"]["towncrier"]["type"]]
FRAGMENTS = sorted((ROOT / "changelog.d").glob("*.md"))
NAME = re.compile(rf"[0-9]+-[a-z0-9-]+\.({'|'.join(KINDS)})\.md")


def test_every_fragment_says_whom_it_is_for_and_is_one_line() -> None:
    assert [path.name for path in FRAGMENTS if not NAME.fullmatch(path.name)] == []
    assert [p.name for p in FRAGMENTS if len(p.read_text(encoding="utf-8").strip().splitlines()) != 1] == []


def test_towncrier_includes_every_change_note() -> None:
    command = [sys.executable, "-m", "towncrier", "build", "--draft", "--version", "9.9.9"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "## 9.9.9 - " in told
    assert len(re.findall("^- ", told, re.MULTILINE)) == len(FRAGMENTS)


def test_the_newest_section_is_of_this_version_and_is_read_in_two_minutes() -> None:
    newest = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1]
    assert newest.startswith(f"{SETTINGS['project']['version']} - 20")
    assert len(newest.split()) <= 500  # two minutes at 240 words a minute
