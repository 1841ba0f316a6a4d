"""What the events of a campaign look like on the map: marches, combats, sacked cities, and what one
remembers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from campaigns.italia.pages import board
from campaigns.italia.pages.annals import fights
from campaigns.italia.pages.heraldry import side
from campaigns.italia.rules.scenario.types import Scenario
from campaigns.italia.wording import events as words
from campaigns.italia.wording.names import Names, capital, nation
from engine.game import Facts
from games.motion.values import Changed, Fought, Milestone, Motion, Moved, Spot


def places(scn: Scenario, names: Names) -> dict[str, Spot]:
    """Every place of the map."""
    known, every = board.drawn().points, (*scn.board.areas, *scn.board.seas)
    return {key: Spot(names.place(key), *known[key]) for key in every if key in known}


def motions(
    entries: Sequence[Sequence[Facts]], scn: Scenario, names: Names, own: frozenset[str]
) -> list[list[Motion]]:
    """See games.contract.Page. ``own``: the nations of whoever looks."""
    telling = _Telling(scn, names, own)
    return [[one for event in events for one in telling.of(event)] for events in entries]


@dataclass
class _Telling:
    """Goes through events in their order; rounds belong to the battle that began before them."""

    scn: Scenario
    names: Names
    own: frozenset[str]
    began: Facts | None = None

    def of(self, e: Facts) -> Iterator[Motion]:
        teller = TELLERS.get(e["kind"])
        if teller is not None:
            yield from teller(self, e)

    def _sign(self, key: str) -> tuple[str, str]:
        found = side(self.scn, key)
        return found.mark, found.colour

    def _said(self, e: Facts) -> str:
        return words.told(e, self.names) or ""

    def moved(self, e: Facts) -> Iterator[Motion]:
        if e["origin"] != e["to"]:
            name = f"{capital(nation(e['nation']))}, {self.names.force(e['units'], e.get('leaders', ()))}"
            yield Moved(name, (e["origin"], e["to"]), *self._sign(e["nation"]))

    def began_battle(self, e: Facts) -> Iterator[Motion]:
        self.began = e
        return iter(())

    def round(self, e: Facts) -> Iterator[Motion]:
        began = self.began
        title = fights.told(began, (), self.names).title if began and began["area"] == e["area"] else ""
        faces = (_faces(e["attacker_dice"]), _faces(e["defender_dice"]))
        yield Fought(e["area"], title or self.names.place(e["area"]), faces, self._said(e))

    def sea_round(self, e: Facts) -> Iterator[Motion]:
        faces = (_faces(e["attacker_dice"]), _faces(e["defender_dice"]))
        yield Fought(e["sea"], self.names.place(e["sea"]), faces, self._said(e))

    def city(self, e: Facts) -> Iterator[Motion]:
        yield Changed(e["area"], self._said(e), *self._sign(e["nation"]))

    def fallen(self, e: Facts) -> Iterator[Motion]:
        yield Milestone(self._said(e), e["place"], e["nation"] not in self.own)

    def subject(self, e: Facts) -> Iterator[Motion]:
        yield Milestone(self._said(e), good=e["nation"] not in self.own)

    def freed(self, e: Facts) -> Iterator[Motion]:
        yield Milestone(self._said(e), good=e["overlord"] not in self.own)

    def crowned(self, e: Facts) -> Iterator[Motion]:
        yield Milestone(self._said(e), good=e["nation"] in self.own or not self.own)

    def gone(self, e: Facts) -> Iterator[Motion]:
        yield Milestone(self._said(e), good=e["nation"] not in self.own)


def _faces(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice))


TELLERS: Final = {
    "units_moved": _Telling.moved,
    "retreated": _Telling.moved,
    "reacted": _Telling.moved,
    "battle_began": _Telling.began_battle,
    "round_fought": _Telling.round,
    "sea_round_fought": _Telling.sea_round,
    "city_changed": _Telling.city,
    "leader_lost": _Telling.fallen,
    "submitted": _Telling.subject,
    "submission_ended": _Telling.freed,
    "emperor_crowned": _Telling.crowned,
    "nation_left": _Telling.gone,
}
