"""A campaign's battle fought with DBA on the board: the terrain that it demands, and its report to the
campaign.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from battles.dba.rules.board import grounds
from battles.dba.rules.board.play import BoardRules
from battles.dba.rules.field import checks
from battles.dba.rules.system import DBA
from campaigns.bridge import italia_dba, italia_dba_board, justinian_dba
from campaigns.bridge.justinian_dba_board import BRIDGE
from campaigns.italia.rules.system import ITALIA
from engine.dice import Seeded
from engine.game import IllegalAction
from games import services
from games.models import Game
from tests.campaigns.bridge.combats import RULES as ITALIA_RULES
from tests.campaigns.bridge.combats import first_battle
from tests.campaigns.bridge.kinds import SCENARIO, fought, opened
from tests.campaigns.bridge.wars import a_war, came_back
from tests.games.cast import NOW

DEMANDING = ("field armies, even", "frontier troops, fort", "the Lazi levy", "over a strait", "a landing")


def begun(kind: str) -> tuple[BoardRules, Any]:
    rules = DBA.open(BRIDGE.muster(opened(kind).battle, SCENARIO).scenario, {})
    assert isinstance(rules, BoardRules)
    return rules, rules.setup(Seeded(b"board", "setup", 0)).state


@pytest.mark.parametrize("kind", DEMANDING)
def test_the_board_has_what_the_campaign_demands_and_room_for_both_armies(kind: str) -> None:
    rules, state = begun(kind)
    ground, drawn = rules.battle.ground, {one.kind: one for one in state.drawing}
    assert ground is not None and state.phase in ("camps", "deployment")
    assert not [fault.code for fault in checks.faults(state.drawing)]
    assert ("bua" in drawn) == ground.bua == (state.bua is not None)
    assert ("river" in drawn) == ground.strait == (state.river is not None)
    assert ("waterway" in drawn) == ground.shore == (kind == "a landing")
    assert grounds.has_room(rules.battle, state)
    if ground.bua:
        far, _right, near, _left = checks.edges(drawn["bua"])
        assert far < near, "the built-up area is in the defender's half"


def test_the_river_of_a_strait_lies_between_the_armies_and_is_never_paltry() -> None:
    _rules, state = begun("over a strait")
    river = next(one for one in state.drawing if one.kind == "river")
    assert river.edge in (1, 3) and state.river is not None and state.river.nature == "hindering"
    assert state.side == 3, "the invader deploys at the near edge"


def test_an_army_that_lands_is_ashore_on_the_board() -> None:
    rules, state = begun("a landing")
    assert rules.battle.ground is not None and not rules.battle.ground.landing
    sea = next(one for one in state.drawing if one.kind == "waterway")
    assert sea.edge == state.side


def test_one_campaign_battle_has_one_battlefield() -> None:
    assert begun("small forces")[1].drawing == begun("small forces")[1].drawing
    assert begun("small forces")[1].drawing != begun("five to one")[1].drawing


def test_nobody_draws_the_battlefield_anew() -> None:
    rules, state = begun("a landing")
    assert "draw_battlefield" not in {choice.kind for choice in rules.choices(state, state.active)}
    again = DBA.codec.read({"kind": "draw_battlefield", "drawing": []})
    with pytest.raises(IllegalAction, match="seen_on_the_board"):
        rules.apply(state, state.active, again, Seeded(b"board", "again", 0))


def test_both_armies_and_the_reckoning_are_those_of_a_table() -> None:
    for kind in ("over a strait", "a landing"):
        battle = opened(kind).battle
        here, there = BRIDGE.muster(battle, SCENARIO), justinian_dba.BRIDGE.muster(battle, SCENARIO)
        assert here.scenario["armies"] == there.scenario["armies"]
        mine = [line for line in here.reckoning if not str(line["code"]).endswith(("drawn", "drawn_board"))]
        assert mine == [line for line in there.reckoning if line["code"] not in ("strait", "landing")]


def test_a_battle_of_italia_has_its_ground_drawn_too() -> None:
    battle = ITALIA_RULES.opens(first_battle())
    assert battle is not None
    scenario = ITALIA.scenario("italia1")
    here, there = (one.BRIDGE.muster(battle, scenario) for one in (italia_dba_board, italia_dba))
    assert here.scenario["armies"] == there.scenario["armies"]
    state = DBA.open(here.scenario, {}).setup(Seeded(b"board", "setup", 0)).state
    assert state.drawing and state.side == 3


def test_bots_fight_it_out_and_the_losses_come_back() -> None:
    campaign = opened("five to one")
    result = fought(campaign, 1, bridge=BRIDGE)
    present = {u.id: u.sp for f in (campaign.battle.attacker, campaign.battle.defender) for u in f.units}
    (victor,) = result.outcome.winners
    beaten = next(seat for seat in result.view["armies"] if seat != victor)
    fallen = {side: result.report.facts[side]["fallen"] for side in ("attacker", "defender")}
    defeated = "defender" if result.report.winner == "attacker" else "attacker"
    assert fallen[defeated] == result.view["armies"][beaten]["standing"]["lost"]
    assert fallen["attacker"] != fallen["defender"], "else the line above could not tell them apart"
    assert all(0 < sp <= present[unit] for unit, sp in result.report.losses.items())
    assert sum(army["standing"]["lost"] for army in result.view["armies"].values()) == sum(
        result.report.facts[side]["fallen"] for side in ("attacker", "defender")
    )


# --- through the shell ------------------------------------------------------------------------------------


def answered(game: Game) -> Game:
    """Answer the battle's question with its default, as the player whose turn it is."""
    (decision,) = services.table(game).decisions()
    return acted(game, decision.seat, DBA.codec.write(decision.default))


def acted(game: Game, seat: str, action: Any) -> Game:
    user = game.seats.get(key=seat).user
    return services.submit(
        game.pk, seat, action, drawn_seq=game.seq, key=f"b{game.seq}", user=user, now=NOW
    ).game


@pytest.mark.django_db
def test_two_people_choose_the_board_for_their_battle_and_its_result_comes_back(client: Any) -> None:
    campaign, link, gm, rival = a_war("dba")
    address = reverse("game-battle", args=[campaign.pk, link.pk])
    client.force_login(gm)
    assert "Propose with DBA, here" in client.get(address).content.decode()
    client.post(address, {"do": "system", "system": "dba_board"})
    services.fight_with(link.pk, rival, "dba_board", now=NOW)
    link.refresh_from_db()
    game = link.battle
    assert (game.system, game.dice_mode) == ("dba", Game.DiceMode.VIRTUAL)
    assert "The battlefield is drawn here" in client.get(address).content.decode()
    while services.table(game).state.phase != "moves":
        game = answered(game)
    page = client.get(game.get_absolute_url()).content.decode()
    assert 'data-element="r1"' in page
    acted(game, "blue", {"kind": "concede"})
    link.refresh_from_db()
    assert link.status == "reported" and link.report["winner"] == "attacker"
    for user in (gm, rival):
        services.confirm_battle(link.pk, user, now=NOW)
    link.refresh_from_db()
    came_back(campaign, link)


@pytest.mark.django_db
def test_a_campaign_is_created_with_the_board_where_battle_options_are_chosen(client: Any) -> None:
    _campaign, link, gm, _rival = a_war("dba_board")
    assert link.battle.system == "dba" and link.battle.scenario["board"] is True
    client.force_login(gm)
    page = client.get(reverse("new-game-of", args=["justinian"])).content.decode()
    assert 'value="dba_board"' in page and "with DBA, here" in page
