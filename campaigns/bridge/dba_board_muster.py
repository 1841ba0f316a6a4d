"""Texts about battles fought with DBA on the on-screen board (campaigns.bridge.dba_board)."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.game import Facts


def line(row: Facts, *_names: object) -> str | None:
    """Describe a line of the bridge's calculation that only the on-screen board has, or return None for any
    other line.
    """
    text = _LINES.get(row["code"])
    return None if text is None else str(text)


_LINES: Final[dict[str, Promise]] = {
    "drawn_board": _(
        "The battlefield is drawn here: pieces of the defender's home terrain, and what this battle demands. "
        "The attacker deploys at the near edge."
    ),
    "strait_drawn": _(
        "The attack crosses a strait: a river runs across the middle of the board, never paltry. The "
        "defender deploys behind it and may hold its bank (+1 in close combat)."
    ),
    "landing_drawn": _(
        "The attacker is landing: a waterway runs along their edge, and their whole army "
        "is ashore when the battle begins."
    ),
}
