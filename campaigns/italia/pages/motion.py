"""The animation of a campaign's events on the map: marches, combats, sacked cities, and milestones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from django.utils.translation import gettext as _

from campaigns.italia.forecast.combat import about_the_end, summary
from campaigns.italia.pages import board
from campaigns.italia.pages.annals import fights
from campaigns.italia.pages.heraldry import side
from campaigns.italia.pages.odds import AT_ONCE, ways
from campaigns.italia.rules.combat.battle import Battle, situation
from campaigns.italia.rules.combat.phase import Combats
from campaigns.italia.rules.scenario.types import Scenario
from campaigns.italia.rules.state.position import Position
from campaigns.italia.wording import events as words
from campaigns.italia.wording.names import Names, capital, nation
from engine.game import Facts
from games.motion.values import BattleShown, Milestone, Motion, OwnerChange, PieceMove, Spot

UNLIKELY: Final = 0.2  # a victory with at most this chance is shown as a milestone
NOWHERE: Final[Mapping[int, Position]] = MappingProxyType({})


def winning_chances(pos: Position, began: Facts) -> Mapping[str, float]:
    """Return each nation's chance of winning a battle before its first die, if both fight on. The mapping is
    empty for a raid, or if the calculation would take too long. It is also empty if the units on the board
    differ from those in the event.
    """
    phase = pos.state.in_progress(Combats)
    seaborne = phase.seaborne.get(began["area"], {}) if phase else {}
    battle = Battle(began["area"], began["attacker"], began["defender"], seaborne=seaborne)
    s = situation(pos, battle)
    met = (dict(began["attacking"]), dict(began["defending"]))
    if began["raid"] or met != (dict(s.attacker.merge_seaborne().units), dict(s.defender.units)):
        return {}
    if ways(s) > AT_ONCE:
        return {}
    found = summary(about_the_end(s), 0.0)
    return {began["attacker"]: found["attacker"], began["defender"]: found["defender"]}


def places(scn: Scenario, names: Names) -> dict[str, Spot]:
    """Return every place of the map by id, with its name and position."""
    known, every = board.map_outlines().points, (*scn.board.areas, *scn.board.seas)
    return {key: Spot(names.place(key), *known[key]) for key in every if key in known}


def motions(
    entries: Sequence[Sequence[Facts]],
    scn: Scenario,
    names: Names,
    own: frozenset[str],
    stood: Mapping[int, Position] = NOWHERE,
) -> list[list[Motion]]:
    """Return the animations of each entry's events (see games.contract.Page). ``own``: the viewer's nations.
    ``stood``: the positions before entries in which a battle began, by the entry's index.
    """
    telling, found = _Telling(scn, names, own), []
    for number, events in enumerate(entries):
        telling.stood = stood.get(number)
        found.append([one for event in events for one in telling.of(event)])
    return found


@dataclass
class _Telling:
    """A converter of events into animations. It reads the events in sequence, because a combat round does not
    name its battle.
    """

    scn: Scenario
    names: Names
    own: frozenset[str]
    began: Facts | None = None
    stood: Position | None = None
    hoped: Mapping[str, float] = field(default_factory=dict)  # each nation's chance of winning the battle
    since: list[Facts] = field(default_factory=list)  # events of the battle so far

    def of(self, e: Facts) -> Iterator[Motion]:
        self.since.append(e)
        teller = TELLERS.get(e["kind"])
        if teller is not None:
            yield from teller(self, e)

    def _flag(self, key: str) -> tuple[str, str]:
        found = side(self.scn, key)
        return found.mark, found.colour

    def _sentence(self, e: Facts) -> str:
        return words.event_text(e, self.names) or ""

    def tell_move(self, e: Facts) -> Iterator[Motion]:
        if e["origin"] != e["to"]:
            name = f"{capital(nation(e['nation']))}, {self.names.force(e['units'], e.get('leaders', ()))}"
            yield PieceMove(name, (e["origin"], e["to"]), *self._flag(e["nation"]))

    def began_battle(self, e: Facts) -> Iterator[Motion]:
        self.began, self.since = e, []
        self.hoped = winning_chances(self.stood, e) if self.stood else {}
        return iter(())

    def battle_ended(self, e: Facts) -> Iterator[Motion]:
        """Yield a milestone for a victory against the odds, by the chances when the battle began."""
        if self.began is None or self.began["area"] != e["area"]:
            return
        winner = fights.fight_of(self.began, self.since, self.names).winner
        chance = self.hoped.get(winner, 1.0)
        if chance <= UNLIKELY:
            said = _("Against the odds: %(nation)s, %(percent)s%% as the battle began")
            facts = {"nation": nation(winner), "percent": max(1, round(100 * chance))}
            yield Milestone(said % facts, e["area"], winner in self.own or not self.own)
        self.began, self.hoped = None, {}

    def round(self, e: Facts) -> Iterator[Motion]:
        began = self.began
        title = fights.fight_of(began, (), self.names).title if began and began["area"] == e["area"] else ""
        faces = (_faces(e["attacker_dice"]), _faces(e["defender_dice"]))
        yield BattleShown(e["area"], title or self.names.place(e["area"]), faces, self._sentence(e))

    def sea_round(self, e: Facts) -> Iterator[Motion]:
        faces = (_faces(e["attacker_dice"]), _faces(e["defender_dice"]))
        yield BattleShown(e["sea"], self.names.place(e["sea"]), faces, self._sentence(e))

    def city(self, e: Facts) -> Iterator[Motion]:
        yield OwnerChange(e["area"], self._sentence(e), *self._flag(e["nation"]))

    def tell_lost_leader(self, e: Facts) -> Iterator[Motion]:
        yield Milestone(self._sentence(e), e["place"], e["nation"] not in self.own)

    def subject(self, e: Facts) -> Iterator[Motion]:
        yield Milestone(self._sentence(e), good=e["nation"] not in self.own)

    def tell_liberation(self, e: Facts) -> Iterator[Motion]:
        yield Milestone(self._sentence(e), good=e["overlord"] not in self.own)

    def tell_coronation(self, e: Facts) -> Iterator[Motion]:
        yield Milestone(self._sentence(e), good=e["nation"] in self.own or not self.own)

    def tell_departure(self, e: Facts) -> Iterator[Motion]:
        yield Milestone(self._sentence(e), good=e["nation"] not in self.own)


def _faces(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice))


TELLERS: Final = {
    "units_moved": _Telling.tell_move,
    "retreated": _Telling.tell_move,
    "reacted": _Telling.tell_move,
    "battle_began": _Telling.began_battle,
    "battle_ended": _Telling.battle_ended,
    "round_fought": _Telling.round,
    "sea_round_fought": _Telling.sea_round,
    "city_changed": _Telling.city,
    "leader_lost": _Telling.tell_lost_leader,
    "submitted": _Telling.subject,
    "submission_ended": _Telling.tell_liberation,
    "emperor_crowned": _Telling.tell_coronation,
    "nation_left": _Telling.tell_departure,
}
