"""The calculator's answers as rows: chances, units, terrain and cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from django.utils import formats
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from battles.cca.answers.lookup import FoughtCombat
from battles.cca.lookup.words import Texts, texts
from battles.cca.pages.heraldry import LETTERS
from battles.cca.rules.cards import CARDS
from battles.cca.rules.combat.fate import Fate as FoughtFate
from battles.cca.rules.combat.fate import Trodden
from battles.cca.rules.terrain.terrain import IN_OR_OUT, TERRAIN, Terrain
from battles.cca.rules.units import ALL_SWORDS, UNITS, UnitType
from battles.cca.wording import cards, names
from battles.cca.wording.die import DRAWINGS
from battles.cca.wording.names import face
from battles.templatetags.cca import percent


@dataclass(frozen=True)
class Fate:
    """The possible outcomes for one side. ``mean``: the mean loss in blocks. ``facts``: the chances of single
    events, each with its label. ``blocks``: the chance of losing each number of blocks.
    """

    title: str
    dice: str
    mean: str
    facts: tuple[tuple[str, str], ...]
    blocks: tuple[tuple[str, str], ...]


def fates(found: Mapping[str, Any]) -> list[Fate]:
    """Return the outcomes of the attack for the target. If the attacker can be battled back or trampled, its
    outcomes follow.
    """
    said = texts()["page"]
    ours = [(said["momentum"], found["momentum"]), (said["bonus"], found["bonus"])]
    told = [_fate(said, said["target"], found["target"], found["dice"], ours)]
    # the attacker can be battled back or trampled
    if found["answered"] != "0" or found["attacker"]["mean"] != "0":
        back = [(said["back_at"], found["answered"])]
        told.append(_fate(said, said["attacker"], found["attacker"], found["back_dice"], back))
    return told


def _fate(
    said: Mapping[str, str], title: str, side: Mapping[str, Any], dice: int, more: list[tuple[str, str]]
) -> Fate:
    shares = [
        (said["eliminated"], side["eliminated"]),
        (said["leaves"], side["leaves"]),
        (said["leader_falls"], side["leader_killed"]),
        *more,
    ]
    return Fate(
        title,
        names.dice(dice),
        formats.number_format(round(float(Fraction(side["mean"])), 2), 2),
        tuple((label, percent(float(Fraction(share)))) for label, share in shares if share != "0"),
        tuple((number, percent(float(Fraction(share)))) for number, share in side["lost"].items()),
    )


# --- a combat with dice -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ThrownDice:
    """One throw of dice: its purpose, and the name and drawing of each face."""

    title: str
    faces: tuple[tuple[str, str], ...]


def throws(fought: FoughtCombat) -> list[ThrownDice]:
    """Return the throws of a combat in order."""
    titles = texts()["throws"]
    return [
        ThrownDice(titles[purpose], tuple((face(str(one)), DRAWINGS[str(one)]) for one in faces))
        for purpose, faces in fought.throws
    ]


def results(fought: FoughtCombat) -> list[str]:
    """Describe the result of a combat for each side, and what the attacker may do next."""
    said, found = texts(), fought.exchange
    told = [*_results_of(said, said["page"]["target"], found.attack, found.trodden_back)]
    told += _results_of(said, said["page"]["attacker"], found.back, found.trodden)
    if found.momentum:
        told.append(said["results"]["momentum"])
    if found.bonus:
        told.append(said["results"]["bonus"])
    return told or [said["results"]["nothing"]]


def _results_of(said: Texts, who: str, fate: FoughtFate | None, trodden: Trodden | None) -> Iterator[str]:
    lost = (fate.blocks_lost if fate else 0) + (trodden.lost if trodden else 0)
    gone = (fate is not None and fate.is_eliminated) or (trodden is not None and not trodden.left)
    sentences = said["results"]
    if gone:
        yield sentences["eliminated"] % {"who": who}
    elif lost:
        yield sentences["loses"] % {"who": who, "blocks": names.blocks(lost)}
    if fate is not None and fate.gone and not gone:
        yield sentences["retreats"] % {"who": who, "hexes": names.hexes(fate.gone)}
    if fate is not None and fate.rampage:
        yield sentences["rampages"] % {"who": who}
    leaders = {fate.leader if fate else "", trodden.leader if trodden else ""}
    if "killed" in leaders:
        yield sentences["loses_leader"] % {"who": who}
    elif "must_evade" in leaders:
        yield sentences["leader_evades"] % {"who": who}


def mistake(code: str) -> str:
    """Describe a mistake in a question."""
    return str(texts()["mistakes"].get(code, capfirst(code.replace("_", " "))))


# --- units --------------------------------------------------------------------------------------------------


def units() -> Iterator[dict[str, str]]:
    """Yield a row for every unit type."""
    for one in UNITS.values():
        yield {
            "id": one.id,
            "letters": LETTERS.get(one.id, ""),
            "name": str(capfirst(names.unit(one.id))),
            "grade": _GRADES[one.grade](),
            "blocks": str(one.blocks),
            "move": _move(one),
            "dice": _dice(one),
            "fire": _fire(one),
            "retreat": str(one.retreat),
            "notes": "; ".join(_notes(one)),
        }


_GRADES: Final = {
    "light": lambda: pgettext("cca", "light"),
    "medium": lambda: pgettext("cca", "medium"),
    "heavy": lambda: pgettext("cca", "heavy"),
}


def _move(one: UnitType) -> str:
    if one.charge > one.move:
        return _("%(n)s, or %(charge)s to attack") % {"n": one.move, "charge": one.charge}
    if one.battle_after_moving < one.move:
        return _("%(n)s; battles after %(most)s") % {"n": one.move, "most": one.battle_after_moving}
    return str(one.move)


def _dice(one: UnitType) -> str:
    if one.elephant:
        return _("those of its target")
    parts = [str(one.dice)]
    if one.full_dice > one.dice:
        parts.append(_("%(n)s at full strength") % {"n": one.full_dice})
    if one.answer_dice != one.dice:
        parts.append(_("%(n)s in answer") % {"n": one.answer_dice})
    return ", ".join(parts)


def _fire(one: UnitType) -> str:
    if one.missiles is None:
        return "–"
    facts = {"range": one.missiles.range, "still": one.missiles.still, "moved": one.missiles.moved}
    return _("range %(range)s: %(still)s, moved %(moved)s") % facts


def _notes(one: UnitType) -> Iterator[str]:
    if not one.swords_hit:
        yield _("swords miss")
    if one.ignored_swords == ALL_SWORDS:
        yield _("swords never hit it")
    elif one.ignored_swords:
        yield ngettext("ignores %(n)s sword", "ignores %(n)s swords", one.ignored_swords) % {
            "n": one.ignored_swords
        }
    if "always" in one.evades:
        yield _("may evade")
    elif one.evades:
        groups = {
            "foot": _("foot"),
            "heavy_mounted": _("heavy mounted units"),
            "elephant": _("elephants"),
        }
        yield _("may evade %(groups)s") % {"groups": ", ".join(groups[group] for group in one.evades)}
    if one.elephant:
        yield _("scoring swords are rolled again; runs wild when it retreats")
    if one.bonus == "always" and one.momentum:
        yield _("may attack again after momentum")
    elif not one.momentum:
        yield _("no momentum")
    if not one.in_base_box:
        yield _("from an expansion")


# --- terrain ------------------------------------------------------------------------------------------------


def grounds() -> Iterator[dict[str, str]]:
    """Yield a row for every kind of terrain."""
    for one in TERRAIN.values():
        if one.id != "clear":
            yield {
                "id": one.id,
                "name": str(capfirst(names.terrain(one.id))),
                "notes": "; ".join(_ground(one)),
            }


def _ground(one: Terrain) -> Iterator[str]:
    yield from _entry(one)
    if one.no_battle_on_entry:
        all_but = [names.unit(id) for id in UNITS if id not in one.no_battle_on_entry]
        yield _("in the turn of entering only these battle: %(units)s") % {"units": ", ".join(all_but)}
    yield from _limits(one)
    if one.fire_into:
        yield _("fire into it: at most %(dice)s") % {"dice": names.dice(one.fire_into)}
    if one.fire_from:
        yield _("fire out of it: at most %(dice)s") % {"dice": names.dice(one.fire_from)}
    if one.dice:
        yield _("units in it roll 1 die less")
    if one.cover.swords or one.cover.close_flags:
        yield (
            _("foot in it ignores 1 sword and may ignore 1 flag")
            if one.cover.swords
            else _("foot in it may ignore 1 flag")
        )
    if one.sight.startswith(("blocks", "as hill")):
        yield _("blocks the line of sight")
    if not one.in_base_game:
        yield _("from an expansion")


def _entry(one: Terrain) -> Iterator[str]:
    if one.impassable:
        yield _("impassable")
        return
    who = {
        "all": _("everybody"),
        "foot": _("foot"),
        "mounted": _("mounted units"),
        "leader": _("leaders"),
        "war_machine": _("war machines"),
    }
    for what, text in (("stop", _("%(who)s must stop")), ("barred", _("%(who)s may not enter"))):
        found = [who[name] for name, how in one.enter.items() if how.endswith(what)]
        if found:
            yield text % {"who": ", ".join(found)}


def _limits(one: Terrain) -> Iterator[str]:
    if IN_OR_OUT in one.limits:
        yield _("close combat into or out of it: at most %(dice)s") % {
            "dice": names.dice(one.limits[IN_OR_OUT])
        }
    if one.high:
        yield _("close combat uphill at most %(up)s, downhill %(foot)s (mounted %(horse)s)") % {
            "up": names.dice(one.limits["uphill"]),
            "foot": one.limits["downhill_foot"],
            "horse": one.limits["downhill_mounted"],
        }


# --- cards --------------------------------------------------------------------------------------------------


def deck() -> Iterator[dict[str, str]]:
    """Yield a row for every kind of command card."""
    for one in CARDS.values():
        yield {
            "id": one.id,
            "name": names.card(one.id),
            "count": str(one.count),
            "does": " ".join(filter(None, (cards.describe_card(one.id), cards.describe_fallback(one.id)))),
        }
