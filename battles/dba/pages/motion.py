"""The events of a battle as motion: combats with their dice, highlights and, on the on-screen board, the
movement of each element.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext as _

from battles.dba.pages.board.static_board import MARKS, name_point
from battles.dba.rules.field.bases import Base
from battles.dba.wording import events as said
from battles.dba.wording import table_texts as texts
from battles.dba.wording.names import army_name, element_name, seat_of, short_name
from engine.game import Facts
from games.motion.values import BattleShown, Milestone, Motion, PieceMove

SEATS: Final = ("red", "blue")
SIDES: Final = ("a", "b")
FATAL: Final = frozenset({"destroyed", "surrender"})
UNLIKELY: Final = 7  # maximum number of rolls, out of 36, that lead to a highlight (under 20%)
BEHIND: Final = 2  # a victory after having been this many losses behind is a highlight

Bounds = Callable[[], Iterable[Facts]]  # returns the ends of all bounds; called only after a victory


@dataclass
class Field:
    """The drawn field on which elements move: the base of each element, and the colours of both sides. It is
    empty at a table.
    """

    at: dict[str, Base] = field(default_factory=dict)
    colours: Mapping[str, str] = field(default_factory=dict)


def nothing() -> Iterable[Facts]:
    return ()


def motions(
    entries: Sequence[Sequence[Facts]],
    scenario: Facts,
    own: frozenset[str],
    bounds: Bounds = nothing,
    ground: Field | None = None,
) -> list[list[Motion]]:
    """Return the motions of the entries; see games.contract.Page. ``own``: the reader's sides. A reader with
    no side or with both is neutral. ``bounds``: returns the ends of all bounds. ``ground``: the drawn field
    before the first entry.
    """
    telling = _Telling(scenario, next(iter(own)) if len(own) == 1 else "", bounds, ground or Field())
    return [list(telling.of(events)) for events in entries]


class _Telling:
    def __init__(self, scenario: Facts, own: str, bounds: Bounds, ground: Field) -> None:
        self.scenario, self.own, self.bounds, self.ground = scenario, own, bounds, ground
        self.chances: dict[str, int] = {}  # by element: the chance of losing it in this combat, in 36ths

    def of(self, events: Sequence[Facts]) -> Iterator[Motion]:
        self.chances = {}
        for event in events:
            teller = TELLERS.get(event["kind"])
            if teller is not None:
                yield from teller(self, event)

    def _good(self, winner: str) -> bool:
        return not self.own or winner == self.own

    def tell_combat(self, e: Facts) -> Iterator[Motion]:
        names = (element_name(e["first"], self.scenario), element_name(e["second"], self.scenario))
        dice = tuple(str(face) for face in e["dice"])
        at = self.ground.at.get(e["second"]) or self.ground.at.get(e["first"])
        place = name_point(at) if at else ""
        yield BattleShown(place, " – ".join(names), dice, said.word_fought(e, self.scenario))
        for side, who, fate in zip(SIDES, (e["first"], e["second"]), e["fates"], strict=True):
            if fate in FATAL:
                counts: Mapping[str, int] = e["chances"][side]
                self.chances[who] = sum(counts.get(one, 0) for one in FATAL)

    def tell_placement(self, e: Facts) -> Iterator[Motion]:
        """Yield the movement of each element whose place changes. Elements that only turn are left out."""
        for name, told in e["places"].items():
            before, base = self.ground.at.get(name), Base(**told)
            self.ground.at[name] = base
            if before is not None and before.middle != base.middle:
                way = (name_point(before), name_point(base))
                seat = seat_of(name, self.scenario)
                yield PieceMove(short_name(name, self.scenario), way, MARKS[seat], self.ground.colours[seat])

    def tell_loss(self, e: Facts) -> Iterator[Motion]:
        chance = self.chances.get(e["element"])
        if chance is not None and chance <= UNLIKELY:
            facts = {"element": element_name(e["element"], self.scenario), "n": chance}
            text = _("Against the odds: %(element)s lost (%(n)d in 36)") % facts
            yield Milestone(text, good=self._good(_foe(e["seat"])))

    def tell_fallen_general(self, e: Facts) -> Iterator[Motion]:
        facts = {"army": army_name(e["seat"], self.scenario)}
        yield Milestone(_("%(army)s: the general has fallen") % facts, good=self._good(_foe(e["seat"])))

    def tell_stronghold(self, e: Facts) -> Iterator[Motion]:
        if e["taken"]:
            by = element_name(e["element"], self.scenario)
            facts = {"element": by, "place": texts.PLACES[e["place"]]}
            yield Milestone(_("%(element)s takes the %(place)s.") % facts, good=self._good(e["holder"]))

    def tell_end(self, e: Facts) -> Iterator[Motion]:
        if not e["winner"]:
            return
        winner = str(e["winner"])
        worst = max(((_deficit_of(one, winner), one) for one in self.bounds()), key=_first, default=None)
        if worst is not None and worst[0] >= BEHIND:
            lost, index = _losses_of(worst[1]), SEATS.index(winner)
            facts = {
                "army": army_name(winner, self.scenario),
                "own": lost[index],
                "foe": lost[1 - index],
                "n": worst[1]["bound"],
            }
            text = _("%(army)s has turned the battle: %(own)d lost to %(foe)d after bound %(n)s, and yet won")
            yield Milestone(text % facts, good=self._good(winner))


def _first(one: tuple[int, Facts]) -> int:
    return one[0]


def _foe(seat: str) -> str:
    return SEATS[1 - SEATS.index(seat)]


def _losses_of(e: Facts) -> tuple[int, int]:
    return e["losses"][0] + e["extras"][0], e["losses"][1] + e["extras"][1]


def _deficit_of(e: Facts, seat: str) -> int:
    lost, index = _losses_of(e), SEATS.index(seat)
    return lost[index] - lost[1 - index]


TELLERS: Final[Mapping[str, Callable[[_Telling, Facts], Iterator[Motion]]]] = {
    "fought": _Telling.tell_combat,
    "army_placed": _Telling.tell_placement,
    "elements_placed": _Telling.tell_placement,
    "element_lost": _Telling.tell_loss,
    "general_lost": _Telling.tell_fallen_general,
    "stronghold_entered": _Telling.tell_stronghold,
    "battle_ended": _Telling.tell_end,
}
