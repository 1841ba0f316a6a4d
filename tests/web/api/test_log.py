"""Polling the log returns entries in order, limited to what the reader may know. It is cheap if nothing has
changed, and correct after a rewind.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import services
from games.models import Entry, Game
from games.models.game import A_RESTORE
from tests.found import some
from tests.games.cast import attack, do
from tests.web.api.programs import Program
from tests.web.cast import person, running

pytestmark = pytest.mark.django_db


def played(**settings: Any) -> Game:
    """Create a game in which red has attacked in secret and blue has not answered yet."""
    game = running(**settings)
    do(game, person("owner"), "red", attack("blue", stake=2), now=timezone.now())
    return game


def events(program: Program, game: Game, query: str = "", **headers: str) -> Any:
    return program.get(f"games/{game.pk}/events{query}", **headers)


def test_the_cursor_goes_through_the_log_in_its_order() -> None:
    game, program = played(), Program("owner", "read")
    do(game, person("rival"), "blue", {"kind": "hold"}, now=timezone.now())
    whole = events(program, game).json()
    assert [one["seq"] for one in whole["entries"]] == sorted(one["seq"] for one in whole["entries"])
    assert whole["cursor"] == whole["seq"] == game.seq and not whole["more"]
    found, after = [], -1
    while True:
        part = events(program, game, f"?after={after}&limit=1").json()
        found += part["entries"]
        after = part["cursor"]
        if not part["more"]:
            break
    assert found == whole["entries"]
    assert events(program, game, f"?after={after}").json()["entries"] == []


def test_what_is_hidden_stays_hidden() -> None:
    game = played()
    order = Entry.objects.get(game=game, seq=game.seq)
    assert "stake" in json.dumps(order.events)
    own = events(Program("owner", "read"), game).json()
    theirs = events(Program("rival", "read"), game).json()
    assert '"stake": 2' in json.dumps(own) and '"stake": 2' not in json.dumps(theirs)
    assert '"stake": 2' not in json.dumps(Program("rival", "read").get(f"games/{game.pk}/chronicle").json())


def test_nothing_new_is_told_in_a_line_by_two_queries(django_assert_num_queries: Any) -> None:
    game, program = played(), Program("owner", "read")
    mark = {"If-None-Match": events(program, game).headers["ETag"]}
    with django_assert_num_queries(2):  # one for the key, one for the game's version
        found = events(program, game, **mark)
    assert (found.status_code, found.content) == (304, b"") and int(found.headers["Retry-After"]) > 0
    public = running(public=True)
    anybody = Program()
    mark = {"If-None-Match": events(anybody, public).headers["ETag"]}
    with django_assert_num_queries(1):
        assert events(anybody, public, **mark).status_code == 304
    do(game, person("rival"), "blue", {"kind": "hold"}, now=timezone.now())
    assert events(program, game, **mark).status_code == 200


def test_a_mark_is_its_reader_s_own_and_ends_with_what_they_may_see() -> None:
    game = running(public=True)
    mark = {"If-None-Match": events(Program("stranger"), game).headers["ETag"]}
    assert events(Program("rival"), game, **mark).status_code == 200
    stranger = Program("stranger")
    assert events(stranger, game, **mark).status_code == 304
    services.change_settings(game.pk, person("gm"), now=timezone.now(), public=False)
    assert events(stranger, game, **mark).status_code == 404


def test_after_a_rewind_the_log_says_that_the_game_went_back() -> None:
    game, program = played(players_rewind=True), Program("owner", "read")
    before = events(program, game).json()
    assert before["back_to"] is None
    services.rewind(game.pk, person("gm"), to_seq=0, drawn_seq=game.seq, key="back", now=timezone.now())
    fresh = events(program, game, f"?after={before['cursor']}").json()
    assert fresh["back_to"] == 0 and [one["kind"] for one in fresh["entries"]] == ["rewind"]
    undone = {one["seq"]: one["undone"] for one in events(program, game).json()["entries"]}
    assert undone[0] is False and undone[before["cursor"]] is True
    ahead = events(program, game, "?after=999")
    assert (ahead.status_code, ahead.json()["seq"]) == (409, fresh["seq"])


def test_who_polls_learns_that_a_backup_was_put_back() -> None:
    """After a backup is restored, a poll gets a full answer, because the log may have the same length but
    other contents.
    """
    game, program = played(), Program("owner", "read")
    before = events(program, game)
    assert before.json()["restored"] == 0
    Game.objects.filter(pk=game.pk).update(version=F("version") + A_RESTORE)
    after = events(program, game, **{"If-None-Match": before.headers["ETag"]})
    assert (after.status_code, after.json()["restored"]) == (200, 1)


def test_the_chronicle_begins_with_the_newest_and_goes_on() -> None:
    game, program = played(), Program("owner", "read")
    do(game, person("rival"), "blue", {"kind": "hold"}, now=timezone.now())
    whole = program.get(f"games/{game.pk}/chronicle").json()["entries"]
    assert [one["seq"] for one in whole] == sorted((one["seq"] for one in whole), reverse=True)
    found, before = [], ""
    for _ in some(range(len(whole) + 1)):
        part = program.get(f"games/{game.pk}/chronicle?limit=1{before}").json()
        found += part["entries"]
        if part["before"] is None:
            break
        before = f"&before={part['before']}"
    assert found == whole


def test_an_earlier_position_is_redacted_for_its_reader() -> None:
    game = played()
    first = Program("owner", "read").get(f"games/{game.pk}/moment?seq=0").json()
    now = Program("owner", "read").get(f"games/{game.pk}/moment").json()
    theirs = Program("rival", "read").get(f"games/{game.pk}/moment").json()
    state = Program("rival", "read").get(f"games/{game.pk}/state").json()
    assert first["view"] != now["view"] and theirs["view"] == state["view"] != now["view"]
    assert Program("owner", "read").get(f"games/{game.pk}/moment?seq=99").status_code == 404


def test_watchers_cost_the_same_however_many(django_assert_num_queries: Any) -> None:
    game = running(public=True)
    anybody = Program()
    mark = {"If-None-Match": events(anybody, game).headers["ETag"]}
    with CaptureQueriesContext(connection) as asked:
        statuses = {events(anybody, game, **mark).status_code for _ in range(200)}
    assert statuses == {304} and len(asked) == 200
