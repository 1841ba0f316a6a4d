"""The database restarts or its disk is full: no error page is shown, and reading still works."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connection
from django.test import Client

from accounts.absence import is_away
from tests.games.cast import a_game
from tests.games.process import told


@pytest.fixture
def program() -> Client:
    return Client(raise_request_exception=False)


@pytest.fixture
def away(db: Any) -> Iterator[None]:
    """Let every query fail as if the server were restarting."""

    def refuse(*_asked: Any) -> None:
        raise OperationalError("the connection is closed")

    with connection.execute_wrapper(refuse):
        yield


def test_pages_say_that_it_is_back_in_a_moment(owner: User, program: Client, away: None) -> None:
    for address in ("/", "/account/login/", "/games/00000000-0000-4000-8000-000000000000/"):
        program.cookies["sessionid"] = "somebody"
        answer = program.get(address)
        if address == "/account/login/" and answer.status_code == 200:
            continue  # this page makes no query
        assert answer.status_code == 503 and int(answer["Retry-After"]) > 0, address
        assert "Back in a moment" in answer.content.decode()


def test_programs_are_told_when_to_try_again(program: Client, away: None) -> None:
    answer = program.get("/api/games", headers={"authorization": "Bearer vex_" + "a" * 40})
    assert answer.status_code == 503 and int(answer["Retry-After"]) > 0
    assert answer.json()["code"] == "unavailable"


def test_a_mistake_of_ours_is_none_of_the_database() -> None:
    assert not is_away(ValueError("x")) and not is_away(OperationalError("no such table: games_game"))
    assert is_away(OperationalError("database or disk is full"))


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_while_postgresql_lets_nobody_in(owner: User, program: Client) -> None:
    """While PostgreSQL restarts, pages and the API answer 503 and say when to retry. A restart breaks all
    connections, and new ones are accepted only once the server is running again.
    """
    import psycopg

    game = a_game(owner, public=True)
    page, api = f"/games/{game.pk}/", f"/api/games/{game.pk}"
    named = connection.settings_dict["NAME"]
    place = os.environ["DATABASE_URL"].rpartition("/")[0] + "/postgres"
    place = place.replace("postgres://", "postgresql://")
    assert program.get(page).status_code == 200
    with psycopg.connect(place, autocommit=True) as server:
        server.execute(f'ALTER DATABASE "{named}" ALLOW_CONNECTIONS false')
        try:
            server.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [named]
            )
            for address in (page, api, page):
                answer = program.get(address)
                assert (answer.status_code, answer.headers.get("Retry-After")) == (503, "10"), address
        finally:
            server.execute(f'ALTER DATABASE "{named}" ALLOW_CONNECTIONS true')
    connection.close()
    assert program.get(page).status_code == 200


def test_on_a_full_disk_what_reads_still_reads(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{tmp_path}/full.sqlite3",
        "VEXILLUM_DATA": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "tests.games.worker_settings",
        "REDIS_URL": "",
        "LOG_LEVEL": "CRITICAL",
    }
    found = told("tests.games.full_disk", environment, 60)
    by_page, by_program = found.pop("page"), found.pop("program")
    before, after = found.pop("seq")
    assert set(found.values()) == {200}, found
    assert by_page[:2] == [503, "10"] and "Back in a moment" in by_page[2]
    assert by_program[:2] == [503, "10"] and json.loads(by_program[2])["code"] == "unavailable"
    assert before == after
