"""People and armies for the page tests."""

from datetime import UTC, datetime

from django.contrib.auth.models import User

from armies.dba.lists import army_lists
from armies.dba.roster import from_picks, ready_roster
from armies.services import save_army

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def person(name):
    return User.objects.create_user(name, password="pass")


def vandals(owner, name="Gelimer"):
    army = army_lists()["vandal"]
    picks = [{"3Kn": 1}, {"3Kn": 5}, {"4Wb": 1}, {"2LH": 2}, {"4Wb": 1}, {"2Ps": 2}]
    return save_army(owner, from_picks(army, picks, "followers", name), NOW)


def ready(owner, list_id):
    return save_army(owner, ready_roster(list_id), NOW)
