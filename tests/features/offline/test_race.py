"""Phones that upload at the same moment, each twice: every move is stored once, and none is lost."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.postgres
def test_side_by_side_on_postgresql(tmp_path: Path) -> None:
    told = ["--orders", "4", "--at-once", "--database", os.environ["DATABASE_URL"]]
    ran = subprocess.run(
        [sys.executable, "-m", "tests.proof.reconnect", *told],
        env={**os.environ, "VEXILLUM_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr[-2000:]
    assert "4 orders" in ran.stdout and "0 lost" in ran.stdout
