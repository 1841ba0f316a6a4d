"""Battles in the chronicle and on result cards: both sides, dice, modifiers and losses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext as _

from campaigns.justinian.forecast import battles
from campaigns.justinian.rules.state.state import BYZANTIUM
from campaigns.justinian.rules.state.values import Allies, ArmySP, FleetKey, Unit
from campaigns.justinian.wording.codes import word
from campaigns.justinian.wording.names import Names, join_items
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
from games.wording.numbers import format_signed, minus


@dataclass(frozen=True)
class Fighter:
    """One side of a battle. ``die`` is None for a battle fought elsewhere. ``drms`` are the modifiers as
    text, and ``total`` is the die with all of them, or the score at sea.
    """

    who: str
    sp: int
    loses: int
    won: bool
    die: int | None = None
    drms: tuple[tuple[str, str], ...] = ()
    total: int = 0


@dataclass(frozen=True)
class Fight:
    title: str
    attacker: Fighter
    defender: Fighter
    outcome: str
    rule: str
    reported: bool = False

    @property
    def sides(self) -> tuple[tuple[str, Fighter], ...]:
        return (_("Attack"), self.attacker), (_("Defence"), self.defender)


def land(event: Facts, declared: Facts, losses: Iterable[Facts], names: Names) -> Fight:
    """Return a land battle. ``declared`` is the event of the attack that caused it, and ``losses`` are the
    events of its losses.
    """
    attackers = tuple(declared.get("attackers", ()))
    mine = {ArmySP(a) for a in attackers}
    fallen = [e["unit"] for e in losses if e["unit"] not in mine and not _is_ally_of(e["unit"], attackers)]
    target = str(declared.get("target", "all"))
    told = names.army(target) if target not in ("all", "levy") else join_items(names.unit(u) for u in fallen)
    outcomes = {
        "attacker": _("the attackers win"),
        "defender": _("the defenders win"),
        "tie": _("a tie"),
        "nobody": _("both sides are destroyed"),
    }
    kind = _("Interception in %(place)s") if declared.get("interception") else _("Battle in %(place)s")
    return Fight(
        title=kind % {"place": names.place(event["province"])},
        attacker=_side(event, "attacker", join_items(names.army(a) for a in attackers)),
        defender=_side(event, "defender", told or _("all who are there")),
        outcome=outcomes.get(event["winner"], ""),
        rule="8.15",
        reported=event.get("by", "table") != "table",
    )


def _is_ally_of(unit: str, attackers: tuple[str, ...]) -> bool:
    found = Unit.parse(unit)
    return isinstance(found, Allies) and found.army in attackers


def _side(event: Facts, side: str, who: str) -> Fighter:
    drms: Mapping[str, int] = event[f"{side}_drms"]
    die = event[f"{side}_die"]
    return Fighter(
        who=who,
        sp=event[f"{side}_sp"],
        loses=event[f"{side}_loses"],
        won=event["winner"] == side,
        die=die if event.get("by", "table") == "table" else None,
        drms=tuple((word(code), format_signed(value)) for code, value in drms.items()),
        total=die + sum(drms.values()),
    )


def naval(event: Facts, faces: tuple[int, ...], names: Names) -> Fight:
    """Return a naval battle. ``event`` has its scores, and ``faces`` are the dice in the log entry."""
    outcomes = {"attacker": _("the attackers win"), "defender": _("the defenders win")}

    def side(name: str, index: int) -> Fighter:
        score = event[f"{name}_score"]
        return Fighter(
            who=names.fleet(event[name]),
            sp=0,
            loses=event[f"{name}_loses"],
            won=event["winner"] == name,
            die=faces[index] if index < len(faces) else None,
            total=score,
        )

    return Fight(
        title=_("Naval battle: %(place)s") % {"place": names.place(event["place"])},
        attacker=side("attacker", 0),
        defender=side("defender", 1),
        outcome=outcomes.get(event["winner"], _("neither side gives way")),
        rule="8.32",
    )


# --- the battles just fought ---

BATTLES: Final = ("battle_fought", "sea_battle_fought")
AFTERWARDS: Final = frozenset({"segment_began", "turn_ended", "army_activated", *BATTLES})


def results(
    before: Sequence[Facts],
    fresh: Sequence[Facts],
    seat: str,
    names: Names,
    told: Callable[[Sequence[Facts]], list[str]],
) -> tuple[ResultCard, ...]:
    """Return a card for each battle among the new events, as the seat sees it, latest first. ``told``
    describes the events after a battle.
    """
    events = [*before, *fresh]
    return shorten_cards(_card(events, at, seat, names, told) for at in end_positions(BATTLES, before, fresh))


def _card(
    events: Sequence[Facts],
    at: int,
    seat: str,
    names: Names,
    told: Callable[[Sequence[Facts]], list[str]],
) -> ResultCard:
    event, later = events[at], events[at + 1 :]
    declared: Facts = next((e for e in reversed(events[:at]) if e["kind"] == "attack_declared"), {})
    if event["kind"] == "battle_fought":
        fight = land(event, declared, [e for e in later if _is_battle_loss(e)], names)
        attacker = str(names.leaders.get((declared.get("attackers") or ("",))[0], {}).get("power", BYZANTIUM))
        place, unit = names.place(event["province"]), _("SP")
    else:
        fight = naval(event, (), names)
        attacker, place, unit = (
            FleetKey.parse(event["attacker"]).power,
            names.place(event["place"]),
            _("SP at sea"),
        )
    ours = None
    if event["winner"] in ("attacker", "defender"):
        ours = ((attacker == BYZANTIUM) == (event["winner"] == "attacker")) == (seat == BYZANTIUM)
    title, tone = headline(place, ours, f"{fight.title}: {fight.outcome}")
    sides = tuple(_result_side(side, unit, event) for _role, side in fight.sides)
    next_to_it = events_until(AFTERWARDS, later)
    return ResultCard(title, tone, sides, _chance(event), tuple(told(next_to_it))[:MOST])


def _is_battle_loss(e: Facts) -> bool:
    return bool(e["kind"] == "sp_lost" and e["reason"] in ("battle", "defeated"))


def _result_side(side: Fighter, unit: str, event: Facts) -> ResultSide:
    by_table = event.get("by", "table") == "table"
    text = _("total %(total)s with %(sp)s SP") if side.sp else _("total %(total)s")
    total = text % {"total": minus(side.total), "sp": side.sp} if by_table else ""
    return ResultSide(side.who, side.sp, side.loses, unit, side.won, total)


def _chance(event: Facts) -> Fraction | None:
    """Return the chance that the winner of a land battle had of winning it by the combat table. Return None
    for a battle that was not decided by the table or that nobody won.
    """
    if event["kind"] != "battle_fought" or event.get("by", "table") != "table":
        return None
    if event["winner"] not in ("attacker", "defender"):
        return None
    sides = [(event[f"{side}_sp"], sum(event[f"{side}_drms"].values())) for side in ("attacker", "defender")]
    return battles.winning_chance(sides[0], sides[1], event["winner"])
