"""Pages about people show each reader only what the person allows."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import guests
from accounts.leaving import account_data, delete_account
from accounts.models import Block
from features.people.models import Portrait
from features.people.profile import FEWEST
from games.models import Entry, Game, Outbox
from tests.web.cast import browser, hold, lobby, person, running

pytestmark = pytest.mark.django_db


def choose(name: str, **choices: Any) -> None:
    Portrait.objects.update_or_create(user=person(name), defaults=choices)


def at(name: str) -> str:
    return reverse("person-page", args=[name])


def status(client: Client, name: str = "owner") -> int:
    return client.get(at(name)).status_code


def block(who: str, whom: str) -> None:
    Block.objects.create(user=person(who), blocked=person(whom), created_at=timezone.now())


def guest() -> Client:
    client = Client()
    client.force_login(guests.create_guest("en", "", timezone.now()))
    return client


@pytest.mark.parametrize(
    ("shown", "member", "visitor"), [("members", 200, 404), ("anyone", 200, 200), ("nobody", 404, 404)]
)
def test_a_page_is_seen_by_those_whom_its_person_allows(shown: str, member: int, visitor: int) -> None:
    choose("owner", shown=shown)
    assert status(browser("stranger")) == member
    assert status(browser()) == visitor and status(guest()) == visitor
    assert status(browser("owner")) == 200


def test_without_a_choice_members_see_a_page_and_nobody_is_listed() -> None:
    person("owner")
    assert status(browser("stranger")) == 200 and status(browser()) == 404
    assert "owner" not in browser("stranger").get("/people/").content.decode()


@pytest.mark.parametrize("pair", [("owner", "stranger"), ("stranger", "owner")])
def test_a_block_hides_the_page_in_both_directions(pair: tuple[str, str]) -> None:
    choose("owner", shown="anyone", seeks=True)
    block(*pair)
    stranger = browser("stranger")
    assert status(stranger) == 404
    assert at("owner") not in stranger.get("/people/").content.decode()
    assert stranger.get("/people/?q=owner").status_code == 200
    assert at("owner") in browser("rival").get("/people/").content.decode()


def test_a_hidden_and_an_unknown_name_answer_alike() -> None:
    choose("owner", shown="nobody")
    stranger = browser("stranger")
    hidden, unknown = (stranger.get(f"/people/?q={name}") for name in ("owner", "nobody-at-all"))
    assert hidden.status_code == unknown.status_code
    plain = [answer.content.decode().replace("nobody-at-all", "owner") for answer in (hidden, unknown)]
    assert len(plain[0]) == len(plain[1])


def test_only_a_whole_name_finds_a_person() -> None:
    person("owner")
    stranger = browser("stranger")
    assert stranger.get("/people/?q=Owner")["Location"] == at("owner")
    assert stranger.get("/people/?q=own").status_code == 200


def test_guests_and_deleted_people_have_no_page() -> None:
    made = guests.create_guest("en", "", timezone.now())
    assert browser("stranger").get(at(made.get_username().replace("/", "%2F"))).status_code == 404
    assert guest().get("/people/")["Location"].startswith("/account/signup/")
    gone = person("rival")
    choose("rival", seeks=True, words="here I am")
    delete_account(gone, now=timezone.now())
    assert status(browser("stranger"), "rival") == 404
    assert not Portrait.objects.exists()


def test_private_games_are_shown_to_those_in_them_alone() -> None:
    game = running(name="A private war")
    watched = running(name="A public war", public=True)
    choose("owner", shown="anyone")
    there = {name: browser(name).get(at("owner")).content.decode() for name in ("rival", "stranger", "")}
    assert game.name in there["rival"]
    assert game.name not in there["stranger"] + there[""]
    assert all(watched.name in page for page in there.values())
    choose("owner", games=False)
    assert watched.name not in browser("rival").get(at("owner")).content.decode()


def test_sealed_games_and_lobbies_stay_hidden() -> None:
    game = running(name="A sealed table", public=True)
    type(game).objects.filter(pk=game.pk).update(sealed=True)
    begun = lobby(name="A quiet lobby", public=True)
    begun.seats.filter(key="red").update(user=person("owner"))
    found = browser("stranger").get(at("owner")).content.decode()
    assert "A sealed table" not in found and "A quiet lobby" not in found


def test_hours_are_shown_only_when_allowed_and_leave_covert_moves_out() -> None:
    game = running(public=True)
    browser("owner").post(f"/games/{game.pk}/act", hold(game))
    page = "Usually plays"
    _more_moves(game, covert=True)
    choose("owner", hours=True)
    assert page not in browser("rival").get(at("owner")).content.decode()
    _more_moves(game, covert=False)
    assert page in browser("rival").get(at("owner")).content.decode()
    choose("owner", hours=False)
    assert page not in browser("rival").get(at("owner")).content.decode()


def _more_moves(game: Game, covert: bool) -> None:
    """Create copies of the owner's move, one a day."""
    entry = Entry.objects.filter(game=game, reason=Entry.Reason.PLAYER, actor=person("owner")).first()
    assert entry is not None
    facts = {
        field.attname: getattr(entry, field.attname) for field in Entry._meta.fields if field.name != "id"
    }
    first = 1000 if covert else 2000
    Entry.objects.bulk_create(
        Entry(
            **{
                **facts,
                "seq": first + day,
                "key": f"k{first + day}",
                "covert": covert,
                "created_at": timezone.now() - timedelta(days=day),
            }
        )
        for day in range(FEWEST)
    )


def test_an_invitation_reaches_people_who_look_for_games_once() -> None:
    game = lobby(name="Come along")
    choose("stranger", seeks=True)
    leader = browser("gm")
    assert "Come along" in leader.get(at("stranger")).content.decode()
    for _twice in range(2):
        leader.post(at("stranger"), {"game": str(game.pk)})
    message = Outbox.objects.get(kind=Outbox.Kind.INVITED)
    assert message.recipient == person("stranger")
    joined = browser("stranger").post(reverse("join", args=[message.payload["token"]]), {"seat": "red"})
    assert joined.status_code == 302


def test_nobody_is_invited_against_their_wish() -> None:
    game = lobby()
    person("stranger")
    leader = browser("gm")
    leader.post(at("stranger"), {"game": str(game.pk)})  # strangers who are not looking for a game
    choose("stranger", seeks=True)
    block("stranger", "gm")
    assert leader.post(at("stranger"), {"game": str(game.pk)}).status_code == 404
    browser("rival").post(at("stranger"), {"game": str(game.pk)})  # not their game
    assert not Outbox.objects.filter(kind=Outbox.Kind.INVITED).exists()


def test_the_choices_are_one_s_own_and_part_of_one_s_data() -> None:
    sent = {"words": "Evenings", "seeks": "on", "shown": "nobody", "games": "on"}
    assert browser("owner").post("/people/me/", sent).status_code == 302
    row = Portrait.objects.get()
    assert row.user == person("owner")
    assert not row.seeks, "a page that nobody may see lists nobody"
    assert account_data(person("owner"))["page"]["words"] == "Evenings"


def test_names_in_a_lobby_lead_to_the_pages_their_readers_may_see() -> None:
    game = lobby()
    game.seats.filter(key="red").update(user=person("owner"))
    game.seats.filter(key="blue").update(user=person("rival"))
    choose("rival", shown="nobody")
    page = browser("gm").get(f"/games/{game.pk}/").content.decode()
    assert at("owner") in page and at("rival") not in page
