"""Every URL and API call belongs to one class. A game master who plays tries each power over other
players, and nothing may change. A new URL fails until it is classified.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, Final

import pytest
from django.urls import reverse
from django.utils import timezone

from features.desk import substitutes
from games import services
from games.models import BattleLink, Command, Game, Observer, PendingDecision, Reserve, Seat
from tests.doors import every_door
from tests.found import some
from tests.games.campaigning import at_battle
from tests.games.cast import a_game, a_user

pytestmark = pytest.mark.django_db

DAY: Final = (timezone.localdate() + timedelta(days=3)).isoformat()
UNSEEN: Final = "00000000-0000-0000-0000-00000000000a"
Sent = Callable[[Game, str, str], Mapping[str, Any]]  # (game, rival's seat, caller's seat)


def _fixed(**data: Any) -> Sent:
    return lambda game, theirs, mine: {
        name: theirs if value == "?" else value for name, value in data.items()
    }


def _at(game: Game) -> dict[str, Any]:
    return {"seq": game.seq, "key": UNSEEN}


# powers over another player's seat or time, or over the whole game, with the data that a cheat would send
POWERS: Final[Mapping[str, Sent]] = {
    "game-seats leave": _fixed(do="leave", seat="?", why="I win"),
    "game-seats unbot": _fixed(do="unbot", seat="?"),
    "game-seats bot": _fixed(do="bot", seat="?"),
    "game-seats take": _fixed(do="take", seat="?"),
    "game-seats abandon": _fixed(do="abandon"),
    "game-leave leave": _fixed(do="leave", seat="?"),
    "game-desk extend": _fixed(do="extend", hours="1"),
    "game-desk hand_over": _fixed(do="hand_over", to="sock"),
    "game-desk lend": _fixed(do="lend", seat="?", until=DAY, to="sock"),
    "game-desk program_once": lambda game, theirs, mine: {"do": "program_once", "seat": theirs, **_at(game)},
    "game-desk more_time": lambda game, theirs, mine: {"do": "more_time", "seat": mine},
    "game-desk settings": _fixed(do="settings", name="x", hours_per_decision="1", battle_system=""),
    "game-answer ": lambda game, theirs, mine: {"seat": theirs, **_at(game), "act": "hold"},
    "game-calendar ": _fixed(hours="1", zone="Europe/Rome"),
    "game-amend amend": lambda game, theirs, mine: {"do": "amend", "why": "x", "c": [], **_at(game)},
    "game-back back": lambda game, theirs, mine: {"do": "back", "to": 0, **_at(game)},
    "game-act ": lambda game, theirs, mine: {"seat": "gm", "act": "resolve", **_at(game)},
    "game-command link": _fixed(do="link", seat="?"),
    "game-command relieve": _fixed(do="relieve", seat="?"),
    "game-observers ": _fixed(do="give", seat="?", name="", delay="0"),
    "game-orders ": _fixed(seat="?"),
    "game-plan send": lambda game, theirs, mine: {"do": "send", "seat": theirs, **_at(game)},
    "game-phones ": _fixed(take="?"),
    "api-act ": lambda game, theirs, mine: {"seat": theirs, "action": {"kind": "hold"}, **_at(game)},
    "api-seats leave": _fixed(do="leave", seat="?"),
    "api-seats free": _fixed(do="free", seat="?"),
    "api-seats program": _fixed(do="program", seat="?"),
    "api-seats take": _fixed(do="take", seat="?"),
    "api-seats abandon": _fixed(do="abandon"),
    "api-desk extend": _fixed(do="extend", hours=1),
    "api-desk hand_over": _fixed(do="hand_over", to="sock"),
    "api-desk lend": _fixed(do="lend", seat="?", until=DAY, to="sock"),
    "api-desk answer": lambda game, theirs, mine: {"do": "answer", "seat": theirs, **_at(game)},
    "api-desk more_time": lambda game, theirs, mine: {"do": "more_time", "seat": mine},
    "api-pace ": _fixed(hours=1, rhythm={}, weeks=None),
    "api-amendments amend": lambda game, theirs, mine: {
        "do": "amend",
        "why": "x",
        "changes": [],
        **_at(game),
    },
    "api-back back": lambda game, theirs, mine: {"do": "back", "to": 0, **_at(game)},
    "api-command link": _fixed(do="link", seat="?"),
    "api-command relieve": _fixed(do="relieve", seat="?"),
    "api-observers give": _fixed(do="give", seat="?", delay=0),
    "api-lend ": _fixed(seat="?", until=DAY, to="sock"),
    "api-orders ": _fixed(seat="?", orders={}),
    "api-plan ": _fixed(seat="?", steps=[]),
}
PUT: Final = {"api-pace ", "api-orders ", "api-plan "}

# powers over a battle of the campaign; the URL contains its number
OF_BATTLES: Final = {
    "game-battle rule": {"do": "rule", "winner": "attacker"},
    "game-battle accept": {"do": "accept"},
    "api-act gm": {"seat": "gm", "action": {"kind": "fight_elsewhere", "winner": "attacker", "losses": {}}},
}

# URLs that ask for, give or withdraw another player's consent (games.services.going_back.consent,
# games.services.fairplay.asking, features.offline.branch_consent)
CONSENT: Final = """
    api-amendments: agree ask decline object withdraw | game-amend: agree ask decline object withdraw
    api-back: agree ask decline take_back withdraw | game-back: agree ask decline look withdraw
    api-fair: answer ask withdraw | game-fair: agree ask decline resume withdraw
    game-branches: branch log | game-offline: - | api-pause: - | api-amend-preview: -
"""
# URLs that treat everyone at the table alike and openly, and URLs about free seats
ALIKE: Final = """
    game-desk: call nudge pause resume | api-desk: call nudge | game-seats: invite revoke start
    api-seats: start | api-invite: - | game-meeting: fix | battle-meeting: fix
    api-meeting: answer ask_time fix give_time off propose withdraw
    api-battle-meeting: answer ask_time fix give_time off propose withdraw
"""
# the caller's own seat, side, letters and things; services check ownership (tests/games/test_fair_play.py)
OWN: Final = """
    game-leave: abandon bot invite revoke start take unbot
    game-hand: - | game-take-back: agree ask back decline look withdraw
    game-battle: again confirm dispute dispute_ruling keep no_table oneself programs report system table
    api-ruling: dispute | game-command: withdraw | command-link: link relieve withdraw | api-command-link: -
    game-bench: offer withdraw | api-bench: - | game-lend: back | game-lesson: away | game-letters: -
    api-letters: - | game-phones: close fresh | table-code: close fresh | table-add-screen: close fresh
    game-plan: cut drop earlier remove | game-plan-json: - | game-rematch: - | game-treaties: dispute
    api-treaties: accept agree broken decline dispute kept open propose reveal withdraw
    game-try: share throw_away | game-tryout: share throw_away | game-verify: - | join: - | api-invitation: -
    game-polls: vote | game-notes: send | game-offer: withdraw | open-game: withdraw | my-page: -
    observe: - | observe-link: - | api-observe: - | api-observe-link: - | api-observers: end | game-card: -
"""
# leagues; tests/leagues/test_fair.py lets an organiser who plays try these
LEAGUES: Final = """
    api-league: add begin break_off close discard draw exchange new_link plan remove replace rule -
    leagues:do: - | leagues:lists: take | leagues:join: - | leagues:new: - | api-league-join: -
"""
# URLs outside games: accounts, armies, calculators, new games
ELSEWHERE: Final = (
    "account", "accesses", "armies:", "battles:", "campaigns:", "confirm-email", "device", "email-again",
    "game-away-fetch",  # only for hosts
    "feeds", "hooks", "api-hooks", "keys", "language", "login", "logout", "new-game", "password", "person",
    "play-now", "rename", "set_language", "settings", "signup", "stop", "theme", "wishes",
)  # fmt: skip


def listed(table: str) -> set[str]:
    """Return the entries of a table, each as the name of a URL and an action."""
    found = set()
    for part in table.replace("\n", "|").split("|"):
        name, _colon, words = part.strip().rpartition(": ")
        found |= {f"{name} {'' if word == '-' else word}" for word in words.split() if name}
    return found


CLASSES: Final = (
    set(POWERS),
    {name for name in OF_BATTLES if name != "api-act gm"},
    listed(CONSENT),
    listed(ALIKE),
    listed(OWN),
    listed(LEAGUES),
)


def test_every_url_belongs_to_a_class() -> None:
    doors = {f"{one.name} {one.button_label}" for one in every_door() if not one.name.startswith(ELSEWHERE)}
    assert len(doors) > 120
    known = set[str]().union(*CLASSES)
    assert doors - known == set(), "put each new door into one of the classes above"
    assert known - doors - {"game-lesson away", "game-phones ", "game-leave leave"} == set(), "gone meanwhile"


def test_no_url_belongs_to_two_classes() -> None:
    every = [door for one in CLASSES for door in one]
    assert len(every) == len(set(every))


# --- a cheat tries all of them ---


@pytest.fixture
def people() -> dict[str, Any]:
    return {name: a_user(name) for name in ("cheat", "bob", "carol", "sock")}


def a_table(people: Mapping[str, Any], hides: bool) -> Game:
    who = (people["bob"], people["cheat"], people["carol"])
    if hides:
        game = a_game(people["cheat"], dict(zip(("blue", "red", "green"), who, strict=True)))
    else:
        seats = dict(zip(("north", "south", "west"), who, strict=True))
        game = a_game(people["cheat"], seats, system="stroll", options={}, scenario_name="three")
    Reserve.objects.create(game=game, user=people["sock"], offered_at=timezone.now())
    Seat.objects.filter(game=game).update(seen_at=timezone.now(), since=timezone.now())
    return game


def fingerprint(game: Game) -> Any:
    """Return everything that a power can change."""
    found = Game.objects.get(pk=game.pk)
    facts = (found.status, found.gm_id, found.seq, found.hours_per_decision, found.rhythm, found.paused_at)
    seats = list(
        Seat.objects.filter(game=game)
        .order_by("key")
        .values_list("key", "user", "is_bot", "lender", "orders", "kept")
    )
    owed = list(
        PendingDecision.objects.filter(game=game).order_by("pk").values_list("seat", "due_at", "answered_at")
    )
    others = (
        Command.objects.filter(game=game).count(),
        Observer.objects.filter(game=game, ended_at=None).count(),
    )
    links = list(BattleLink.objects.filter(campaign=game).values_list("status", "report", "confirmations"))
    return facts, seats, owed, others, links


def address(game: Game, name: str) -> str:
    return reverse(name, args=[game.pk])


def sent(client: Any, game: Game, door: str, theirs: str, mine: str) -> Any:
    data, path = POWERS[door](game, theirs, mine), address(game, door.split()[0])
    if not door.startswith("api-"):
        return client.post(path, data)
    send = client.put if door in PUT else client.post
    return send(path, json.dumps(data), content_type="application/json")


@pytest.mark.parametrize("hides", [False, True])
@pytest.mark.parametrize("got_up", [False, True])
def test_a_game_master_who_plays_changes_nothing_by_any_door(
    people: Mapping[str, Any], client: Any, hides: bool, got_up: bool
) -> None:
    """A game master who plays tries every request that needs a power, both from a seat and after leaving it.
    Each is refused and changes nothing.
    """
    game = a_table(people, hides)
    theirs, mine = (game.seats.get(user=people[name]).key for name in ("bob", "cheat"))
    if got_up:
        services.leave_seat(game.pk, people["cheat"], mine, now=timezone.now())
    client.force_login(people["cheat"])
    before = fingerprint(game)
    for door in some(POWERS):
        answer = sent(client, game, door, theirs, mine)
        refused = (302, 400, 403, 404, 409, 422, *([200] if door == "api-seats free" else []))
        assert answer.status_code in refused, (door, answer.status_code)
        assert fingerprint(game) == before, door


def test_a_substitution_is_ended_by_nobody_else(people: Mapping[str, Any], client: Any) -> None:
    game = a_table(people, hides=False)
    theirs = game.seats.get(user=people["bob"]).key
    now = timezone.now()
    substitutes.lend(game.pk, people["bob"], theirs, until=now.date() + timedelta(days=3), to="sock", now=now)
    client.force_login(people["cheat"])
    before = fingerprint(game)
    for door in some(("game-seats leave", "game-seats unbot", "api-seats leave", "api-seats free")):
        sent(client, game, door, theirs, "")
        assert fingerprint(game) == before, door


@pytest.mark.parametrize("door", OF_BATTLES)
@pytest.mark.parametrize("side", [True, False])
def test_a_game_master_who_plays_rules_no_battle_by_any_door(
    people: Mapping[str, Any], client: Any, door: str, side: bool
) -> None:
    one, other = ("cheat", "carol") if side else ("carol", "cheat")
    game = at_battle(people["cheat"], {"red": people[one], "blue": people["bob"], "green": people[other]})
    link = game.battle_links.get()
    report = {"winner": "attacker", "losses": {}, "facts": {}}
    if door == "game-battle accept":
        services.report_battle(link.pk, people[one], report, now=timezone.now())
    client.force_login(people["cheat"])
    before = fingerprint(game)
    if door == "api-act gm":
        body = json.dumps({**OF_BATTLES[door], **_at(game)})
        answer = client.post(f"/api/games/{game.pk}/act", body, content_type="application/json")
        assert answer.status_code == 422 and answer.json()["code"] == "ruling_plays"
    else:
        client.post(f"/games/{game.pk}/battles/{link.pk}/", OF_BATTLES[door])
    assert fingerprint(game) == before


def test_one_who_does_not_play_rules_on_the_page_of_the_battle(
    people: Mapping[str, Any], client: Any
) -> None:
    """A ruling sent as a plain action is refused, because it must be made on the battle's page, where both
    sides read it. Leaving the battle to the campaign's own table is allowed.
    """
    ref = a_user("ref")
    game = at_battle(ref, {"red": people["cheat"], "blue": people["bob"], "green": people["carol"]})
    client.force_login(ref)
    body = {**OF_BATTLES["api-act gm"], **_at(game)}
    path = f"/api/games/{game.pk}/act"
    answer = client.post(path, json.dumps(body), content_type="application/json")
    assert answer.status_code == 422 and answer.json()["code"] == "ruled_elsewhere"
    body = {"seat": "gm", "action": {"kind": "fight_here"}, **_at(game)}
    assert client.post(path, json.dumps(body), content_type="application/json").status_code == 200


WORKS: Final = (
    "game-seats leave", "game-seats abandon", "game-leave leave", "game-desk extend", "game-desk hand_over",
    "game-desk lend", "game-desk program_once", "game-desk settings", "api-seats leave", "api-seats abandon",
    "api-desk extend", "api-desk hand_over", "api-desk lend", "api-desk answer", "api-pace ",
)  # fmt: skip


@pytest.mark.parametrize("door", WORKS)
def test_the_same_request_works_for_one_who_does_not_play(
    people: Mapping[str, Any], client: Any, door: str
) -> None:
    """A request that was refused to a game master who plays works for one who does not, so it was not refused
    because it was faulty.
    """
    game, ref = a_table(people, hides=False), a_user("ref")
    theirs, mine = (game.seats.get(user=people[name]).key for name in ("bob", "cheat"))
    Game.objects.filter(pk=game.pk).update(gm=ref)
    game.refresh_from_db()
    client.force_login(ref)
    before = fingerprint(game)
    sent(client, game, door, theirs, mine)
    assert fingerprint(game) != before


@pytest.mark.parametrize("plays", [True, False])
def test_a_referee_who_plays_is_offered_nothing(people: Mapping[str, Any], client: Any, plays: bool) -> None:
    leads = people["cheat"] if plays else a_user("ref")
    game = at_battle(leads, {"red": people["cheat"], "blue": people["bob"], "green": people["carol"]})
    client.force_login(leads)
    found = client.get(f"/api/games/{game.pk}/choices", {"seat": "gm"}).json()["choices"]
    assert bool(found) is not plays
