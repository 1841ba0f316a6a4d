"""The two armies of a battle, prepared for its page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from battles.cataphract.lookup.words import MISSILES, TYPES
from battles.cataphract.rules.sheet.armies.roster import Roster
from battles.cataphract.wording.names import MARKS, STATUS, Names, word
from engine.game import Facts
from games.scene import Place

FLAGS: Final = ("moved", "rallied", "column", "wedge", "shieldwall", "engaged", "limbered")


@dataclass(frozen=True)
class Armies:
    """Describes the two armies for the page, from the sheet as the reader may see it (``view``)."""

    roster: Roster
    view: Facts
    names: Names

    def side(self, seat: str, place: Place) -> dict[str, Any]:
        """Describe one army for the template: its rout points, leaders and units, and lists of its units in
        trouble.
        """
        side = self.view["sides"][seat]
        units = [self.unit(one.id) for one in self.roster.counters_of(seat)]
        return {
            "seat": seat,
            "place": place,
            "name": self.names.side(seat),
            "points": side["points"],
            "level": side["level"],
            "fill": min(side["points"], side["level"]),
            "near": 3 * side["points"] >= 2 * side["level"],
            "heart": side["heart"],
            "undisciplined": self.roster.sides[seat].undisciplined,
            "leaders": [self.leader(one.id) for one in self.roster.chiefs_of(seat)],
            "lists": [one for one in self._lists(side) if one[1]],
            "units": [one for one in units if one["where"] == "map"],
            "reserve": [one for one in units if one["where"] == "reserve"],
            "lost": [one for one in units if one["where"] in ("eliminated", "left")],
        }

    def _lists(self, side: Facts) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        for title, units in (
            (_("One or two hits from rout"), side["shaken"]),
            (_("Short of missiles"), side["empty"]),
            (_("Routed on the map"), side["routed"]),
        ):
            yield title, [(unit, self.names.unit(unit)) for unit in units]

    def _unit_view(self, unit: str) -> Facts:
        found: Facts = self.view["sides"][self.roster.counters[unit].seat]["units"][unit]
        return found

    def unit(self, id: str) -> dict[str, Any]:
        """Describe one unit for the template: the values on its counter, and its markers."""
        one, now = self.roster.counters[id], self._unit_view(id)
        marks = [word(MARKS, flag) for flag in FLAGS if now.get(flag)]
        if now.get("supply", "full") != "full":
            marks.append(word(MARKS, now["supply"]))
        if now["where"] != "map":
            marks.append(word(MARKS, now["where"]))
        return {
            "id": id,
            "seat": one.seat,
            "name": self.names.unit(id),
            "type": one.type,
            "type_name": str(TYPES[one.type]),
            "cataphract": one.cataphract,
            "size": one.size if self.roster.sizes else None,
            "tq": one.tq,
            "ma": one.ma,
            "missile": one.missile,
            "missile_name": str(MISSILES[one.missile]) if one.missile else "",
            "where": now["where"],
            "routed": bool(now.get("routed")),
            "moved": bool(now.get("moved")),
            "hits": now.get("hits", 0),
            "limit": now["limit"],
            "close": bool(now.get("hits")) and now["left"] <= 2 and not now.get("routed"),
            "marks": marks,
            "leaders": [
                self.names.leader(leader)
                for leader, told in self.view["sides"][one.seat]["leaders"].items()
                if told.get("at") == id and told["status"] != "dead"
            ],
        }

    def leader(self, id: str) -> dict[str, Any]:
        """Describe one leader for the template: their ratings, and what they can still do this turn."""
        chief = self.roster.chiefs[id]
        told = self.view["sides"][chief.seat]["leaders"][id]
        status = "active" if told["active"] and told["status"] != "dead" else told["status"]
        return {
            "id": id,
            "name": chief.name,
            "rank": chief.rank,
            "initiative": told["initiative"],
            "charisma": told["charisma"],
            "wounded": bool(told.get("wounded")),
            "dead": told["status"] == "dead",
            "status": status,
            "says": self._describe_options(chief.id, status),
            "with": self.names.unit(told["at"]) if told.get("at") else "",
        }

    def _describe_options(self, leader: str, status: str) -> str:
        """Describe what a leader can still do this turn."""
        phase = self.view["phase"]
        if status != "active" or phase is None:
            return word(STATUS, status)
        if phase.get("line"):
            return _("moves straight at the enemy and attacks")
        if phase.get("wedge"):
            return _("active; the Wedge attacks row by row")
        if phase.get("fought"):
            return _("active; the shock segment is over")
        if phase.get("lines"):
            return _("active; Line Command given")
        return _("active; %(left)s orders left") % {"left": phase["left"]}

    def phase(self) -> dict[str, Any] | None:
        """Describe the Orders Phase in progress for the template, or return None if there is none."""
        phase = self.view["phase"]
        if phase is None:
            return None
        return {
            "leader": self.names.leader(phase["leader"]) if phase["leader"] else _("Uncontrolled Line"),
            "side": self.names.side(phase["seat"]),
            "number": phase["number"],
            "says": self._describe_options(phase["leader"], "active"),
        }
