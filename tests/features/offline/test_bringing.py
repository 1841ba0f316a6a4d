"""Uploads from phones that were offline. They are added to the log, or stored as branches until people
choose.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.http import Http404

from engine.game import IllegalAction, StaleAction
from features.offline import sync
from features.offline.export import export_for_offline
from games import services
from games.access import NotYourSeat
from games.models import Branch, Game, Outbox
from games.refusals import StepRefused
from games.services.leaving import InGames
from tests.features.offline.phones import Phone, a_battle, in_the_log, two_people
from tests.games.cast import NOW, a_game, a_user, abandon_agreed

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(db: Any) -> tuple[Any, Any]:
    return two_people()


@pytest.fixture
def game(people: Any) -> Game:
    """Create a game in which Anna enters the moves of both seats."""
    return a_battle(*people, hands="any")


def phone(game: Game, user: Any, own: str = "", seed: int = 1) -> Phone:
    return Phone(game, user, random.Random(seed), own).take()


def choose(game: Game, user: Any, row: Branch, seq: int | None = None) -> sync.UploadResult:
    game.refresh_from_db()
    return sync.choose(game.pk, user, row.pk, drawn_seq=game.seq if seq is None else seq, now=NOW)


def fresh(row: Branch | None) -> Branch:
    assert row is not None
    return Branch.objects.get(pk=row.pk)


def sound(game: Game) -> None:
    verdict = services.verify_game(Game.objects.get(pk=game.pk))
    assert verdict.ok, verdict.difference


def test_an_upload_that_continues_the_log_is_stored_byte_for_byte(game: Game, people: Any) -> None:
    anna, bert = people
    mine = phone(game, anna, "red").play(12)
    done = mine.come_back()
    game.refresh_from_db()
    assert (done.result, game.seq) == ("home", 12)
    at = services.table(game)
    assert at.head is not None and at.head.digest == mine.head.digest
    assert fresh(done.branch).state == Branch.State.HOME
    assert {entry.actor for entry in game.entries.filter(seq__gt=0)} == {anna}
    assert list(game.decisions.filter(answered_at=None).values_list("opened_seq", flat=True)) == [12]
    sound(game)


def test_a_repeated_upload_is_stored_once(game: Game, people: Any) -> None:
    mine = phone(game, people[0], "red").play(3)
    assert mine.come_back().result == "home"
    assert mine.come_back().result == "already"
    mine.play(2)  # as if the response was lost
    assert mine.come_back().result == "home"
    other = Phone(game, people[0], random.Random(0), "red", items=mine.items)
    other.base = mine.base  # type: ignore[attr-defined]
    assert other.come_back().result == "already"  # another phone uploads the same moves
    game.refresh_from_db()
    assert game.seq == 5
    sound(game)


def test_an_upload_skips_moves_that_are_already_stored(game: Game, people: Any) -> None:
    mine, theirs = phone(game, people[0], "red"), phone(game, people[0], "red")
    mine.play(5)
    theirs.play(5)  # the same seed leads to the same moves
    assert mine.items == theirs.items
    theirs.play(4)
    assert mine.come_back().result == "home"
    assert theirs.come_back().result == "home"
    game.refresh_from_db()
    assert game.seq == 9
    sound(game)


def test_two_conflicting_branches_wait_for_a_choice(game: Game, people: Any) -> None:
    anna, bert = people
    mine, theirs = phone(game, anna, "red", 1), phone(game, bert, "blue", 2)
    mine.play(6)
    theirs.play(4)
    assert mine.come_back().result == "home"
    done = theirs.come_back()
    row = fresh(done.branch)
    assert (done.result, row.state, row.parted, row.parted_seq) == ("conflict", "open", True, 0)
    assert [item["action"] for item in row.entries] == [item["action"] for item in theirs.items]
    game.refresh_from_db()
    assert game.seq == 6
    told = Outbox.objects.filter(game=game, kind=Outbox.Kind.BRANCH).values_list("recipient__username")
    assert {name for (name,) in told} == {"anna"}
    # Bert alone cannot undo Anna's moves; both together can
    assert choose(game, bert, row).result == "waiting"
    assert choose(game, bert, row).result == "waiting"
    game.refresh_from_db()
    assert game.seq == 6
    assert choose(game, anna, row).result == "home"
    game.refresh_from_db()
    assert game.seq == 6 + 1 + 4
    rewind = game.entries.get(seq=7)
    assert (rewind.kind, rewind.action["to"], rewind.action["way"]) == ("rewind", 0, "agreed")
    assert rewind.action["dice"] == sum(len(item["dice"]) for item in mine.items)
    assert in_the_log(game)[6:] == [(i["seat"], i["action"], i["dice"]) for i in theirs.items]
    assert fresh(row).state == Branch.State.CHOSEN
    assert theirs.come_back().result == "already"
    assert mine.come_back().result == "already"
    sound(game)


def test_one_word_is_enough_where_it_concerns_who_brought_it(game: Game, people: Any) -> None:
    anna, bert = people
    mine, theirs = phone(game, anna, "red", 1).play(3), phone(game, bert, "blue", 2).play(2)
    mine.come_back()
    row = theirs.come_back().branch
    assert choose(game, anna, fresh(row)).result == "home"  # Bert agreed by uploading the branch
    sound(game)


def test_at_one_table_who_sees_it_chooses(people: Any) -> None:
    anna, bert = people
    game = a_battle(anna, bert, hands="any", players_rewind=True)
    mine, theirs = phone(game, anna, "red", 1).play(3), phone(game, bert, "blue", 2).play(2)
    mine.come_back()
    row = theirs.come_back().branch
    assert choose(game, bert, fresh(row)).result == "home"
    game.refresh_from_db()
    assert game.entries.get(seq=4).action["way"] == "table"
    sound(game)


def test_a_branch_that_was_set_aside_can_still_be_chosen(game: Game, people: Any) -> None:
    anna, bert = people
    mine, theirs = phone(game, anna, "red", 1).play(3), phone(game, bert, "blue", 2).play(2)
    mine.come_back()
    row = fresh(theirs.come_back().branch)
    sync.set_aside_branch(game.pk, anna, row.pk, now=NOW)
    assert fresh(row).state == Branch.State.LEFT
    assert theirs.come_back().result == "conflict"  # the phone learns where its branch is
    assert fresh(row).state == Branch.State.LEFT
    assert choose(game, anna, row).result == "home"  # the branch can still be chosen
    sound(game)


def test_nobody_types_for_a_seat_of_another(people: Any) -> None:
    anna, bert = people
    game = a_battle(anna, bert)
    mine = phone(game, anna).play(30)
    assert {item["seat"] for item in mine.items} == {"red", "blue"}
    done = mine.come_back()
    assert done.result == "waiting"
    game.refresh_from_db()
    assert game.seq == 0
    row = fresh(done.branch)
    assert choose(game, anna, row).result == "waiting"
    assert choose(game, bert, row).result == "home"
    game.refresh_from_db()
    assert game.seq == 30
    sound(game)


def test_who_brings_the_same_from_another_phone_agrees(people: Any) -> None:
    anna, bert = people
    game = a_battle(anna, bert)
    mine, theirs = phone(game, anna).play(30), phone(game, bert).play(20)
    assert mine.come_back().result == "waiting"
    assert theirs.come_back().result == "home"  # both branches agree up to move 20
    game.refresh_from_db()
    assert game.seq == 20
    theirs.play(10)
    assert theirs.come_back().result == "home"
    assert Branch.objects.filter(state="open").count() == 0
    game.refresh_from_db()
    assert game.seq == 30
    sound(game)


def test_a_game_master_who_does_not_play_speaks_for_everybody(people: Any) -> None:
    anna, bert = people
    gm = a_user("gm")
    game = a_battle(anna, bert, gm=gm)
    row = phone(game, anna).play(30).come_back().branch
    assert choose(game, gm, fresh(row)).result == "home"
    sound(game)


def test_steps_taken_back_on_the_phone(game: Game, people: Any) -> None:
    anna, bert = people
    mine = phone(game, anna, "red").play(4)
    mine.back(2)
    mine.play(3)
    done = mine.come_back()
    game.refresh_from_db()
    if done.result == "waiting":  # undoing a die needs another player's consent
        assert any(item.get("dice") for item in mine.items[2:4])
        assert choose(game, bert, fresh(done.branch)).result == "home"
        game.refresh_from_db()
    assert game.seq == 8
    at = services.table(game)
    assert [entry.kind for entry in game.entries.order_by("seq")][5] == "rewind"
    assert at.rules.view(at.state, None) == at.rules.view(mine.head.state, None)
    sound(game)


def test_a_forbidden_step_is_named_and_all_of_it_kept(game: Game, people: Any) -> None:
    anna, _bert = people
    mine = phone(game, anna, "red").play(4)
    mine.items[2] = {**mine.items[2], "action": {"kind": "end_combat"}, "dice": []}
    done = mine.come_back()
    assert done.result == "refused"
    assert isinstance(done.why, StepRefused) and done.why.number == 3
    game.refresh_from_db()
    assert game.seq == 0
    row = fresh(done.branch)
    assert row.entries == mine.items and row.open
    kept = sync.why_refused(row)
    assert isinstance(kept, StepRefused) and (kept.number, kept.code) == (3, done.why.code)
    with pytest.raises(StepRefused):
        choose(game, anna, row)


@pytest.mark.parametrize("wrong", ["missing", "many", "face", "to"])
def test_uploads_with_malformed_steps_are_refused(game: Game, people: Any, wrong: str) -> None:
    anna, _bert = people
    mine = phone(game, anna, "red").play(14)
    place = next(n for n, item in enumerate(mine.items) if item["dice"])
    item = mine.items[place]
    mine.items[place] = {
        "missing": {**item, "dice": []},
        "many": {**item, "dice": [*item["dice"], 1]},
        "face": {**item, "dice": [7] * len(item["dice"])},
        "to": {"kind": "rewind", "seat": "red", "to": 900},
    }[wrong]
    done = mine.come_back()
    assert done.result == "refused"
    assert isinstance(done.why, StepRefused) and done.why.number == place + 1
    game.refresh_from_db()
    assert game.seq == 0 and fresh(done.branch).entries == mine.items


def test_facts_put_right_on_the_phone_are_kept_and_not_carried_out(game: Game, people: Any) -> None:
    anna, _bert = people
    mine = phone(game, anna, "red").play(3)
    mine.items[1] = {"kind": "amend", "seat": "red", "action": {"changes": []}, "dice": []}
    done = mine.come_back()
    assert isinstance(done.why, StepRefused) and (done.why.number, done.why.code) == (2, "branch_amended")
    assert fresh(done.branch).entries == mine.items


def test_taken_along_under_older_rules(game: Game, people: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game continues under newer rules, and moves that they forbid are reported."""
    mine = phone(game, people[0], "red").play(6)
    monkeypatch.setattr(type(mine.opening.system), "version", "99")
    assert mine.come_back().result == "home"
    assert {*game.entries.values_list("rules_version", flat=True)} >= {"99"}
    sound(game)

    def stricter(rules: Any, state: Any, seat: str, action: Any, dice: Any) -> Any:
        raise IllegalAction("9.9", "no_longer")

    later = phone(game, people[0], "red", 3).play(2)
    monkeypatch.setattr(type(later.opening.rules), "apply", stricter)
    done = later.come_back()
    assert isinstance(done.why, StepRefused) and (done.why.number, done.why.rule) == (1, "9.9")


def test_a_guest_who_signs_up_keeps_their_word(game: Game, people: Any) -> None:
    anna, bert = people
    row = phone_with_two_ways(game, people)
    assert choose(game, bert, row).result == "waiting"
    heir = a_user("heir")
    sync.hand_over_words(bert, heir)
    assert fresh(row).words == [heir.pk]
    assert [one["game"] for one in InGames().data_about(anna)["brought"]] == [str(game.pk)]


def phone_with_two_ways(game: Game, people: Any) -> Branch:
    mine, theirs = phone(game, people[0], "red", 1).play(3), phone(game, people[1], "blue", 2).play(2)
    mine.come_back()
    return fresh(theirs.come_back().branch)


def test_an_upload_with_an_unknown_base_is_refused(game: Game, people: Any) -> None:
    anna, _bert = people
    mine = phone(game, anna, "red").play(4)
    mine.base = {"seq": 0, "digest": "0" * 64}
    done = mine.come_back()
    assert (done.result, done.why and done.why.code) == ("refused", "branch_unknown_base")
    assert fresh(done.branch).entries == mine.items


def test_a_base_that_was_taken_back(people: Any) -> None:
    anna, bert = people
    game = a_battle(anna, bert, hands="any", players_rewind=True)
    first = phone(game, anna, "red").play(5)
    first.come_back()
    mine = phone(game, anna, "red", 7).play(3)
    game.refresh_from_db()
    services.rewind(game.pk, bert, to_seq=2, drawn_seq=5, key="r", now=NOW)
    done = mine.come_back()
    row = fresh(done.branch)
    assert (done.result, row.parted_seq) == ("conflict", 2)
    assert choose(game, anna, row).result == "home"  # everything undone with it is restored
    game.refresh_from_db()
    assert game.seq == 6 + 3 + 3
    sound(game)


def test_an_upload_that_includes_undone_moves_leaves_the_log_sound(people: Any) -> None:
    anna, bert = people
    game = a_battle(anna, bert, hands="any", players_rewind=True)
    mine, theirs = phone(game, anna, "red"), phone(game, bert, "red")
    mine.play(4)
    theirs.play(6)
    mine.come_back()
    game.refresh_from_db()
    services.rewind(game.pk, anna, to_seq=2, drawn_seq=4, key="r", now=NOW)
    done = sync.import_moves(
        game.pk,
        anna,
        device=theirs.device,
        base=0,
        base_digest=theirs.base["digest"],
        items=mine.items[:2] + theirs.items[2:],
        now=NOW,
    )
    assert done.result in {"home", "conflict"}
    sound(game)


def test_a_battle_fought_to_its_end_offline(game: Game, people: Any) -> None:
    anna, bert = people
    mine = phone(game, anna, "red").play(8)
    mine.do("red", {"kind": "concede"})
    assert mine.over
    assert mine.come_back().result == "home"
    game.refresh_from_db()
    assert game.has_ended and "blue" in str(game.outcome)
    later = phone_of(mine, bert)
    assert later.come_back().result == "conflict"  # moves of an ended game are kept too
    sound(game)


def phone_of(mine: Phone, user: Any) -> Phone:
    """Return another user's phone that continued the game differently, from the same position as the phone
    ``mine``.
    """
    other = Phone(mine.game, user, random.Random(99), "blue")
    other.opening, other.base = mine.opening, mine.base  # type: ignore[attr-defined]
    other.head = mine.heads[mine.base["seq"]]  # type: ignore[attr-defined]
    other.heads, other.line = {other.head.seq: other.head}, [other.head.seq]
    return other.play(3)


def test_a_game_given_up_meanwhile_keeps_what_is_brought(game: Game, people: Any) -> None:
    anna, bert = people
    mine = phone(game, anna, "red").play(3)
    abandon_agreed(game, anna, bert)
    done = mine.come_back()
    assert (done.result, done.why and done.why.code) == ("refused", "not_running")
    assert fresh(done.branch).entries == mine.items


def test_a_paused_game_takes_it(game: Game, people: Any) -> None:
    anna, _bert = people
    mine = phone(game, anna, "red").play(3)
    services.pause(game.pk, anna, now=NOW)
    assert mine.come_back().result == "home"
    game.refresh_from_db()
    assert game.is_paused and game.seq == 3


def test_who_has_no_seat_brings_nothing(game: Game, people: Any, stranger: Any) -> None:
    anna, _bert = people
    mine = phone(game, anna, "red").play(3)
    with pytest.raises(Http404):
        mine.come_back(user=stranger)
    Game.objects.filter(pk=game.pk).update(public=True)
    with pytest.raises(NotYourSeat):
        mine.come_back(user=stranger)
    with pytest.raises(NotYourSeat):
        export_for_offline(Game.objects.get(pk=game.pk), stranger)
    assert not Branch.objects.exists()


def test_an_upload_by_another_account_waits_for_approval(game: Game, people: Any) -> None:
    anna, bert = people
    mine = phone(game, anna, "red").play(3)
    done = mine.come_back(user=bert)  # with Anna's moves
    assert done.result == "waiting" and fresh(done.branch).by == bert
    assert mine.come_back().result == "home"
    assert fresh(done.branch).state == Branch.State.HOME


def test_only_games_with_typed_dice_and_nothing_hidden(people: Any) -> None:
    anna, bert = people
    for more, code in (
        ({"dice_mode": Game.DiceMode.VIRTUAL}, "offline_server_dice"),
        ({"system": "fords", "options": {}}, "offline_hidden"),
    ):
        seats = {"red": anna, "blue": bert, "green": anna}
        game = (
            a_battle(anna, bert, **more)
            if "dice_mode" in more
            else a_game(anna, seats, dice_mode=Game.DiceMode.PHYSICAL)
        )
        with pytest.raises(IllegalAction, match=code):
            export_for_offline(game, anna)
    game = a_battle(anna, "bot")
    with pytest.raises(IllegalAction, match="offline_program"):
        export_for_offline(game, anna)


@pytest.mark.parametrize("wrong", [{"action": {"kind": "fly", "to": {"x": [1]}}}, {"seat": "purple"}])
def test_what_no_game_of_its_kind_knows_is_not_stored(game: Game, people: Any, wrong: Any) -> None:
    anna, _bert = people
    mine = phone(game, anna, "red").play(3)
    mine.items[1] = {**mine.items[1], **wrong}
    with pytest.raises(IllegalAction, match="branch_impossible") as refused:
        mine.come_back()
    assert refused.value.facts["number"] == 2 and not Branch.objects.filter(game=game).exists()


def test_the_branches_of_one_person_are_bounded(
    game: Game, people: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bert = people
    monkeypatch.setattr(sync, "MOST_OPEN", 2)
    phone(game, anna, "red").play(3).come_back()
    waits = [phone_of_base(game, bert, seed) for seed in range(4)]
    assert [one.come_back().result for one in waits[:2]] == ["conflict"] * 2
    with pytest.raises(IllegalAction, match="branches_too_many"):
        waits[2].come_back()
    assert phone_of_base(game, anna, 9).come_back().result == "conflict", "others have room of their own"
    first = Branch.objects.filter(game=game, by=bert, state="open").first()
    assert first is not None
    sync.set_aside_branch(game.pk, bert, first.pk, now=NOW)
    assert waits[2].come_back().result == "conflict", "what was put aside takes no room"


def test_an_upload_that_continues_the_log_ignores_the_branch_limit(
    game: Game, people: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bert = people
    phone(game, anna, "red").play(3).come_back()
    for seed in range(2):
        phone_of_base(game, anna, seed).come_back()
    monkeypatch.setattr(sync, "MOST_OPEN", 2)
    game.refresh_from_db()
    before = game.seq
    assert phone(game, anna, "red").play(2).come_back().result == "home"
    game.refresh_from_db()
    assert game.seq > before


def test_branches_set_aside_are_deleted_eventually(
    game: Game, people: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bert = people
    monkeypatch.setattr(sync, "MOST_LEFT", 3)
    phone(game, anna, "red").play(3).come_back()
    for seed in range(5):
        row = phone_of_base(game, bert, seed).come_back().branch
        assert row is not None
        sync.set_aside_branch(game.pk, anna, row.pk, now=NOW)
    left = Branch.objects.filter(game=game, state="left")
    assert left.count() == 3
    left.update(closed_at=NOW - sync.LEFT_FOR)
    assert phone_of_base(game, bert, 7).come_back().result == "conflict"
    assert not left.exists()


def phone_of_base(game: Game, user: Any, seed: int) -> Phone:
    """Return a phone that downloaded the game at its beginning."""
    entry = game.entries.get(seq=0)
    made = Phone(game, user, random.Random(100 + seed), "blue").take()
    made.base = {"seq": 0, "digest": entry.digest}  # type: ignore[attr-defined]
    made.play(2)
    return made


def test_stale_pages_choose_nothing(game: Game, people: Any) -> None:
    anna, bert = people
    phone(game, anna, "red").play(3).come_back()
    row = fresh(phone_of_base(game, bert, 1).come_back().branch)
    with pytest.raises(StaleAction):
        choose(game, anna, row, seq=1)
