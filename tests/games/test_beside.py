"""Objections and treaties are exported with a game if the downloader may read them."""

from __future__ import annotations

import copy
import io
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.urls import reverse

from engine.game import BadScenario
from features.amending import corrections, objecting
from games import services
from games.models import Game, Objection, Promise, Treaty
from games.services.people import treaties
from games.services.people.treaties import ProposedPromise
from games.services.proof.audit import export_game, import_game, verify_export
from tests.flat import flat
from tests.found import some
from tests.games.cast import HOLD, NOW, a_game, a_user, attack, do
from tools import check_game

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
WORD, OPEN, SAID = "Corinth for Sparta", "The isthmus stays free", "It was eight, I counted."


@pytest.fixture
def gm() -> User:
    return a_user("marta")


@pytest.fixture
def third() -> User:
    return a_user("third")


@pytest.fixture
def game(gm: User, owner: User, rival: User, third: User) -> Game:
    """Create a public game that Marta leads and the others play."""
    return a_game(gm, {"red": owner, "blue": rival, "green": third}, public=True)


def propose(
    game: Game, by: User, seat: str, to: str, *wanted: ProposedPromise, public: bool = False
) -> Treaty:
    key = f"{seat} {to} {public}"
    return treaties.propose(
        game.pk, by, seat=seat, to=to, wanted=list(wanted), public=public, key=key, now=NOW
    )


def words(seat: str, text: str) -> ProposedPromise:
    return ProposedPromise(seat, {"kind": "words", "words": text, "until": 3})


def a_secret(game: Game, owner: User, rival: User) -> Treaty:
    one = propose(game, owner, "red", "blue", words("red", WORD))
    treaties.accept(game.pk, rival, one.pk, NOW)
    return one


def in_the_open(game: Game, owner: User, third: User) -> Treaty:
    one = propose(game, owner, "red", "green", words("green", OPEN), public=True)
    treaties.accept(game.pk, third, one.pk, NOW)
    return one


def an_objection(game: Game, gm: User, rival: User) -> int:
    """Create an objection by blue to a corrected fact."""
    game.refresh_from_db()
    wanted = [(("camps", "red", "east"), 9)]
    done = corrections.amend(game.pk, gm, wanted, why="Miscounted", drawn_seq=game.seq, key="9", now=NOW)
    objecting.object_to(game.pk, done.entry.seq, rival, SAID, now=NOW)
    game.refresh_from_db()
    return done.entry.seq


def file_of(game: Game, reader: User | None = None) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(export_game(Game.objects.get(pk=game.pk), NOW, reader)))
    return data


def fetched(client: Any, game: Game, who: User | None, page: str = "game-export") -> str:
    client.logout()
    if who is not None:
        client.force_login(who)
    answer = client.get(reverse(page, args=[game.pk]))
    assert answer.status_code == 200
    return str(answer.content.decode())


# --- contents of the file ---


def test_a_secret_treaty_goes_with_the_file_of_the_two_alone(
    game: Game, gm: User, owner: User, rival: User, third: User
) -> None:
    a_secret(game, owner, rival)
    for reader in some((owner, rival)):
        (one,) = file_of(game, reader)["treaties"]
        assert (one["seat"], one["to"], one["status"]) == ("red", "blue", "made")
        assert one["promises"][0]["terms"]["words"] == WORD
    for other in some((gm, third, a_user("stranger"), None)):
        data = file_of(game, other)
        assert data["treaties"] == [] and WORD not in json.dumps(data)


def test_an_open_one_and_one_that_was_revealed_go_with_everybodys(
    game: Game, owner: User, rival: User, third: User
) -> None:
    secret = a_secret(game, owner, rival)
    in_the_open(game, owner, third)
    assert [one["promises"][0]["terms"]["words"] for one in file_of(game)["treaties"]] == [OPEN]
    treaties.reveal(game.pk, rival, secret.pk, NOW)
    told = file_of(game)["treaties"]
    assert [one["revealed_by"] for one in told] == ["blue", ""]


def test_a_proposal_is_read_by_the_two_alone_even_if_it_is_to_be_open(
    game: Game, owner: User, rival: User, third: User
) -> None:
    propose(game, owner, "red", "blue", words("red", WORD), public=True)
    assert file_of(game, third)["treaties"] == [] and WORD not in json.dumps(file_of(game))
    assert [one["status"] for one in file_of(game, rival)["treaties"]] == ["proposed"]


def test_by_nothing_in_the_file_one_can_count_what_one_may_not_read(
    game: Game, owner: User, rival: User, third: User
) -> None:
    """Apart from what is public, the file is the same with and without secrets."""
    in_the_open(game, owner, third)
    before = file_of(game, third)
    a_secret(game, owner, rival)
    assert file_of(game, third) == before


def test_what_was_said_against_an_amendment_is_everybodys(
    game: Game, gm: User, rival: User, third: User
) -> None:
    seq = an_objection(game, gm, rival)
    for reader in some((gm, rival, third, None)):
        (one,) = file_of(game, reader)["objections"]
        assert one == {"entry": seq, "seat": "blue", "words": SAID, "created_at": NOW.isoformat()}
        assert rival.username not in json.dumps(file_of(game, reader)), "seats, no names"


@pytest.mark.parametrize("page", ["game-export", "api-export"])
def test_every_reader_downloads_their_own(
    page: str, game: Game, gm: User, owner: User, rival: User, third: User, client: Any
) -> None:
    a_secret(game, owner, rival)
    in_the_open(game, owner, third)
    if page == "game-export":
        assert WORD not in fetched(client, game, gm, page)
    services.abandon(game.pk, gm, now=NOW)
    assert all(WORD in fetched(client, game, who, page) for who in some((owner, rival)))
    for who in some((gm, third, a_user("stranger"), None)):
        told = fetched(client, game, who, page)
        assert WORD not in told and OPEN in told
    answer = client.get(reverse(page, args=[game.pk]))
    assert "no-store" in answer.headers["Cache-Control"] or "private" in answer.headers["Cache-Control"]


def test_the_page_says_what_is_in_the_file(
    game: Game, gm: User, owner: User, rival: User, third: User, client: Any
) -> None:
    a_secret(game, owner, rival)
    services.abandon(game.pk, gm, now=NOW)
    said = "Your secret treaties are included: anyone with the file can"
    assert said in flat(fetched(client, game, owner, "game-verify"))
    told = flat(fetched(client, game, third, "game-verify"))
    assert said not in told and "The file contains the full record of moves, and the" in told


def test_the_command_takes_what_everybody_may_read_or_what_somebody_may(
    game: Game, owner: User, rival: User, capsys: Any
) -> None:
    a_secret(game, owner, rival)
    call_command("export", str(game.pk))
    assert WORD not in capsys.readouterr().out
    call_command("export", str(game.pk), "--as", "rival")
    assert WORD in capsys.readouterr().out
    with pytest.raises(CommandError, match="no user 'nobody'"):
        call_command("export", str(game.pk), "--as", "nobody")


# --- importing the file ---


def a_broken_peace(game: Game, gm: User, owner: User, rival: User, third: User) -> None:
    """Create a game in which red promised blue peace and then attacked."""
    one = propose(
        game, owner, "red", "blue", ProposedPromise("red", {"kind": "peace", "until": 3}), public=True
    )
    treaties.accept(game.pk, rival, one.pk, NOW)
    do(game, owner, "red", attack("blue"))
    while not Promise.objects.filter(treaty=one, status="broken").exists():
        at = services.table(Game.objects.get(pk=game.pk))
        owed = at.decisions()[0]
        who = {"red": owner, "blue": rival, "green": third, "gm": gm}[owed.seat]
        do(game, who, owed.seat, at.system.codec.write(owed.default))


def test_an_imported_game_has_its_treaties_and_objections_again(
    game: Game, gm: User, owner: User, rival: User, third: User, client: Any
) -> None:
    seq = an_objection(game, gm, rival)
    a_secret(game, owner, rival)
    a_broken_peace(game, gm, owner, rival, third)
    data = file_of(game, owner)
    assert len(data["treaties"]) == 2 and data["treaties"][1]["promises"][0]["evidence"]
    Game.objects.all().delete()
    assert not Treaty.objects.exists() and verify_export(data).ok
    back = import_game(data, gm, NOW + HOUR)
    assert back.has_treaties and all(seat.free for seat in back.seats.all())
    again = file_of(back, gm)
    for name in some(("treaties", "objections")):
        assert again[name] == data[name], "and from there it is exported as it was"
    shown = flat(fetched(client, back, gm, "game-treaties"))
    assert WORD in shown and "Broken" in shown.title()
    told = flat(fetched(client, back, gm, "game-chronicle"))
    assert f"Blue objects: “{SAID}”" in told and WORD in told
    assert Objection.objects.get().seq == seq


def test_whoever_brought_a_game_reads_its_secrets_and_nobody_else(
    game: Game, gm: User, owner: User, rival: User, third: User, client: Any
) -> None:
    """The user who imports a game can read its secrets, because they already have the file. Nobody else can,
    not even the original players.
    """
    a_secret(game, owner, rival)
    in_the_open(game, owner, third)
    data = file_of(game, owner)
    Game.objects.all().delete()
    back = import_game(data, third, NOW)
    Game.objects.update(public=True)
    assert WORD in fetched(client, back, third, "game-treaties")
    for who in some((owner, rival, gm, None)):
        for page in ("game-treaties", "game-chronicle", "game-export"):
            assert WORD not in fetched(client, back, who, page)
        assert OPEN in fetched(client, back, who, "game-treaties")


def test_an_unfinished_imported_game_keeps_the_status_of_its_treaties(
    game: Game, gm: User, owner: User, rival: User
) -> None:
    a_secret(game, owner, rival)
    propose(game, owner, "red", "green", words("red", OPEN))
    data = file_of(game, owner)
    Game.objects.all().delete()
    back = import_game(data, gm, NOW)
    assert back.status == Game.Status.ABANDONED
    assert [one.status for one in Treaty.objects.order_by("pk")] == ["made", "proposed"]
    assert {row.status for row in Promise.objects.all()} == {"open"}


def test_a_file_of_before_has_nothing_beside_its_log(game: Game, gm: User, owner: User) -> None:
    do(game, owner, "red", HOLD)
    data = file_of(game)
    del data["treaties"], data["objections"]
    Game.objects.all().delete()
    assert verify_export(data).ok and list(check_game.faults(data)) == []
    back = import_game(data, gm, NOW)
    assert not back.has_treaties and not Treaty.objects.exists()
    Game.objects.all().delete()
    old = json.loads((Path(__file__).parent / "bound_to_steps.json").read_text())
    assert import_game(old, gm, NOW).has_ended


def test_a_file_of_a_newer_version_is_refused_with_its_treaties(
    game: Game, gm: User, owner: User, rival: User, tmp_path: Path
) -> None:
    a_secret(game, owner, rival)
    data = {**file_of(game, owner), "vexillum": 2}
    Game.objects.all().delete()
    file = tmp_path / "game.json"
    file.write_text(json.dumps(data))
    with pytest.raises(CommandError, match=r"written by a newer version"):
        call_command("import_game", str(file), "--gm", gm.username, stdout=io.StringIO())
    assert not Game.objects.exists() and not Treaty.objects.exists()


ODD = [
    ("objections", {}, "$.objections"),
    ("objections.0", 3, "$.objections[0]"),
    ("objections.0.entry", 0, "$.objections[0].entry"),
    ("objections.0.seat", "gm", "$.objections[0].seat"),
    ("objections.0.words", "x" * 501, "$.objections[0].words"),
    ("treaties", "none", "$.treaties"),
    ("treaties.0.seat", "purple", "$.treaties[0].seat"),
    ("treaties.0.to", "red", "$.treaties[0].to"),
    ("treaties.0.status", "broken", "$.treaties[0].status"),
    ("treaties.0.public", 1, "$.treaties[0].public"),
    ("treaties.0.made_seq", None, "$.treaties[0].made_seq"),
    ("treaties.0.made_seq", 10**9, "$.treaties[0].made_seq"),
    ("treaties.0.made_turn", -1, "$.treaties[0].made_turn"),
    ("treaties.0.revealed_by", "green", "$.treaties[0].revealed_by"),
    ("treaties.0.promises", None, "$.treaties[0].promises"),
    ("treaties.0.promises.0", [], "$.treaties[0].promises[0]"),
    ("treaties.0.promises.0.by", "green", "$.treaties[0].promises[0].by"),
    ("treaties.0.promises.0.to", "red", "$.treaties[0].promises[0].to"),
    ("treaties.0.promises.0.kind", "x" * 41, "$.treaties[0].promises[0].kind"),
    ("treaties.0.promises.0.terms", [], "$.treaties[0].promises[0].terms"),
    ("treaties.0.promises.0.evidence", [3], "$.treaties[0].promises[0].evidence[0]"),
    ("treaties.0.promises.0.evidence", [[10**9, {}]], "$.treaties[0].promises[0].evidence[0]"),
    ("treaties.0.promises.0.settled_seq", "2", "$.treaties[0].promises[0].settled_seq"),
    ("treaties.0.promises.0.disputed", None, "$.treaties[0].promises[0].disputed"),
]


@pytest.mark.parametrize(("where", "value", "path"), ODD)
def test_what_is_odd_beside_the_log_is_named_and_nothing_is_stored(
    where: str, value: Any, path: str, game: Game, gm: User, owner: User, rival: User
) -> None:
    an_objection(game, gm, rival)
    a_secret(game, owner, rival)
    data = copy.deepcopy(file_of(game, owner))
    Game.objects.all().delete()
    *way, last = [int(step) if step.isdigit() else step for step in where.split(".")]
    at: Any = data
    for step in way:
        at = at[step]
    at[last] = value
    with pytest.raises(BadScenario) as bad:
        import_game(data, gm, NOW)
    assert path in [one.path for one in bad.value.mistakes]
    assert not Game.objects.exists() and not Treaty.objects.exists()


@pytest.mark.parametrize(
    "terms", [{"province": "nowhere"}, {"until": {}}, {"words": {}}, {"gold": []}, {"until": 10**30}]
)
@pytest.mark.parametrize("kind", ["words", "peace", "passage", "unheard_of"])
def test_whatever_is_promised_the_page_of_an_imported_game_tells_it(
    kind: str, terms: dict[str, Any], game: Game, gm: User, owner: User, rival: User, client: Any
) -> None:
    """Every promise that can be imported is shown. A file with any other promise is refused."""
    a_secret(game, owner, rival)
    data = file_of(game, owner)
    data["treaties"][0]["promises"][0].update(kind=kind, terms=terms)
    Game.objects.all().delete()
    try:
        back = import_game(data, gm, NOW)
    except BadScenario:
        assert not Game.objects.exists()
    else:
        for page in ("game-treaties", "game-chronicle", "game-export", "api-treaties"):
            assert fetched(client, back, gm, page)


def test_the_checker_lists_them_and_says_that_nothing_proves_them(
    game: Game, gm: User, owner: User, rival: User, third: User
) -> None:
    seq = an_objection(game, gm, rival)
    a_secret(game, owner, rival)
    in_the_open(game, owner, third)
    data = file_of(game, owner)
    assert list(check_game.faults(data)) == []
    assert f"entry {seq}: blue objects: {SAID}" in list(check_game.amendments(data))
    assert list(check_game.treaties(data)) == [
        "treaty of red and blue (secret, made): red's words open",
        "treaty of red and green (open, made): green's words open",
    ]
    assert "treaties (a file has only those that its downloader may read)" in " ".join(
        str(check_game.__doc__).split()
    )
