"""Italia's page: the map with all pieces, the forms for a place, panels and charts."""

from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from campaigns.italia.pages import board, heraldry, place_choices
from campaigns.italia.pages.rewards import rewards
from campaigns.italia.rules.system import ITALIA
from campaigns.italia.wording import ItaliaWording
from campaigns.italia.wording.names import Names
from campaigns.templatetags import italia
from engine.choices import sample_action
from engine.dice import Seeded
from engine.game import Choice, Leg, Option, Path, Share
from games import services
from games.forms import Act, draw
from games.models import Game
from maps import drawing
from maps.values import Links, Marks
from tests.campaigns.italia.begun import asked, campaign, play_on
from tests.flat import flat
from tests.found import some
from tests.web.cast import person

pytestmark = pytest.mark.django_db
WORDING = ItaliaWording(ITALIA.scenario("italia1"))


def shown(game: Game, query: str = "", *, user: Any = None, language: str = "en", **headers: str) -> str:
    """Return the page as Anna or another user sees it, without character references."""
    client = Client()
    client.force_login(user or game.gm)
    client.cookies["django_language"] = language
    with translation.override(language):  # requests leave their language active
        answer = client.get(game.get_absolute_url() + query, headers=headers)
    assert answer.status_code == 200
    return flat(html.unescape(answer.content.decode()))


def spots_of(game: Game) -> dict[str, board.Spot]:
    table = services.table(game)
    found = board.spots(table.rules.setting.scn, table.view(None), Names(game.scenario))
    return {spot.id: spot for spot in found}


# --- the page at every moment -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["italia1", "italia2"])
def test_the_page_of_a_fresh_game_shows_every_place_in_both_languages(name: str) -> None:
    game = campaign(name)
    places = spots_of(game)
    assert len(places) == 42 + 9
    for language, heading in (("en", "What scores when"), ("it", "Quando si fanno punti")):
        page = shown(game, language=language)
        assert heading in page and 'id="next"' in page and 'id="acts"' in page
        assert all(f'id="m-{place}"' in page for place in some(places))
        assert "%(" not in page and "style=" not in page and "onclick" not in page


@pytest.mark.parametrize("name", ["italia1", "italia2"])
def test_every_kind_of_question_has_a_page(name: str) -> None:
    """Every kind of decision that the bot meets in two rounds is shown on its page."""
    game, met = campaign(name), set[str]()

    def new(table: Any) -> bool:
        return table.state.round > 2 or table.decisions()[0].kind not in met

    while services.table(play_on(game, new)).state.round <= 2:
        game.refresh_from_db()
        decision = services.table(game).decisions()[0]
        met.add(decision.kind)
        place = decision.facts.get("area") or decision.facts.get("sea") or "roma"
        for language in ("en", "it"):
            page = shown(game, f"?seat={decision.seat}&at={place}", language=language)
            assert "%(" not in page and f'data-at="{place}"' in page and 'name="kind"' in page
    assert len(met) >= 8, met


def test_who_watches_sees_the_map_but_no_forms() -> None:
    page = shown(campaign(), "?at=roma", user=person("zoe"))
    assert 'id="m-roma"' in page and 'name="kind"' not in page


def test_looking_costs_few_queries_and_bytes(django_assert_max_num_queries: Any) -> None:
    game = play_on(campaign(), lambda table: table.state.round == 2)
    client = Client()
    client.force_login(game.gm)
    client.get(game.get_absolute_url())
    with django_assert_max_num_queries(14):
        page = client.get(game.get_absolute_url() + "?at=roma").content
    assert len(page) < 150_000
    with django_assert_max_num_queries(14):
        part = client.get(
            game.get_absolute_url() + "?at=umbria", headers={"HX-Request": "true", "HX-Target": "chosen"}
        ).content
    assert b'data-at="umbria"' in part and b'id="map-marks"' in part and b"map__svg" not in part
    assert len(part) * 3 < len(page)


def test_a_look_back_shows_the_map_of_then() -> None:
    game = play_on(campaign(), asked("movement"))
    client = Client()
    client.force_login(game.gm)
    page = client.get(f"{game.get_absolute_url()}replay/?at=0&place=roma").content.decode()
    assert 'data-at="roma"' in page and 'name="kind"' not in page and "map__svg" in page


# --- pieces on the map ------------------------------------------------------------------------------------


def test_every_unit_and_leader_stands_on_the_board() -> None:
    game = play_on(campaign("italia2"), asked("movement"))
    view, places = services.table(game).view(None), spots_of(game)
    units = sum(n for here in view["pieces"].values() for force in here.values() for n in force.values())
    tokens = [token for spot in places.values() for token in spot.tokens]
    assert sum(token.number for token in tokens) == units > 30
    assert sum(token.unit == board.LEADER for token in tokens) == len(view["leaders"])
    for spot in places.values():
        assert all(token.label in spot.description for token in spot.tokens)


@pytest.mark.parametrize("name", ["italia1", "italia2"])
def test_every_nation_is_told_apart_by_its_letters_and_by_colour_and_pattern(name: str) -> None:
    scn = ITALIA.open(ITALIA.scenario(name), {}).setting.scn
    sides = [heraldry.side(scn, nation) for nation in some(scn.nations)]
    assert len({one.mark for one in sides}) == len(sides)
    assert len({(one.colour, one.motif) for one in sides}) == len(sides)
    assert {card.pattern for card in scn.nations.values()} <= set(heraldry.MOTIFS)


def test_highlands_marshes_and_cities_are_marked() -> None:
    game = campaign()
    places = spots_of(game)
    assert places["samnium"].facts[0] == "highland" and places["venezia"].facts[0] == "marsh"
    assert places["roma"].city == "city" and places["roma"].holder == "romans"
    page = shown(game)
    assert "url(#map-on-highland)" in page and "url(#map-on-marsh)" in page and "#map-city" in page
    assert "url(#map-of-romans)" in page and "#map-symbol-legion" in page


def test_the_smaller_board_draws_merged_areas_as_one() -> None:
    game = campaign(options={"board": "small"})
    scn = services.table(game).rules.setting.scn
    parts = board.merge_outlines(game.scenario, scn)
    assert parts["mediolanum"] == ("mediolanum", "brixia") and "brixia" not in scn.board.areas
    drawn = drawing.svg(
        board.describe_map(spots_of(game).values(), scn, parts), Marks(chosen="mediolanum"), Links("?at=")
    )
    assert 'id="m-brixia"' not in drawn and drawn.count("#brixia") >= 2


def test_a_place_without_an_outline_stands_in_the_table_alone() -> None:
    places = spots_of(campaign())
    scn = ITALIA.open(ITALIA.scenario("italia1"), {}).setting.scn
    found = board.describe_map([*places.values(), replace(places["roma"], id="atlantis")], scn, {})
    assert {place.id for place in found.places} == set(places)


def test_the_table_says_what_the_map_shows() -> None:
    game = campaign()
    table = shown(game, "?table=1").partition('id="fold-places"')[2]
    for spot in some(spots_of(game).values()):
        assert spot.name in table and spot.occupants in table


# --- choices on the map -----------------------------------------------------------------------------------


def test_a_place_shows_the_moves_that_begin_there_and_the_goal_those_that_end_there() -> None:
    game = play_on(campaign(), asked("movement"))
    decision = services.table(game).decisions()[0]
    choices = services.table(game).choices(decision.seat)
    start, goal = next(
        (c.fixed["origin"], c.fixed["to"]) for c in choices if c.kind == "march" and not c.fixed["leader"]
    )
    seat = f"?seat={decision.seat}"
    here = shown(game, f"{seat}&at={start}").partition('id="here"')[2].partition("</section>")[0]
    begun = [c for c in choices if place_choices.start_of(c) == start]
    assert here.count('name="kind" value="march"') >= len([c for c in begun if c.kind == "march"]) > 0
    there = shown(game, f"{seat}&at={goal}&from={start}").partition('id="here"')[2].partition("</section>")[0]
    first = there[: there.index("</form>")]
    assert f'"origin":"{start}"' in first and f'"to":"{goal}"' in first and "<details" not in first
    marks = shown(game, f"{seat}&at={start}").partition('id="map-marks"')[2].partition("</g>")[0]
    assert f"#{goal}" in marks and "map-frame--chosen" in marks


def test_a_force_of_one_kind_marches_by_its_place_and_one_button() -> None:
    """The place is tapped, then the number next to the destination: two taps, and nothing to open."""
    game = play_on(campaign(), asked("movement"))
    decision = services.table(game).decisions()[0]
    client = Client()
    client.force_login(game.gm)
    starts = {place_choices.start_of(c) for c in services.table(game).choices(decision.seat)} - {""}
    pages = (
        client.get(f"{game.get_absolute_url()}?seat={decision.seat}&at={at}").text for at in sorted(starts)
    )
    here = next(one.partition('id="here"')[2] for one in pages if 'class="iways"' in one)
    form = here[here.index('class="iway"') :].partition("</form>")[0]
    assert "<details" not in here[: here.index(form)]
    fields = {
        name: html.unescape(value) for name, value in re.findall(r'name="([\w-]+)" value="([^"]*)"', form)
    }
    assert client.post(reverse("game-act", args=[game.pk]), fields).status_code == 302
    made = game.entries.order_by("-seq")[0].action
    fixed = json.loads(fields["fixed"])
    assert made["kind"] == fields["kind"] and {key: made[key] for key in fixed} == fixed


def test_buttons_of_numbers_name_kind_leader_and_cost() -> None:
    """If one unit of either kind can go, each button names its kind. A row with a leader names the leader,
    which tells it apart from the row without. A row across a strait says what the strait costs.
    """
    share = Share("units", (Option("infantry", high=1), Option("cavalry", high=1)), 1, 1)
    fixed = {"origin": "latium", "to": "campania"}
    acts = [
        draw(Choice("march", {**fixed, "leader": None}, (share,), "9.4", facts={"strait": True}), WORDING),
        draw(Choice("march", {**fixed, "leader": "pyrrhus"}, (share,), "9.0"), WORDING),
    ]
    here = SimpleNamespace(id="latium")
    ways = italia.ways_here({"acts": acts, "here": here, "place_names": {"campania": "Campania"}})
    page = flat(render_to_string("campaigns/italia/_ways.html", {"ways": ways, "act_url": "/"}))
    buttons = re.findall(r"<button[^>]*>([^<]*)</button>", page)
    labels = [one.label for one in acts[0].fields[0].options]
    assert buttons == [f"1 {one}" for one in labels] * 2 and len(set(labels)) == 2
    assert "their whole movement" in page
    rows = [to for _act, to in ways]
    assert rows == ["Campania", acts[1].label]


def test_a_crossing_that_breaks_a_promise_stays_a_form_that_asks() -> None:
    """A button for a number would send it without the warning that the form asks to confirm."""
    legs = (Leg("latium", "tyrrhenian", 0), Leg("tyrrhenian", "sicilia", 0))
    sea, goal = frozenset({"tyrrhenian"}), frozenset({"sicilia"})
    path = Path("path", "latium", legs, 2, low=2, halts=goal, not_in=sea)
    share = Share("units", (Option("infantry", high=2, cost=1),), 1, 2, budget=2)
    act = draw(Choice("cross", {"origin": "latium"}, (path, share), "9.6"), WORDING)
    assert [way.act.fields[0].high for way in place_choices.crossings([act], "latium", "sicilia")] == [2]
    asks = tuple(replace(one, caution="Do it anyway?") for one in act.fields[0].options)
    act = replace(act, fields=(replace(act.fields[0], options=asks), act.fields[1]))
    assert not place_choices.crossings([act], "latium", "sicilia")


def test_a_goal_of_several_areas_stands_on_the_map_with_its_way_chosen() -> None:
    game = play_on(campaign(), asked("movement"))
    decision = services.table(game).decisions()[0]
    choices = services.table(game).choices(decision.seat)
    start, goal, way = next(
        (start, goal, way)
        for start in sorted({c.fixed["origin"] for c in choices if c.kind == "advance"})
        for goal in sorted(place_choices.goals(choices, start))
        if len(way := place_choices.ways_to(choices, start, goal)) > 1
        and not place_choices.can_move_from(choices, goal)
    )
    page = shown(game, f"?seat={decision.seat}&at={goal}&from={start}")
    first = page.partition('id="here"')[2].partition("</form>")[0]
    assert 'name="kind" value="advance"' in first and "<details" not in first
    chosen = re.search(r'<option value="(\[[^]]*])" selected>', first)
    assert chosen and json.loads(chosen[1]) == list(way)
    assert re.search(r'class="map-way[^"]*" d="M[^"L]*L[^"L]*L', page)  # drawn leg by leg


def test_of_several_places_on_offer_a_place_shows_itself_alone() -> None:
    game = play_on(campaign(), asked("levy"))
    decision = services.table(game).decisions()[0]
    buy = next(c for c in services.table(game).choices(decision.seat) if c.kind == "buy" and c.fields)
    offered = [str(option.value) for option in buy.fields[0].options]
    assert len(offered) > 1
    page = shown(game, f"?seat={decision.seat}&at={offered[0]}")
    here = page.partition('id="here"')[2].partition("</section>")[0]
    assert f'name="f-where-{offered[0]}"' in here and f'name="f-where-{offered[1]}"' not in here
    assert f'name="f-where-{offered[1]}"' in page.partition('id="acts"')[2].partition("</section>")[0]
    assert re.search(rf'name="f-where-{offered[0]}"[^>]* value="1"', here)  # prefilled with the minimum
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_every_offered_choice_can_be_made_from_the_page_or_from_a_place() -> None:
    """A choice that is not offered next to the question is offered at the place where it begins."""
    game = play_on(
        campaign("italia2"), lambda t: asked("movement")(t) and len(t.choices(t.decisions()[0].seat)) > 15
    )
    decision = services.table(game).decisions()[0]
    page = shown(game, f"?seat={decision.seat}")
    kinds = {c.kind for c in services.table(game).choices(decision.seat)}
    found = set(re.findall(r'name="kind" value="(\w+)"', page))
    starts = re.findall(r'class="chip istart" href="\?[^"]*at=(\w+)#here"', page)
    for place in some(starts):
        found |= set(
            re.findall(r'name="kind" value="(\w+)"', shown(game, f"?seat={decision.seat}&at={place}"))
        )
    assert kinds <= found


# --- panels -----------------------------------------------------------------------------------------------


def test_a_player_sees_points_gold_and_what_the_charts_would_give() -> None:
    game = play_on(campaign(), lambda table: table.state.round == 2)
    page = shown(game)
    view = services.table(game).view(None)
    assert view["scoring"]["round"] == 3 and "points after round 3" in page
    panels = page.partition('id="players"')[2].partition("</section>")[0]
    assert panels.count("iplayer") == 3
    for nation in some(view["nations"]):
        assert f">{ITALIA.open(game.scenario, {}).setting.scn.nations[nation].mark}<" in panels
    charts = page.partition('id="chart-celts"')[2].partition("</details>")[0]
    assert "Areas held, 1 each: Cisalpine Gaul" in charts
    assert "A sacked city (Roma; the first time): 5" in charts
    assert "Destroyed units (Legions; the Romans): ½ a unit" in charts


def test_the_view_tells_who_is_to_come_and_what_the_next_charts_would_give() -> None:
    game = play_on(campaign(), lambda table: table.state.round == 2)
    table = services.table(game)
    pos, view = table.rules.position(table.state), table.view(None)
    assert view["nation"] == "celts" and "celts" not in view["to_come"] and view["to_come"][-1] == "romans"
    lines = view["scoring"]["nations"]["celts"]["lines"]
    po_valley = next(line for line in lines if "liguria" in line["areas"] and "venezia" in line["areas"])
    held = sum(pos.holds("celts", area) for area in po_valley["areas"])
    assert po_valley["worth"] == 2 * held > 0
    total = sum(line["worth"] for line in lines)
    assert view["scoring"]["nations"]["celts"]["halves"] == total
    subject = {**table.state.nations, "celts": replace(table.state.nations["celts"], overlord="romans")}
    under = table.rules.view(replace(table.state, nations=subject), None)
    # half a point, up to one point (12.5)
    assert under["scoring"]["nations"]["celts"]["halves"] == -(-total // 4) * 2


def test_after_the_last_charts_nothing_is_to_come() -> None:
    game = campaign()
    table = services.table(game)
    late = table.rules.view(replace(table.state, round=10), None)
    assert late["scoring"] == {"round": 0, "nations": {}}


def test_units_nations_and_seas_of_two_words_have_their_names_in_a_form() -> None:
    names = Names(ITALIA.scenario("italia2"))
    with translation.override("it"):
        assert names.any("consular_legion") == "Legioni consolari"
        assert names.any("western_romans") == "Romano-Occidentali"
        assert names.any("mare_tyrrhenum") == "Mare Tyrrhenum"


@pytest.mark.parametrize("name", ["italia1", "italia2"])
def test_every_reward_of_a_card_has_words_in_both_languages(name: str) -> None:
    scn, names = ITALIA.open(ITALIA.scenario(name), {}).setting.scn, Names(ITALIA.scenario(name))
    told: dict[str, list[str]] = {}
    for language in ("en", "it"):
        with translation.override(language):
            told[language] = [text for nation in scn.nations for text in rewards(scn, nation, names)]
    assert len(told["en"]) == len(scn.bounties) > 40
    assert all("_" not in text and "any" not in text.split() for text in told["en"] + told["it"])
    assert all(one != other for one, other in zip(told["en"], told["it"], strict=True))


def test_a_refused_move_comes_back_beside_the_question_with_the_reason() -> None:
    game = play_on(campaign("italia2"), lambda table: asked("movement")(table))
    decision = services.table(game).decisions()[0]
    choices = services.table(game).choices(decision.seat)
    march = next(c for c in choices if c.kind == "march" and not c.fixed["leader"])
    client = Client()
    client.force_login(game.gm)
    client.cookies["django_language"] = "en"
    sent = {"kind": "march", "fixed": json.dumps(dict(march.fixed)), "seat": decision.seat}
    sent |= {"seq": str(game.seq), "key": "too-many", "f-units-legion": "99", "f-units-infantry": "99"}
    answer = client.post(reverse("game-act", args=[game.pk]), sent)
    page = flat(html.unescape(answer.content.decode()))
    acts = page.partition('id="acts"')[2].partition("</section>")[0]
    assert answer.status_code == 422 and 'name="kind" value="march"' in acts and "data-focus" in acts
    assert services.table(game).decisions()[0] == decision


def retreats(table: Any) -> list[Choice]:
    """Return the retreats offered to units of one kind."""
    choices = table.choices(table.decisions()[0].seat)
    return [c for c in choices if c.kind == "withdraw" and len(c.fields[0].options) == 1]


def test_all_who_can_retreat_are_filled_in() -> None:
    game = play_on(campaign(), lambda table: asked("retreat")(table) and bool(retreats(table)))
    decision, away = services.table(game).decisions()[0], retreats(services.table(game))[0]
    (share,) = away.fields
    (unit,) = share.options
    acts = shown(game, f"?seat={decision.seat}").partition('id="acts"')[2].partition("</section>")[0]
    field = acts.partition(f'name="f-{share.name}-{unit.value}"')[2].partition(">")[0]
    assert f'value="{min(share.high, unit.high)}"' in field


def amounts(act: Act) -> list[str]:
    return [one.amount for field in act.fields for one in field.options]


def test_a_whole_mixed_force_and_the_usual_targets_are_filled_in() -> None:
    units = (Option("infantry", high=3), Option("elephant", high=1))
    fixed = {"origin": "roma", "to": "samnium", "leader": None}
    march = draw(Choice("march", fixed, (Share("units", units, 1, 4),)), WORDING)
    assert amounts(place_choices.fill_form(march)) == ["3", "1"], "all go, unless told otherwise"
    narrow = draw(Choice("march", fixed, (Share("units", units, 1, 2),)), WORDING)
    assert amounts(place_choices.fill_form(narrow)) == ["0", "0"], "not all may go: who does is to choose"
    aim = draw(Choice("aim", {}, (Share("infantry", units, 2, 2),)), WORDING)
    usual = {"kind": "aim", "infantry": {"infantry": 2}}
    assert amounts(place_choices.fill_form(aim, usual)) == ["2", "0"], "what counts without an answer"
    assert amounts(place_choices.fill_form(aim)) == ["0", "0"]


def test_a_kept_plan_is_drawn_on_the_map_leg_by_leg() -> None:
    def marches(table: Any) -> bool:
        return any(c.kind == "march" for d in table.decisions() for c in table.choices(d.seat))

    game = play_on(campaign(), marches)
    table = services.table(game)
    seat = table.decisions()[0].seat
    march = next(c for c in table.choices(seat) if c.kind == "march")
    action = sample_action(march, Seeded(b"plan", "march", 0))
    services.write_plan(game.pk, game.gm, seat, [action], now=timezone.now())
    line = re.search(r'<path class="map-way map-way--plan" d="M([^"]*)"', shown(game))
    assert line is not None
    points = board.map_outlines().points
    ends = [points[march.fixed["origin"]], points[march.fixed["to"]]]
    assert line[1] == "L".join(f"{x:g} {y:g}" for x, y in ends)
