"""An army's march, planned before its activation and made with one press."""

from __future__ import annotations

import dataclasses
import html
import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation

from campaigns.justinian import forecast as odds
from campaigns.justinian.rules.battle.forces import hypothetical_battle
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import BarbarianSegment, March
from games import services
from tests.campaigns.justinian.begun import act, advance, campaign, opened
from tests.campaigns.justinian.marching import can_step, planned
from tests.campaigns.justinian.stored import stored
from tests.web.cast import person

pytestmark = pytest.mark.django_db


def test_7_12_the_planner_counts_the_strait_and_the_die() -> None:
    _rules, state = opened()
    plan = planned(state, "praesental_i")
    bithynia = next(g for g in plan.goals if g.id == "bithynia")
    assert bithynia.mp == 2 and bithynia.chance == 1
    far = [g for g in plan.goals if g.mp > 4]
    assert far and all(0 < g.chance <= 1 for g in far)
    assert sum(t.percent for t in plan.dice) == 100 and max(t.count for t in plan.dice) == len(plan.goals)


def test_7_11_a_supposed_die_shows_its_own_reach() -> None:
    _rules, state = opened()
    plan = planned(state, "praesental_i", supposed=3)
    assert plan.goals and all(g.mp <= 3 and g.chance == 1 for g in plan.goals)
    assert [t.mp for t in plan.dice if t.chosen] in ([3], []) and plan.supposed


def test_8_15_the_planner_foretells_a_battle_before_the_army_is_activated() -> None:
    """The planned army arrives with an MP for the attack and wins the battle, just as by the rules."""
    rules, state = opened()
    goths = dataclasses.replace(state.armies["athalaric"], at="dalmatia", sp=4)
    illyrian = dataclasses.replace(state.armies["illyricum"], at="moesia_ii", sp=12)
    state = dataclasses.replace(state, armies={**state.armies, "athalaric": goths, "illyricum": illyrian})
    plan = planned(state, "illyricum", goal="dalmatia")
    goal = next(g for g in plan.goals if g.id == "dalmatia")
    rating = rules.setting.scn.leaders[illyrian.leader or ""].movement
    assert goal.ready == odds.movement_chances(rating).at_least(goal.mp + 1) < goal.chance
    battle = hypothetical_battle(Position(rules.setting, state), "illyricum", "dalmatia", "all", "byzantium")
    assert goal.wins == odds.land(battle).attacker_wins
    assert goal.victory == round(goal.ready * goal.wins * 100) and goal in plan.attacks and goal.threatened
    assert plan.ahead is not None and plan.ahead.fight is not None and plan.ahead.way is not None
    assert [bar.chance for bar in plan.ahead.fight.panels[0].bars][0] == goal.wins
    assert len(plan.ahead.leaving) == 1  # Athalaric may retreat


def test_before_activating_every_army_can_be_looked_at(client: Any) -> None:
    game = advance(campaign(), "byzantine_segment")
    client.force_login(game.gm)
    client.cookies["django_language"] = "en"
    page = client.get(game.get_absolute_url()).content.decode()
    looks = re.findall(r'href="\?(at=[a-z_]+&amp;army=([a-z_]+)#plan)"', page[page.index("jpicks--rows") :])
    assert page.count(f"army={looks[0][1]}#plan") == 1 and "fold-ready" not in page
    state = services.table(game).state
    assert {army for _look, army in looks} >= {
        a.id for a in state.armies.values() if a.power == "byzantium" and a.leader and a.total
    }
    look, army = looks[0]
    page = client.get(f"{game.get_absolute_url()}?{html.unescape(look)}").content.decode()
    form = page[page.index("jplan__go") :]
    fields = dict(re.findall(r'name="([\w-]+)" value="([^"]*)"', form[: form.index("</form>")]))
    assert fields["f-army"] == army
    assert client.post(reverse("game-act", args=[game.pk]), fields).status_code == 302
    assert game.entries.order_by("-seq").filter(action__kind="activate_army", action__army=army).exists()


def test_7_12_a_whole_march_is_one_click(client: Any) -> None:
    game = advance(campaign(), "march", can_step)
    table = services.table(game)
    army = table.state.stack[-1].army
    seat = table.decisions()[0].seat
    plan = planned(table.state, army)
    goal = max(plan.goals, key=lambda g: (not g.enemy, len(g.places)))
    client.force_login(game.gm)
    drawn = game.seq
    sent = {"seat": seat, "seq": drawn, "key": "march-1", "army": army, "f-path": goal.path}
    for _twice in range(2):  # sending it again changes nothing
        answer = client.post(reverse("campaigns:march", args=[game.pk]), sent)
        assert answer.status_code == 302
    steps = [
        e.action["to"] for e in game.entries.filter(action__kind="move_army", seq__gt=drawn).order_by("seq")
    ]
    assert steps[0] == goal.places[0] and len(steps) == len(set(steps))


def test_5_41_the_treasury_goes_along_in_the_same_click(client: Any) -> None:
    """The king of the Goths leaves with the treasure and goes as far as the die allows."""
    game = advance(campaign(options={"setup": "suggested"}), "barbarian_segment")
    select = {"kind": "select_power", "power": "ostrogoths", "recruit": False}
    for action in (select, {"kind": "activate_army", "army": "athalaric"}):
        game = act(game, "barbarian", action)
    state = services.table(game).state
    goals = [g for g in planned(state, "athalaric").goals if g.treasury and not g.threatened and not g.enemy]
    goal = max(goals, key=lambda g: g.mp)
    client.force_login(game.gm)
    client.cookies["django_language"] = "en"
    page = client.get(f"{game.get_absolute_url()}?at={goal.id}").content.decode()
    assert page.count('name="treasury"') == 2  # in the list and next to the map
    sent = {"seat": "barbarian", "seq": game.seq, "key": "treasure", "army": "athalaric", "f-path": goal.path}
    client.post(reverse("campaigns:march", args=[game.pk]), {**sent, "treasury": 1})
    after = services.table(type(game).objects.get(pk=game.pk)).state
    assert state.treasuries["ostrogoths"] != goal.id
    assert after.treasuries["ostrogoths"] == goal.id == after.armies["athalaric"].at


def test_a_march_stops_with_a_reason(client: Any) -> None:
    game = advance(campaign(), "march")
    seat = services.table(game).decisions()[0].seat
    client.force_login(game.gm)
    client.cookies["django_language"] = "en"
    sent = {"seat": seat, "seq": game.seq, "key": "march-2", "army": "oriens", "f-path": '["septem"]'}
    page = client.post(reverse("campaigns:march", args=[game.pk]), sent, follow=True).content.decode()
    assert "border" in page and not game.entries.filter(seq__gt=game.seq).exists()


@pytest.mark.parametrize("sent", ["septem", "{", '{"a": 1}', "[3]"])
def test_a_march_by_what_is_no_path_says_what_belongs_there(client: Any, sent: str) -> None:
    game = advance(campaign(), "march")
    table = services.table(game)
    client.force_login(game.gm)
    client.cookies["django_language"] = "en"
    form = {"seat": table.decisions()[0].seat, "seq": game.seq, "key": "no", "army": "oriens", "f-path": sent}
    page = client.post(reverse("campaigns:march", args=[game.pk]), form, follow=True).content.decode()
    assert (
        "This must be a list of places, in the order in which they" in page
        and not game.entries.filter(seq__gt=game.seq).exists()
    )


def test_a_way_that_leaves_the_map_is_refused_by_the_names_of_its_places(client: Any) -> None:
    game = advance(campaign(), "march", can_step)
    table = services.table(game)
    army = table.state.stack[-1].army
    client.force_login(game.gm)
    client.cookies["django_language"] = "en"
    sent = {"seat": table.decisions()[0].seat, "seq": game.seq, "key": "off", "army": army}
    way = {**sent, "f-path": '["septem", "atlantis"]'}
    page = client.post(reverse("campaigns:march", args=[game.pk]), way, follow=True).content.decode()
    assert "There is no way from" in page and "to Septem" in page
    assert not game.entries.filter(seq__gt=game.seq).exists()


def test_after_a_march_who_plays_both_sides_is_led_to_the_one_that_is_asked(client: Any) -> None:
    """After the last MP the Barbarians' segment is over, and the page shows Byzantium's decision."""

    def change(state: Any) -> Any:
        king = dataclasses.replace(state.armies["hilderic"], at="zeugitana")
        stack = (*state.stack[:-1], BarbarianSegment("done"), March("hilderic", "barbarian", 1))
        return dataclasses.replace(
            state, armies={**state.armies, "hilderic": king}, next_side="byzantium", stack=stack
        )

    game = stored(change, players={})
    client.force_login(person("gm"))
    client.cookies["django_language"] = "en"
    sent = {"seat": "barbarian", "seq": game.seq, "key": "m", "army": "hilderic", "f-path": '["byzacena"]'}
    answer = client.post(reverse("campaigns:march", args=[game.pk]), sent, follow=True)
    assert services.table(type(game).objects.get(pk=game.pk)).decisions()[0].seat == "byzantium"
    told = answer.content.decode()
    assert 'id="group-activate_fleet"' in told and "Answer as Byzantium" not in told


def test_7_18_the_planner_shows_byzantium_which_markers_stand_on_its_way() -> None:
    _rules, state = opened()
    markers = {**state.markers, "armenia_iii": "revolt", "armenia_i": "persia"}
    oriens = dataclasses.replace(state.armies["oriens"], at="armenia_iv")
    state = dataclasses.replace(state, markers=markers, armies={**state.armies, "oriens": oriens})
    with translation.override("en"):
        found = {g.id: g.marked for g in planned(state, "oriens").goals}
        theirs = planned(state, "athalaric").goals
    assert found["armenia_iii"] == "In Revolt" and found["armenia_i"] == "control marker"
    assert found["mesopotamia"] == "" and not any(g.marked for g in theirs)
