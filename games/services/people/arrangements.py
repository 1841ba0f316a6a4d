"""The guest commanders of a battle, shown at the top of its pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games import plugins
from games.access import User, is_gm
from games.models import Game
from games.services.people import commands


@dataclass(frozen=True)
class Arrangements:
    """The arrangements for a battle. Each of ``commands`` is a seat, its commander and the player the
    commander acts for. ``may_look``: whether the reader may see the arrangements.
    """

    commands: tuple[tuple[Any, Any, Any], ...] = ()
    may_look: bool = False

    def __bool__(self) -> bool:
        return bool(self.commands)


def arrangements_for(user: User, game: Game) -> Arrangements:
    """Return the part of a battle's arrangements that this user may see. It is empty if the game is not a
    battle.
    """
    if not plugins.is_battle(game.system) or game.as_was is not None or game.seq < 0:
        return Arrangements()
    rows = tuple((key, row.user, row.for_user) for key, row in commands.commanders_by_seat(game).items())
    concerned = any(user.pk == one.pk for _key, *both in rows for one in both if one is not None)
    return Arrangements(
        rows,
        bool(rows) and (concerned or is_gm(user, game)),
    )
