"""Queries written once: the same objects as Django's own, and Django's own where it is another Django."""

import django
import pytest

from games import prepared, services
from games.models import Snapshot
from games.services import entries, tables
from games.services.proof import seeds
from tests.games.cast import a_game, a_user


def test_the_django_here_is_the_one_whose_inner_ways_are_known() -> None:
    """With another one everything works, and every step asks for longer: look at games/prepared.py, then
    name the version there."""
    assert django.VERSION[:2] == prepared.KNOWN == (5, 2)


@pytest.mark.django_db
def test_another_django_gives_the_same_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    game = a_game(a_user("owner"))
    asked = [(tables._STANDING, ("", "")), (seeds._SECRET, ()), (entries._CLAIMED, ())]
    known = [query.one(game.pk, *more) for query, more in asked]
    monkeypatch.setattr(prepared, "VERSION", (6, 1, 0, "final", 0))
    monkeypatch.setattr(prepared.Prepared, "_write", None)  # nothing of Django's inside is touched
    for (query, more), before in zip(asked, known, strict=True):
        after = query.one(game.pk, *more)
        assert after == before and after is not None
        assert after.get_deferred_fields() == before.get_deferred_fields()
    with pytest.raises(Snapshot.DoesNotExist):
        Snapshot.objects.get(game=game, seq=99)
    assert services.table(game).head is not None
