"""Battles of the chronicle: both sides, dice, modifiers, losses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.justinian.rules.ground.values import Allies, ArmySP, Unit
from campaigns.justinian.wording.codes import word
from campaigns.justinian.wording.names import Names, listed
from engine.game import Facts
from games.numbers import signed


@dataclass(frozen=True)
class Fighter:
    """One side of a fight with its SP; ``die`` with its modifiers line by line, ``total``, and losses.
    ``die`` is None for a battle fought elsewhere."""

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
    """``declared`` is the attack it came of, ``losses`` what was lost in it."""
    attackers = tuple(declared.get("attackers", ()))
    mine = {ArmySP(a) for a in attackers}
    fallen = [e["unit"] for e in losses if e["unit"] not in mine and not _aboard(e["unit"], attackers)]
    target = str(declared.get("target", "all"))
    told = names.army(target) if target not in ("all", "levy") else listed(names.unit(u) for u in fallen)
    outcomes = {
        "attacker": _("the attackers win"),
        "defender": _("the defenders win"),
        "tie": _("a tie"),
        "nobody": _("both sides are destroyed"),
    }
    kind = _("Interception in %(place)s") if declared.get("interception") else _("Battle in %(place)s")
    return Fight(
        title=kind % {"place": names.place(event["province"])},
        attacker=_side(event, "attacker", listed(names.army(a) for a in attackers)),
        defender=_side(event, "defender", told or _("all who are there")),
        outcome=outcomes.get(event["winner"], ""),
        rule="8.15",
        reported=event.get("by", "table") != "table",
    )


def _aboard(unit: str, attackers: tuple[str, ...]) -> bool:
    """Allies in an attacking army."""
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
        drms=tuple((word(code), signed(value)) for code, value in drms.items()),
        total=die + sum(drms.values()),
    )


def naval(event: Facts, faces: tuple[int, ...], names: Names) -> Fight:
    """The event has the scores; the dice thrown for them come from the entry."""
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
