"""Animations of a war's events on the map: marches, voyages, battles, changes of control and milestones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.justinian.forecast import battles
from campaigns.justinian.pages import board, fights
from campaigns.justinian.pages.heraldry import Arms, arms
from campaigns.justinian.rules.state.state import BYZANTIUM, REVOLT
from campaigns.justinian.rules.state.values import Allies, Detached, FleetKey, Unit
from campaigns.justinian.wording.events import sentence
from campaigns.justinian.wording.names import Names
from engine.game import Facts
from games.motion.values import BattleShown, Milestone, Motion, OwnerChange, PieceMove, Spot

UNLIKELY: Final = 0.2  # a victory with at most this chance counts as a milestone


def places(names: Names) -> dict[str, Spot]:
    """Return the name and position of every place on the map."""
    return {key: Spot(names.place(key), *at) for key, at in board.map_outlines().points.items()}


def motions(
    entries: Sequence[Sequence[Facts]], view: Facts, names: Names, seat: str | None
) -> list[list[Motion]]:
    """Return the animations for each entry. See games.contract.Page. ``view`` is the view before the first
    entry.
    """
    telling = _Telling(names, view, seat)
    return [[one for event in events for one in telling.of(event)] for events in entries]


@dataclass
class _Telling:
    """Turns events into animations. It remembers earlier events, because an attack is declared before its
    battle.
    """

    names: Names
    view: Facts
    seat: str | None
    declared: Facts = field(default_factory=dict)
    battle: str = ""  # the place of the latest battle
    held: set[str] | None = None  # the prefectures held at the end of the last turn, or None until then

    def of(self, e: Facts) -> Iterator[Motion]:
        teller = TELLERS.get(e["kind"])
        if teller is not None:
            yield from teller(self, e)

    def ours(self, power: str) -> bool:
        """Return whether a power's success is good news for the reader. Observers side with Byzantium."""
        return (power == BYZANTIUM) == (self.seat in (None, BYZANTIUM))

    def _arms_of(self, army: str) -> Arms:
        return arms(str(self.names.leaders.get(army, {}).get("power", BYZANTIUM)))

    def _army_move(self, army: str, *way: str) -> PieceMove:
        flag = self._arms_of(army)
        return PieceMove(self.names.army(army), way, flag.mark, flag.colour)

    # --- marches and voyages ---

    def tell_march(self, e: Facts) -> Iterator[Motion]:
        yield self._army_move(e["army"], e["origin"], e["to"])

    def tell_voyage(self, e: Facts) -> Iterator[Motion]:
        flag = arms(e["power"])
        name = self.names.army(e["army"]) if e.get("army") else self.names.fleet(FleetKey(e["power"], ""))
        yield PieceMove(name, (e["origin"], e["sea"]), flag.mark, flag.colour)

    def tell_retreat(self, e: Facts) -> Iterator[Motion]:
        unit = Unit.parse(e["unit"])
        if self.battle and not e["by_sea"] and self.battle != e["to"]:
            power = unit.power if isinstance(unit, Allies | Detached) else ""
            flag = arms(power) if power else self._arms_of(unit.army)
            yield PieceMove(self.names.unit(e["unit"]), (self.battle, e["to"]), flag.mark, flag.colour)

    # --- battles ---

    def note_attack(self, e: Facts) -> Iterator[Motion]:
        self.declared = e
        return iter(())

    def tell_battle(self, e: Facts) -> Iterator[Motion]:
        told = fights.land(e, self.declared, (), self.names)
        self.battle = e["province"]
        attackers = self.declared.get("attackers") or ("",)
        flag = self._arms_of(attackers[0]) if e["winner"] == "attacker" and attackers[0] else None
        faces = [str(side.total) for _name, side in told.sides if side.die is not None]
        yield BattleShown(
            e["province"],
            told.title,
            tuple(faces),
            sentence(e, self.names) or told.outcome,
            flag.mark if flag else "",
            flag.colour if flag else "",
        )
        yield from self._against_the_odds(e)

    def _against_the_odds(self, e: Facts) -> Iterator[Motion]:
        if e["winner"] not in ("attacker", "defender") or e.get("by", "table") != "table":
            return
        sides = [(e[f"{side}_sp"], sum(e[f"{side}_drms"].values())) for side in ("attacker", "defender")]
        chance = float(battles.winning_chance(sides[0], sides[1], e["winner"]))
        if chance <= UNLIKELY:
            byzantine = self._arms_of((self.declared.get("attackers") or ("",))[0]) == arms(BYZANTIUM)
            ours = (byzantine == (e["winner"] == "attacker")) == (self.seat in (None, BYZANTIUM))
            text = _("Won against the odds: %(percent)s%%") % {"percent": round(100 * chance)}
            yield Milestone(text, e["province"], ours)

    def fought_at_sea(self, e: Facts) -> Iterator[Motion]:
        told = fights.naval(e, (), self.names)
        scores = (str(e["attacker_score"]), str(e["defender_score"]))
        winner = FleetKey.parse(e[e["winner"]]).power if e["winner"] in ("attacker", "defender") else ""
        flag = arms(winner) if winner else None
        mark, colour = (flag.mark, flag.colour) if flag else ("", "")
        yield BattleShown(
            e["place"], told.title, scores, sentence(e, self.names) or told.outcome, mark, colour
        )

    # --- changes of control, and milestones ---

    def tell_marker(self, e: Facts) -> Iterator[Motion]:
        if e["marker"] != REVOLT:  # a revolt has a separate event
            flag = arms(e["marker"])
            yield OwnerChange(e["province"], self.names.power(e["marker"]), flag.mark, flag.colour)

    def tell_revolt(self, e: Facts) -> Iterator[Motion]:
        flag = arms(REVOLT)
        yield OwnerChange(e["province"], _("In Revolt"), flag.mark, flag.colour)

    def fell(self, e: Facts) -> Iterator[Motion]:
        power = str(self.names.leaders.get(e["leader"], {}).get("power", BYZANTIUM))
        text = _("Fallen: %(leader)s") % {"leader": self.names.leader(e["leader"])}
        yield Milestone(text, good=not self.ours(power))

    def tell_elimination(self, e: Facts) -> Iterator[Motion]:
        text = _("Destroyed: %(power)s") % {"power": self.names.power(e["power"])}
        yield Milestone(text, good=not self.ours(e["power"]))

    def turn_ended(self, e: Facts) -> Iterator[Motion]:
        before = self.held
        if before is None:
            found: Mapping[str, Any] = self.view["prefectures"]
            before = {key for key, one in found.items() if one["controlled"]}
        self.held = now = set(e["prefectures"])
        for text, keys, won in (
            (_("Prefecture won: %(name)s"), now - before, True),
            (_("Prefecture lost: %(name)s"), before - now, False),
        ):
            for key in sorted(keys):
                good = won == self.ours(BYZANTIUM)
                yield Milestone(text % {"name": self.names.prefecture(key)}, good=good)


TELLERS: Final = {
    "army_moved": _Telling.tell_march,
    "retreated_before": _Telling.tell_march,
    "fleet_sailed": _Telling.tell_voyage,
    "retreated": _Telling.tell_retreat,
    "attack_declared": _Telling.note_attack,
    "battle_fought": _Telling.tell_battle,
    "sea_battle_fought": _Telling.fought_at_sea,
    "marker_placed": _Telling.tell_marker,
    "province_revolted": _Telling.tell_revolt,
    "leader_lost": _Telling.fell,
    "power_eliminated": _Telling.tell_elimination,
    "turn_ended": _Telling.turn_ended,
}
