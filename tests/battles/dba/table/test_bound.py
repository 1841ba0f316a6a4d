"""PIPs, tactical moves, further moves, river crossings and breaking off."""

import pytest

from battles.dba.rules.system import DBA
from battles.dba.wording import DbaWording
from tests.battles.dba.table.table import TWELVE, a_battle, an_army


def second_bound(pips=6, **more):
    """Return a battle in red's second bound, when surcharges apply."""
    return a_battle(**more).next_bound().next_bound().to("moves", pips)


def cost(play, *elements, **more):
    before = play.state.pips
    play.do("move_elements", elements=list(elements), **more)
    return before - play.state.pips


# --- PIPs ---


def test_unused_pips_are_lost():
    play = a_battle().to("moves", 5).do("end_moves")
    assert play.state.pips == 0 and play.events[0].unused == 5


def test_a_move_costs_one_whoever_moves_in_the_first_bound():
    assert cost(a_battle().to("moves", 6), "r12", "r11", far=True) == 1


@pytest.mark.parametrize(("element", "price"), [("r3", 1), ("r11", 2), ("r12", 2)])
def test_hordes_and_artillery_cost_one_more(element, price):
    assert cost(second_bound(), element) == price


def test_far_from_the_general_costs_one_more_and_surcharges_add_up():
    assert cost(second_bound(), "r3", far=True) == 2
    assert cost(second_bound(), "r12", far=True) == 3


@pytest.mark.parametrize("place", ["woods", "oasis", "marsh"])
def test_a_general_in_a_wood_costs_one_more(place):
    play = second_bound().do("place_general", place=place)
    assert cost(play, "r3") == 2
    assert cost(play, "r12", far=True) == 4  # the surcharge does not grow with distance


def test_a_lost_general_costs_one_more_but_not_twice():
    play = second_bound().do("remove_element", element="r1", cause="destroyed")
    assert cost(play, "r3", far=True) == 2


def test_a_general_inside_the_built_up_area_costs_one_more():
    blue = an_army("b", "Sp", *TWELVE[1:])
    play = a_battle(blue=blue, bua=True, garrison="b1").next_bound().next_bound().next_bound().to("moves")
    assert play.state.active == "blue"
    assert cost(play, "b3") == 2


def test_too_few_pips():
    assert second_bound(1).refused("move_elements", elements=["r12"]) == ("pips", "too_few_pips")


# --- tactical and further moves ---


@pytest.mark.parametrize(
    ("element", "further", "contact", "allowed"),
    [
        ("r9", "light_horse", False, True),
        ("r3", "light_horse", False, False),
        ("r10", "charge", True, True),
        ("r10", "charge", False, False),
        ("r3", "road", False, True),
        ("r3", "road", True, False),
        ("r7", "psiloi", False, False),  # not the first bound
        ("r3", "", False, False),
    ],
)
def test_who_may_move_again(element, further, contact, allowed):
    play = second_bound().do("move_elements", elements=[element])
    again = {"elements": [element], "further": further, "contact": contact}
    if allowed:
        play.do("move_elements", **again)
    else:
        assert play.refused("move_elements", **again) == ("further_moves", "no_further_move")


def test_psiloi_move_again_in_their_armys_first_bound():
    play = a_battle().to("moves").do("move_elements", elements=["r7"])
    play.do("move_elements", elements=["r7"], further="psiloi")
    assert play.state.pips == 4


def test_artillery_never_moves_into_contact():
    play = second_bound()
    assert play.refused("move_elements", elements=["r12"], contact=True) == ("contact", "never_into_contact")


def test_dismounting():
    cavalry = an_army("r", *TWELVE)
    spears = {"code": "4Sp", "type": "Sp", "depth_mm": 15, "figures": 4}
    cavalry["elements"][1]["dismounts"] = spears
    play = second_bound(red=cavalry)
    assert cost(play, "r2", dismount=True) == 2
    assert play.rules.view(play.state, None)["armies"]["red"]["elements"][1]["type"] == "Sp"
    assert play.refused("move_elements", elements=["r2"], further="road") == ("further_moves", "spent")
    assert play.refused("move_elements", elements=["r3"], dismount=True) == ("troops", "does_not_dismount")


def test_nobody_moves_the_enemy_or_the_followers():
    play = second_bound()
    assert play.refused("move_elements", elements=["b3"]) == ("tactical_moves", "not_your_element")
    assert play.refused("move_elements", elements=["rf"]) == ("camps", "followers_stay")
    assert play.refused("move_elements", elements=[]) == ("tactical_moves", "nobody_moves")


# --- the river ---


@pytest.mark.parametrize(
    ("die", "nature"), [(1, "paltry"), (2, "paltry"), (3, "hindering"), (5, "hindering")]
)
def test_the_first_crosser_finds_the_river_out(die, nature):
    play = second_bound(river=True).do("move_elements", die, elements=["r3"], ford=True)
    assert play.state.river.nature == nature
    play.do("move_elements", elements=["r4"], ford=True)  # the second element crosses without a roll


def test_a_difficult_river_wants_three_of_every_crosser():
    play = second_bound(river=True).do("move_elements", 6, 3, elements=["r3"], ford=True)
    assert play.state.elements["r3"].moves == 1
    play.do("move_elements", 5, 2, elements=["r4", "r5"], ford=True)
    assert play.state.elements["r4"].moves == 1 and play.state.elements["r5"].spent
    assert play.refused("move_elements", elements=["r6"], ford=True) == ("rivers", "fording_barred")
    play.next_bound().to("moves").do("move_elements", 4, elements=["b3"], ford=True)


def test_a_failed_crossing_costs_its_pip():
    play = second_bound(6, river=True).do("move_elements", 6, 1, elements=["r3"], ford=True)
    assert play.state.pips == 5 and play.state.elements["r3"].moves == 0


# --- breaking off ---


def test_breaking_off_is_pursued_at_once_by_the_impetuous():
    play = second_bound().do("break_off", element="r3", enemy="b10")
    assert play.events[0].pursues_mm == 20 and play.state.pips == 5
    play.do("break_off", element="r4", enemy="b3")
    assert play.events[0].pursues_mm == 0
    assert play.refused("move_elements", elements=["r3"], further="road") == ("further_moves", "spent")


# --- whose bound it is ---


def test_sides_move_in_turn_and_the_invader_first():
    play = a_battle()
    assert [play.state.active, play.next_bound().state.active, play.next_bound().state.active] == [
        "red",
        "blue",
        "red",
    ]


def test_a_better_leader_has_one_pip_more_but_never_seven():
    play = a_battle(red=an_army("r", *TWELVE, command=1))
    assert play.to("moves", 3).state.pips == 4
    assert play.next_bound().next_bound().to("moves", 6).state.pips == 6


def test_only_the_active_side_rolls_for_pips():
    from tests.battles.dba.table.table import DBA, Play

    facts = {"armies": {"red": an_army("r", *TWELVE), "blue": an_army("b", *TWELVE)}}
    play = Play(DBA.open(facts, {"setup": "quick", "hands": "own"})).do("set_table", invader="red")
    assert play.refused("roll_pips", 3, by="blue") == ("sequence", "not_your_bound")
    assert not [c for c in play.rules.choices(play.state, "blue") if c.kind == "roll_pips"]


# --- the moves on offer ---


def offered_moves(play):
    """Return the moves on offer, each with its fixed values, the names of its fields and its label."""
    words = DbaWording(DBA.scenario(next(iter(DBA.scenarios()))))
    return [
        (c.fixed, [field.name for field in c.fields], words.choice(c))
        for c in play.rules.choices(play.state, "red")
        if c.kind in ("move_elements", "break_off")
    ]


def test_every_offer_of_a_move_has_a_label_of_its_own():
    play = a_battle(river=True).to("moves").do("move_elements", elements=["r7"])
    labels = [label for _fixed, _fields, label in offered_moves(play)]
    assert len(labels) == len(set(labels))
    assert sum("Psiloi" in label for label in labels) == 2


def test_fording_is_asked_of_further_moves_and_of_moves_into_contact_but_of_none_along_a_road():
    play = a_battle(river=True).to("moves").do("move_elements", elements=["r7"])
    asked = {
        (fixed.get("further", ""), fixed.get("contact", False)): "ford" in fields
        for fixed, fields, _label in offered_moves(play)
        if not (fixed.get("ford") or fixed.get("onto"))
    }
    assert asked[("psiloi", False)] and asked[("psiloi", True)] and asked[("", True)]
    assert not asked[("road", False)]
    play.do("move_elements", 6, 1, elements=["r3"], ford=True)  # the fording fails: no more in this bound
    assert not any("ford" in fields or "ford" in fixed for fixed, fields, _ in offered_moves(play))


def test_breaking_off_is_offered_from_the_second_bound_on():
    play = a_battle().to("moves")
    assert all("enemy" not in fields for _fixed, fields, _label in offered_moves(play))
    play = second_bound()
    assert any("enemy" in fields for _fixed, fields, _label in offered_moves(play))
    kept = {"elements": ["r3"], "far": False, "dismount": False, "further": "", "contact": False}
    stored = DBA.codec.read({"kind": "move_elements", **kept, "ford": False, "onto": ""})
    assert stored.along == ()  # older stored actions have no elements that move along
