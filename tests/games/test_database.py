"""Tests use the database as it is shipped. Writers wait for each other, and readers do not wait at all."""

import threading
import urllib.request

import pytest
from django.db import close_old_connections, connection, connections

from config.env import database
from games import services
from games.models import Game
from tests.games.cast import NOW, a_game, a_user

on_sqlite = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="SQLite's own settings")


@on_sqlite
@pytest.mark.django_db
def test_sqlite_under_test_has_the_shipped_settings(tmp_path):
    assert connection.settings_dict["OPTIONS"] == database("", tmp_path)["OPTIONS"]
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert cursor.execute("PRAGMA busy_timeout").fetchone() == (20_000,)


@pytest.mark.django_db(transaction=True)
def test_pages_are_read_while_several_write(live_server):
    owner = a_user("owner")
    game = a_game(owner, public=True)
    trouble = []

    def create():
        try:
            for _ in range(10):
                services.create_game(gm=owner, name="Another", system="fords", now=NOW)
        finally:
            connections.close_all()

    def read():
        for _ in range(10):
            urllib.request.urlopen(live_server.url + game.get_absolute_url()).read()

    def tried(work):
        try:
            work()
        except Exception as error:
            trouble.append(repr(error))

    threads = [threading.Thread(target=tried, args=[work]) for work in (read, read, create, create)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert trouble == [] and Game.objects.count() == 1 + 2 * 10


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_line_that_the_server_has_dropped_is_noticed_before_it_is_used():
    def number():
        close_old_connections()  # every request and job does this at its beginning and end
        with connection.cursor() as cursor:
            return cursor.execute("SELECT pg_backend_pid()").fetchone()[0]

    ours = number()
    assert number() == ours
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [ours])
        while cursor.execute("SELECT 1 FROM pg_stat_activity WHERE pid = %s", [ours]).fetchone():
            pass
    other.close()
    assert number() != ours
