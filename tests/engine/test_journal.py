"""The log only grows, and the same entries give the same state."""

from dataclasses import replace
from typing import Any

import pytest

from engine.dice import BadFace, DiceNeeded, Entered, Scripted, Shared, Throw
from engine.game import BattleReport, IllegalAction, InvalidAction
from engine.journal import (
    BY_KIND,
    BY_SEQ,
    BY_STEP,
    BadRewind,
    Diverged,
    begin,
    line_of_play,
    play,
    replay,
    replay_from,
    replay_step,
    rewind,
    state_digest,
    state_json,
    state_of,
    step_dice,
)
from tests.engine.example.pieces import FightElsewhere
from tests.engine.factories import SEED, a_game, a_game_in_battle, an_opening, bot_step
from tests.found import some

FIGHT = {"kind": "fight_here"}


def test_the_log_of_a_whole_game_gives_the_same_states_to_the_byte() -> None:
    opening, entries, heads = a_game()
    for entry, head in some(zip(entries, heads, strict=True)):
        again = replay(opening, iter(entries), until=entry.seq)
        assert again == head
        assert state_digest(opening, again.state) == state_digest(opening, head.state)


def test_seq_and_step_count_up_together_until_a_rewind() -> None:
    _, entries, _ = a_game()
    assert [(e.seq, e.step) for e in entries] == [(n, n) for n in range(len(entries))]
    assert [e.kind for e in entries] == ["setup"] + ["action"] * (len(entries) - 1)


def test_a_rewind_is_an_entry_and_undoes_nothing_in_the_log() -> None:
    opening, entries, heads = a_game(steps=6)
    back = rewind(opening, heads[6], "gm", heads[2])
    assert (back.entry.seq, back.entry.step, back.entry.kind) == (7, 2, "rewind")
    assert back.head.state == heads[2].state
    log = [*entries, back.entry]
    assert replay(opening, log) == back.head
    assert [e.seq for e in line_of_play(log)] == [0, 1, 2]
    assert replay(opening, log, until=6) == heads[6]


def test_after_a_rewind_the_line_of_play_goes_on_from_there() -> None:
    opening, entries, heads = a_game(steps=6)
    back = rewind(opening, heads[6], "gm", heads[2])
    again = bot_step(opening, back.head)
    log = [*entries, back.entry, again.entry]
    assert (again.entry.seq, again.entry.step) == (8, 3)
    assert [e.seq for e in line_of_play(log)] == [0, 1, 2, 8]
    assert replay(opening, log).state == again.head.state
    assert replay_step(opening, log, 3).state == again.head.state


def fought_twice(game: str, **more: Any) -> tuple[list[int], list[int]]:
    """Return the dice of a battle, and of the same battle after a rewind."""
    opening, _, head = a_game_in_battle(game, **more)
    first = play(opening, head, "gm", FIGHT, step_dice(opening, head, SEED))
    back = rewind(opening, first.head, "gm", head)
    second = play(opening, back.head, "gm", FIGHT, step_dice(opening, back.head, SEED))
    faces = [[roll["face"] for roll in moment.entry.rolls] for moment in (first, second)]
    return faces[0], faces[1]


def test_after_a_rewind_nobody_knows_the_next_die() -> None:
    """After a rewind a battle gets new dice. Both match the old dice only by chance: once in 36 games, or
    2.8 times in 100.
    """
    pairs = [fought_twice(f"game {n}") for n in range(100)]
    assert sum(before == after for before, after in pairs) <= 8


def test_a_game_begun_when_dice_were_bound_to_steps_keeps_them() -> None:
    for n in range(20):
        before, after = fought_twice(f"game {n}", binding=BY_STEP)
        assert before == after != []


def test_a_step_tried_again_after_a_crash_has_the_same_dice() -> None:
    opening, _, head = a_game_in_battle()
    first, again = (play(opening, head, "gm", FIGHT, step_dice(opening, head, SEED)) for _ in range(2))
    assert first == again and first.entry.rolls


def test_without_a_rewind_both_bindings_give_the_same_dice() -> None:
    rolled = [[entry.rolls for entry in a_game(an_opening(binding=one))[1]] for one in (BY_STEP, BY_SEQ)]
    assert rolled[0] == rolled[1] and any(rolled[0])


def test_games_with_one_seed_have_the_same_dice_of_each_kind() -> None:
    """Red's third die of a kind is the same, whatever the game is called and whatever was played before."""
    faces: list[dict[str, list[int]]] = []
    for name in ("one", "other"):
        fallen: dict[str, list[int]] = {}
        for entry in a_game(an_opening(name, binding=BY_KIND))[1]:
            for roll in entry.rolls:
                fallen.setdefault(f"{roll['seat']} {roll['purpose']}", []).append(roll["face"])
        faces.append(fallen)
    shared = faces[0].keys() & faces[1].keys()
    assert len(shared) > 2
    for kind in some(sorted(shared)):
        assert all(a == b for a, b in zip(faces[0][kind], faces[1][kind], strict=False)), kind


def test_going_back_uses_dice_up_that_are_bound_to_their_kind() -> None:
    opening, entries, head = a_game_in_battle(binding=BY_KIND)
    fought = bot_step(opening, head, entries)
    back = rewind(opening, fought.head, "gm", head)
    again = bot_step(opening, back.head, [*entries, fought.entry, back.entry])
    kind = fought.entry.rolls[0]["seat"], fought.entry.rolls[0]["purpose"]
    before = [r for e in entries for r in e.rolls if (r["seat"], r["purpose"]) == kind]
    dice = Shared(SEED, "another name", 0, fallen={"|".join((kind[0], "6", kind[1])): len(before)})
    throw = Throw(6, kind[1], seat=kind[0])
    first, second = dice.roll(throw), dice.roll(throw)
    assert (fought.entry.rolls[0]["face"], again.entry.rolls[0]["face"]) == (first, second)


def test_dice_bound_to_their_kind_are_not_rolled_without_knowing_what_has_fallen() -> None:
    opening, _, head = a_game_in_battle(binding=BY_KIND)
    with pytest.raises(ValueError, match="how many have fallen"):
        step_dice(opening, head, SEED)


def test_what_a_game_was_opened_with_names_its_binding_but_for_the_oldest() -> None:
    before_there_were_two = "46818010f722f4a06855c967f00418b37d94341bcdcb0bc34431633088e21181"
    assert an_opening(binding=BY_STEP).digest == before_there_were_two
    assert an_opening(binding=BY_SEQ).digest != before_there_were_two


def test_a_rewind_goes_only_backwards() -> None:
    opening, _, heads = a_game(steps=4)
    for target in (heads[3], heads[4]):
        with pytest.raises(BadRewind):
            rewind(opening, heads[3], "gm", target)


def test_what_is_refused_changes_nothing_and_names_the_reason() -> None:
    opening, _, heads = a_game(steps=0)
    before = state_json(opening, heads[0].state)
    with pytest.raises(InvalidAction) as invalid:
        play(opening, heads[0], "red", {"kind": "attack", "camp": "east"}, step_dice(opening, heads[0], SEED))
    assert (invalid.value.code, invalid.value.facts["path"]) == ("missing_field", "$.stake")
    attack = {"kind": "attack", "camp": "east", "target": "red", "stake": 1}
    with pytest.raises(IllegalAction) as illegal:
        play(opening, heads[0], "red", attack, step_dice(opening, heads[0], SEED))
    assert (illegal.value.rule, illegal.value.code) == ("2", "no_such_target")
    assert state_json(opening, heads[0].state) == before


def test_an_answer_that_is_not_awaited_any_more_is_refused() -> None:
    opening, _, heads = a_game(steps=0)
    held = play(opening, heads[0], "red", {"kind": "hold"}, step_dice(opening, heads[0], SEED))
    with pytest.raises(IllegalAction) as refusal:
        play(opening, held.head, "red", {"kind": "hold"}, step_dice(opening, held.head, SEED))
    assert refusal.value.code == "not_awaited"


def test_entered_dice_are_asked_for_and_recorded() -> None:
    opening, entries, head = a_game_in_battle()
    with pytest.raises(DiceNeeded) as needed:
        play(opening, head, "gm", {"kind": "fight_here"}, Entered([]))
    assert [(t.sides, t.purpose, t.seat) for t in needed.value.throws] == [
        (6, "attacker", "red"),
        (6, "defender", "blue"),
    ]
    fought = play(opening, head, "gm", {"kind": "fight_here"}, Entered([6, 1]))
    assert [(r["face"], r["source"]) for r in fought.entry.rolls] == [(6, "entered"), (1, "entered")]
    assert replay(opening, [*entries, fought.entry]) == fought.head


@pytest.mark.parametrize("faces", [[6, 1, 3], [7, 1], [0, 1]])
def test_faces_that_do_not_fit_are_refused(faces: list[int]) -> None:
    opening, _, head = a_game_in_battle()
    with pytest.raises(BadFace):
        play(opening, head, "gm", {"kind": "fight_here"}, Entered(faces))


def test_a_battle_fought_elsewhere_answers_the_decision() -> None:
    opening, entries, head = a_game_in_battle()
    battle = opening.rules.opens(head.state)
    assert battle is not None
    assert battle.decision in {d.id for d in opening.rules.pending(head.state)}
    assert (battle.attacker.sp, battle.defender.seat) == (3, "blue")
    report = BattleReport("attacker", {"blue-east": 2, "red-east": 1})
    action = opening.system.codec.write(opening.rules.report(head.state, report))
    fought = play(opening, head, "gm", action, Scripted([]))
    lost = {s: head.state.strength(s) - fought.head.state.strength(s) for s in ("red", "blue", "green")}
    assert lost == {"red": 1, "blue": 2, "green": 0}
    assert replay(opening, [*entries, fought.entry]).state == fought.head.state


def test_a_report_that_does_not_fit_is_refused() -> None:
    opening, _, head = a_game_in_battle()
    for stray in ({"green-east": 1}, {"blue-east": 99}, {"blue-east": -1}):
        with pytest.raises(InvalidAction, match="report_does_not_fit"):
            opening.rules.report(head.state, BattleReport("attacker", stray))
    too_many = FightElsewhere("attacker", {"blue-east": 99})
    with pytest.raises(IllegalAction, match="losses_not_there"):
        play(opening, head, "gm", opening.system.codec.write(too_many), Scripted([]))


def test_a_snapshot_and_the_entries_after_it_are_enough() -> None:
    opening, entries, heads = a_game()
    middle = len(entries) // 2
    stored = replace(heads[middle], state=state_of(opening, state_json(opening, heads[middle].state)))
    assert replay_from(opening, stored, iter(entries[middle + 1 :])) == heads[-1]


def test_a_log_that_cannot_be_replayed_tells_where() -> None:
    opening, entries, _ = a_game()
    entries[3] = replace(entries[3], seat="nobody")
    with pytest.raises(Diverged) as diverged:
        replay(opening, entries)
    assert diverged.value.seq == 3


def test_replaying_a_missing_step_is_an_error() -> None:
    opening, entries, _ = a_game(steps=3)
    with pytest.raises(LookupError):
        replay(opening, entries, until=9)
    with pytest.raises(LookupError):
        replay_step(opening, entries, 9)
    with pytest.raises(LookupError):
        replay(opening, [])


def test_games_of_one_seed_have_dice_of_their_own() -> None:
    one = begin(an_opening("one"), step_dice(an_opening("one"), None, SEED))
    other = begin(an_opening("other"), step_dice(an_opening("other"), None, SEED))
    assert [r["face"] for r in one.entry.rolls] != [r["face"] for r in other.entry.rolls]


def test_a_step_needs_only_the_head_of_the_log() -> None:
    """Late in a long game a step uses only the head, with the same result as from the whole log."""
    opening, entries, heads = a_game(an_opening(rounds=50, scenario="long"))
    assert len(entries) > 300
    late = bot_step(opening, heads[-2])
    assert late.entry == entries[-1]
