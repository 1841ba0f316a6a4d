"""Words and pages of Justinian: everything that the rules can say has a sentence in both languages, and the
page of a campaign shows the map, the budget, the way to victory and the chances."""

from __future__ import annotations

import dataclasses
import html
import re
import uuid
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from campaigns.pages.justinian import (
    board,
    budget,
    charts,
    drawing,
    heraldry,
    planner,
    since,
    sources,
    unpaid,
)
from campaigns.rules.justinian import actions, events, odds
from campaigns.rules.justinian.battle_forces import hypothetical
from campaigns.rules.justinian.scenario import builtin, load
from campaigns.rules.justinian.system import JUSTINIAN
from campaigns.wording.justinian import WORDING, choices, codes, decisions, orders, refusals
from campaigns.wording.justinian.events import SENTENCES, SPECIAL
from campaigns.wording.justinian.names import Names
from engine.codec import tag_of
from engine.dice import Seeded
from engine.game import BadScenario, Mistake, Refusal
from games import services

RULES = Path(__file__).resolve().parents[3] / "campaigns/rules/justinian"
SOURCE = "\n".join(p.read_text(encoding="utf-8") for p in sorted(RULES.rglob("*.py")))
SCENARIO = builtin()
LANDS = load(SCENARIO).provinces


def played(seed: int, steps: int = 400) -> list[dict[str, Any]]:
    """The events of a game that the program plays against itself."""
    rules = JUSTINIAN.open(SCENARIO, {"setup": "suggested"})
    step = rules.setup(Seeded(b"pages", f"game {seed}", 0))
    told = list(step.events)
    state = step.state
    for number in range(1, steps):
        decision = rules.decision(state)
        if decision is None:
            break
        action = rules.bot(state, decision.seat, Seeded(b"bot", f"game {seed}", number))
        step = rules.apply(state, decision.seat, action, Seeded(b"pages", f"game {seed}", number))
        state = step.state
        told.extend(step.events)
    return [JUSTINIAN.codec.write(e) for e in told]


# --- words ---


def test_every_event_has_a_sentence() -> None:
    kinds = {tag_of(cls) for cls in events.EVENTS}
    assert kinds == set(SENTENCES) | set(SPECIAL)


def test_every_kind_of_action_has_a_label() -> None:
    assert {tag_of(cls) for cls in actions.ACTIONS} == set(choices.LABELS)


def test_every_refusal_has_a_sentence() -> None:
    codes_of_rules = set(re.findall(r"refuse\(\s*(?:[^,()]|\([^()]*\))+,\s*\"([a-z_]+)\"", SOURCE))
    assert len(codes_of_rules) > 50
    assert codes_of_rules - set(refusals.TEXTS) == set()


def test_every_decision_and_every_die_is_worded() -> None:
    kinds = set(re.findall(r"Ask\(\s*[^\"()]*(?:\([^()]*\))?[^\"()]*\"([a-z_]+)\"", SOURCE))
    assert "maintenance" in kinds
    assert kinds - set(decisions.QUESTIONS) == set()
    purposes = set(re.findall(r"d10s?\(\s*(?:[a-z_.\d]+,\s*)?\"([a-z_]+)\"", SOURCE))
    assert "movement" in purposes
    assert purposes - set(decisions.THROWS) == set()


def test_every_field_is_worded() -> None:
    names = {f.name for cls in actions.ACTIONS for f in dataclasses.fields(cls)}
    assert names - set(choices.FIELDS) == set()


def test_every_mistake_of_a_scenario_is_worded() -> None:
    reading = "".join(
        (RULES / f"scenario{part}.py").read_text(encoding="utf-8")
        for part in ("", "_reading", "_checks", "_graph")
    )
    found = set(re.findall(r"fault\(\s*(?:f?\"[^\"]*\"|[a-z_]+),\s*\"([a-z_0-9]+)\"", reading))
    found |= {"unknown_province", "not_a_list", "missing_field"}
    assert len(found) > 30
    assert found - set(decisions.MISTAKES) == set()


@pytest.mark.parametrize("language", ["en", "it"])
def test_whole_games_are_told_without_a_gap(language: str) -> None:
    with translation.override(language):
        lines = [(e, WORDING.event(e, SCENARIO)) for seed in (1, 2) for e in played(seed)]
    assert all(text and "%(" not in text and "_" not in text for _event, text in lines)
    spoken = {str(e[k]) for e, _text in lines for k in ("reason", "what", "status") if k in e}
    assert spoken <= set(codes.WORDS)


def test_italian_is_another_language() -> None:
    event = {
        "kind": "army_moved",
        "army": "oriens",
        "origin": "osrhoene",
        "to": "mesopotamia",
        "mp": 1,
        "left": 3,
    }
    with translation.override("en"):
        assert WORDING.event(event, SCENARIO) == (
            "The Army of the East marches from Osrhoene to Mesopotamia (1 MP, 3 left)."
        )
    with translation.override("it"):
        assert (
            WORDING.event(event, SCENARIO)
            == "L'Armata d'Oriente marcia da Osrhoene a Mesopotamia (1 MP, ne restano 3)."
        )


def test_names_stand_with_their_articles_and_in_their_number() -> None:
    moors = {"kind": "army_moved", "army": "moors_leader", "origin": "moors_box", "to": "numidia"}
    bribe = {"kind": "bribe_paid", "power": "slavs", "gold": 0}
    with translation.override("it"):
        told = WORDING.event({**moors, "mp": 1, "left": 2}, SCENARIO)
        assert told == "I Mori marciano dalla casella dei Mori a Numidia (1 MP, ne restano 2)."
        assert WORDING.event(bribe, SCENARIO) == "Bisanzio non offre oro agli Slavi."
        assert WORDING.event({**bribe, "gold": 6}, SCENARIO) == "Bisanzio paga 6 G agli Slavi."
    with translation.override("en"):
        assert WORDING.event(bribe, SCENARIO) == "Byzantium offers no gold to the Slavs."
        assert WORDING.event({"kind": "side_set_up", "seat": "barbarian"}, SCENARIO) == (
            "The forces of the Barbarians are in place."
        )


def test_every_standing_order_is_worded_for_people() -> None:
    for kind in JUSTINIAN.order_kinds():
        assert kind.decision in orders.TITLES and kind.decision in orders.HELPS
        suggested = WORDING.order_suggested(kind)
        assert set(suggested) == {f.name for f in kind.fields}
        said = {WORDING.order_tonight(kind, values, SCENARIO) for values in (None, suggested)}
        for one in kind.fields:
            for option in getattr(one, "options", ()):
                said.add(WORDING.order_tonight(kind, {**suggested, one.name: option.value}, SCENARIO))
                assert one.name == "dice" or option.value in orders.POLICIES
        assert len(said) >= 2 and all("%(" not in text for text in said)


def test_what_happened_tells_a_march_in_one_line() -> None:
    steps = [("europa", "rhodope"), ("rhodope", "macedonia")]
    events = [
        {"kind": "army_moved", "army": "thrace", "origin": a, "to": b, "mp": 1, "left": 1} for a, b in steps
    ]
    with translation.override("en"):
        assert since.brief(
            [*events, {"kind": "gold_spent", "gold": 2, "what": "activate"}], Names(SCENARIO)
        ) == ["The Army of Thrace marches: Europa → Rhodope → Macedonia."]


def test_no_battle_is_folded_away_before_the_last_few_lines() -> None:
    battle, line = since.Told("a battle", "battle_fought"), since.Told("a marker", "marker_placed")
    assert since.shown_from([line] * 5) == 0
    assert since.shown_from([line] * 12) == 12 - since.SHORT
    assert since.shown_from([line, battle, *[line] * 12]) == 1
    assert since.shown_from([battle, *[line] * since.LONG]) == since.LONG + 1 - since.SHORT  # too long ago


def test_an_activation_is_told_by_the_march_that_follows_it() -> None:
    leaves = {"kind": "army_activated", "army": "thrace", "place": "europa", "leader": "solomon", "mp": 3}
    step = {"kind": "army_moved", "army": "thrace", "origin": "europa", "to": "rhodope", "mp": 1, "left": 2}
    with translation.override("en"):
        names = Names(SCENARIO)
        assert since.brief([leaves], names)[0].endswith("3 MP.")
        assert since.brief([leaves, step], names) == ["The Army of Thrace marches: Europa → Rhodope."]


def test_5_2_the_budget_answers_what_if() -> None:
    rules, state = opened()
    view = rules.view(state, None)
    risks = unpaid.risks(rules.table, state, Names(SCENARIO))
    everybody = budget.budget(view, Names(SCENARIO), risks)
    nobody = budget.budget(view, Names(SCENARIO), risks, pay=[])
    assert everybody.paying == everybody.upkeep and not everybody.unpaid
    assert nobody.left == view["gold"] + view["budget"]["net"] and len(nobody.unpaid) == len(nobody.groups)


def test_a_refusal_says_what_to_do() -> None:
    refusal = Refusal("5.2", "not_enough_gold", needed=25, gold=3)
    with translation.override("it"):
        assert WORDING.refusal(refusal, SCENARIO) == "Costa 25 G; il tesoro ne ha 3."


def test_a_mistake_of_a_file_is_told_in_words() -> None:
    raw = builtin()
    raw["provinces"][0]["revenue"] = 7
    with pytest.raises(BadScenario) as told, translation.override("en"):
        load(raw)
    texts = [WORDING.mistake(m) for m in told.value.mistakes]
    assert texts == ["A revenue of 15 G is stated; the provinces bring 20."]
    assert WORDING.mistake(Mistake("$", "never_heard_of"))


def test_unknown_ids_are_readable_and_no_error() -> None:
    names = Names({})
    assert names.anything("army:lost_legion") == "Lost legion"
    assert names.place("atlantis") == "Atlantis"


# --- the board and the planner ---


def opened() -> tuple[Any, Any]:
    rules = JUSTINIAN.open(SCENARIO, {"setup": "suggested"})
    return rules, rules.setup(Seeded(b"pages", "board", 0)).state


def test_the_board_shows_every_place_and_every_sp() -> None:
    rules, state = opened()
    view = rules.view(state, None)
    spots = board.spots(rules.table.scn, view, Names(SCENARIO))
    assert len(spots) == 90 + 9 + 14
    land = sum(t.sp for s in spots for t in s.tokens if t.kind != "fleet")
    assert land == 100 + 30 + 25
    mesopotamia = next(s for s in spots if s.id == "mesopotamia")
    assert "Dara" in mesopotamia.described and "25" in mesopotamia.described


def planned(state: Any, army: str, **more: Any) -> planner.Plan:
    rules, _state = opened()
    found = planner.plan(rules.table, state, army, Names(SCENARIO), **more)
    assert found is not None
    return found


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
    """To come there with an MP for the attack, and to win the battle that the rules would then fight."""
    rules, state = opened()
    goths = dataclasses.replace(state.armies["athalaric"], at="dalmatia", sp=4)
    illyrian = dataclasses.replace(state.armies["illyricum"], at="moesia_ii", sp=12)
    state = dataclasses.replace(state, armies={**state.armies, "athalaric": goths, "illyricum": illyrian})
    plan = planned(state, "illyricum", goal="dalmatia")
    goal = next(g for g in plan.goals if g.id == "dalmatia")
    rating = rules.table.scn.leaders[illyrian.leader or ""].movement
    assert goal.ready == odds.at_least(odds.movement_chances(rating), goal.mp + 1) < goal.chance
    battle = hypothetical(rules.table, state, "illyricum", "dalmatia", "all", "byzantium")
    assert goal.wins == odds.land(battle).attacker_wins
    assert goal.victory == round(goal.ready * goal.wins * 100) and goal in plan.attacks and goal.threatened
    assert plan.ahead is not None and plan.ahead.fight is not None and plan.ahead.way is not None
    assert [bar.chance for bar in plan.ahead.fight.panels[0].bars][0] == goal.wins
    assert len(plan.ahead.leaving) == 1  # Athalaric need not stay


def test_2_1_a_province_tells_where_its_values_come_from() -> None:
    with translation.override("en"):
        found = {
            what: (value, kind) for what, value, kind, _words in sources.sources(Names(SCENARIO), "flaminia")
        }
    assert found["City"] == ("Ravenna", "rules") and found["Revenue"] == ("3 G", "design")
    assert sources.sources(Names(SCENARIO), "mar_nero") == ()


# --- the page ---


@pytest.fixture
def campaign(db: None, django_user_model: Any) -> Any:
    now = timezone.now()
    player = django_user_model.objects.create_user("anna", password="irene-528")
    game = services.create_game(gm=player, name="Reconquest", system="justinian", public=True, now=now)
    for seat in ("byzantium", "barbarian"):
        services.take_seat(game.pk, player, seat, now=now)
    return services.start(game.pk, player, now=now)


def advance(game: Any, wanted: str, fits: Any = None) -> Any:
    """Let the program play on until a decision of that kind is due (and its position ``fits``)."""
    for number in range(400):
        table = services.table(game)
        decision = table.decisions()[0]
        if decision.kind == wanted and (fits is None or fits(table.state)):
            return game
        action = table.rules.bot(table.state, decision.seat, Seeded(b"page", "bot", number))
        game = services.submit(
            game.pk,
            decision.seat,
            JUSTINIAN.codec.write(action),
            drawn_seq=game.seq,
            key=str(uuid.uuid4()),
            user=game.gm,
            now=timezone.now(),
        ).game
    raise AssertionError(f"no {wanted} came up")


def test_the_page_of_every_moment_is_drawn_in_both_languages(client: Any, campaign: Any) -> None:
    client.force_login(campaign.gm)
    game = campaign
    for moment in ("set_up", "barbarian_segment", "march", "bribe", "maintenance"):
        game = advance(game, moment)
        for language, heading in (("en", "The way to victory"), ("it", "La via della vittoria")):
            client.cookies["django_language"] = language
            page = client.get(game.get_absolute_url() + "?at=flaminia").content.decode()
            assert 'id="m-europa"' in page and 'id="fold-budget"' in page and heading in page
            assert "%(" not in page and "style=" not in page and "onclick" not in page
            assert ('id="chances"' in page) >= (moment == "bribe")
    page = client.get(game.get_absolute_url() + "?charts=1").content.decode()
    assert page.count("<polyline") >= 5 and "Provinc" in page


def test_a_decision_tells_what_ones_own_standing_order_would_answer(client: Any, campaign: Any) -> None:
    game = advance(campaign, "bribe")
    waiting = services.table(game).decisions()[0]
    rows = game.decisions.filter(decision=waiting.id)
    rows.update(due_at=timezone.now() + timedelta(hours=8))
    client.force_login(game.gm)
    client.cookies["django_language"] = "en"
    assert "Without an answer: Offer a bribe: 0 G." in client.get(game.get_absolute_url()).content.decode()
    orders = {"bribe": {"gold": 3, "keep": 0}}
    services.write_orders(game.pk, game.gm, "byzantium", orders, False, now=timezone.now())
    rows.update(due_at=timezone.now() + timedelta(hours=8))
    told = client.get(game.get_absolute_url()).content.decode()
    assert "By your standing order then: Offer a bribe: 3 G." in told


def test_a_stranger_sees_the_map_but_no_forms(client: Any, campaign: Any) -> None:
    game = advance(campaign, "barbarian_segment")
    page = client.get(game.get_absolute_url()).content.decode()
    assert 'id="m-europa"' in page and 'name="kind"' not in page


def test_the_page_only_refers_to_the_outlines(client: Any, campaign: Any) -> None:
    """The geometry is a file that the browser keeps; the page carries what stands on it, in few bytes."""
    client.force_login(campaign.gm)
    page = client.get(campaign.get_absolute_url()).content
    assert b"campaigns/justinian_map.svg#europa" in page and len(page) < 120_000


def test_7_12_a_whole_march_is_one_click(client: Any, campaign: Any) -> None:
    game = advance(campaign, "march", lambda s: s.armies[s.stack[-1].army].at in LANDS)
    table = services.table(game)
    army = table.state.stack[-1].army
    seat = table.decisions()[0].seat
    plan = planner.plan(table.rules.table, table.state, army, Names(SCENARIO))
    assert plan is not None
    goal = max(plan.goals, key=lambda g: (not g.enemy, g.path.count(">")))
    client.force_login(game.gm)
    drawn = game.seq
    sent = {"seat": seat, "seq": drawn, "key": "march-1", "army": army, "path": goal.path}
    for _twice in range(2):  # sent again, it changes nothing
        answer = client.post(reverse("campaigns:march", args=[game.pk]), sent)
        assert answer.status_code == 302
    steps = [
        e.action["to"] for e in game.entries.filter(action__kind="move_army", seq__gt=drawn).order_by("seq")
    ]
    assert steps[0] == goal.path.split(">")[0] and len(steps) == len(set(steps))


def test_5_41_the_treasury_goes_along_in_the_same_click(client: Any, campaign: Any) -> None:
    """The king of the Goths leaves with his treasure, as far as his die takes him."""
    now = timezone.now()
    game = services.create_game(
        gm=campaign.gm, name="Ravenna", system="justinian", options={"setup": "suggested"}, now=now
    )
    for seat in ("byzantium", "barbarian"):
        services.take_seat(game.pk, campaign.gm, seat, now=now)
    game = advance(services.start(game.pk, campaign.gm, now=now), "barbarian_segment")
    select = {"kind": "select_power", "power": "ostrogoths", "recruit": False}
    for action in (select, {"kind": "activate_army", "army": "athalaric"}):
        game = act(game, "barbarian", action)
    state = services.table(game).state
    goals = [g for g in planned(state, "athalaric").goals if g.treasury and not g.threatened and not g.enemy]
    goal = max(goals, key=lambda g: g.mp)
    client.force_login(game.gm)
    client.cookies["django_language"] = "en"
    page = client.get(f"{game.get_absolute_url()}?at={goal.id}").content.decode()
    assert page.count('name="treasury"') == 2  # beside the list, and beside the map
    sent = {"seat": "barbarian", "seq": game.seq, "key": "treasure", "army": "athalaric", "path": goal.path}
    client.post(reverse("campaigns:march", args=[game.pk]), {**sent, "treasury": 1})
    after = services.table(type(game).objects.get(pk=game.pk)).state
    assert state.treasuries["ostrogoths"] != goal.id
    assert after.treasuries["ostrogoths"] == goal.id == after.armies["athalaric"].at


def act(game: Any, seat: str, action: dict[str, Any]) -> Any:
    """The game after that action."""
    key, now = str(uuid.uuid4()), timezone.now()
    return services.submit(game.pk, seat, action, drawn_seq=game.seq, key=key, user=game.gm, now=now).game


def test_a_place_is_found_by_its_name(client: Any, campaign: Any) -> None:
    game = advance(campaign, "barbarian_segment")
    for language, typed, place in (
        ("en", "black sea", "mar_nero"),
        ("it", "mar nero", "mar_nero"),
        ("en", "FLAMI", "flaminia"),
    ):
        client.cookies["django_language"] = language
        page = client.get(game.get_absolute_url(), {"at": typed}).content.decode()
        assert f'data-at="{place}"' in page
    assert 'data-at=""' in client.get(game.get_absolute_url(), {"at": "Atlantis"}).content.decode()


def test_a_tap_on_the_map_loads_only_what_is_chosen(client: Any, campaign: Any) -> None:
    game = advance(campaign, "barbarian_segment")
    address = f"{game.get_absolute_url()}?at=europa"
    whole = client.get(address).content
    part = client.get(address, headers={"HX-Request": "true", "HX-Target": "chosen"}).content
    assert b'data-at="europa"' in part and b'id="jreach"' in part and b"jmap__svg" not in part
    assert len(part) * 4 < len(whole)


def test_a_replay_shows_the_place_at_its_moment(client: Any, campaign: Any) -> None:
    game = advance(campaign, "march")
    page = client.get(f"{game.get_absolute_url()}replay/?at=1&place=europa").content.decode()
    assert 'data-at="europa"' in page and "?at=1&amp;place=flaminia#map" in page


def test_before_activating_every_army_can_be_looked_at(client: Any, campaign: Any) -> None:
    game = advance(campaign, "byzantine_segment")
    client.force_login(game.gm)
    client.cookies["django_language"] = "en"
    page = client.get(game.get_absolute_url()).content.decode()
    looks = re.findall(r'href="\?(at=[a-z_]+&amp;army=([a-z_]+)#plan)"', page[page.index("fold-ready") :])
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


def test_every_power_has_a_pattern_of_its_own_and_letters() -> None:
    motifs = [a.motif for a in (*heraldry.ARMS.values(), heraldry.REVOLT, heraldry.NOBODY)]
    assert len(set(motifs)) == len(motifs) == len(SCENARIO["powers"]) + 3
    assert len({a.mark for a in heraldry.ARMS.values()}) == len(heraldry.ARMS)
    style = (Path(__file__).resolve().parents[3] / "static/campaigns/justinian.css").read_text()
    assert all(f".jc--{power} {{ --c: {a.colour}; }}" in style for power, a in heraldry.ARMS.items())


def test_a_minor_powers_province_is_told_from_anothers() -> None:
    rules, state = opened()
    armies = dict(state.armies)
    for power, place in (("slavs", "dardania"), ("bulgars", "scythia")):
        armies[f"{power}_leader"] = dataclasses.replace(armies[f"{power}_leader"], at=place, sp=30)
    view = rules.view(dataclasses.replace(state, armies=armies, frontier={}), None)
    drawn = drawing.svg(board.spots(rules.table.scn, view, Names(SCENARIO)), "?at=")
    for power, mark in (("slavs", "SL"), ("bulgars", "BU")):
        assert f'fill="url(#jp-{power})"' in drawn and f'id="jp-{power}"' in drawn
        assert f'class="jowner" x="-14" y="2.6">{mark}<' in drawn


def test_names_of_a_scenario_are_escaped_on_the_map() -> None:
    rules, state = opened()
    changed = builtin()
    changed["provinces"][0]["name"] = "<b>Rome"
    drawn = drawing.svg(board.spots(rules.table.scn, rules.view(state, None), Names(changed)), "?at=")
    assert "<b>" not in drawn and "&lt;b&gt;Rome" in drawn


def test_3_2_setting_up_by_hand_says_what_is_missing(client: Any, campaign: Any) -> None:
    client.force_login(campaign.gm)
    client.cookies["django_language"] = "en"
    game = advance(campaign, "set_up")
    if services.table(game).decisions()[0].seat != "byzantium":
        pytest.fail("Byzantium sets up first (3.1)")

    def missing() -> str:
        page = client.get(game.get_absolute_url()).content.decode()
        found = re.search(r"Still to be placed:.*?</p>", page, re.S)
        assert found is not None
        return re.sub(r"<[^>]+>", "", found.group(0))

    assert "100 land SP" in missing() and "Army of the East" in missing()
    action = {"kind": "place_army", "army": "oriens", "province": "mesopotamia", "sp": 25}
    services.submit(
        game.pk, "byzantium", action, drawn_seq=game.seq, key="place", user=game.gm, now=timezone.now()
    )
    assert "75 land SP" in missing() and "Army of the East" not in missing()


def test_one_form_moves_any_leader(client: Any, campaign: Any) -> None:
    game = advance(campaign, "byzantine_segment")
    client.force_login(game.gm)
    page = client.get(game.get_absolute_url()).content.decode()
    form = page[page.index('id="merged-move_leader"') :]
    form = form[: form.index("</form>")]
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    fixed = html.unescape(re.findall(r'<option value="(\{[^"]*)"', form)[1])
    province = re.findall(r'<option value="([a-z_]+)"', form)[-1]
    sent = {k: fields[k] for k in ("seq", "key", "seat", "kind")} | {"fixed": fixed, "f-province": province}
    assert client.post(reverse("game-act", args=[game.pk]), sent).status_code == 302
    assert game.entries.order_by("-seq").filter(action__kind="move_leader").exists()


def test_the_curves_have_a_point_for_every_turn(campaign: Any) -> None:
    for number in range(4000):
        table = services.table(campaign)
        decisions = table.decisions()
        if not decisions or table.state.turn > 2:
            break
        action = table.rules.bot(table.state, decisions[0].seat, Seeded(b"end", "bot", number))
        campaign = services.submit(
            campaign.pk,
            decisions[0].seat,
            JUSTINIAN.codec.write(action),
            drawn_seq=table.seq,
            key=str(uuid.uuid4()),
            user=campaign.gm,
            now=timezone.now(),
        ).game
    found = charts.history(campaign, services.table(campaign))
    assert [m["turn"] for m in found] == [1, 2, 3]
    assert found[0]["gold"] != found[-1]["gold"] and found[-1]["sp"]["byzantium"] > 0
    assert charts.history(campaign, services.table(campaign)) == found  # the second time out of the cache


def test_a_march_stops_with_a_reason(client: Any, campaign: Any) -> None:
    game = advance(campaign, "march")
    seat = services.table(game).decisions()[0].seat
    client.force_login(game.gm)
    client.cookies["django_language"] = "en"
    sent = {"seat": seat, "seq": game.seq, "key": "march-2", "army": "oriens", "path": "septem"}
    page = client.post(reverse("campaigns:march", args=[game.pk]), sent, follow=True).content.decode()
    assert "border" in page and not game.entries.filter(seq__gt=game.seq).exists()


def test_5_32_recruits_come_with_a_placing_filled_in(client: Any, campaign: Any) -> None:
    """One press places everybody; garrisons, old and new, are folded away."""
    game = campaign
    for _levy in range(6):  # a die of 0 raises nobody
        game = act(advance(game, "byzantine_segment"), "byzantium", {"kind": "recruit"})
        asked = services.table(game).decisions()[0]
        if asked.kind == "place_recruits" and asked.facts["sp"]:
            break
    assert asked.kind == "place_recruits" and asked.facts["sp"]
    page = shown(client, game, "byzantium")
    placed = {unit: int(n) for unit, n in re.findall(r'name="f-land-([^"]+)" [^>]*value="(\d+)"', page)}
    assert {u: n for u, n in placed.items() if n} == asked.default.land
    visible = re.sub(
        r"<details.*?</details>", "", page.partition('id="acts"')[2].partition("</section>")[0], flags=re.S
    )
    assert 'name="f-land-army:' in visible and 'name="f-land-frontier:' not in visible


def test_7_31_letting_them_pass_is_a_button_of_its_own(client: Any, campaign: Any) -> None:
    game = advance(campaign, "intercept", lambda s: len(s.stack[-1].candidates) == 1)
    decision = services.table(game).decisions()[0]
    page = shown(client, game, decision.seat)
    acts = page.partition('id="acts"')[2].partition("</section>")[0]
    intercepts, passes = re.findall(r"<form.*?</form>", acts, flags=re.S)
    assert "Intercept with" in intercepts and 'name="f-armies"' in intercepts
    assert "Let them pass" in passes and 'name="f-armies"' not in passes
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', passes))
    client.post(reverse("game-act", args=[game.pk]), sent)
    entry = game.entries.order_by("-seq").filter(action__kind="intercept_with").first()
    assert entry.seq > game.seq and entry.action["armies"] == []


def shown(client: Any, game: Any, seat: str) -> str:
    """The page as that seat sees it, in English."""
    client.force_login(game.gm)
    client.cookies["django_language"] = "en"
    page: str = client.get(f"{game.get_absolute_url()}?seat={seat}").content.decode()
    return page


def test_maintenance_is_paid_through_the_form(client: Any, campaign: Any) -> None:
    game = advance(campaign, "maintenance")
    client.force_login(game.gm)
    page = client.get(game.get_absolute_url()).content.decode()
    form = page[page.index("data-pay") :]
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    groups = re.findall(r'type="checkbox" name="f-groups" value="([^"]+)"', form)
    folded = form.partition('id="pay-garrisons"')[2].partition("</details>")[0]
    garrisons = re.findall(r'name="f-groups" value="([^"]+)"', folded)
    assert garrisons == [g for g in groups if g.startswith("frontier:")]
    sent = {k: fields[k] for k in ("seq", "key", "seat", "kind")} | {"f-groups": groups[:2]}
    answer = client.post(reverse("game-act", args=[game.pk]), sent)
    assert answer.status_code == 302
    entry = game.entries.order_by("-seq").first()
    assert entry.action["kind"] == "pay_maintenance" and entry.action["groups"] == groups[:2]


def test_7_14_whoever_would_leave_the_map_is_warned_before(client: Any, campaign: Any) -> None:
    """A Praesental Army put ashore in Sicily: a question before it lands, and before its activation ends."""
    game = advance(campaign, "byzantine_segment")
    fleet = {"power": "byzantium", "place": "europa", "army": "praesental_i"}
    ships = services.table(game).state.fleets["byzantium@europa"].sp
    game = act(game, "byzantium", {"kind": "activate_fleet", **fleet, "sp": ships})
    for sea in ("mare_egeo", "mar_ionio"):
        game = act(game, "byzantium", {"kind": "sail_to", "sea": sea})
    page = shown(client, game, "byzantium")
    buttons = dict(re.findall(r'<button name="f-province" value="(\w+)"([^>]*)>', page))
    assert "data-confirm" in buttons["sicilia"] and "data-confirm" not in buttons["achaia"]
    game = act(game, "byzantium", {"kind": "put_in", "province": "sicilia"})
    page = shown(client, game, "byzantium")
    assert re.search(
        r'data-confirm="If the activation ends here, Praesental Army I leaves[^"]*">End the', page
    )
