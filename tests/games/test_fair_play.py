"""A game master who plays has no power over a rival's seat, by page, API or service."""

import ast
import json
from datetime import date, timedelta
from pathlib import Path

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from accounts.models import Profile
from engine.game import IllegalAction
from features.amending import corrections
from features.desk import answering, substitutes
from features.guest_commanders import services as guest_commanders
from features.observers import services as observers
from features.report_cards import contents as cards
from games import services
from games.models import Command, Departure, Feed, Game, Outbox, PowerRequest, Reserve, Seat
from games.services import viewers
from games.services.fairplay import asking, guard
from games.services.fighting import rulings
from games.services.going_back import consent
from games.services.going_back.rewinding import can_be_rewound
from games.services.people.observers import end_permission
from tests.found import some
from tests.games.campaigning import at_battle
from tests.games.cast import HOLD, NOW, a_game, a_user, do

pytestmark = pytest.mark.django_db
Power = PowerRequest.Power

# every service that a user calls for themselves, by what keeps it fair; a new one must be classified
GUARDED = {
    "games.services.seating.give_seat",
    "games.services.seating.leave_seat",
    "games.services.seating.set_bot",
    "features.desk.substitutes.lend",
    "features.desk.answering.answer_for",
    "features.guest_commanders.services.make_link",
    "features.guest_commanders.services.accept",
    "features.guest_commanders.services.relieve",
    "games.services.people.observers.end_permission",
    "features.observers.services.invite",
    "features.shared_table.services.remove_companion",
    "features.desk.helping.more_time",
    "games.services.clock.deadlines.extend_deadline",
    "games.services.clock.pace.set_pace",
    "games.services.leading.change_settings",
    "games.services.leading.abandon",
    "games.services.leaving.hand_over",
    "games.services.fighting.rulings.report_battle",
    "games.services.fighting.rulings.dispute_battle",
    "games.services.fighting.rulings.rule_battle",
    "leagues.services.armies.load_lists",
    "leagues.services.rounds.replace",
    "leagues.services.rounds.break_off",
    "leagues.services.rounds.rule",
}
BY_CONSENT = {  # services that ask for another player's consent
    "features.amending.corrections.amend",
    "features.amending.corrections.ask",
    "features.amending.corrections.answer",
    "features.amending.corrections.withdraw",
    "games.services.going_back.requests.ask_back",
    "games.services.going_back.requests.answer_back",
    "games.services.going_back.requests.withdraw_back",
    "games.services.going_back.rewinding.rewind",
    "games.services.fairplay.asking.ask",
    "games.services.fairplay.asking.answer",
    "games.services.fairplay.asking.withdraw",
    "features.offline.sync.import_moves",
    "features.offline.sync.choose",
    "features.offline.sync.set_aside_branch",
}
FREE_SEATS = {  # for free seats, or offers to anyone
    "games.services.seating.invite",
    "features.rematch.services.rematch",
    "games.services.seating.revoke",
    "games.services.seating.accept",
    "games.services.seating.take_seat",
    "features.desk.reserves.call",
}
ALL_ALIKE = {  # for all at the table alike and openly
    "games.services.clock.deadlines.pause",
    "games.services.clock.deadlines.resume",
    "games.services.leading.start",
    "features.desk.helping.nudge",
    "features.meetings.services.give_time",
    "games.services.people.naming.name_battle",
    "leagues.services.founding.add",
    "leagues.services.founding.close",
    "leagues.services.founding.new_link",
    "leagues.services.founding.plan",
    "leagues.services.founding.remove",
    "leagues.services.rounds.begin",
    "leagues.services.rounds.discard",
    "leagues.services.rounds.draw",
    "leagues.services.rounds.exchange",
}
OWN = {  # for the caller's own seat, letters, preferences and things
    "features.amending.objecting.object_to",
    "games.services.clock.deadlines.adjust_to_rest",
    "games.services.creation.create_game",
    "games.services.consequences.set_up",
    "games.services.going_back.taking_back.undo_moves",
    "features.letters.services.delete",
    "games.services.correspondence.publish_letters",
    "features.letters.services.mark_read",
    "features.letters.services.write",
    "features.feeds.services.revoke",
    "features.feeds.services.make",
    "features.hooks.services.delete_hook",
    "features.hooks.services.make",
    "features.hooks.services.switch_on",
    "features.push.services.add",
    "features.push.services.remove",
    "features.push.services.remove_all",
    "games.services.notices.wishes.mute",
    "games.services.notices.wishes.write_hour",
    "games.services.notices.wishes.write_wishes",
    "features.offline.sync.hand_over_words",
    "features.desk.reserves.offer",
    "features.desk.reserves.withdraw",
    "games.services.people.habits.note_visit",
    "features.lessons.guide.mark_hint_read",
    "features.lessons.guide.end_guide",
    "features.desk.substitutes.end_loan",
    "features.meetings.services.answer",
    "features.meetings.services.ask_time",
    "features.meetings.services.call_off",
    "features.meetings.services.confirm_time",
    "features.meetings.services.propose",
    "features.meetings.services.withdraw",
    "features.observers.services.accept",
    "features.shared_table.services.close_code",
    "features.shared_table.services.join_table",
    "features.shared_table.services.get_code",
    "features.shared_table.services.take_over",
    "games.services.people.treaties.accept",
    "games.services.people.treaties.decline",
    "games.services.people.treaties.dispute",
    "games.services.people.treaties.mark",
    "games.services.people.treaties.propose",
    "games.services.people.treaties.reveal",
    "games.services.people.treaties.withdraw",
    "games.services.planning.drop_plan",
    "games.services.planning.send_plan",
    "games.services.planning.write_plan",
    "games.services.proof.audit.import_game",
    "games.services.fighting.rulings.confirm_battle",
    "games.services.fighting.rulings.dispute_ruling",
    "games.services.fighting.rulings.fight_anew",
    "games.services.fighting.rulings.fight_oneself",
    "games.services.fighting.rulings.leave_to_table",
    "games.services.fighting.rulings.fight_with",
    "games.services.fighting.rulings.leave_to_programs",
    "games.services.seating.pass_on",
    "games.services.seating.lend_seat",
    "games.services.seating.write_orders",
    "games.services.steps.submit",
    "features.polls.services.ask",
    "features.polls.services.vote",
    "features.sandbox.making.make",
    "features.sandbox.making.share",
    "features.sandbox.making.delete_sandbox",
    "leagues.services.armies.choose",
    "leagues.services.founding.found_league",
    "leagues.services.founding.join",
    "leagues.services.founding.leave",
}
CLASSES = (GUARDED, BY_CONSENT, FREE_SEATS, ALL_ALIKE, OWN)
WRITES = (
    ".save(",
    ".create(",
    ".update(",
    ".delete(",
    "bulk_create",
    "lock(",
    "claimed(",
    "_change(",
    "_claim(",
)


def services_of_somebody() -> set[str]:
    """Return every public service that takes a user and writes."""
    found = set()
    for folder in ("games/services", "leagues/services", "features"):
        for path in Path(folder).rglob("*.py"):
            text = path.read_text()
            for node in ast.parse(text).body:
                if not isinstance(node, ast.FunctionDef) or node.name.startswith("_"):
                    continue
                names = [*node.args.args, *node.args.kwonlyargs]
                takes = any(one.annotation and "User" in ast.unparse(one.annotation) for one in names)
                body = ast.get_source_segment(text, node) or ""
                if takes and any(word in body for word in WRITES):
                    found.add(".".join((*path.with_suffix("").parts, node.name)))
    return found


NO_DEED = {  # writing services that only other services call, or that only read under a lock
    "games.services.consequences.open_battle",
    "games.services.fairplay.guard.require",
    "games.services.going_back.consent.let_lapse",
    "features.push.services.is_known",
    "leagues.services.access.lock_league",
}


def test_every_service_is_classified():
    assert services_of_somebody() - set().union(*CLASSES, NO_DEED) == set()


def test_nothing_is_classified_twice():
    every = [name for names in CLASSES for name in names]
    assert len(every) == len(set(every))


# --- attempts by a game master who plays ---


@pytest.fixture
def people():
    return {name: a_user(name) for name in ("cheat", "bob", "carol", "sock")}


def a_table(gm, people, hides):
    """Create a game for Bob, Carol and a player who cheats. It is Three Fords, which has secrets, or Stroll,
    which has none.
    """
    who = (people["bob"], people["cheat"], people["carol"])
    if hides:
        return a_game(gm, dict(zip(("blue", "red", "green"), who, strict=True)))
    seats = dict(zip(("north", "south", "west"), who, strict=True))
    return a_game(gm, seats, system="stroll", options={}, scenario_name="three")


def of(game, name):
    """Return the seat of a person, by name."""
    return game.seats.get(user__username=name).key


def a_rivalry(people, hides):
    game = a_table(people["cheat"], people, hides)
    Reserve.objects.create(game=game, user=people["sock"], offered_at=NOW)
    return game


def refuses(deed, *codes):
    with pytest.raises(IllegalAction) as refusal:
        deed()
    assert refusal.value.code in (codes or ("needs_consent", "needs_consent_only"))


POWERS = {
    "unseat": lambda game, gm, sock: services.leave_seat(game.pk, gm, of(game, "bob"), now=NOW),
    "replace": lambda game, gm, sock: services.seating.give_seat(game.pk, gm, of(game, "bob"), sock, now=NOW),
    "lend to a friend": lambda game, gm, sock: substitutes.lend(
        game.pk, gm, of(game, "bob"), until=NOW.date() + timedelta(days=3), to="sock", now=NOW
    ),
    "lend to the bot": lambda game, gm, sock: substitutes.lend(
        game.pk, gm, of(game, "bob"), until=NOW.date() + timedelta(days=3), now=NOW
    ),
    "answer": lambda game, gm, sock: answering.answer_for(
        game.pk,
        gm,
        of(game, "bob"),
        drawn_seq=game.seq,
        key="k",
        now=NOW,
    ),
    "abandon": lambda game, gm, sock: services.abandon(game.pk, gm, now=NOW),
    "hand over": lambda game, gm, sock: services.hand_over(game.pk, gm, "sock", now=NOW),
}


@pytest.mark.parametrize("hides", [False, True])
@pytest.mark.parametrize("power", POWERS)
def test_a_playing_game_master_has_no_power_over_a_rival(people, power, hides):
    game = a_rivalry(people, hides)
    seats = list(Seat.objects.filter(game=game).values_list("key", "user", "is_bot", "lender"))
    refuses(lambda: POWERS[power](game, people["cheat"], people["sock"]))
    assert list(Seat.objects.filter(game=game).values_list("key", "user", "is_bot", "lender")) == seats
    game.refresh_from_db()
    assert game.running and game.gm == people["cheat"]


@pytest.mark.parametrize("hides", [False, True])
def test_one_who_does_not_play_keeps_every_power(people, hides):
    ref = a_user("ref")
    for power in some(POWERS):
        game = a_table(ref, people, hides)
        Reserve.objects.create(game=game, user=people["sock"], offered_at=NOW)
        POWERS[power](game, ref, people["sock"])


def test_leaving_their_seat_gives_a_game_master_no_power_over_rivals(people):
    game = a_rivalry(people, hides=False)
    services.leave_seat(game.pk, people["cheat"], of(game, "cheat"), now=NOW)
    refuses(lambda: services.leave_seat(game.pk, people["cheat"], of(game, "bob"), now=NOW))


def test_the_deadline_of_a_rival_comes_no_nearer(people):
    game = a_rivalry(people, hides=False)
    services.change_settings(game.pk, people["cheat"], now=NOW, hours_per_decision=48)
    refuses(lambda: services.extend_deadline(game.pk, people["cheat"], hours=1, now=NOW), "deadline_sooner")
    assert services.extend_deadline(game.pk, people["cheat"], hours=72, now=NOW)
    refuses(
        lambda: services.change_settings(game.pk, people["cheat"], now=NOW, hours_per_decision=1),
        "pace_sooner",
    )
    refuses(lambda: services.set_pace(game.pk, people["cheat"], hours=1, written={}, now=NOW), "pace_sooner")


@pytest.mark.parametrize("over", ["page", "api"])
def test_page_and_api_refuse_alike_and_say_what_to_do(people, client, over):
    game = a_rivalry(people, hides=False)
    game.seats.update(seen_at=timezone.now())
    client.force_login(people["cheat"])
    until = (timezone.localdate() + timedelta(days=3)).isoformat()
    if over == "page":
        for data in some([{"do": "lend", "until": until, "to": "sock"}]):
            answer = client.post(f"/games/{game.pk}/desk/", {"seat": of(game, "bob"), **data}, follow=True)
            assert "Fair play" in answer.content.decode()
        address = reverse("game-seats", args=[game.pk])
        answer = client.post(address, {"do": "leave", "seat": of(game, "bob"), "from": "desk"}, follow=True)
        assert answer.status_code == 200 and "Fair play" in answer.content.decode()
    else:
        for path, data in some(
            [("desk", {"do": "lend", "until": until, "to": "sock"}), ("seats", {"do": "leave"})]
        ):
            body = json.dumps({"seat": of(game, "bob"), **data})
            answer = client.post(f"/api/games/{game.pk}/{path}", body, content_type="application/json")
            assert answer.status_code == 422 and b"needs_consent" in answer.content
    assert game.seats.filter(user=people["bob"]).exists()


# --- consent and absence: no game gets stuck ---


def ask(game, people, power, **terms):
    return asking.ask(
        game.pk, people["cheat"], power=power, seat=of(game, "bob"), terms=terms, why="He is ill", now=NOW
    )


def test_who_is_asked_for_consent_sees_it_on_the_home_page(people, client):
    game = a_rivalry(people, hides=False)
    ask(game, people, PowerRequest.Power.UNSEAT)
    for name in ("bob", "cheat"):
        client.force_login(people[name])
        page = client.get("/").content.decode()
        assert (reverse("game-fair", args=[game.pk]) in page) is (name == "bob")


def test_the_player_concerned_agrees_and_it_is_done_once(people):
    game = a_rivalry(people, hides=True)
    request = ask(game, people, Power.LEND, to="sock")
    assert Outbox.objects.filter(kind=Outbox.Kind.POWER_ASKED, recipient=people["bob"]).exists()
    asking.answer(game.pk, request.pk, people["bob"], agree=True, now=NOW)
    refuses(lambda: POWERS["lend to the bot"](game, people["cheat"], people["sock"]))  # the terms differ
    POWERS["lend to a friend"](game, people["cheat"], people["sock"])
    assert game.seats.get(lender=people["bob"]).user == people["sock"]
    request.refresh_from_db()
    assert request.status == PowerRequest.Status.USED


def test_a_substitute_does_not_become_game_master_unasked(people):
    """A GM cannot hand the game over to the substitute who plays the GM's own seat. Otherwise the GM could
    take the seat back, and play while a friend leads.
    """
    game = a_rivalry(people, hides=True)
    own = of(game, "cheat")
    substitutes.lend(game.pk, people["cheat"], own, until=date(2026, 3, 4), to="sock", now=NOW)
    refuses(lambda: services.hand_over(game.pk, people["cheat"], "sock", now=NOW))
    game.refresh_from_db()
    assert game.gm == people["cheat"]


@pytest.mark.parametrize("hides", [False, True])
def test_who_had_a_seat_for_a_while_is_no_impartial_game_master(people, hides):
    game = a_rivalry(people, hides)
    own = of(game, "cheat")
    substitutes.lend(game.pk, people["cheat"], own, until=date(2026, 3, 4), to="sock", now=NOW)
    substitutes.end_loan(game.pk, people["cheat"], own, now=NOW)
    services.leave_seat(game.pk, people["cheat"], own, now=NOW)
    for name in ("sock", "cheat"):
        type(game).objects.filter(pk=game.pk).update(gm=people[name])
        game.refresh_from_db()
        assert not guard.impartial(people[name], game)
        assert consent.freedom(game, people[name]) is None
        assert not (hides and viewers.impartial(people[name], game))


def test_a_game_that_all_the_others_have_left_is_ended_alone(people):
    game = a_rivalry(people, hides=False)
    for name in ("bob", "carol"):
        services.leave_seat(game.pk, people[name], of(game, name), now=NOW)
    services.abandon(game.pk, people["cheat"], now=NOW)
    game.refresh_from_db()
    assert game.is_over


def test_a_declined_request_gives_no_power_over_the_seat(people):
    game = a_rivalry(people, hides=False)
    request = ask(game, people, Power.UNSEAT)
    asking.answer(game.pk, request.pk, people["bob"], agree=False, now=NOW)
    refuses(lambda: services.leave_seat(game.pk, people["cheat"], of(game, "bob"), now=NOW))


def test_an_outsider_leads_by_everybodys_consent(people):
    game = a_rivalry(people, hides=True)
    request = ask(game, people, Power.HAND_OVER, to="sock")
    asking.answer(game.pk, request.pk, people["bob"], agree=True, now=NOW)
    refuses(lambda: services.hand_over(game.pk, people["cheat"], "sock", now=NOW))
    asking.answer(game.pk, request.pk, people["carol"], agree=True, now=NOW)
    services.hand_over(game.pk, people["cheat"], "sock", now=NOW)
    game.refresh_from_db()
    assert game.gm == people["sock"] and guard.impartial(people["sock"], game)


def test_a_rival_who_vanished_is_replaced_after_two_weeks(people):
    game = a_rivalry(people, hides=False)
    later = NOW + timedelta(days=13, hours=23)
    seat = of(game, "bob")
    refuses(lambda: services.leave_seat(game.pk, people["cheat"], seat, now=later))
    services.leave_seat(game.pk, people["cheat"], seat, now=NOW + timedelta(days=15))
    assert Seat.objects.get(game=game, key=seat).user is None


def test_somebody_who_said_that_they_are_away_is_waited_for(people):
    game = a_rivalry(people, hides=False)
    seat = of(game, "bob")
    profile = Profile.of(Seat.objects.get(game=game, key=seat).user)
    profile.away_until = date(2026, 12, 1)
    profile.save()
    refuses(lambda: services.leave_seat(game.pk, people["cheat"], seat, now=NOW + timedelta(days=30)))
    services.leave_seat(game.pk, people["cheat"], seat, now=NOW + timedelta(days=61))


# --- a removed player ---


@pytest.mark.parametrize("hides", [False, True])
def test_a_removed_player_keeps_access_to_the_game_as_they_left_it(people, client, hides):
    ref = a_user("ref")
    game = a_table(ref, people, hides)
    key = of(game, "bob")
    services.leave_seat(game.pk, ref, key, now=NOW, why="No answer for weeks")
    assert Departure.objects.get(game=game).seat == key
    client.force_login(people["bob"])
    page = client.get(f"/games/{game.pk}/", follow=True)
    assert page.status_code == 200 and "No answer for weeks" in page.content.decode()
    told = client.get(f"/api/games/{game.pk}/state", follow=True)
    assert told.status_code == 200
    found = told.json()
    assert found["seat"] == key and found["left"]["why"] == "No answer for weeks"
    client.force_login(people["sock"])
    assert client.get(f"/games/{game.pk}/").status_code == 404


@pytest.mark.parametrize("way", ["desk", "lobby", "api"])
def test_a_reason_is_given_where_a_player_is_removed(people, client, way):
    ref = a_user("ref")
    game = a_table(ref, people, False)
    key = of(game, "bob")
    client.force_login(ref)
    sent = {"do": "leave", "seat": key, "why": "No answer for weeks"}
    if way == "api":
        answer = client.post(f"/api/games/{game.pk}/seats", sent, content_type="application/json")
        assert answer.status_code == 200, answer.content
    else:
        if way == "lobby":
            Game.objects.filter(pk=game.pk).update(status=Game.Status.GATHERING, seq=-1)
        page = client.get(
            f"/games/{game.pk}/{'desk/' if way == 'desk' else ''}", follow=True
        ).content.decode()
        assert 'name="why"' in page
        if way == "lobby":
            Game.objects.filter(pk=game.pk).update(status=game.status, seq=game.seq)
        client.post(f"/games/{game.pk}/seats", {**sent, "from": way})
    assert Departure.objects.get(game=game).why == "No answer for weeks"


# --- battles ---


def test_one_who_plays_does_not_rule_the_battle(people):
    seats = {"red": people["cheat"], "blue": people["bob"], "green": people["carol"]}
    game = at_battle(people["cheat"], seats)
    link = game.battle_links.get()
    report = {"winner": "attacker", "losses": {}, "facts": {}}
    refuses(lambda: services.rule_battle(link.pk, people["cheat"], report, now=NOW), "ruling_plays")
    link.refresh_from_db()
    assert link.report is None and not link.is_settled
    request = ask(game, people, Power.RULE, battle=str(link.pk))
    asking.answer(game.pk, request.pk, people["bob"], agree=True, now=NOW)
    services.rule_battle(link.pk, people["cheat"], report, now=NOW)
    link.refresh_from_db()
    assert link.is_settled


def test_a_third_player_who_leads_neither_reports_nor_disputes(people):
    seats = {"red": people["bob"], "blue": people["carol"], "green": people["cheat"]}
    game = at_battle(people["cheat"], seats)
    link = game.battle_links.get()
    report = {"winner": "attacker", "losses": {}, "facts": {}}
    refuses(lambda: services.report_battle(link.pk, people["cheat"], report, now=NOW), "battle_not_yours")
    services.report_battle(link.pk, people["bob"], report, now=NOW)
    refuses(lambda: services.dispute_battle(link.pk, people["cheat"], now=NOW), "battle_not_yours")


def test_a_ruling_is_told_to_both_sides_and_can_be_disputed(people, client):
    ref = a_user("ref")
    game = at_battle(ref, {"red": people["bob"], "blue": people["carol"], "green": people["cheat"]})
    link = game.battle_links.get()
    services.rule_battle(link.pk, ref, {"winner": "attacker", "losses": {}, "facts": {}}, now=NOW)
    told = Outbox.objects.filter(kind=Outbox.Kind.RULED).values_list("recipient__username", flat=True)
    assert {*told} == {"bob", "carol", "cheat"}
    rulings.dispute_ruling(link.pk, people["carol"], "The dice say otherwise", now=NOW)
    assert Outbox.objects.get(kind=Outbox.Kind.RULING_NO).recipient == ref
    link.refresh_from_db()
    assert [one.words for one in rulings.disputes(link)] == ["The dice say otherwise"]
    client.force_login(people["bob"])
    for path in some(["chronicle/", f"battles/{link.pk}/"]):
        page = client.get(f"/games/{game.pk}/{path}").content.decode()
        assert "ruled" in page and "The dice say otherwise" in page
    said = "This result is a ruling of the game master."
    entry = f"/api/games/{game.pk}/chronicle"
    for path in some([f"/games/{game.pk}/chronicle/", f"/games/{game.pk}/chronicle.csv", entry]):
        assert said in client.get(path).content.decode()


def test_the_report_form_opens_when_somebody_asks_for_it(people, client):
    game = at_battle(
        people["cheat"], {"red": people["cheat"], "blue": people["bob"], "green": people["carol"]}
    )
    client.force_login(people["bob"])
    path = f"/games/{game.pk}/battles/{game.battle_links.get().pk}/"
    assert 'name="winner"' not in client.get(path).content.decode()
    assert 'name="winner"' in client.get(path, {"report": "1"}).content.decode()


def test_no_delay_is_offered_where_anybody_may_watch(people):
    game = a_rivalry(people, hides=True)
    game.public = True
    game.save()
    give = {"seat": of(game, "bob"), "name": "", "now": NOW}
    refuses(lambda: observers.invite(game.pk, people["bob"], delay=2, **give), "observer_delay_public")
    observers.invite(game.pk, people["bob"], delay=0, **give)


def test_no_command_link_for_a_rival(people):
    game = at_battle(
        people["cheat"], {"red": people["cheat"], "blue": people["bob"], "green": people["carol"]}
    )
    battle = game.battle_links.get().battle
    rival = next(one.key for one in battle.seats.all() if one.user == people["bob"])
    refuses(lambda: guest_commanders.make_link(battle.pk, people["cheat"], rival, NOW), "command_of_player")
    assert not Command.objects.exists() and rival not in guest_commanders.may_let(people["cheat"], battle)


def test_an_observer_of_a_rival_stays(people):
    game = a_rivalry(people, hides=False)
    row = observers.invite(game.pk, people["bob"], seat=of(game, "bob"), name="", delay=0, now=NOW)
    with pytest.raises(Http404):
        end_permission(game.pk, people["cheat"], row.pk, NOW)
    row.refresh_from_db()
    assert row.ended_at is None


# --- accounts are free, so their number decides nothing ---


def with_socks(people, hides=False):
    """Create a game of four players, three of whom are the cheat's accounts."""
    game = a_rivalry(people, hides)
    Seat.objects.create(game=game, key="more", place=9, user=a_user("dora"))
    return game, [people["carol"], Seat.objects.get(game=game, key="more").user]


@pytest.mark.parametrize("power", [Power.UNSEAT, Power.LEND, Power.ANSWER, Power.REPLACE])
def test_no_number_of_others_replaces_the_player_concerned(people, power):
    game, socks = with_socks(people)
    request = ask(game, people, power, to="sock")
    assert [one.username for one in asking.required_people(game, request)] == ["bob"]
    for person in socks:
        with pytest.raises(PermissionDenied):
            asking.answer(game.pk, request.pk, person, agree=True, now=NOW)
    request.refresh_from_db()
    assert request.status == PowerRequest.Status.OPEN and not asking.awaiting(socks[0], game)
    refuses(lambda: services.leave_seat(game.pk, people["cheat"], of(game, "bob"), now=NOW))


@pytest.mark.parametrize("power", [Power.ABANDON, Power.HAND_OVER])
def test_over_the_whole_table_everybody_has_to_agree_but_who_is_long_absent(people, power):
    game, socks = with_socks(people)
    later = NOW + timedelta(days=15)
    Seat.objects.filter(game=game, user__in=socks).update(since=later)
    request = asking.ask(
        game.pk, people["cheat"], power=power, seat="", terms={"to": "sock"}, why="Enough", now=NOW
    )
    for person in socks:
        asking.answer(game.pk, request.pk, person, agree=True, now=NOW)
    request.refresh_from_db()
    assert request.status == PowerRequest.Status.OPEN  # Bob has not answered
    asking.answer(game.pk, request.pk, socks[0], agree=True, now=later)
    request.refresh_from_db()
    assert request.status == PowerRequest.Status.AGREED  # Bob has not been seen for two weeks


def test_a_second_account_cannot_consent_to_rerolling_a_rivals_dice(people):
    """Undoing needs the consent of every player whose steps, dice or decisions it touches."""
    seats = {"north": people["bob"], "south": people["cheat"], "west": people["carol"]}
    game = a_game(people["cheat"], seats, system="stroll", options={}, scenario_name="three")
    do(game, people["bob"], "north", {"kind": "throw"})
    do(game, people["bob"], "north", {"kind": "halt"})
    do(game, people["cheat"], "south", {"kind": "throw"})
    game.refresh_from_db()
    request = services.ask_back(
        game.pk, people["cheat"], to_seq=0, drawn_seq=game.seq, now=NOW, why="I had a bad throw"
    )
    at = services.table(game)
    wanted = consent.required_consents(at, people["cheat"], consent.collect_undone(at, 0))
    assert "north" in wanted.seats
    sock_asked = "west" in wanted.seats
    if sock_asked:
        services.answer_back(game.pk, request.pk, people["carol"], agree=True, now=NOW)
    else:
        with pytest.raises(PermissionDenied):
            services.answer_back(game.pk, request.pk, people["carol"], agree=True, now=NOW)
    game.refresh_from_db()
    assert game.seq == 3
    services.answer_back(game.pk, request.pk, people["bob"], agree=True, now=NOW)
    game.refresh_from_db()
    assert game.seq == 4
    assert set(game.entries.get(seq=4).action["agreed"].split(",")) == set(wanted.seats)


def test_a_correction_needs_everybodys_word(people):
    game = a_table(people["cheat"], people, hides=True)
    wanted = [(("camps", "red", "east"), 9)]
    request = corrections.ask(game.pk, people["cheat"], wanted, why="miscounted", drawn_seq=0, now=NOW)
    corrections.answer(game.pk, request.pk, people["carol"], agree=True, now=NOW)
    game.refresh_from_db()
    assert game.seq == 0 and corrections.requests_awaiting(people["carol"]) == []
    assert corrections.requests_awaiting(people["bob"]) == [request]
    corrections.answer(game.pk, request.pk, people["bob"], agree=True, now=NOW)
    game.refresh_from_db()
    assert game.seq == 1
    line = services.chronicle(services.table(game), None, limit=1)[0]
    assert line.amended is not None and set(line.amended.agreed) == {"Blue", "Green"}


def test_an_agreed_undo_of_several_is_told_with_all_their_names(people, client):
    game = a_table(people["cheat"], people, hides=True)
    wanted = [(("camps", "red", "east"), 9)]
    request = corrections.ask(game.pk, people["cheat"], wanted, why="miscounted", drawn_seq=0, now=NOW)
    for name in ("carol", "bob"):
        corrections.answer(game.pk, request.pk, people[name], agree=True, now=NOW)
    client.force_login(people["bob"])
    page = client.get(f"/games/{game.pk}/chronicle/").content.decode()
    assert "Blue and Green agreed" in page or "Green and Blue agreed" in page


# --- pauses, time, seats ---


def test_a_pause_makes_nobody_absent(people):
    """Pausing for a month, resuming, and removing the rival at once must fail."""
    game = a_rivalry(people, hides=False)
    seat = of(game, "bob")
    services.pause(game.pk, people["cheat"], now=NOW)
    later = NOW + timedelta(days=30)
    services.resume(game.pk, people["cheat"], now=later)
    refuses(lambda: services.leave_seat(game.pk, people["cheat"], seat, now=later + timedelta(days=13)))
    services.leave_seat(game.pk, people["cheat"], seat, now=later + timedelta(days=15))


def test_any_player_ends_a_pause_of_two_weeks(people, client):
    game = a_rivalry(people, hides=False)
    services.pause(game.pk, people["cheat"], now=NOW)
    with pytest.raises(PermissionDenied):
        services.resume(game.pk, people["bob"], now=NOW + timedelta(days=13))
    Game.objects.filter(pk=game.pk).update(paused_at=timezone.now() - timedelta(days=15))
    client.force_login(people["bob"])
    assert "any player may end it" in client.get(f"/games/{game.pk}/").content.decode()
    client.post(f"/games/{game.pk}/fair/", {"do": "resume"})
    game.refresh_from_db()
    assert not game.is_paused


def test_a_pause_of_one_who_does_not_play_is_theirs(people):
    ref = a_user("ref")
    game = a_table(ref, people, hides=False)
    services.pause(game.pk, ref, now=NOW)
    with pytest.raises(PermissionDenied):
        services.resume(game.pk, people["bob"], now=NOW + timedelta(days=60))


def test_time_for_all_is_not_time_for_oneself(people):
    seats = {"north": people["cheat"], "south": people["bob"], "west": people["carol"]}
    game = a_game(people["cheat"], seats, system="stroll", options={}, scenario_name="three")
    owed = set(game.decisions.filter(answered_at=None).values_list("seat", flat=True))
    game.decisions.exclude(seat="north").delete()
    assert owed and game.decisions.filter(seat="north", answered_at=None).exists()
    refuses(lambda: services.extend_deadline(game.pk, people["cheat"], hours=72, now=NOW), "own_time")


def test_questions_of_their_own_kind_keep_a_day(people):
    game = a_rivalry(people, hides=True)
    written = {"zone": "Europe/Rome", "kinds": {"stand": 1}}
    refuses(
        lambda: services.set_pace(game.pk, people["cheat"], hours=48, written=written, now=NOW), "pace_sooner"
    )


def test_who_plays_takes_no_second_seat(people):
    game = a_rivalry(people, hides=False)
    seat = of(game, "bob")
    services.leave_seat(game.pk, people["bob"], seat, now=NOW)
    refuses(lambda: services.take_seat(game.pk, people["cheat"], seat, now=NOW), "second_seat")


@pytest.mark.parametrize("why", ["agreed", "absent"])
def test_getting_up_lets_nobody_choose_an_answer(people, why):
    """Neither consent to one answer of the bot nor a long absence lets the GM choose the rival's answer."""
    game = a_rivalry(people, hides=False)
    seat = of(game, "bob")
    request = ask(game, people, Power.ANSWER)
    asking.answer(game.pk, request.pk, people["bob"], agree=True, now=NOW)
    services.leave_seat(game.pk, people["cheat"], of(game, "cheat"), now=NOW)
    game.refresh_from_db()
    when = NOW if why == "agreed" else NOW + timedelta(days=20)
    refuses(
        lambda: answering.answer_for(
            game.pk,
            people["cheat"],
            seat,
            drawn_seq=0,
            key="k",
            now=when,
            action=lambda _at: {"kind": "halt"},
        ),
        "plays_too",
    )
    assert not answering.may_choose(people["cheat"], game)


# --- battles against a bot ---


def test_a_typed_result_against_a_bot_waits_for_the_game_master(people):
    ref = a_user("ref")
    game = at_battle(ref, {"red": people["cheat"], "blue": people["bob"], "green": people["carol"]})
    Seat.objects.filter(game=game, key="blue").update(user=None, is_bot=True)
    link = game.battle_links.get()
    report = {"winner": "attacker", "losses": {}, "facts": {}}
    services.report_battle(link.pk, people["cheat"], report, now=NOW)
    link.refresh_from_db()
    assert link.status == "reported" and link.confirmations == ["red"]
    assert Outbox.objects.filter(kind=Outbox.Kind.REPORT, recipient=ref).exists()
    services.rule_battle(link.pk, ref, None, now=NOW)
    link.refresh_from_db()
    assert link.status == "ruled"


def test_against_a_bot_a_game_master_who_plays_needs_all_the_others(people):
    game = at_battle(
        people["cheat"], {"red": people["cheat"], "blue": people["bob"], "green": people["carol"]}
    )
    Seat.objects.filter(game=game, key="blue").update(user=None, is_bot=True)
    link = game.battle_links.get()
    report = {"winner": "attacker", "losses": {}, "facts": {}}
    services.report_battle(link.pk, people["cheat"], report, now=NOW)
    refuses(lambda: services.rule_battle(link.pk, people["cheat"], None, now=NOW), "ruling_plays")
    services.dispute_battle(link.pk, people["cheat"], now=NOW)  # withdrawing their own report
    services.leave_to_table(link.pk, people["cheat"], now=NOW)
    link.refresh_from_db()
    assert link.is_settled


def test_with_nobody_else_a_result_against_a_bot_stands_at_once(people):
    game = at_battle(
        people["cheat"], {"red": people["cheat"], "blue": people["bob"], "green": people["carol"]}
    )
    Seat.objects.filter(game=game).exclude(key="red").update(user=None, is_bot=True)
    link = game.battle_links.get()
    services.report_battle(
        link.pk, people["cheat"], {"winner": "attacker", "losses": {}, "facts": {}}, now=NOW
    )
    link.refresh_from_db()
    assert link.is_settled


def test_programs_dispute_a_ruling(people, client):
    ref = a_user("ref")
    game = at_battle(ref, {"red": people["bob"], "blue": people["carol"], "green": people["cheat"]})
    link = game.battle_links.get()
    path = f"/api/games/{game.pk}/battles/{link.pk}/ruling"
    said = json.dumps({"do": "dispute", "words": "The dice say otherwise"})
    client.force_login(people["carol"])
    early = client.post(path, said, content_type="application/json")
    assert (early.status_code, early.json()["code"]) == (422, "not_ruled")
    services.rule_battle(link.pk, ref, {"winner": "attacker", "losses": {}, "facts": {}}, now=NOW)
    assert client.get(path).json()["may_dispute"] is True
    for _twice in range(2):
        answer = client.post(path, said, content_type="application/json")
        assert answer.status_code == 200, answer.content
    told = answer.json()
    assert (told["ruled"], told["may_dispute"]) == (True, False)
    assert [one["words"] for one in told["disputes"]] == ["The dice say otherwise"]
    client.force_login(people["cheat"])  # the cheat plays on neither side
    assert client.post(path, said, content_type="application/json").status_code == 403
    client.force_login(people["sock"])
    assert client.get(path).status_code == 404


# --- rights of a removed player ---


def test_a_removed_players_feed_stays_where_they_left(people, client):
    ref = a_user("ref")
    game = a_table(ref, people, hides=True)
    Feed.objects.create(user=people["bob"], game=game, token="bobs", created_at=NOW)
    services.leave_seat(game.pk, ref, of(game, "bob"), now=NOW, why="No answer for weeks")
    before = client.get("/feeds/bobs/chronicle.atom")
    assert before.status_code == 200
    do(game, people["cheat"], "red", HOLD)
    after = client.get("/feeds/bobs/chronicle.atom")
    assert after.status_code == 200 and after.content.count(b"<entry>") == before.content.count(b"<entry>")


def test_a_removed_player_keeps_the_table_of_a_duplicate(people, client):
    ref = a_user("ref")
    game = a_table(ref, people, hides=False)
    services.leave_seat(game.pk, ref, of(game, "bob"), now=NOW, why="No answer for weeks")
    Game.objects.filter(pk=game.pk).update(sealed=True)
    client.force_login(people["bob"])
    page = client.get(f"/games/{game.pk}/", follow=True)
    assert page.status_code == 200 and "No answer for weeks" in page.content.decode()
    client.force_login(people["sock"])
    assert client.get(f"/games/{game.pk}/").status_code == 404


# --- void battles, and history ---


def test_nothing_is_undone_where_it_does_not_count(people, client):
    game = at_battle(a_user("ref"), {"red": people["bob"], "blue": people["carol"], "green": people["cheat"]})
    battle = game.battle_links.get().battle
    assert can_be_rewound(battle) and can_be_rewound(game)
    Game.objects.filter(pk=battle.pk).update(void=True)
    battle.refresh_from_db()
    assert not can_be_rewound(battle)
    client.force_login(people["bob"])
    page = client.get(f"/games/{battle.pk}/back/").content.decode()
    assert 'value="back"' not in page and 'value="ask"' not in page
    assert client.get(f"/api/games/{battle.pk}/back").json()["moments"] == []


def test_two_friends_do_not_let_each_others_dice_fall_anew(people):
    """The cheat rolled the die and agrees to a friend's request to undo it. This is not enough, because a
    rolled die concerns everyone.
    """
    seats = {"north": people["cheat"], "south": people["carol"], "west": people["bob"]}
    game = a_game(people["cheat"], seats, system="stroll", options={}, scenario_name="three")
    do(game, people["cheat"], "north", {"kind": "throw"})
    game.refresh_from_db()
    request = services.ask_back(game.pk, people["carol"], to_seq=0, drawn_seq=game.seq, now=NOW)
    services.answer_back(game.pk, request.pk, people["cheat"], agree=True, now=NOW)
    game.refresh_from_db()
    assert game.seq == 1
    services.answer_back(game.pk, request.pk, people["bob"], agree=True, now=NOW)
    game.refresh_from_db()
    assert game.seq == 2


@pytest.mark.parametrize("alone", [False, True])
def test_nobody_flees_from_a_lost_battle_against_a_bot(people, alone):
    game = at_battle(
        people["cheat"], {"red": people["cheat"], "blue": people["bob"], "green": people["carol"]}
    )
    Seat.objects.filter(game=game, key="blue").update(user=None, is_bot=True)
    if alone:
        Seat.objects.filter(game=game, key="green").update(user=None, is_bot=True)
    link = game.battle_links.get()
    battle = link.battle
    seat = battle.seats.get(user=people["cheat"]).key
    do(battle, people["cheat"], seat, {"kind": "strike"})
    if alone:
        services.leave_to_table(link.pk, people["cheat"], now=NOW)
    else:
        refuses(lambda: services.leave_to_table(link.pk, people["cheat"], now=NOW), "bot_fights_on")
    link.refresh_from_db()
    assert link.is_settled is alone


def test_a_ruling_is_called_one_on_the_card_of_the_battle(people):
    ref = a_user("ref")
    game = at_battle(ref, {"red": people["bob"], "blue": people["carol"], "green": people["cheat"]})
    link = game.battle_links.get()
    services.rule_battle(link.pk, ref, {"winner": "attacker", "losses": {}, "facts": {}}, now=NOW)
    link.refresh_from_db()
    assert "A ruling of the game master" in cards.battle_of_link(link).notes
