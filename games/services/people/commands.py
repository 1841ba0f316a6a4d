"""Records of the guests who have commanded a seat in a battle. They are part of the battle's record, even on
sites where guests can no longer take command.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.models import BattleLink, Command, Game


def commanders_by_seat(game: Game) -> dict[str, Command]:
    """Return the guest commander of each seat that has one. In a finished battle, these are its last
    commanders.
    """
    return {row.seat: row for row in taken_commands(game) if row.ended_at is None}


def taken_commands(game: Game) -> Sequence[Command]:
    """Return all commands of this battle that a guest ever took, earliest first."""
    if not game.has_agreed:
        return ()
    rows = Command.objects.filter(game=game, taken_at__isnull=False)
    return list(rows.select_related("user", "for_user", "giver").order_by("taken_at", "pk"))


def is_commanded(link: BattleLink, sides: Iterable[str]) -> bool:
    """Return whether a guest commands one of these campaign seats' forces in the open battle."""
    if link.battle_id is None:
        return False
    mine = set(sides)
    keys = [key for key, of in (link.muster or {}).get("seats", {}).items() if of in mine]
    rows = Command.objects.filter(game=link.battle_id, seat__in=keys, ended_at=None)
    return bool(keys) and rows.exclude(taken_at=None).exists()
