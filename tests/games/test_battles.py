"""A campaign waits for a battle: people fight it, report it, and confirm or object; the game master rules."""

import re
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.urls import reverse

from engine.game import IllegalAction, InvalidAction
from games import plugins, services
from games.models import BattleLink, Game, Outbox
from games.page_facts.battle_summary import status_of
from games.participants import by_people
from games.services.notices import words
from tests.games.campaigning import STAND, at_battle
from tests.games.cast import HOLD, NOW, a_game, a_user, attack, do

pytestmark = pytest.mark.django_db


@pytest.fixture
def gm(db):
    return a_user("gamemaster")


@pytest.fixture
def campaign(gm, owner, rival, stranger):
    return at_battle(gm, {"red": owner, "blue": rival, "green": stranger})


@pytest.fixture
def link(campaign):
    return campaign.battle_links.get()


def fight(link, owner, rival):
    """Let both sides strike; return the seat that the dice made the winner."""
    do(link.battle, owner, "first", {"kind": "strike"}, faces=[6])
    do(link.battle, rival, "second", {"kind": "strike"}, faces=[1])
    link.refresh_from_db()


# --- opening ---


def test_the_battle_becomes_a_game_of_the_same_people(link, owner, rival):
    battle = link.battle
    assert (battle.system, battle.status) == ("duel", "running")
    assert {s.key: s.user for s in battle.seats.all()} == {"first": owner, "second": rival}
    assert (link.attacker, link.defender, link.status) == ("red", "blue", "open")
    assert link.muster["reckoning"] == [{"code": "one_for_one"}]
    assert battle.scenario["men"]["first"] == 1


def test_the_campaign_waits_without_a_deadline(campaign):
    decision = campaign.decisions.get(answered_at=None)
    assert (decision.seat, decision.due_at) == ("gm", None)
    assert services.sweep(NOW) == 0


def test_without_a_battle_system_the_campaigns_own_table_decides(gm, owner, rival, stranger):
    campaign = at_battle(gm, {"red": owner, "blue": rival, "green": stranger}, battle_system="")
    assert not campaign.battle_links.exists()
    services.answer_due(campaign.pk, NOW)
    last = campaign.entries.last()
    assert (last.seat, last.reason, last.action) == ("gm", "table", {"kind": "fight_here"})
    assert [roll["purpose"] for roll in last.rolls] == ["attacker", "defender"]


def test_a_battle_that_cannot_be_played_here_is_reported_by_hand(gm, owner, rival, stranger, monkeypatch):
    monkeypatch.setattr(plugins, "bridge", lambda *names: None)
    campaign = at_battle(gm, {"red": owner, "blue": rival, "green": stranger})
    link = campaign.battle_links.get()
    assert (link.battle, link.note) == (None, "no_bridge")
    services.report_battle(link.pk, owner, {"winner": "attacker", "losses": {"blue-east": 1}}, now=NOW)
    assert services.confirm_battle(link.pk, rival, now=NOW).status == "confirmed"


def test_bots_alone_fight_their_battles_and_the_campaign_goes_on(gm, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        game = a_game(gm, {"red": "bot", "blue": "bot", "green": "bot"}, battle_system="duel")
    for _ in range(40):
        services.sweep(NOW)
    game.refresh_from_db()
    links = game.battle_links.all()
    assert game.has_ended and links and {link.status for link in links} == {"confirmed"}
    assert services.verify_game(game).ok


# --- reporting, confirming, objecting, ruling ---


def test_a_fought_battle_is_proposed_to_both_sides(link, owner, rival):
    fight(link, owner, rival)
    assert (link.status, link.reported_by, link.confirmations) == ("reported", "battle", [])
    assert link.report["winner"] == "attacker"


def test_both_sides_confirm_and_the_campaign_goes_on(campaign, link, owner, rival):
    fight(link, owner, rival)
    assert services.confirm_battle(link.pk, owner, now=NOW).status == "reported"
    done = services.confirm_battle(link.pk, rival, now=NOW)
    entry = campaign.entries.last()
    assert (done.status, done.answered_seq) == ("confirmed", entry.seq)
    assert (entry.seat, entry.reason) == ("gm", "battle")
    assert entry.action["losses"] == {next(iter(entry.action["losses"])): 1}
    assert services.verify_game(campaign).ok


def test_a_battle_settled_by_hand_asks_nobody_any_more(
    campaign, link, owner, rival, django_capture_on_commit_callbacks
):
    report = {"winner": "attacker", "losses": {}, "facts": {}}
    services.report_battle(link.pk, owner, report, now=NOW)
    assert link.battle.decisions.filter(answered_at=None).exists()
    with django_capture_on_commit_callbacks(execute=True):
        services.confirm_battle(link.pk, rival, now=NOW)
    link.battle.refresh_from_db()
    assert link.battle.status == Game.Status.ABANDONED
    assert not link.battle.decisions.filter(answered_at=None).exists()


def test_confirming_twice_counts_once(campaign, link, owner, rival):
    fight(link, owner, rival)
    for _ in range(2):
        assert services.confirm_battle(link.pk, owner, now=NOW).status == "reported"
    services.confirm_battle(link.pk, rival, now=NOW)
    with pytest.raises(IllegalAction, match="battle_settled"):
        services.confirm_battle(link.pk, rival, now=NOW)
    assert campaign.entries.filter(reason="battle").count() == 1


def test_a_side_objects_and_the_game_master_rules(gm, campaign, link, owner, rival):
    fight(link, owner, rival)
    services.confirm_battle(link.pk, owner, now=NOW)
    assert services.dispute_battle(link.pk, rival, now=NOW).confirmations == []
    ruled = services.rule_battle(link.pk, gm, {"winner": None, "losses": {"red-east": 1}}, now=NOW)
    assert (ruled.status, ruled.reported_by) == ("ruled", "gm")
    assert campaign.entries.last().action == {
        "kind": "fight_elsewhere",
        "winner": None,
        "losses": {"red-east": 1},
    }


def test_the_game_master_may_rule_as_reported(gm, campaign, link, owner, rival):
    fight(link, owner, rival)
    services.rule_battle(link.pk, gm, now=NOW)
    assert campaign.entries.last().action["winner"] == "attacker"


def test_nothing_is_confirmed_before_it_is_reported(gm, link, owner):
    with pytest.raises(IllegalAction, match="not_reported"):
        services.confirm_battle(link.pk, owner, now=NOW)
    with pytest.raises(IllegalAction, match="not_reported"):
        services.rule_battle(link.pk, gm, now=NOW)


@pytest.mark.parametrize(
    "report",
    [
        None,
        {"winner": "attacker"},
        {"winner": "nobody", "losses": {}},
        {"winner": "attacker", "losses": {"white-east": 1}},
        {"winner": "attacker", "losses": {"red-east": "1"}},
    ],
)
def test_a_report_that_does_not_fit_is_refused(link, owner, report):
    with pytest.raises(InvalidAction):
        services.report_battle(link.pk, owner, report, now=NOW)
    link.refresh_from_db()
    assert link.status == "open"


def test_only_the_two_sides_and_the_game_master_have_a_say(link, owner, rival, stranger):
    fight(link, owner, rival)
    with pytest.raises(PermissionDenied):  # green plays the campaign but not this battle
        services.confirm_battle(link.pk, stranger, now=NOW)
    with pytest.raises(PermissionDenied):
        services.rule_battle(link.pk, owner, now=NOW)
    with pytest.raises(Http404):
        services.confirm_battle(link.pk, a_user("nobody"), now=NOW)


# --- deadlines ---


@pytest.fixture
def hurried(gm, owner, rival, stranger):
    """Create a game in which players have a day for each answer and a week for a battle."""
    return at_battle(gm, {"red": owner, "blue": rival, "green": stranger}, hours_per_decision=24)


WEEK = timedelta(days=7, minutes=1)


def test_a_battle_has_seven_times_the_time_of_an_answer(hurried):
    assert hurried.decisions.get(answered_at=None).due_at == NOW + timedelta(days=7)
    assert services.answer_due(hurried.pk, NOW + timedelta(days=6)) == 0


def test_after_the_deadline_the_campaigns_own_table_decides_and_both_are_told(hurried, gm, owner, rival):
    services.answer_due(hurried.pk, NOW + WEEK, limit=1)
    assert hurried.entries.last().reason == "table"
    link = hurried.battle_links.get()
    link.refresh_from_db()
    assert (link.status, link.answered_seq) == ("table", hurried.entries.last().seq)
    told = Outbox.objects.filter(game=hurried, kind="battle_over").values_list("recipient", flat=True)
    assert set(told) == {owner.pk, rival.pk, gm.pk}


def test_after_the_deadline_a_report_without_objection_stands(hurried, owner):
    link = hurried.battle_links.get()
    services.report_battle(link.pk, owner, {"winner": "attacker", "losses": {}}, now=NOW)
    services.answer_due(hurried.pk, NOW + WEEK, limit=1)
    link.refresh_from_db()
    assert (hurried.entries.last().reason, link.status) == ("battle", "confirmed")


def test_after_the_deadline_a_disputed_report_does_not(hurried, owner, rival):
    link = hurried.battle_links.get()
    services.report_battle(link.pk, owner, {"winner": "attacker", "losses": {}}, now=NOW)
    services.dispute_battle(link.pk, rival, now=NOW)
    services.answer_due(hurried.pk, NOW + WEEK, limit=1)
    assert hurried.entries.last().reason == "table"


def test_a_battle_given_up_here_is_reported_by_hand(campaign, link, gm, owner, rival):
    services.abandon(link.battle_id, gm, now=NOW)
    services.report_battle(link.pk, owner, {"winner": "defender", "losses": {}}, now=NOW)
    assert services.confirm_battle(link.pk, rival, now=NOW).status == "confirmed"
    assert campaign.entries.last().reason == "battle"


# --- rewinds ---


def test_a_rewind_of_the_campaign_voids_the_battle(gm, campaign, link, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        services.rewind(campaign.pk, gm, to_seq=3, drawn_seq=4, key="r", now=NOW)
    link.refresh_from_db()
    assert (link.status, link.battle.status) == ("void", Game.Status.ABANDONED)


def fought_and_undone(gm, campaign, link, owner, rival, to_seq=3):
    """Fight and confirm the battle, then rewind the campaign to before it began."""
    fight(link, owner, rival)
    services.confirm_battle(link.pk, owner, now=NOW)
    services.confirm_battle(link.pk, rival, now=NOW)
    services.rewind(campaign.pk, gm, to_seq=to_seq, drawn_seq=5, key="r", now=NOW)
    link.refresh_from_db()


def test_a_battle_that_is_undone_is_void_everywhere(
    gm, campaign, link, owner, rival, django_capture_on_commit_callbacks, client
):
    name = link.battle.title
    with django_capture_on_commit_callbacks(execute=True):
        fought_and_undone(gm, campaign, link, owner, rival)
    battle = Game.objects.get(pk=link.battle_id)
    assert (link.status, link.cause, link.void_seq) == ("void", "back", 6)
    assert (battle.void, battle.title) == (True, f"{name} (void)")
    client.force_login(owner)
    page = client.get(reverse("game-battle", args=[campaign.pk, link.pk])).content.decode()
    assert "The campaign went back to before its result." in page
    assert '<strong class="won">' not in page
    assert "This battle is void" in client.get(battle.get_absolute_url()).content.decode()
    assert client.get(f"/api/games/{battle.pk}/state").json()["void"] is True
    assert "The battle (void)" in client.get(reverse("game-chronicle", args=[campaign.pk])).content.decode()


def test_the_same_battle_after_a_rewind_offers_its_result_again(
    gm, campaign, link, owner, rival, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        fought_and_undone(gm, campaign, link, owner, rival)
        do(campaign, rival, "blue", STAND)
    again = BattleLink.objects.get(campaign=campaign)
    assert (again.pk, again.status, again.kept, again.confirmations) == (link.pk, "reported", True, [])
    assert again.report == link.report
    assert not Game.objects.get(pk=link.battle_id).void
    services.confirm_battle(link.pk, owner, now=NOW)
    assert services.confirm_battle(link.pk, rival, now=NOW).status == "confirmed"
    assert campaign.entries.last().action["winner"] == "attacker"
    assert services.verify_game(campaign).ok


def test_going_back_to_the_moment_at_which_the_battle_is_waited_for_keeps_it_too(
    gm, campaign, link, owner, rival
):
    fought_and_undone(gm, campaign, link, owner, rival, to_seq=4)
    assert (link.status, link.kept, link.answered_seq) == ("reported", True, None)


def test_a_kept_battle_is_fought_again_only_when_both_sides_want_that(
    gm, campaign, link, owner, rival, django_capture_on_commit_callbacks
):
    fought_and_undone(gm, campaign, link, owner, rival, to_seq=4)
    with django_capture_on_commit_callbacks(execute=True):
        assert services.fight_anew(link.pk, owner, now=NOW).pk == link.pk
        fresh = services.fight_anew(link.pk, rival, now=NOW)
    link.refresh_from_db()
    assert (link.status, link.cause, fresh.status) == ("void", "anew", "open")
    assert fresh.battle_id != link.battle_id
    services.rewind(campaign.pk, gm, to_seq=3, drawn_seq=6, key="again", now=NOW)
    do(campaign, rival, "blue", STAND)
    latest = BattleLink.objects.exclude(status="void").get(campaign=campaign)
    assert latest.status == "open"  # nobody has fought the new battle, and the old one was declined


def test_different_forces_after_a_rewind_make_a_new_battle(gm, campaign, link, owner, rival, stranger):
    fought_and_undone(gm, campaign, link, owner, rival, to_seq=0)
    for user, seat, action in (
        (owner, "red", attack("blue", stake=2)),
        (rival, "blue", HOLD),
        (stranger, "green", HOLD),
        (rival, "blue", STAND),
    ):
        do(campaign, user, seat, action)
    fresh = BattleLink.objects.exclude(status="void").get(campaign=campaign)
    assert (fresh.status, link.status) == ("open", "void")


def test_the_result_of_a_battle_that_bots_fought_out_is_not_the_work_of_people(
    link, owner, rival, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        services.leave_to_programs(link.pk, owner, now=NOW)
        services.leave_to_programs(link.pk, rival, now=NOW)
        services.answer_due(link.battle_id, NOW)
    link.refresh_from_db()
    assert link.report is not None and not by_people(link)
    assert status_of(link) == "fought out by the bots"


def test_a_request_names_the_battle_it_would_discard(campaign, link, owner, rival, client):
    fight(link, owner, rival)
    services.confirm_battle(link.pk, owner, now=NOW)
    services.confirm_battle(link.pk, rival, now=NOW)
    said = "victory for Red; kept, and offered again if the same battle arises"
    client.force_login(owner)
    back = reverse("game-back", args=[campaign.pk])
    assert "(victory for Red)" in client.get(back).content.decode()  # in the list of moments
    assert said in client.get(back, {"to": 3}).content.decode()  # before a request is made
    services.ask_back(campaign.pk, owner, to_seq=3, drawn_seq=5, now=NOW)
    client.force_login(rival)
    assert said in client.get(back).content.decode()  # before a player agrees
    (battle,) = client.get(f"/api/games/{campaign.pk}/back").json()["request"]["discards"]["battles"]
    assert (battle["battle"], battle["result"], battle["kept"]) == (link.pk, "victory for Red", True)
    asked = Outbox.objects.get(kind="back_asked", recipient=rival)
    assert said in words.mail_of([asked], digest=False).body


# --- the campaign's own table ---


def test_both_sides_may_leave_a_battle_to_the_campaigns_own_table(campaign, link, owner, rival):
    assert services.leave_to_table(link.pk, owner, now=NOW).status == "open"
    assert Outbox.objects.filter(kind="battle", recipient=rival, payload__otherwise="table").exists()
    services.leave_to_table(link.pk, owner, wanted=False, now=NOW)
    # the other side no longer wants the table
    assert services.leave_to_table(link.pk, rival, now=NOW).status == "open"
    assert services.leave_to_table(link.pk, owner, now=NOW).status == "table"
    assert campaign.entries.last().reason == "table"
    assert services.verify_game(campaign).ok


def test_a_reported_battle_is_not_left_to_the_table(link, owner, rival):
    fight(link, owner, rival)
    with pytest.raises(IllegalAction, match="not_to_be_fought"):
        services.leave_to_table(link.pk, owner, now=NOW)


# --- how a battle was settled ---


def test_nobody_is_said_to_have_confirmed_who_was_silent(hurried, owner):
    link = hurried.battle_links.get()
    services.report_battle(link.pk, owner, {"winner": "attacker", "losses": {}}, now=NOW)
    services.answer_due(hurried.pk, NOW + WEEK, limit=1)
    link.refresh_from_db()
    assert status_of(link) == "final: nobody objected in time"


def test_who_must_confirm_is_asked_on_the_campaigns_page(campaign, link, owner, rival, stranger, client):
    fight(link, owner, rival)
    services.confirm_battle(link.pk, owner, now=NOW)
    page = campaign.get_absolute_url()
    client.force_login(rival)
    asked = client.get(page).content.decode()
    assert "Your decision: is the report right?" in asked and "Confirm the result" in asked
    for user in (owner, stranger):
        client.force_login(user)
        shown = client.get(page).content.decode()
        assert "The result has been reported. Waiting for agreement from:" in shown
        assert "Confirm the result" not in shown


def test_a_reported_battle_rewound_is_open_again(link, owner, rival):
    fight(link, owner, rival)
    asked = services.ask_back(link.battle_id, rival, to_seq=1, drawn_seq=2, now=NOW)
    services.answer_back(link.battle_id, asked.pk, owner, agree=True, now=NOW)
    link.refresh_from_db()
    assert (link.status, link.report) == ("open", None)
    do(link.battle, rival, "second", {"kind": "strike"}, faces=[6])
    link.refresh_from_db()
    assert (link.status, link.report["winner"]) == ("reported", None)


def test_a_battle_that_the_campaign_has_used_is_history(gm, link, owner, rival):
    fight(link, owner, rival)
    services.rule_battle(link.pk, gm, now=NOW)
    with pytest.raises(IllegalAction, match="campaign_went_on"):
        services.rewind(link.battle_id, rival, to_seq=1, drawn_seq=2, key="r", now=NOW)


def test_changing_to_the_table_settles_an_open_battle(gm, campaign, link):
    services.change_settings(campaign.pk, gm, now=NOW, battle_system="")
    services.answer_due(campaign.pk, NOW)
    assert campaign.entries.last().reason == "table"
    link.refresh_from_db()
    assert link.status == "table"


# --- the campaign's settings ---


@pytest.fixture
def with_dba(settings):
    settings.VEXILLUM_BRIDGES = ["campaigns.bridge.justinian_dba"]


def test_battles_fought_elsewhere_are_opened_by_the_rules(gm, with_dba):
    game = a_game(
        gm,
        {"byzantium": gm, "barbarian": gm},
        start=False,
        system="justinian",
        options={"battles": "table"},
        battle_system="dba",
    )
    assert game.options["battles"] == "open"


def test_a_campaign_created_with_the_table_keeps_it(gm, with_dba):
    game = a_game(gm, {"byzantium": gm, "barbarian": gm}, start=False, system="justinian", options={})
    with pytest.raises(IllegalAction, match="battles_by_table"):
        services.change_settings(game.pk, gm, now=NOW, battle_system="dba")


# --- people who join and leave meanwhile ---


def test_who_takes_over_a_seat_of_the_campaign_takes_over_its_battle(
    gm, campaign, link, rival, django_capture_on_commit_callbacks
):
    late = a_user("late")
    with django_capture_on_commit_callbacks(execute=True):
        services.leave_seat(campaign.pk, rival, "blue", now=NOW)
    assert link.battle.seats.get(key="second").user is None
    with django_capture_on_commit_callbacks(execute=True):
        services.accept(services.invite(campaign.pk, gm, seat="blue", now=NOW).token, late, now=NOW)
    assert link.battle.seats.get(key="second").user == late
    with django_capture_on_commit_callbacks(execute=True):
        services.leave_seat(campaign.pk, late, "blue", now=NOW)
        services.set_bot(campaign.pk, gm, "blue", True, now=NOW)
    assert link.battle.seats.get(key="second").is_bot


def test_a_campaign_given_up_gives_up_its_battles(gm, campaign, link, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        services.abandon(campaign.pk, gm, now=NOW)
    link.refresh_from_db()
    assert (link.status, link.battle.status) == ("void", Game.Status.ABANDONED)
    assert not link.battle.decisions.filter(answered_at=None).exists()


def test_the_game_master_moves_the_deadline_of_a_battle_too(gm, owner, rival, stranger):
    seats = {"red": owner, "blue": rival, "green": stranger}
    campaign = at_battle(gm, seats, hours_per_decision=24)
    assert services.extend_deadline(campaign.pk, gm, hours=240, now=NOW) == 1
    assert campaign.decisions.get(answered_at=None).due_at == NOW + timedelta(hours=240)


def dues(game):
    return set(game.decisions.filter(answered_at=None).values_list("due_at", flat=True))


def test_a_pause_of_the_campaign_is_one_of_its_battle(hurried, gm, django_capture_on_commit_callbacks):
    battle = hurried.battle_links.get().battle
    before = dues(battle)
    with django_capture_on_commit_callbacks(execute=True):
        services.pause(hurried.pk, gm, now=NOW)
    assert dues(battle) == {None}
    assert services.sweep(NOW + timedelta(days=60)) == 0
    with django_capture_on_commit_callbacks(execute=True):
        services.resume(hurried.pk, gm, now=NOW + timedelta(days=10))
    assert dues(battle) == {due + timedelta(days=10) for due in before}
    assert not Outbox.objects.filter(game=battle, kind__in=("paused", "resumed")).exists()  # reported once


def test_a_battle_that_comes_about_in_a_pause_rests_with_the_campaign(gm, owner, rival, stranger):
    seats = {"red": owner, "blue": rival, "green": stranger}
    game = a_game(gm, seats, battle_system="duel", hours_per_decision=24)
    services.pause(game.pk, gm, now=NOW)
    for seat, action in (("red", attack("blue")), ("blue", HOLD), ("green", HOLD), ("blue", STAND)):
        do(game, seats[seat], seat, action)
    battle = game.battle_links.get().battle
    assert battle.is_paused and dues(battle) == {None}
    assert set(battle.decisions.values_list("held", flat=True)) == {timedelta(hours=24)}


def test_who_leads_the_campaign_leads_a_battle_that_is_reported_but_not_agreed(gm, link, owner, rival):
    fight(link, owner, rival)
    assert link.status == "reported"
    services.hand_over(link.campaign_id, gm, owner.username, now=NOW)
    assert Game.objects.get(pk=link.battle_id).gm == owner


# --- messages about a battle ---


def test_a_notice_of_a_battle_leads_there_and_is_kept_back_when_it_is_settled(campaign, link, owner, rival):
    services.report_battle(link.pk, owner, {"winner": "attacker", "losses": {}}, now=NOW)
    told = Outbox.objects.get(kind="report", recipient=rival)
    begun = Outbox.objects.get(kind="battle", recipient=owner)
    assert not Outbox.objects.filter(
        kind="battle", recipient=rival
    ).exists()  # the rival's own action began it
    for one in (told, begun):
        assert words.address_of(one) == reverse("game-battle", args=[campaign.pk, link.pk])
        assert not words.obsolete(one)
    services.confirm_battle(link.pk, rival, now=NOW)
    assert words.obsolete(told) and words.obsolete(begun)


def test_a_report_that_is_objected_to_leads_the_game_master_there(campaign, link, gm, owner, rival):
    services.report_battle(link.pk, owner, {"winner": "attacker", "losses": {}}, now=NOW)
    services.dispute_battle(link.pk, rival, now=NOW)
    told = Outbox.objects.get(kind="trouble", recipient=gm)
    assert words.address_of(told) == reverse("game-battle", args=[campaign.pk, link.pk])
    assert words.obsolete(Outbox.objects.get(kind="report", recipient=rival))
    services.rule_battle(link.pk, gm, now=NOW)
    assert words.obsolete(told)


def test_another_report_starts_from_the_one_that_stands(campaign, link, owner, rival, client):
    """Losses, winner and leaders' fates are prefilled, so unchanged fields are not lost."""
    fight(link, owner, rival)
    fates = [["ariovist", "killed"], ["orgetorix", "lost"]]
    BattleLink.objects.filter(pk=link.pk).update(report={**link.report, "fates": fates, "holds": "attacker"})
    client.force_login(rival)
    address = reverse("game-battle", args=[campaign.pk, link.pk])
    page = client.get(address).content.decode()
    assert page.count('name="fate-') == 2 and "Report a different result" in page
    assert re.search(r'value="attacker"\s+required checked', page)
    client.post(address, {"do": "report", "winner": "attacker", "fate-ariovist": "on", "loss-blue-east": "1"})
    link.refresh_from_db()
    assert link.report["fates"] == [["ariovist", "killed"]] and link.report["holds"] == "attacker"
    assert link.report["losses"] == {"blue-east": 1} and link.confirmations == ["blue"]
