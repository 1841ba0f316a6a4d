"""Elements in contact cannot be shot at; in frontal contact they must fight, and can leave only by
breaking off.
"""

from battles.dba.rules.system import DBA
from tests.battles.dba.table.table import TWELVE, a_battle, an_army
from tests.found import some


def offered(play, kind):
    """Return the choices of this kind on offer, as (fixed, field names)."""
    return [
        (dict(c.fixed), {f.name: [o.value for o in getattr(f, "options", ())] for f in c.fields})
        for c in play.rules.choices(play.state, play.state.active)
        if c.kind == kind
    ]


def facing(**more):
    """Return a battle in which spears have fought each other without loss; blue is to move."""
    return (
        a_battle(**more).to("combat").do("fight", 3, 3, attacker="r3", defender="b3").next_bound().to("moves")
    )


def test_the_end_of_the_bound_names_who_has_not_fought():
    play = facing()
    while play.state.phase != "combat":
        play.to("combat")
    [end] = [c for c in play.rules.choices(play.state, "blue") if c.kind == "end_combat"]
    assert end.fixed == {"none_in_contact": True} and end.facts == {"unfought": ["b3", "r3"]}
    play.do("fight", 3, 3, attacker="b3", defender="r3")
    assert offered(play, "end_combat") == [({}, {})]


def test_who_does_not_answer_in_time_says_that_nobody_is_left():
    play = facing().to("combat")
    [decision] = play.rules.pending(play.state)
    assert decision.default.none_in_contact
    assert play.do(**DBA.codec.write(decision.default)).state.bound == 3


def test_who_faces_an_enemy_is_offered_no_move_but_breaking_off():
    play = facing()
    for fixed, fields in some(offered(play, "move_elements")):
        assert "b3" not in fields.get("elements", fixed.get("elements", ()))
    assert any("b3" in fields["element"] for _, fields in offered(play, "break_off"))


def test_a_pursuit_is_asked_about_where_impetuous_troops_are():
    calm, wild, warband = (fields for _, fields in offered(facing(), "break_off"))
    assert "held" not in calm and "r3" in calm["enemy"]
    assert set(wild["enemy"]) == {"r2", "r11"} and "supported" not in wild
    assert warband["enemy"] == ["r10"] and "supported" in warband and "held" in warband
    play = facing().do("break_off", element="b4", enemy="r10", supported=True)
    assert play.events[0].supported and play.events[0].pursues_mm == 20
    play = facing().do("break_off", element="b4", enemy="r10", supported=True, held="bad_going")
    assert not play.events[0].supported and play.events[0].pursues_mm == 0


def test_what_is_told_of_a_pursuit_must_be_possible():
    no = ("pursuit", "no_such_pursuit")
    assert facing().refused("break_off", element="b4", enemy="r3", held="table_edge") == no
    assert facing().refused("break_off", element="b4", enemy="r2", supported=True) == no
    bare = facing(terrain=["gentle_hill", "marsh"])
    assert bare.refused("break_off", element="b4", enemy="r2", held="bad_going") == no
    bare.do("break_off", element="b4", enemy="r2", held="table_edge")


def test_denizens_are_an_enemy_to_break_off_from():
    play = (
        a_battle(blue=an_army("b", *TWELVE, followers=False), bua=True).next_bound().next_bound().to("moves")
    )
    assert "denizens" in offered(play, "break_off")[0][1]["enemy"]


def test_nobody_in_contact_is_offered_for_shooting():
    play = a_battle().to("moves").do("move_elements", elements=["r3", "r8"], contact=True).to("shooting")
    for _, fields in some(offered(play, "shoot")):
        assert "r8" not in fields["shooter"] and not {"r3", "r8"} & set(fields["target"])
    assert set(offered(play, "stand_apart")[0][1]["elements"]) == {"r3", "r8"}
    play.do("stand_apart", elements=["r8"])
    assert any("r8" in fields["shooter"] for _, fields in offered(play, "shoot"))
    assert play.refused("stand_apart", elements=["r8"]) == ("close_combat", "not_in_contact")
    assert play.refused("stand_apart", elements=[]) == ("close_combat", "nobody_named")


def test_both_elements_of_a_pair_can_be_declared_out_of_contact():
    play = facing().do("stand_apart", elements=["b3", "r3"])
    assert play.state.contacts == ()
    play.do("move_elements", elements=["b3"])


def test_artillery_and_war_wagons_are_not_offered_an_empty_camp_of_the_enemy():
    play = a_battle(blue=an_army("b", *TWELVE, followers=False)).to("moves")
    [camp] = [f for fixed, f in offered(play, "move_elements") if fixed.get("onto") == "enemy_camp"]
    assert "r12" not in camp["elements"] and "r3" in camp["elements"]


def test_who_goes_into_a_camp_or_is_lost_faces_nobody():
    play = a_battle().to("combat").do("fight", 3, 3, attacker="r3", defender="b3")
    assert play.state.contacts == (("b3", "r3"),)
    assert play.do("remove_element", element="b3", cause="destroyed").state.contacts == ()
    play = a_battle().to("combat").do("fight", 3, 3, attacker="r3", defender="b3")
    assert play.do("take_stronghold", element="r3", place="own_camp").state.contacts == ()
