"""Everything that a rewind would discard besides moves and dice: battles with their results, treaties and
corrections. People see these losses before they ask for a rewind and before they agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.journal import AMEND
from games.models import Game, Outbox, RewindRequest, Treaty
from games.page_facts.battle_summary import result_of
from games.participants import by_people
from games.services import tables
from games.services.fighting import battles
from games.services.going_back.consent import UndoneMoves, collect_undone
from games.services.people import treaties


@dataclass(frozen=True)
class LostBattle:
    """A battle that a rewind would void. ``kept``: whether people fought or reported it, in which case its
    result is offered again if the same battle recurs.
    """

    pk: int
    name: str
    result: str
    kept: bool

    def __str__(self) -> str:
        said = {"name": self.name, "result": self.result}
        if self.kept:
            return _("%(name)s: %(result)s; kept, and offered again if the same battle arises") % said
        return _("%(name)s: %(result)s") % said


@dataclass(frozen=True)
class RewindLosses:
    """The losses that a rewind would cause, limited to those that one reader is allowed to know.
    ``corrections``: the number of amendments.
    """

    battles: tuple[LostBattle, ...] = ()
    treaties: tuple[str, ...] = ()
    corrections: int = 0

    def __bool__(self) -> bool:
        return bool(self.battles or self.treaties or self.corrections)

    @property
    def lines(self) -> tuple[str, ...]:
        """Each loss in one or two sentences, without a final full stop."""
        corrected = ngettext(
            "%(n)d correction of the position", "%(n)d corrections of the position", self.corrections
        )
        more = (corrected % {"n": self.corrections},) if self.corrections else ()
        return (*(str(one) for one in self.battles), *self.treaties, *more)

    @property
    def short(self) -> str:
        """A short list of the losses by name."""
        named = [f"{one.name} ({one.result})" for one in self.battles]
        if self.treaties:
            count = len(self.treaties)
            named.append(ngettext("%(n)d treaty", "%(n)d treaties", count) % {"n": count})
        return ", ".join([*named, *self.lines[len(self.battles) + len(self.treaties) :]])


@dataclass
class Discards:
    """The losses that rewinds of one game would cause, for one reader. Battles and treaties are loaded only
    once, even to check several rewinds.
    """

    game: Game
    user: Any
    _battles: dict[int, LostBattle] = field(default_factory=dict)
    _treaties: list[Treaty] | None = None

    def of(self, back: UndoneMoves) -> RewindLosses:
        return RewindLosses(
            tuple(self._battle(link) for link in back.battles),
            tuple(self._treaty_text(one) for one in self._voidable_treaties() if _is_later(one, back.to_seq)),
            sum(entry.kind == AMEND for entry in back.entries),
        )

    def _battle(self, link: Any) -> LostBattle:
        if link.pk not in self._battles:
            link.campaign = self.game
            name = battles.battle_name(link, self.game) or _("Battle")
            self._battles[link.pk] = LostBattle(link.pk, name, result_of(link), by_people(link))
        return self._battles[link.pk]

    def _voidable_treaties(self) -> list[Treaty]:
        """Return the treaties that this reader may know and that a rewind might void."""
        if self._treaties is None:
            known = treaties.treaties_for(self.user, self.game) if self.game.has_treaties else ()
            stand = {Treaty.Status.MADE, Treaty.Status.PROPOSED}
            self._treaties = [one for one in known if one.status in stand]
        return self._treaties

    def _treaty_text(self, one: Treaty) -> str:
        names = self._names()
        said = {"one": names.get(one.seat, one.seat), "other": names.get(one.to, one.to)}
        if one.status == Treaty.Status.MADE:
            return _("the treaty of %(one)s and %(other)s") % said
        return _("the proposed treaty of %(one)s and %(other)s") % said

    def _names(self) -> Mapping[str, str]:
        return {info.id: _(info.name) for info in tables.table(self.game).rules.seats}


def _is_later(one: Treaty, to_seq: int) -> bool:
    since = one.made_seq if one.status == Treaty.Status.MADE else one.proposed_seq
    return since is not None and since > to_seq


def losses_in_mail(message: Outbox) -> str:
    """Describe what a requested rewind would discard besides moves and dice, for the e-mail about the
    request. The text is "" if it would discard nothing else.
    """
    request = RewindRequest.objects.filter(pk=message.payload["request"]).first()
    if request is None:
        return ""
    back = collect_undone(tables.table(message.game), request.to_seq)
    lost = Discards(message.game, message.recipient).of(back)
    return _("It would discard: %(what)s.") % {"what": "; ".join(lost.lines)} if lost else ""
