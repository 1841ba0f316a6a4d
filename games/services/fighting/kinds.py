"""Messages about a campaign's battles (to be fought, reported, ruled on, or decided by the campaign's table),
and about games in trouble.
"""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.message_kinds import MessageKind, Template, address_of_game, always
from games.models import BattleLink, Outbox, Topic

KIND = Outbox.Kind


def battle_name(message: Outbox) -> str:
    """Return the name of the battle in a campaign's message, or ""."""
    if "link" not in message.payload:
        return ""
    link = BattleLink.objects.filter(pk=message.payload["link"]).select_related("battle").first()
    return "" if link is None or link.battle is None else " ".join(link.battle.own_title.split())


def address_of_battle(message: Outbox) -> str:
    if "link" not in message.payload:
        return address_of_game(message)
    return reverse("game-battle", args=[message.game_id, message.payload["link"]])


def _proposes_other_way(message: Outbox) -> bool:
    """Return whether the message asks a side to agree to another way of deciding a battle."""
    return "otherwise" in message.payload


def _battle_text(message: Outbox) -> Template:
    if _proposes_other_way(message):
        return _("In %(game)s the other side would like to fight a battle in another way; do you agree?")
    return _("A battle must be fought in %(game)s.")


def _battle_headline(message: Outbox) -> Template:
    if _proposes_other_way(message):
        return _("Another way to fight a battle: do you agree?")
    return _("A battle to fight")


def _is_battle_settled(message: Outbox) -> bool:
    """Return whether the battle has been settled, or no longer needs the reader."""
    if "link" not in message.payload:
        return False
    link = BattleLink.objects.filter(pk=message.payload["link"]).first()
    if link is None:
        return True
    if message.kind == KIND.BATTLE and _proposes_other_way(message):
        return link.status != BattleLink.Status.OPEN or not (link.wishes or link.to_programs)
    if message.kind == KIND.REPORT:
        return link.status != BattleLink.Status.REPORTED
    return link.is_settled or link.status == BattleLink.Status.VOID


KINDS: Final = (
    MessageKind(
        KIND.BATTLE,
        _battle_text,
        _battle_headline,
        battle=battle_name,
        address=address_of_battle,
        is_obsolete=_is_battle_settled,
        is_request=True,
        awaits_reader=always,
        urgency=180,
        topic=Topic.BATTLE,
        is_waking=True,
        is_public=True,
    ),
    MessageKind(
        KIND.BATTLE_OVER,
        _("Time has run out for a battle in %(game)s: the campaign's own table has decided it."),
        _("The campaign’s table has decided a battle"),
        topic=Topic.BATTLE,
        is_public=True,
    ),
    MessageKind(
        KIND.REPORT,
        _("A battle of %(game)s has been reported; please confirm or dispute it."),
        _("A battle report: confirm or dispute it"),
        battle=battle_name,
        address=address_of_battle,
        is_obsolete=_is_battle_settled,
        is_request=True,
        awaits_reader=always,
        urgency=170,
        topic=Topic.BATTLE,
        is_waking=True,
    ),
    MessageKind(
        KIND.RULED,
        _("In %(game)s the game master has ruled on a battle; both sides can dispute the ruling."),
        battle=battle_name,
        address=address_of_battle,
        urgency=60,
        topic=Topic.BATTLE,
        is_waking=True,
        is_public=True,
    ),
    MessageKind(
        KIND.RULING_NO,
        _("In %(game)s one side disputes your ruling on a battle."),
        battle=battle_name,
        address=address_of_battle,
        awaits_reader=always,
        urgency=70,
        topic=Topic.LEAD,
        is_waking=True,
    ),
    MessageKind(
        KIND.TROUBLE,
        _("%(game)s can't continue on its own; please take a look."),
        _("The game needs your help"),
        battle=battle_name,
        address=address_of_battle,
        is_obsolete=_is_battle_settled,
        awaits_reader=always,
        urgency=80,
        topic=Topic.LEAD,
    ),
)
