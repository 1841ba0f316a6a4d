"""The contract's hard cases: secrets, several answers at once, ten thousand illegal actions."""

from dataclasses import replace
from typing import Any

import pytest

from engine.codec import canonical
from engine.dice import Scripted, Seeded
from engine.game import GM, BadScenario, IllegalAction, Rules, Unimaginable
from engine.imagining import imagine_state
from engine.journal import Head, Opening, play
from tests.engine.contract import check_contract, check_hidden, check_refusals
from tests.engine.example import FORDS
from tests.engine.example.pieces import SEATS, Attack, Hold
from tests.engine.example.system import FordsRules
from tests.engine.factories import a_game, a_game_in_battle

SECRET = {"kind": "attack", "camp": "east", "target": "green", "stake": 2}


def test_several_seats_owe_an_answer_at_once_and_may_answer_in_any_order() -> None:
    opening, _, heads = a_game(steps=0)
    assert [d.seat for d in opening.rules.pending(heads[0].state)] == list(SEATS)
    one, other = heads[0], heads[0]
    for seat in SEATS:
        one = play(opening, one, seat, {"kind": "hold"}, Scripted([])).head
    for seat in reversed(SEATS):
        other = play(opening, other, seat, {"kind": "hold"}, Scripted([])).head
    assert one.state == other.state


def test_a_hidden_order_is_seen_by_nobody_else() -> None:
    opening, _, heads = a_game(steps=0)
    given = play(opening, heads[0], "red", SECRET, Scripted([]))
    other = play(opening, heads[0], "red", {"kind": "hold"}, Scripted([]))
    for rival in ("blue", "green", None, GM):
        assert opening.rules.view(given.head.state, rival) == opening.rules.view(other.head.state, rival)
        assert opening.rules.choices(given.head.state, rival or "") == opening.rules.choices(
            other.head.state, rival or ""
        )
        seen = [opening.rules.sees(event, rival) for event in given.events]
        assert seen == [opening.rules.sees(event, rival) for event in other.events]
        assert "east" not in canonical([opening.system.codec.write(event) for event in seen])
    assert opening.rules.view(given.head.state, "red")["order"] == SECRET


def test_what_a_rival_ordered_is_imagined_from_nothing_but_what_one_knows() -> None:
    opening, _, heads = a_game(steps=0)
    held = play(opening, heads[0], "red", {"kind": "hold"}, Scripted([])).head.state
    attacked = play(opening, heads[0], "red", SECRET, Scripted([])).head.state
    found = set()
    for place in range(40):
        one, other = (
            imagine_state(opening.rules, s, "blue", Seeded(b"", "", place)) for s in (held, attacked)
        )
        assert one == other
        found.add(one.orders["red"])
    assert len(found) > 5
    assert imagine_state(opening.rules, attacked, "red", Seeded(b"", "", 0)) == attacked


def test_rules_that_hide_something_and_imagine_nothing_are_refused_by_name() -> None:
    class Forgetful(FordsRules):
        imagine = Rules.imagine

    opening, _, heads = a_game(steps=0)
    with pytest.raises(Unimaginable, match="not_imagined"):
        imagine_state(Forgetful(3, 3), heads[0].state, "red", Seeded(b"", "", 0))


def test_rules_whose_imagination_peeps_do_not_keep_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    def peeping(self: FordsRules, state: Any, seat: str, dice: Any) -> Any:
        feint = Attack("east", "green", 1)
        others = {s: feint if o == Hold() else Hold() for s, o in state.orders.items() if s != seat}
        return replace(state, orders={**state.orders, **others})

    monkeypatch.setattr(FordsRules, "imagine", peeping)
    with pytest.raises(AssertionError, match="more than it knows"):
        check_contract(FORDS, 3, wild=100)


def test_orders_are_revealed_when_all_are_in() -> None:
    opening, entries, _ = a_game_in_battle()
    revealed = [e for entry in entries for e in entry.events if e["kind"] == "orders_revealed"]
    assert [e["orders"]["red"]["target"] for e in revealed] == ["blue"]


def test_standing_orders_answer_for_a_player_who_is_asleep() -> None:
    opening, entries, head = a_game_in_battle()
    waiting = play_until_stand(opening)
    decision = opening.rules.pending(waiting.state)[0]
    assert (decision.kind, decision.seat) == ("stand", "blue")
    assert opening.rules.standing(waiting.state, decision, {}) is None
    never = opening.rules.standing(waiting.state, decision, {"stand": {"withdraw_at": 3}})
    raid = replace(waiting.state.raids[0], order=replace(waiting.state.raids[0].order, stake=99))
    overrun = replace(waiting.state, raids=(raid,))
    always = opening.rules.standing(overrun, decision, {"stand": {"withdraw_at": 3}})
    assert (never.withdraw, always.withdraw) == (False, True)


def play_until_stand(opening: Opening) -> Head[Any]:
    head = a_game(opening, steps=0)[2][0]
    for seat, action in [
        ("red", {**SECRET, "target": "blue"}),
        ("blue", {"kind": "hold"}),
        ("green", {"kind": "hold"}),
    ]:
        head = play(opening, head, seat, action, Scripted([])).head
    return head


def test_a_bad_scenario_lists_every_mistake() -> None:
    with pytest.raises(BadScenario) as bad:
        FORDS.open({"strength": 0}, {"rounds": 99})
    assert [m.path for m in bad.value.mistakes] == ["$.strength", "$.rounds"]


def test_of_ten_thousand_illegal_actions_none_is_accepted() -> None:
    played = check_contract(FORDS, 3, options={"rounds": 6}, scenario=FORDS.scenario("long"))
    reasons = check_refusals(played, 10_000)
    assert {"not_awaited", "no_such_target", "stake_not_there", "losses_not_there", "wrong_type"} <= reasons


def test_no_refusal_tells_what_the_view_hides() -> None:
    assert check_hidden(check_contract(FORDS, 3, options={"rounds": 4})) > 100


def test_rules_that_let_a_hidden_order_slip_are_found_out() -> None:
    class Talkative(FordsRules):
        def apply(self, state: Any, seat: str, action: Any, dice: Any) -> Any:
            if state.orders:
                raise IllegalAction("2", "too_late", others=sorted(map(str, state.orders.values())))
            return super().apply(state, seat, action, dice)

    played = check_contract(FORDS, 3, options={"rounds": 4})
    leaking = replace(played, opening=replace(played.opening))
    leaking.opening.__dict__["rules"] = Talkative(3, 4)
    with pytest.raises(AssertionError, match="learns something"):
        check_hidden(leaking)
