"""Submitting an action takes one step exactly once, or is refused and changes nothing."""

import pytest
from django.http import Http404

from engine.dice import BadFace, DiceNeeded
from engine.game import IllegalAction, InvalidAction, StaleAction
from games import services
from games.access import NotYourSeat
from games.caches.game_cache import Memory
from games.models import Entry, Game, Snapshot
from games.models.entry import AppendOnly
from games.services import consequences, entries
from tests.games.cast import HOLD, NOW, a_game, a_user, attack, do, stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def three(owner, rival, stranger):
    """Create a game of three people, in which the cast's stranger also has a seat."""
    return a_game(owner, {"red": owner, "blue": rival, "green": stranger})


def test_an_action_becomes_an_entry_a_snapshot_and_the_next_decisions(three, owner):
    done = do(three, owner, "red", HOLD)
    assert (done.entry.seq, done.entry.step, done.entry.seat, done.entry.actor) == (1, 1, "red", owner)
    assert three.seq == 1
    assert Snapshot.objects.get(game=three, seq=1).entry_digest == done.entry.digest
    open_now = three.decisions.filter(answered_at=None).values_list("decision", flat=True)
    assert sorted(open_now) == ["order:1:blue", "order:1:green"]
    assert three.decisions.get(decision="order:1:red").answered_at == NOW


def test_a_game_that_was_loaded_earlier_is_opened_where_it_stands_now(three, owner):
    loaded = Game.objects.get(pk=three.pk)
    do(three, owner, "red", HOLD)
    opened = services.table(loaded)
    assert (opened.seq, loaded.seq, loaded.version) == (1, 1, three.version)
    assert "order:1:red" not in {d.id for d in opened.decisions()}
    assert "order:1:blue" in {d.id for d in opened.decisions()}


def test_a_double_click_has_one_effect(three, owner):
    first = do(three, owner, "red", HOLD, drawn_seq=0, key="k1")
    second = do(three, owner, "red", HOLD, drawn_seq=0, key="k1")
    assert second.repeated and second.entry == first.entry
    assert Entry.objects.filter(game=three).count() == 2


def test_a_key_serves_one_request_only(three, owner):
    do(three, owner, "red", HOLD, key="k1")
    before = stored(three)
    with pytest.raises(InvalidAction, match="key_reused"):
        do(three, owner, "red", attack("blue"), key="k1")
    assert stored(three) == before


def test_a_request_without_a_key_is_refused(three, owner):
    with pytest.raises(InvalidAction, match="no_key"):
        do(three, owner, "red", HOLD, key="")


def test_a_stale_page_is_refused(three, owner, rival, stranger):
    for seat, user in (("red", owner), ("blue", rival), ("green", stranger)):
        do(three, user, seat, HOLD)
    before = stored(three)
    with pytest.raises(StaleAction) as refusal:
        do(three, owner, "red", {"kind": "levy", "shares": {"east": 2}}, drawn_seq=1)
    assert refusal.value.facts == {"drawn_seq": 1, "seq": 3}
    assert stored(three) == before


def test_hidden_orders_of_others_do_not_make_a_page_stale(three, owner, rival):
    """Both players loaded their pages at entry 0. Red's secret order adds nothing that blue may see, so
    blue's page is still current.
    """
    do(three, owner, "red", attack("blue"), drawn_seq=0)
    assert do(three, rival, "blue", HOLD, drawn_seq=0).entry.seq == 2


def test_a_page_from_the_future_is_stale(three, owner):
    with pytest.raises(StaleAction):
        do(three, owner, "red", HOLD, drawn_seq=7)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("hold", "not_json"),
        ([], "not_json"),
        ({}, "unknown_kind"),
        ({"kind": "fly"}, "unknown_kind"),
        ({"kind": "attack", "camp": "east"}, "missing_field"),
        ({**attack("blue"), "stake": "1"}, "wrong_type"),
        ({**HOLD, "extra": 1}, "unknown_field"),
    ],
)
def test_what_is_not_understood_is_invalid(three, owner, action, code):
    before = stored(three)
    with pytest.raises(InvalidAction) as refusal:
        do(three, owner, "red", action)
    assert refusal.value.code == code
    assert stored(three) == before


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (attack("red"), "no_such_target"),
        (attack("blue", 99), "stake_not_there"),
        ({"kind": "stand", "withdraw": True}, "not_now"),
    ],
)
def test_what_the_choices_do_not_offer_is_refused_for_the_reason_that_the_rules_have(
    three, owner, action, code
):
    before = stored(three)
    with pytest.raises(IllegalAction, match=code) as refusal:
        do(three, owner, "red", action)
    assert refusal.value.rule == "2"
    assert stored(three) == before


def test_a_rival_and_a_stranger_cannot_act_for_others(owner, rival, stranger):
    game = a_game(owner, {"red": owner, "blue": rival, "green": "bot"})
    before = stored(game)
    for user, seat in ((rival, "red"), (rival, "gm"), (owner, "blue"), (owner, "green")):
        with pytest.raises(NotYourSeat):
            do(game, user, seat, HOLD)
    with pytest.raises(Http404):  # without access the game must not seem to exist
        do(game, stranger, "red", HOLD)
    assert stored(game) == before


def test_nothing_is_done_in_a_game_that_does_not_run(owner, rival):
    gm = a_user("gm")
    game = a_game(gm, {"red": owner, "blue": rival, "green": "bot"}, start=False)
    with pytest.raises(IllegalAction, match="not_running"):
        do(game, owner, "red", HOLD)
    services.start(game.pk, gm, now=NOW)
    services.abandon(game.pk, gm, now=NOW)
    with pytest.raises(IllegalAction, match="not_running"):
        do(game, owner, "red", HOLD)


def test_an_unknown_game_is_not_found(owner):
    with pytest.raises(Http404):
        services.submit(
            "00000000-0000-0000-0000-000000000000", "red", HOLD, drawn_seq=0, key="k", user=owner, now=NOW
        )


@pytest.mark.parametrize("where", ["_row", "_advance", "_snapshot_fields", "remember", "_notify_people"])
def test_a_job_killed_in_the_middle_leaves_nothing_and_may_be_repeated(three, owner, monkeypatch, where):
    before = stored(three)

    def killed(*args, **more):
        raise RuntimeError("the plug was pulled")

    with monkeypatch.context() as broken:
        broken.setattr(consequences if where == "_notify_people" else entries, where, killed)
        with pytest.raises(RuntimeError):
            do(three, owner, "red", HOLD, key="k1")
    assert stored(three) == before
    assert not do(three, owner, "red", HOLD, key="k1").repeated


def test_entries_cannot_be_changed_or_deleted(three):
    entry = three.entries.get(seq=0)
    entry.seat = "blue"
    with pytest.raises(AppendOnly):
        entry.save()
    with pytest.raises(AppendOnly):
        entry.delete()
    with pytest.raises(AppendOnly):
        Entry.objects.filter(game=three).update(seat="blue")
    with pytest.raises(AppendOnly):
        Entry.objects.filter(game=three).delete()
    with pytest.raises(AppendOnly):
        three.entries.bulk_update([entry], ["seat"])


def test_only_the_latest_and_every_20th_snapshot_are_kept(owner):
    bots = {"red": "bot", "blue": "bot", "green": "bot"}
    game = a_game(owner, bots, scenario_name="long", options={"rounds": 40})
    services.answer_due(game.pk, NOW, limit=45)
    assert list(game.snapshots.values_list("seq", flat=True)) == [0, 20, 40, 45]


# --- dice rolled by people ---


@pytest.fixture
def table_game(owner):
    """Create a duel with real dice."""
    return a_game(owner, {"first": owner, "second": owner}, system="duel", options={}, dice_mode="physical")


def test_the_page_is_told_which_dice_to_ask_for(table_game, owner):
    before = stored(table_game)
    with pytest.raises(DiceNeeded) as asked:
        do(table_game, owner, "first", {"kind": "strike"}, key="k1")
    assert [(t.sides, t.purpose, t.seat) for t in asked.value.throws] == [(6, "strike", "first")]
    assert stored(table_game) == before
    done = do(table_game, owner, "first", {"kind": "strike"}, key="k1", faces=[5])
    assert [(r["face"], r["source"]) for r in done.entry.rolls] == [(5, "entered")]


@pytest.mark.parametrize("faces", [[0], [7], [3, 3]])
def test_faces_that_the_dice_do_not_have_are_refused(table_game, owner, faces):
    before = stored(table_game)
    with pytest.raises(BadFace):
        do(table_game, owner, "first", {"kind": "strike"}, faces=faces)
    assert stored(table_game) == before


def test_nobody_types_dice_where_the_server_rolls(owner):
    game = a_game(owner, {"first": owner, "second": owner}, system="duel", options={})
    with pytest.raises(InvalidAction, match="virtual_dice_only"):
        do(game, owner, "first", {"kind": "strike"}, faces=[6])


def test_games_on_equal_scenarios_share_one_in_memory(owner):
    first, second = a_game(owner), a_game(owner)
    assert services.table(first).opened.scenario is services.table(second).opened.scenario
    again = Game.objects.defer("scenario").get(pk=first.pk)
    assert services.table(again).game.scenario is services.table(first).opened.scenario


def test_what_a_process_remembers_is_bounded(owner, monkeypatch):
    from games.services import tables

    monkeypatch.setattr(tables, "_opened", Memory(64, 150))
    for number in range(1, 8):
        a_game(owner, scenario={"name": "x" * 60, "strength": number})
    assert tables._opened.size <= 150
    monkeypatch.setattr(tables, "_opened", Memory(3, 150))
    for _ in range(5):
        a_game(owner)
    assert len(tables._opened) <= 3
