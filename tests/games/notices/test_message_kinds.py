"""Every kind of message has an owner with its texts; the kinds of a switched-off feature stay silent."""

from __future__ import annotations

import pytest
from django.core import mail
from django.utils.translation import override

from games import message_kinds
from games.message_kinds import LAST
from games.models import Outbox, Topic
from games.services import messages
from games.services.notices import words
from tests.features.switching import switched_off
from tests.games.cast import NOW
from tests.web.cast import browser, running

pytestmark = pytest.mark.django_db


def test_each_kind_has_one_owner_and_a_place_of_its_own_in_an_e_mail() -> None:
    kinds = [message_kinds.find(kind) for kind in Outbox.Kind]
    assert {one.kind for one in kinds} == set(message_kinds.kinds_where(lambda one: True))
    ranks = [one.urgency for one in kinds if isinstance(one.urgency, int) and one.urgency != LAST]
    assert len(ranks) == len(set(ranks)) > 20


def test_a_message_of_a_feature_that_is_off_is_kept_but_not_sent() -> None:
    game = running()
    owner = game.seats.exclude(user=None)[0].user
    assert owner is not None
    messages.owe(game, Outbox.Kind.OBJECTED, "1", [owner], NOW, actor=None)
    row = Outbox.objects.get(kind=Outbox.Kind.OBJECTED)
    with switched_off("features.amending"):
        assert words.message_text(row) == f"There is news in {game.title}."
        assert words.headline(row) == "A player objects to a correction"
        assert words.address_of(row) == game.get_absolute_url()
        messages.send(NOW)
        assert "objects" not in "".join(str(one.body) for one in mail.outbox)
        page = browser(owner.username).get("/account/messages/").content.decode()
        assert "A player objects to a correction" in page
    assert Outbox.objects.filter(kind=Outbox.Kind.OBJECTED).exists()
    with override("it"):
        assert words.headline(row) == "Un giocatore contesta la tua correzione"


def test_a_feature_s_own_topic_is_not_offered_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert message_kinds.topics() == list(Topic)
    rest = {kind: one for kind, one in message_kinds._kinds.items() if one.topic != Topic.LETTER}
    monkeypatch.setattr(message_kinds, "_kinds", rest)
    page = browser("owner").get("/account/notices/").content.decode()
    assert 'name="treaty"' in page
    assert 'name="letter"' not in page
