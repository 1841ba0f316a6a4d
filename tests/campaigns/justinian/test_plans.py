"""Steps without dice are composed and sent together: set-up, maintenance, or a march over several
provinces.
"""

import re
import uuid
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.justinian.rules.system import JUSTINIAN
from engine.choices import sample_action
from engine.dice import Seeded
from engine.game import Choice
from games import services
from games.models import Game, Plan
from tests.campaigns.justinian.begun import act, advance, campaign, play_on
from tests.campaigns.justinian.marching import can_step, planned

pytestmark = pytest.mark.django_db


def composed(game: Game, seat: str, wanted: list[str], client: Any) -> list[dict[str, Any]]:
    """Choose a step of each wanted kind from the plan's offers, as an API client would."""
    steps: list[dict[str, Any]] = []
    for number, kind in enumerate(wanted):
        choices = services.rehearse_actions(services.table(game), seat, steps)
        offered = JUSTINIAN.open(game.scenario, game.options).choices(choices.state, seat)
        choice = next(c for c in offered if c.kind == kind)
        steps.append(sample_action(choice, Seeded(b"composed", kind, number)))
        answer = put(client, game, seat, steps)
        assert answer.status_code == 200, answer.content
        assert answer.json()["trial"]["steps"] == number + 1
    return steps


def put(client: Any, game: Game, seat: str, steps: list[dict[str, Any]], **more: Any) -> Any:
    address = reverse("game-plan-json", args=[game.pk])
    body = {"seat": seat, "steps": steps, **more}
    return client.put(address, body, content_type="application/json")


def send(client: Any, game: Game, seat: str, steps: list[dict[str, Any]]) -> Any:
    game.refresh_from_db()
    return put(client, game, seat, steps, send=True, seq=game.seq, key=str(uuid.uuid4())).json()


def done(game: Game, since: int) -> list[Any]:
    return [row.action for row in game.entries.filter(seq__gt=since).order_by("seq")]


def test_3_2_a_set_up_is_composed_and_sent_whole(client: Any) -> None:
    game = campaign()
    client.force_login(game.gm)
    kinds = ["place_army", "place_army", "place_group", "place_fleet"]
    steps = composed(game, "byzantium", kinds, client)
    answer = send(client, game, "byzantium", steps)
    assert (answer["status"], answer["done"]) == ("done", 4)
    assert [action["kind"] for action in done(game, 0)] == kinds


def test_5_2_maintenance_and_what_follows_is_composed_and_sent_whole(client: Any) -> None:
    game = advance(campaign(), "maintenance")
    client.force_login(game.gm)
    seat, table = services.table(game).decisions()[0].seat, services.table(game)
    answer = JUSTINIAN.codec.write(table.rules.bot(table.state, seat, Seeded(b"plan", "bot", 0)))
    sent = send(client, game, seat, [answer])
    assert (sent["status"], sent["done"]) == ("done", 1)


def test_7_12_a_march_over_several_provinces_is_sent_by_json(client: Any) -> None:
    game = advance(campaign(), "march", can_step)
    client.force_login(game.gm)
    table = services.table(game)
    seat, army = table.decisions()[0].seat, table.state.stack[-1].army
    goals = [g for g in planned(table.state, army).goals if not (g.enemy or g.threatened or g.box)]
    path = list(max(goals, key=lambda g: len(g.places)).places)
    steps = [{"kind": "move_army", "to": to} for to in path]
    before, drawn = len(path), game.seq
    answer = send(client, game, seat, steps)
    assert (answer["status"], answer["done"]) == ("done", before)
    assert [action["to"] for action in done(game, drawn)] == path
    assert services.verify_game(Game.objects.get(pk=game.pk)).ok


def test_7_11_an_activation_and_the_march_behind_its_die_are_sent_whole(client: Any) -> None:
    game = campaign(options={"setup": "suggested"})
    game = advance(game, "barbarian_segment")
    client.force_login(game.gm)
    select = {"kind": "select_power", "power": "ostrogoths", "recruit": False}
    table = services.table(game)
    home = table.state.armies["athalaric"].at
    goal = next(g for g in planned(table.state, "athalaric").goals if g.mp == 1 and not g.enemy)
    steps = [
        select,
        {"kind": "activate_army", "army": "athalaric"},
        {"kind": "move_army", "to": goal.path},
        {"kind": "move_army", "to": home},
    ]
    drawn = game.seq
    answer = send(client, game, "barbarian", steps)
    made = done(game, drawn)
    assert [action["kind"] for action in made[:2]] == ["select_power", "activate_army"]
    assert answer["done"] == len(made) >= 2
    if answer["done"] < len(steps):  # the die was too low: the rest is kept, with a reason
        assert answer["status"] == "draft"
        assert answer["stopped"]["text"]


def test_7_12_a_march_that_no_border_allows_is_refused_with_its_step(client: Any) -> None:
    game = advance(campaign(), "march")
    client.force_login(game.gm)
    seat = services.table(game).decisions()[0].seat
    game.refresh_from_db()
    body = {"send": True, "seq": game.seq, "key": "far"}
    answer = put(client, game, seat, [{"kind": "move_army", "to": "septem"}], **body)
    found = answer.json()
    assert (answer.status_code, found["step"]) == (422, 1)
    assert found["rule"]
    assert "border" in found["text"]
    assert not Plan.objects.exists()


def test_a_march_is_planned_on_the_page_of_the_plan(client: Any) -> None:
    game = advance(campaign(), "march", can_step)
    client.force_login(game.gm)
    table = services.table(game)
    seat, army = table.decisions()[0].seat, table.state.stack[-1].army
    address = reverse("game-plan", args=[game.pk])
    page = client.get(address, {"seat": seat}).content.decode()
    assert 'name="planning"' in page
    goal = min(planned(table.state, army).goals, key=lambda g: (g.enemy, bool(g.threatened), g.mp))
    sent = {"seat": seat, "seq": game.seq, "key": "m", "army": army, "f-path": goal.path, "planning": "1"}
    answer = client.post(reverse("campaigns:march", args=[game.pk]), sent)
    assert answer.headers["Location"].startswith(address)
    plan = Plan.objects.get(seat__game=game)
    assert (plan.status, [step["action"]["to"] for step in plan.steps]) == ("draft", list(goal.places))
    assert all(step["words"]["it"] for step in plan.steps[:1])
    assert not done(game, game.seq)


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("kind", ["set_up", "maintenance", "byzantine_segment", "barbarian_segment", "march"])
def test_every_question_has_its_page_of_a_plan(client: Any, kind: str, language: str) -> None:
    game = advance(campaign(), kind)
    seat = services.table(game).decisions()[0].seat
    client.force_login(game.gm)
    client.cookies["django_language"] = language
    page = client.get(reverse("game-plan", args=[game.pk]), {"seat": seat})
    assert page.status_code == 200
    told = page.content.decode()
    assert reverse("game-act", args=[game.pk]) not in told, "nothing on this page is carried out at once"
    assert {"en": "Your plan", "it": "Il tuo piano"}[language] in told


def test_8_after_a_battle_a_plan_waits_to_be_looked_at(client: Any) -> None:
    game = play_on(campaign(), lambda table: bool(attacks(table)))
    table = services.table(game)
    seat = table.decisions()[0].seat
    attack = sample_action(attacks(table)[0], Seeded(b"plan", "attack", 0))
    client.force_login(game.gm)
    send(client, game, seat, [attack, {"kind": "end_activation"}])
    plan = until_asked(game, seat)
    told = [event["kind"] for row in game.entries.all() for event in row.events]
    assert "battle_fought" in told
    assert (plan.status, plan.done, plan.stopped["code"]) == ("draft", 1, "plan_unsettled")
    assert plan.stopped["facts"]["event"]["kind"] in {"battle_fought", "retreated", "retreated_before"}
    page = client.get(game.get_absolute_url(), {"seat": seat}).content.decode()
    assert "1 move left" in page


def attacks(table: Any) -> list[Choice]:
    return [c for c in table.choices(table.decisions()[0].seat) if c.kind == "attack"]


def until_asked(game: Game, seat: str) -> Plan:
    """Return the seat's plan after all other seats have answered by default."""
    for _ in range(20):
        services.answer_due(game.pk, timezone.now())
        plan = Plan.objects.get(seat__game=game, seat__key=seat)
        if plan.status != Plan.Status.SENT:
            return plan
        fresh = Game.objects.get(pk=game.pk)
        owed = services.table(fresh).decisions()[0]
        act(fresh, owed.seat, JUSTINIAN.codec.write(owed.default))
    raise AssertionError("it was not asked again")


def test_a_plan_is_drawn_on_the_map_leg_by_leg_while_it_is_composed_and_as_a_draft(client: Any) -> None:
    game = advance(campaign(), "march", can_step)
    client.force_login(game.gm)
    table = services.table(game)
    seat, army = table.decisions()[0].seat, table.state.stack[-1].army
    goals = [g for g in planned(table.state, army).goals if not (g.enemy or g.threatened or g.box)]
    goal = max(goals, key=lambda g: len(g.places))
    put(client, game, seat, [{"kind": "move_army", "to": to} for to in goal.places])
    for address in (reverse("game-plan", args=[game.pk]), game.get_absolute_url()):
        page = client.get(address, {"seat": seat}).content.decode()
        lines = re.findall(r'<path class="map-way map-way--plan" d="([^"]*)"', page)
        assert [line.count("L") for line in lines] == [len(goal.places)] and len(goal.places) > 1
    client.post(reverse("game-plan", args=[game.pk]), {"seat": seat, "do": "drop"})
    assert "map-way--plan" not in client.get(game.get_absolute_url(), {"seat": seat}).content.decode()


def test_a_march_takes_the_place_of_a_draft_only_where_its_player_says_so(client: Any) -> None:
    game = advance(campaign(), "march", can_step)
    client.force_login(game.gm)
    table = services.table(game)
    seat, army = table.decisions()[0].seat, table.state.stack[-1].army
    goal = next(g for g in planned(table.state, army).goals if not (g.enemy or g.threatened or g.box))
    kept = [{"kind": "end_activation"}]
    put(client, game, seat, kept)
    page = client.get(game.get_absolute_url(), {"seat": seat}).content.decode()
    assert 'name="planning" value="1"' in page and 'name="instead" value="1"' in page
    sent = {"seat": seat, "seq": game.seq, "key": "m", "army": army, "f-path": goal.path}
    answer = client.post(reverse("campaigns:march", args=[game.pk]), sent, follow=True)
    assert "You already have a plan with 1 moves left." in answer.content.decode()
    plan = Plan.objects.get(seat__game=game)
    assert [step["action"] for step in plan.steps] == kept and not done(game, game.seq)
    drawn = game.seq
    client.post(reverse("campaigns:march", args=[game.pk]), {**sent, "instead": "1"})
    assert [action["to"] for action in done(game, drawn)] == list(goal.places)


def test_7_11_what_follows_a_die_is_chosen_on_the_page_of_the_plan(client: Any) -> None:
    game = advance(campaign(options={"setup": "suggested"}), "barbarian_segment")
    client.force_login(game.gm)
    chosen = [
        {"kind": "select_power", "power": "ostrogoths", "recruit": False},
        {"kind": "activate_army", "army": "athalaric"},
    ]
    put(client, game, "barbarian", chosen)
    address = reverse("game-plan", args=[game.pk])
    page = client.get(address, {"seat": "barbarian"}).content.decode()
    assert "Moves after a die roll are planned as if it showed its" in page
    offered = set(re.findall(r'name="kind" value="(\w+)"', page))
    assert {"move_army", "end_activation"} <= offered
    client.post(address, {"kind": "end_activation", "seat": "barbarian"})
    steps = Plan.objects.get(seat__game=game).steps
    assert [one["action"]["kind"] for one in steps] == ["select_power", "activate_army", "end_activation"]
    assert steps[2]["words"]["it"]  # worded even if it never happens
    told = client.get(address, {"seat": "barbarian"}).content.decode()
    assert "not tried out" in told
