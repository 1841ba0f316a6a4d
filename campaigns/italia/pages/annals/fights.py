"""Battles in the chronicle: the sides, the dice of every round, and the survivors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.italia.wording.names import Names, capital, nation
from engine.game import Facts
from games.page_facts.result_cards import (
    MOST,
    ResultCard,
    ResultSide,
    end_positions,
    events_until,
    headline,
    shorten_cards,
)


@dataclass(frozen=True)
class Round:
    """A round of battle, with both sides' dice, and each side's losses in words."""

    number: int
    attacker_dice: tuple[int, ...]
    defender_dice: tuple[int, ...]
    attacker_lost: str
    defender_lost: str


@dataclass(frozen=True)
class Fight:
    """A battle or a raid. ``winner``: the nation that carried out or repelled a raid, otherwise the only
    nation with units left. It is "" if neither or both have any.
    """

    place: str
    attacker: str
    defender: str
    attacking: str
    defending: str
    rounds: tuple[Round, ...]
    attacker_lost: str
    defender_lost: str
    winner: str
    raid: bool
    outcome: str
    unscathed: bool = False  # whether neither side has losses

    @property
    def title(self) -> str:
        text = _("Raid on %(place)s") if self.raid else _("Battle of %(place)s")
        return text % {"place": self.place}

    @property
    def sides(self) -> tuple[tuple[str, str, str, bool], ...]:
        """Both sides, each as (nation, units, losses, whether it wins)."""
        return (
            (
                capital(nation(self.attacker)),
                self.attacking,
                self.attacker_lost,
                self.winner == self.attacker,
            ),
            (
                capital(nation(self.defender)),
                self.defending,
                self.defender_lost,
                self.winner == self.defender,
            ),
        )

    @property
    def line(self) -> str:
        """The whole battle in one sentence."""
        if not self.rounds:
            text = (
                _("%(title)s: %(outcome)s.")
                if self.unscathed
                else _("%(title)s: %(outcome)s (%(attacker)s lose %(al)s, %(defender)s %(dl)s).")
            )
            return text % self._facts
        text = ngettext(
            "%(title)s: %(outcome)s after %(n)s round (%(attacker)s lose %(al)s, %(defender)s %(dl)s).",
            "%(title)s: %(outcome)s after %(n)s rounds (%(attacker)s lose %(al)s, %(defender)s %(dl)s).",
            len(self.rounds),
        )
        return text % {**self._facts, "n": len(self.rounds)}

    @property
    def _facts(self) -> Mapping[str, str]:
        return {
            "title": self.title,
            "outcome": self.outcome,
            "attacker": nation(self.attacker),
            "defender": nation(self.defender),
            "al": self.attacker_lost,
            "dl": self.defender_lost,
        }


def results(
    before: Sequence[Facts],
    fresh: Sequence[Facts],
    own: frozenset[str],
    names: Names,
    told_after: Callable[[Sequence[Facts]], list[str]],
) -> tuple[ResultCard, ...]:
    """Return cards for the battles that ended among the new events, latest first. ``own``: the viewer's
    nations, from whose side the results are worded. ``told_after``: returns the sentences about the events
    that a battle led to.
    """
    events = [*before, *fresh]
    ends = end_positions(("battle_ended", "raid_ended"), before, fresh)
    return shorten_cards(_card(events, end, own, names, told_after) for end in ends)


def _card(
    events: Sequence[Facts],
    end: int,
    own: frozenset[str],
    names: Names,
    told_after: Callable[[Sequence[Facts]], list[str]],
) -> ResultCard | None:
    area = events[end]["area"]
    starts = (i for i in range(end) if events[i]["kind"] == "battle_began" and events[i]["area"] == area)
    start = max(starts, default=-1)
    if start < 0:
        return None
    began, fight = events[start], fight_of(events[start], events[start + 1 : end + 1], names)
    ours = None if not fight.winner or not own & {fight.attacker, fight.defender} else fight.winner in own
    title, tone = headline(fight.place, ours, f"{fight.title}: {fight.outcome}")
    sides = tuple(
        _result_side(who, sum(began[f"{side}ing"].values()), gone, won, lost)
        for side, gone, (who, _with, lost, won) in zip(
            ("attack", "defend"), _numbers_lost(began, events[start : end + 1]), fight.sides, strict=True
        )
    )
    fought = max((i for i in range(start, end) if events[i]["kind"] == "round_fought"), default=start)
    led_to = [
        e
        for e in events_until({"turn_began", "battle_began"}, events[fought + 1 :])
        if e["kind"] not in PARTS
    ]
    return ResultCard(title, tone, sides, None, tuple(told_after(led_to))[:MOST])


def _result_side(who: str, had: int, gone: int, won: bool, lost: str) -> ResultSide:
    unit = ngettext("unit", "units", max(had - gone, 0))
    return ResultSide(who, had, gone, unit, won, words=lost if gone else "")


def _numbers_lost(began: Facts, events: Sequence[Facts]) -> tuple[int, int]:
    sides = (_count_lost(events, began[side], began["area"]) for side in ("attacker", "defender"))
    attacker, defender = (sum(found.values()) for found in sides)
    return attacker, defender


def join_fights(events: Sequence[Facts], names: Names) -> Iterator[Facts | Fight]:
    """Yield the events in order, with all events of each battle joined into a Fight. A battle that has not
    ended is shown as far as its events go.
    """
    waiting = list(events)
    while waiting:
        event = waiting.pop(0)
        if event["kind"] != "battle_began":
            yield event
            continue
        own, rest = _split_battle(event, waiting)
        yield fight_of(event, own, names)
        waiting = rest


def _split_battle(began: Facts, events: list[Facts]) -> tuple[list[Facts], list[Facts]]:
    for number, event in enumerate(events):
        ends = event["kind"] in ("battle_ended", "raid_ended") and event["area"] == began["area"]
        if ends or event["kind"] in ("battle_began", "turn_began"):
            own = events[: number + ends]
            return own, [e for e in own if e["kind"] not in PARTS] + events[number + ends :]
    return events, [e for e in events if e["kind"] not in PARTS]


PARTS = {"aimed", "round_fought", "units_lost", "battle_ended"}


def fight_of(began: Facts, events: Sequence[Facts], names: Names) -> Fight:
    lost = {side: _count_lost(events, began[side], began["area"]) for side in ("attacker", "defender")}
    winner = _winner(began, events, lost)
    return Fight(
        names.place(began["area"]),
        began["attacker"],
        began["defender"],
        names.force(began["attacking"]),
        names.force(began["defending"]),
        tuple(_round(e, names) for e in events if e["kind"] == "round_fought"),
        names.force(lost["attacker"]),
        names.force(lost["defender"]),
        winner,
        began["raid"],
        _outcome(began, events, winner),
        not any(lost.values()),
    )


def _round(e: Facts, names: Names) -> Round:
    return Round(
        e["round"],
        tuple(e["attacker_dice"]),
        tuple(e["defender_dice"]),
        names.force(e["attacker_lost"]),
        names.force(e["defender_lost"]),
    )


def _count_lost(events: Iterable[Facts], nation: str, area: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for e in events:
        if e["kind"] == "units_lost" and (e["nation"], e["place"]) == (nation, area):
            found.update(e["units"])
    return found


def _winner(began: Facts, events: Sequence[Facts], lost: Mapping[str, Counter[str]]) -> str:
    """Return the winner that a report names, or "" for a tie. Without a report, return who carried out or
    repelled a raid, even if the raiders all fell; otherwise the only side with units left, or "" if both or
    neither have any.
    """
    told = next((e["winner"] for e in events if e["kind"] == "battle_reported"), None)
    if told is not None:
        return str(began[told]) if told in ("attacker", "defender") else ""
    raided = next((e["success"] for e in events if e["kind"] == "raid_ended"), None)
    if raided is not None:
        return str(began["attacker" if raided else "defender"])
    left = {side: _number(began[f"{side[:-2]}ing"]) - lost[side].total() for side in lost}
    for e in events:
        for side in left:
            gone = e["kind"] in ("retreated", "deserted") and e["nation"] == began[side]
            left[side] -= _number(e["units"]) if gone else 0
    mine, theirs = left["attacker"] > 0, left["defender"] > 0
    return "" if mine == theirs else str(began["attacker"] if mine else began["defender"])


def _number(units: Mapping[str, int]) -> int:
    return sum(units.values())


def _outcome(began: Facts, events: Sequence[Facts], winner: str) -> str:
    for e in events:
        if e["kind"] == "raid_ended":
            return _("the raid succeeds") if e["success"] else _("the raid fails")
        if e["kind"] == "submitted" and e["nation"] == began["defender"]:
            return _("%(nation)s submit") % {"nation": nation(e["nation"])}
    if not any(e["kind"] in ("battle_ended", "battle_reported") for e in events):
        return _("it continues") if any(e["kind"] == "round_fought" for e in events) else _("it begins")
    if winner:
        return _("%(nation)s win") % {"nation": nation(winner)}
    if any(e["kind"] == "battle_reported" for e in events):
        return _("a tie, the attacker gives way")
    fought = any(e["kind"] == "round_fought" for e in events)
    return _("no winner") if fought else _("no fighting")
