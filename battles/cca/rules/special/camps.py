"""Camps that give banners: at Baecula to a side that enters a camp (L1610), and at Utica to the side that
holds the camps (L1770).
"""

from __future__ import annotations

from typing import Final

from battles.cca.rules.play.play import BannerWon, Play
from battles.cca.rules.play.settling import watch_settled
from battles.cca.rules.play.state import SEATS
from engine.values import dataclass
from kit.rules.decisions import Event

TAKEN: Final = "camp"


@dataclass(frozen=True)
class CampTaken(Event):
    """A unit occupies a camp of the scenario."""

    at: str
    seat: str


@watch_settled
def enter_camp(play: Play, at: str) -> None:
    """Award permanent banners when a unit of the side that the scenario names ends its move in a camp. Each
    camp counts only once (ruling 54).
    """
    for rule in play.setting.special("camp_banner"):
        seat = str(play.state.units[at].side)
        if at in rule["hexes"] and rule["side"] == seat and at not in play.state.held:
            play.set(held=dict(sorted({**play.state.held, at: seat}.items())))
            play.tell(CampTaken(at, seat))
            for _banner in range(rule["banners_each"]):
                play.award_extra(seat, TAKEN)


@watch_settled
def hold_camp(play: Play, at: str) -> None:
    """Give a camp to the side whose unit has just entered it. The camp's banners change hands at once
    (ruling 56).
    """
    for rule in play.setting.special("camps_held"):
        seat = str(play.state.units[at].side)
        if at not in rule["hexes"] or play.state.held.get(at) == seat or play.state.ended:
            continue
        before = {one: play.pos.banners(one) for one in SEATS}
        play.set(held={**play.state.held, at: seat})
        play.tell(CampTaken(at, seat))
        for one in SEATS:
            now = play.pos.banners(one)
            if now != before[one]:
                play.tell(BannerWon(one, TAKEN, now - before[one], now))
        play.check_won()
