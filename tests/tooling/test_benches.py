"""Every benchmark runs once with tiny parameters, because one that nobody runs breaks unnoticed."""

import pytest

from tests.found import some
from tests.tooling.benches import ROWS, lacking, needing, scripts, start


def test_every_script_says_how_it_is_started_once() -> None:
    assert sorted(ROWS) == scripts()


def started(name: str) -> None:
    if lack := lacking(name):
        pytest.skip(f"needs {lack}")
    done = start(name)
    assert done.returncode == 0, done.stderr[-2000:] or done.stdout[-2000:]
    assert done.stdout.strip(), "it printed nothing"
    assert "nothing measured" not in done.stdout + done.stderr


@pytest.mark.parametrize("name", list(some(needing())))
def test_every_benchmark_runs(name: str) -> None:
    started(name)


@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.parametrize("name", list(some(needing("postgres", "redis"))))
def test_it_runs_with_servers_of_its_own(name: str) -> None:
    started(name)


@pytest.mark.browser
@pytest.mark.parametrize("name", list(some(needing("browser"))))
def test_it_runs_with_a_browser(name: str) -> None:
    started(name)
