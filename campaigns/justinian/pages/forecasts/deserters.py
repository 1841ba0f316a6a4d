"""Vandals who desert before one of their armies moves or fights (6.27). Every forecast for a Vandal army
deducts them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.justinian.rules.march import reach
from campaigns.justinian.rules.march.march import DESERTERS, desertion
from campaigns.justinian.rules.state.events import SpLost
from campaigns.justinian.rules.state.losses import Losses, LossesHandler
from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import State
from campaigns.justinian.wording.names import Names, join_items, sp
from engine.dice import Scripted


@dataclass(frozen=True)
class AfterDesertion:
    """The position after the desertion, and each unit's losses. If ``gone``, the army would have no SP left,
    and the position is unchanged.
    """

    state: State
    lost: tuple[tuple[str, int], ...] = ()
    gone: bool = False

    def note(self, names: Names) -> Iterator[str]:
        """Yield a sentence about the desertion that the forecast assumes."""
        if self.gone:
            told = _("Before it moves or fights %(sp)s Vandal SP desert: nothing would be left of it (6.27).")
            yield told % {"sp": DESERTERS}
        elif self.lost:
            told = _(
                "Before it moves or fights Vandals desert (6.27). Removed here, as if you gave no "
                "answer: %(units)s."
            )
            yield told % {"units": join_items(f"{names.unit(unit)} {sp(lost)}" for unit, lost in self.lost)}


def is_desertion_due(state: State, army: str) -> bool:
    """Return whether Vandals desert before the army's next move or battle."""
    found, frame = state.armies[army], reach.march_in_progress(state, army)
    return found.power == "vandals" and found.power in state.recruited and not (frame and frame.deserted)


def after_desertion(pos: Position, army: str) -> AfterDesertion:
    """Return the position after the Vandals' desertion, with each unit's losses."""
    if not is_desertion_due(pos.state, army):
        return AfterDesertion(pos.state)
    play, waiting, handler = Play(pos, Scripted([])), len(pos.state.stack), LossesHandler()
    desertion(play)
    if len(play.state.stack) > waiting and isinstance(play.top, Losses):
        frame = play.top
        handler.answer(play, frame, handler.ask(play.pos, frame).decision("").default)
    if army not in play.state.armies or not play.state.armies[army].total:
        return AfterDesertion(pos.state, gone=True)
    return AfterDesertion(play.state, tuple((e.unit, e.sp) for e in play.events if isinstance(e, SpLost)))
