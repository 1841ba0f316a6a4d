"""Facts corrected by a game master: announced to everyone, open to objection, and consistent with the
rest.
"""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from engine.game import IllegalAction, InvalidAction, StaleAction
from features.amending import corrections, facts, objecting
from games import services
from games.models import Amendment, Entry, Game, Objection, Outbox, PendingDecision, Plan
from games.refusals import Broken
from games.services import history
from games.services.going_back import consent
from games.services.proof.audit import export_game, verify_export
from games.wording.narration import describe_amendment
from tests.engine.example.system import FORDS
from tests.found import some
from tests.games.cast import HOLD, NOW, a_game, a_user, do, stored
from tests.games.stroll import HALT, WALK

pytestmark = pytest.mark.django_db
CAMP = ("camps", "red", "east")
HAND = ("hands", "red")
WHY = "we had miscounted"


@pytest.fixture
def gm(db: Any) -> Any:
    return a_user("gm")


@pytest.fixture
def game(gm: Any, owner: Any, rival: Any) -> Game:
    """Create a game after its set-up, with everyone's orders due and a game master who does not play."""
    return a_game(gm, {"red": owner, "blue": rival, "green": owner})


@pytest.fixture
def played(owner: Any, rival: Any) -> Game:
    """Create a game like ``game``, but led by red's player, and with a bot for green."""
    return a_game(owner, {"red": owner, "blue": rival, "green": "bot"})


def put(game: Game, user: Any, *wanted: tuple[Any, Any], why: str = WHY, **more: Any) -> services.StepResult:
    game.refresh_from_db()
    more = {"drawn_seq": game.seq, "key": str(uuid.uuid4()), "now": NOW, **more}
    done = corrections.amend(game.pk, user, wanted or [(CAMP, 9)], why=why, **more)
    game.refresh_from_db()
    return done


def asked(game: Game, user: Any, *wanted: tuple[Any, Any], why: str = WHY) -> Amendment:
    game.refresh_from_db()
    return corrections.ask(game.pk, user, wanted or [(CAMP, 9)], why=why, drawn_seq=game.seq, now=NOW)


def told(game: Game, seat: str | None) -> str:
    """Return the newest line of the chronicle."""
    from games import plugins

    at = services.table(Game.objects.get(pk=game.pk))
    line = services.chronicle(at, seat, limit=1)[0]
    assert line.amended is not None
    return " ".join(describe_amendment(plugins.wording(game), line.amended))


def test_the_fact_is_put_right_and_everybody_is_told(game: Game, gm: Any, owner: Any, rival: Any) -> None:
    before = services.table(game).state.camps["red"]["east"]
    entry = put(game, gm).entry
    assert (entry.kind, entry.seat, entry.reason) == ("amend", "gm", Entry.Reason.GM)
    assert services.table(game).state.camps["red"]["east"] == 9
    for seat in (None, "red", "blue"):
        assert f"{before} → 9" in told(game, seat) and WHY in told(game, seat)
    mails = Outbox.objects.filter(game=game, kind=Outbox.Kind.AMENDED)
    assert {one.recipient_id for one in mails} == {owner.pk, rival.pk}


def test_verify_export_and_earlier_moments_know_it(game: Game, gm: Any, owner: Any) -> None:
    put(game, gm)
    do(game, owner, "red", HOLD)
    assert services.verify_game(game).ok
    assert verify_export(export_game(game, NOW)).ok
    at = services.table(game)
    states = {seq: state.camps["red"]["east"] for seq, state in services.states_at(at, range(3))}
    assert states[1] == states[2] == 9 != states[0]


def test_a_rewind_goes_back_before_it_and_over_it(game: Game, gm: Any, owner: Any) -> None:
    first = services.table(game).state
    put(game, gm)
    do(game, owner, "red", HOLD)
    for to_seq, camps in ((1, 9), (0, first.camps["red"]["east"])):
        game.refresh_from_db()
        services.rewind(game.pk, gm, to_seq=to_seq, drawn_seq=game.seq, key=f"back{to_seq}", now=NOW)
        game.refresh_from_db()
        assert services.table(game).state.camps["red"]["east"] == camps
    assert services.verify_game(game).ok


def test_nobody_takes_it_back_as_a_step_of_their_own(game: Game, gm: Any, owner: Any) -> None:
    do(game, owner, "red", HOLD)
    put(game, gm)
    at = services.table(game)
    assert services.own_steps(at, owner, NOW) == 0
    assert consent.Reach(at, owner, NOW).free_reason(consent.collect_undone(at, 0)) is None
    assert len(consent.collect_undone(at, 0).entries) == 2


def test_a_file_of_another_server_keeps_it(game: Game, gm: Any, owner: Any) -> None:
    put(game, gm)
    data = export_game(game, NOW)
    game.delete()
    again = services.import_game(data, gm, NOW)
    assert services.table(again).state.camps["red"]["east"] == 9
    assert verify_export(export_game(again, NOW)).ok


def test_what_breaks_an_invariant_is_refused_nothing_lost_nothing_told(game: Game, gm: Any) -> None:
    before, mails = stored(game), Outbox.objects.count()
    with pytest.raises(Broken) as refused:
        put(game, gm, (CAMP, -2))
    assert [one.path for one in refused.value.mistakes] == ["camps.red.east"]
    assert (stored(game), Outbox.objects.count()) == (before, mails)


@pytest.mark.parametrize(
    ("wanted", "why", "code"),
    [
        ([], WHY, "amend_nothing"),
        ([(("round",), 2)], WHY, "no_such_fact"),
        ([(("camps", "red"), 2)], WHY, "no_such_fact"),
        ([(CAMP, "seven")], WHY, "no_such_value"),
        ([(CAMP, 10**9)], WHY, "no_such_value"),
        ([(CAMP, 9)], "  ", "amend_no_why"),
        ([(CAMP, 9)], "x" * 301, "amend_long_why"),
        ([(CAMP, 9)] * 13, WHY, "amend_too_many"),
    ],
)
def test_what_is_not_understood_is_refused(game: Game, gm: Any, wanted: Any, why: str, code: str) -> None:
    before = stored(game)
    with pytest.raises((InvalidAction, IllegalAction), match=code):
        corrections.amend(game.pk, gm, wanted, why=why, drawn_seq=game.seq, key="k", now=NOW)
    assert stored(game) == before


def test_a_repeated_correction_counts_once_and_a_late_one_is_stale(game: Game, gm: Any, owner: Any) -> None:
    first = put(game, gm, key="same", drawn_seq=0)
    again = put(game, gm, key="same", drawn_seq=0)
    assert again.repeated and again.entry == first.entry
    with pytest.raises(StaleAction):
        put(game, gm, (CAMP, 3), drawn_seq=0)


def test_only_the_game_master_may_and_strangers_find_no_game(game: Game, owner: Any, stranger: Any) -> None:
    with pytest.raises(PermissionDenied):
        put(game, owner)
    with pytest.raises(Http404):
        put(game, stranger)


def test_a_game_that_is_over_stays_as_it_is(game: Game, gm: Any) -> None:
    services.abandon(game.pk, gm, now=NOW)
    with pytest.raises(IllegalAction, match="not_running"):
        put(game, gm)


# --- consequences -----------------------------------------------------------------------------------------


def test_questions_follow_and_those_that_stay_keep_their_deadline(game: Game, gm: Any, owner: Any) -> None:
    due = {row.seat: row.due_at for row in game.decisions.filter(answered_at=None)}
    put(game, gm, (("camps", "blue", "east"), 0), (("camps", "blue", "west"), 0))
    left = {row.seat: row.due_at for row in game.decisions.filter(answered_at=None)}
    assert set(due) == {"red", "blue", "green"} and set(left) == {"red", "green"}
    assert left == {seat: due[seat] for seat in left}
    assert not PendingDecision.objects.filter(game=game, seat="blue", answered_at=None).exists()


def test_a_plan_that_was_sent_off_stops(gm: Any, owner: Any, rival: Any) -> None:
    people = {"north": owner, "south": rival}
    game = a_game(gm, people, system="stroll", options={}, scenario_name="two")
    services.send_plan(game.pk, owner, "north", [HALT, WALK], drawn_seq=0, key="plan", now=NOW)
    game.refresh_from_db()
    put(game, gm, (("points", "south"), 7))
    plan = Plan.objects.get(seat__game=game)
    assert plan.status == Plan.Status.DRAFT
    assert plan.stopped is not None and plan.stopped["code"] == "plan_amended"


def test_the_preview_tells_what_would_change(game: Game, gm: Any) -> None:
    at = services.table(game)
    wanted = [(("camps", "blue", "east"), 0), (("camps", "blue", "west"), 0)]
    seen = facts.preview(at, gm, facts.changes_of(at, gm, wanted))
    assert [one.seat for one in seen.closed] == ["blue"] and not seen.opened
    assert not (seen.mistakes or seen.battle or seen.ends)
    broken = facts.preview(at, gm, facts.changes_of(at, gm, [(CAMP, -1)]))
    assert [one.code for one in broken.mistakes] == ["too_low"]
    assert services.table(game).seq == 0, "nothing has happened"


# --- a game master who plays ------------------------------------------------------------------------------


def test_who_plays_needs_anothers_word(played: Game, owner: Any, rival: Any) -> None:
    with pytest.raises(IllegalAction, match="amend_ask"):
        put(played, owner)
    request = asked(played, owner)
    assert asked(played, owner) == request
    mail = Outbox.objects.get(game=played, kind=Outbox.Kind.AMEND_ASKED)
    assert mail.recipient_id == rival.pk
    assert services.table(played).state.camps["red"]["east"] != 9
    with pytest.raises(PermissionDenied):
        corrections.answer(played.pk, request.pk, owner, agree=True, now=NOW)
    corrections.answer(played.pk, request.pk, rival, agree=True, now=NOW)
    corrections.answer(played.pk, request.pk, rival, agree=True, now=NOW)
    played.refresh_from_db()
    assert services.table(played).state.camps["red"]["east"] == 9
    line = services.chronicle(services.table(played), None, limit=1)[0]
    assert line.amended is not None and line.amended.agreed == ("Blue",)
    assert services.verify_game(played).ok


def test_a_request_that_is_declined_changes_nothing(played: Game, owner: Any, rival: Any) -> None:
    request = asked(played, owner)
    corrections.answer(played.pk, request.pk, rival, agree=False, why="it was not so", now=NOW)
    assert Outbox.objects.filter(kind=Outbox.Kind.AMEND_REFUSED, recipient=owner).exists()
    assert played.entries.filter(kind="amend").count() == 0
    with pytest.raises(IllegalAction, match="amend_declined"):
        asked(played, owner)
    with pytest.raises(IllegalAction, match="amend_closed"):
        corrections.answer(played.pk, request.pk, rival, agree=True, now=NOW)


def test_a_request_ends_when_the_game_moves_on(played: Game, owner: Any, rival: Any) -> None:
    request = asked(played, owner)
    do(played, rival, "blue", HOLD)
    assert corrections.request_of(Game.objects.get(pk=played.pk)) is None
    with pytest.raises(StaleAction):
        corrections.answer(played.pk, request.pk, rival, agree=True, now=NOW)
    assert asked(played, owner).pk != request.pk


def test_a_request_is_withdrawn_by_who_asked(played: Game, owner: Any, rival: Any) -> None:
    request = asked(played, owner)
    with pytest.raises(PermissionDenied):
        corrections.withdraw(played.pk, request.pk, rival, now=NOW)
    corrections.withdraw(played.pk, request.pk, owner, now=NOW)
    assert corrections.request_of(played) is None


def test_who_plays_alone_needs_nobody(owner: Any) -> None:
    alone = a_game(owner, {"red": owner, "blue": "bot", "green": "bot"})
    with pytest.raises(IllegalAction, match="amend_alone"):
        asked(alone, owner)
    put(alone, owner)
    assert services.verify_game(alone).ok


# --- hidden facts -----------------------------------------------------------------------------------------


def with_cards(gm: Any, seats: dict[str, Any]) -> Game:
    return a_game(gm, seats, scenario=FORDS.scenario("cards"))


def test_what_is_hidden_is_told_to_whom_it_concerns_alone(gm: Any, owner: Any, rival: Any) -> None:
    game = with_cards(gm, {"red": owner, "blue": rival, "green": "bot"})
    put(game, gm, (HAND, ["nothing"]), why="the ambush was mine")
    assert "→ Nothing" in told(game, "red") and "ambush was mine" in told(game, "red")
    for eyes in ("blue", "green", None):
        line = told(game, eyes)
        assert "Something hidden was corrected; what it was will be" in line
        assert "mbush" not in line and "Nothing" not in line and "Hands" not in line
    assert not any("ambush" in str(one.payload) for one in some(Outbox.objects.filter(game=game)))
    assert services.verify_game(game).ok


def test_when_the_game_has_ended_it_is_told(gm: Any, owner: Any, rival: Any) -> None:
    game = with_cards(gm, {"red": owner, "blue": rival, "green": "bot"})
    put(game, gm, (HAND, ["nothing"]), why="the ambush was mine")
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ENDED)
    assert "ambush was mine" in told(game, "blue")


def test_who_leads_and_plays_is_offered_no_hidden_fact(owner: Any, rival: Any, gm: Any) -> None:
    game = with_cards(owner, {"red": owner, "blue": rival, "green": "bot"})
    found = facts.correctable_facts(services.table(game), owner)
    assert found and all(fact.seen_by is None for fact in found.values())
    with pytest.raises(InvalidAction, match="no_such_fact"):
        asked(game, owner, (("hands", "blue"), ["nothing"]))
    impartial = with_cards(gm, {"red": owner, "blue": rival, "green": "bot"})
    assert HAND in facts.correctable_facts(services.table(impartial), gm)


# --- objections -------------------------------------------------------------------------------------------


def test_a_player_objects_and_everybody_reads_it(game: Game, gm: Any, owner: Any, rival: Any) -> None:
    entry = put(game, gm).entry
    told(game, None)  # fill the cache of wordings
    objecting.object_to(game.pk, entry.seq, rival, " it was eight ", now=NOW)
    objecting.object_to(game.pk, entry.seq, rival, "it was eight", now=NOW)
    assert Objection.objects.count() == 1
    for seat in (None, "red", "gm"):
        assert "Blue (rival) objects: “it was eight”" in told(game, seat)
    assert Outbox.objects.get(kind=Outbox.Kind.OBJECTED).recipient_id == gm.pk
    (line,) = history.amendments(services.table(game), None)
    assert line.amended is not None and len(line.amended.objections) == 1


def test_an_objection_is_one_players_to_an_amendment(game: Game, gm: Any, rival: Any, stranger: Any) -> None:
    entry = put(game, gm).entry
    for words, code in (("", "objection_empty"), ("x" * 501, "objection_long")):
        with pytest.raises(IllegalAction, match=code):
            objecting.object_to(game.pk, entry.seq, rival, words, now=NOW)
    with pytest.raises(Http404):
        objecting.object_to(game.pk, 0, rival, "no", now=NOW)
    with pytest.raises(PermissionDenied):
        objecting.object_to(game.pk, entry.seq, gm, "no", now=NOW)
    with pytest.raises(Http404):
        objecting.object_to(game.pk, entry.seq, stranger, "no", now=NOW)
    objecting.object_to(game.pk, entry.seq, rival, "no", now=NOW)
    with pytest.raises(IllegalAction, match="objected_already"):
        objecting.object_to(game.pk, entry.seq, rival, "and no", now=NOW)
