"""Dockerfile and compose.yaml as the tests read them, and the files copied into the image."""

from __future__ import annotations

import fnmatch
import re
import subprocess
from pathlib import Path
from typing import Any

import yaml
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
OURS = {name: one for name, one in COMPOSE["services"].items() if one["image"] == "vexillum"}
HOST = "play.example.org"
SITE = {  # the file .env of docs/operations.md
    "ALLOWED_HOSTS": HOST,
    "SECRET_KEY": "0123456789abcdef" * 4,
    "POSTGRES_PASSWORD": "secret",
    "VEXILLUM_METRICS_TOKEN": "a-token-of-the-site",
    "EMAIL_HOST": "smtp.example.org",
    "DEFAULT_FROM_EMAIL": "Vexillum <vexillum@example.org>",
}


def said(text: str, env: dict[str, str]) -> str:
    """Expand ``${NAME:-default}`` and ``${NAME:?why}`` as compose does."""

    def value(found: re.Match[str]) -> str:
        name, rest = found[1], found[2] or ""
        if not env.get(name) and rest.startswith(":?"):
            raise KeyError(name)
        return env.get(name) or rest.removeprefix(":-")

    return re.sub(r"\$\{(\w+)(:[-?][^}]*)?\}", value, text)


def files() -> list[str]:
    """Return the files under version control that are copied into the image."""
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)
    found = [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]
    return [name for name in found if not any(fnmatch.fnmatch(name.split("/")[0], one) for one in ignored)]
