"""The reader's saved armies, offered when a side must choose its army in secret. Each comes as a form, or
with the reasons why it cannot be fielded.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _

from armies.desks.schiere import wording
from armies.models import SavedArmy
from armies.schiere import documents
from armies.schiere.check import check
from armies.schiere.roster import Roster, cost
from armies.services import armies_of
from battles.schiere.pages import words
from battles.schiere.rules.board.troops import OF_COUNTERS, name_wings
from battles.schiere.rules.setup.mustering import cost as spent
from battles.schiere.rules.setup.mustering import usual
from engine.refusals import BadDocument

if TYPE_CHECKING:
    from battles.schiere.pages.position import ReadersBoard
    from games.access import User
    from games.scene import Scene

KIND: Final = "muster"
MOST: Final = 30  # how many armies to list, newest first


@dataclass(frozen=True)
class OfferedArmy:
    """A saved army. ``units``: the form field and number of each troop. ``told``: the same units in words.
    ``led``: the commanders in words. ``mistakes``: the reasons why the army cannot be fielded, or () if it
    can be submitted.
    """

    name: str
    address: str
    units: tuple[tuple[str, int], ...] = ()
    told: tuple[str, ...] = ()
    chief: str = ""
    wings: tuple[str, ...] = ()
    led: tuple[str, ...] = ()
    cost: int = 0
    plan: str = ""
    mistakes: tuple[str, ...] = ()


@dataclass(frozen=True)
class SavedArmies:
    """The armies that the reader can choose from, starting with the usual army, and the points of the
    battle.
    """

    points: int
    armies: tuple[OfferedArmy, ...]
    own: bool  # whether the reader has saved any army for this side


def armies(user: User, scene: Scene, seen: ReadersBoard) -> SavedArmies | None:
    """Return the armies that the reader can choose from, or None if the reader need not choose an army
    now.
    """
    asked = any(d.kind == KIND and d.seat == scene.seat for d in scene.table.decisions())
    if not asked or not any(choice.kind == KIND for choice in scene.choices):
        return None
    points = seen.pos.setting.points
    found = armies_of(user, "schiere").filter(list_id=scene.seat)[:MOST]
    ready = _usual(seen, str(scene.seat))
    return SavedArmies(points, (ready, *(_offer_army(one, points) for one in found)), bool(found))


def _usual(seen: ReadersBoard, seat: str) -> OfferedArmy:
    army = usual(seen.pos.setting, seat)
    units = tuple((troop, number) for troop, number in army.units.items() if number)
    return OfferedArmy(
        _("The usual army"),
        "",
        units,
        tuple(f"{number} × {words.troop(troop)}" for troop, number in units),
        army.chief,
        army.wings,
        tuple(wording.commander(kind.rstrip("2")) for kind in (army.chief, *army.wings)),
        spent(army.units),
    )


def _offer_army(saved: SavedArmy, points: int) -> OfferedArmy:
    name, address = str(saved), saved.get_absolute_url()
    try:
        roster = documents.from_json(saved.document)
    except BadDocument:
        return OfferedArmy(name, address, mistakes=(_("This army can't be read any more; save it again."),))
    units = tuple((OF_COUNTERS[kind], n) for kind, n in roster.units.items() if kind in OF_COUNTERS and n)
    return OfferedArmy(
        name,
        address,
        units,
        tuple(f"{number} × {words.troop(troop)}" for troop, number in units),
        roster.chief,
        name_wings(roster.wings),
        tuple(wording.commander(kind) for kind in (roster.chief, *roster.wings)),
        cost(roster).units,
        _plan(roster),
        tuple(_mistakes(roster, points)),
    )


def _mistakes(roster: Roster, points: int) -> list[str]:
    """Return the reasons why an army cannot be fielded for these points. Planned purchases do not count,
    because they are made later with the remaining points.
    """
    return [wording.problem(one) for one in check(replace(roster, points=points, orders=0, actions=0))]


def _plan(roster: Roster) -> str:
    if not roster.orders and not roster.actions:
        return ""
    facts = {"orders": roster.orders, "actions": roster.actions}
    return _("Planned for what is left: orders %(orders)s, actions %(actions)s.") % facts
