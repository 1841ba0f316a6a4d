"""Stored names that sign-up would refuse today: owners and hosts are notified, and a command cleans the
rest.
"""

from __future__ import annotations

from dataclasses import replace
from io import StringIO

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.urls import reverse

from accounts.checks import check_lookalike_names
from accounts.models import Key
from accounts.naming import claims
from armies.dba.roster import ready_roster
from armies.models import SavedArmy
from armies.services import save_army
from games.models import Game, Naming
from leagues.models import League
from leagues.services import founding
from tests.games.cast import NOW
from tests.web.cast import browser, person, running

pytestmark = pytest.mark.django_db
UNSEEN = "an\u200bna"


@pytest.fixture
def owner() -> str:
    """Create a user whose account is older than the check of names."""
    user = person("somebody")
    get_user_model().objects.filter(pk=user.pk).update(username=UNSEEN)
    return UNSEEN


def test_existing_names_with_invisible_characters_raise_a_warning(owner: str) -> None:
    told = [one for one in check_lookalike_names(databases=["default"]) if one.id == "accounts.W002"]
    assert len(told) == 1 and "an\\u200bna" in told[0].msg
    assert [user.get_username() for user in claims.doubtful_accounts()] == [owner]


def test_the_owner_is_told_and_chooses_another_name(owner: str, client: object) -> None:
    user = get_user_model().objects.get(username=owner)
    web = browser("somebody-else")
    assert "invisible characters" not in web.get(reverse("settings")).content.decode()
    web.force_login(user)
    assert "invisible characters" in web.get(reverse("settings")).content.decode()
    assert "invisible characters" in web.get(reverse("rename")).content.decode()
    web.post(reverse("rename"), {"username": "annabella"})
    user.refresh_from_db()
    assert user.get_username() == "annabella" and not claims.doubtful_accounts()


def test_a_command_lists_and_cleans_what_is_no_accounts(owner: str) -> None:
    game = running()
    Game.objects.filter(pk=game.pk).update(name="Fords\u202e of\nold")
    league = founding.found_league(person("gm"), "Club", "duel", now=NOW)
    army = save_army(person("gm"), replace(ready_roster("vandal"), name="Host"), NOW)
    SavedArmy.objects.filter(pk=army.pk).update(
        name="Ho\u200bst", document={**army.document, "name": "Ho\u200bst"}
    )
    Naming.objects.create(game=game, name="Sena\u200b Gallica", place="hall\n2", created_at=NOW)
    Key.objects.create(
        user=person("gm"), name="ph\u200bone", digest="d", begins="b", created_at=NOW, expires_at=NOW
    )
    League.objects.filter(pk=league.pk).update(name="\u200bClub")
    for clean in (False, True):
        out = StringIO()
        call_command("names", clean=clean, stdout=out)
        told = out.getvalue()
        assert f"game {game.pk}" in told and f"league {league.pk}" in told and "account" in told
        game.refresh_from_db()
        league.refresh_from_db()
        assert (game.name, league.name) == (
            ("Fords of old", "Club") if clean else ("Fords\u202e of\nold", "\u200bClub")
        )
        for kind in ("savedarmy", "naming", "key"):
            assert f"{kind} " in told
    army.refresh_from_db()
    assert (army.name, army.roster.name) == ("Host", "Host")
    assert list(Naming.objects.values_list("name", "place")) == [("Sena Gallica", "hall 2")]
    assert Key.objects.get().name == "phone"
    assert "an\u200bna" in set(get_user_model().objects.values_list("username", flat=True))
