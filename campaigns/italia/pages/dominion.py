"""Overlords and subjects on the page. Each bond shows its first round, the tribute, and the events that
could end it (12.5, 12.6).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.italia.pages.board import nation_label
from campaigns.italia.pages.heraldry import side
from campaigns.italia.rules.money.income import income
from campaigns.italia.rules.state.position import Position
from campaigns.italia.wording import cards
from campaigns.italia.wording.names import Names, nation
from maps.values import Side


@dataclass(frozen=True)
class Bond:
    """A subject and its overlord. ``ends``: the events that would free the subject, one sentence each."""

    subject: str
    subject_side: Side
    overlord: str
    overlord_side: Side
    since: int
    tribute: int
    ends: tuple[str, ...]


def bonds(pos: Position, names: Names) -> tuple[Bond, ...]:
    return tuple(
        Bond(
            nation_label(key),
            side(pos.scn, key),
            nation_label(has.overlord),
            side(pos.scn, has.overlord),
            has.since,
            income(pos, key).tribute,
            tuple(_ends(pos, key, has.overlord, names)),
        )
        for key, has in pos.state.nations.items()
        if has.overlord and pos.alive(key)
    )


def _ends(pos: Position, key: str, overlord: str, names: Names) -> Iterator[str]:
    card, now = pos.nation(key), pos.state.round
    for revolt in card.revolts:
        if revolt.against == overlord and revolt.round >= now:
            text = cards.revolt(revolt, names)
            yield _("%(what)s (round %(round)s)") % {"what": text, "round": revolt.round}
    for terms in card.submits:
        if terms.to != overlord and terms.last >= now:
            yield _("Submission to %(other)s instead") % {"other": nation(terms.to)}
    removal = pos.nation(overlord).removal
    if removal:
        yield _("%(other)s leave the game after round %(round)s") % {
            "other": nation_label(overlord),
            "round": removal.after_round,
        }
    else:
        yield _("%(other)s have no units left on the map or to come") % {"other": nation_label(overlord)}
