"""Texts for a DBA combat in the active language, including the moves that players then have to make."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from battles.dba.forecast.advice import Change
from battles.dba.rules.consequences import Consequence
from battles.dba.rules.reckoning import Line
from battles.dba.rules.sections import SECTIONS
from battles.dba.rules.situation import SIDES, Situation, contender
from battles.dba.rules.troops import MOUNTED
from battles.dba.wording.cached_texts import italian, texts_of
from engine.game import Json, Mistake
from games.wording.explanations import section_url

Names = Mapping[str, str]  # the name of each side's element


def troop(kind: str) -> str:
    """Name a troop type."""
    return texts_of("troops").get(kind, kind)


def names(s: Situation) -> dict[str, str]:
    """Name the two elements of a situation by type and side: "Knights (A)"."""
    return {side: f"{troop(contender(s, side).type)} ({side.upper()})" for side in SIDES}


def line(one: Line, foe: str) -> str:
    """Describe a line of the calculation. The combat factor is described as one against foot or against
    mounted, depending on the enemy's type (``foe``).
    """
    code = one.code
    if code == "factor":
        code = "factor_mounted" if foe in MOUNTED else "factor_foot"
    return texts_of("lines")[code]


def result(code: str) -> str:
    """Name the fate of an element in a word."""
    return texts_of("fates")[code]


def comparison(code: str) -> str:
    return texts_of("comparisons")[code]


def cause(code: str) -> str:
    """Describe a cause: the qualifiers of a table row, or the reason a recoil killed."""
    known = texts_of("causes")
    return ", ".join(known[part] for part in code.split("+") if part in known)


def consequence(c: Consequence, s: Situation, called: Names | None = None) -> str:
    """Describe a consequence. ``called``: the elements' names, if the page has better ones than
    their types.
    """
    called = called or names(s)
    key = f"{c.code}.{c.who}"
    if c.code == "occupy":
        key = f"{key}.{c.cause}"
    elif c.code == "unoccupied":
        key = f"{key}.{c.type}"
    return texts_of("deeds")[key] % {
        "name": called[c.side],
        "troop": troop(c.type),
        "mm": c.mm,
        "count": c.count,
        "why": cause(c.cause),
    }


def mistake(m: Mistake) -> str:
    """Describe why a situation is refused and how to correct it."""
    text = texts_of("mistakes")[m.code]
    facts = {k: ", ".join(map(str, v)) if isinstance(v, list) else v for k, v in m.facts.items()}
    return text % facts if "%(" in text else text


@dataclass(frozen=True)
class Place:
    """The place of a rule: its heading and page in the booklet, and the URL that explains it, or "" if no
    page does.
    """

    heading: str
    page: str
    url: str = ""


def rule(name: str) -> Place | None:
    """Return the place of a rule in the booklet, or None if the name is unknown."""
    found = SECTIONS.get(name)
    if found is None:
        return None
    heading = found.it if italian() else found.en
    return Place(heading, texts_of("page")["page"] % {"n": found.page}, url_of(name))


def url_of(name: str) -> str:
    """Return the URL that explains a rule or else the section that contains it, or "" if no page does."""
    for one in (name, name.partition(".")[0]):
        if one in SECTIONS and (url := section_url("dba", SECTIONS[one].en)):
            return url
    return ""


def field(name: str) -> str:
    """Return the label of a fact."""
    return texts_of("fields")[name]


def option(name: str, value: Json) -> str:
    """Return the label of a fact's value."""
    if value is None or value == "":
        return texts_of("options").get(f"{name}.", texts_of("page")["none"])
    if name in ("behind", "type"):
        return troop(value)
    if name == "depth_mm":
        return f"{value} mm"
    return texts_of("options").get(f"{name}.{value}", str(value))


def change(one: Change | None, side: str, s: Situation) -> str:
    """Describe the change of one fact that would help a side most, with the chances before and after it. If
    there is none, say so.
    """
    called = names(s)
    if one is None:
        return texts_of("page")["most_none"] % {"name": called[side]}
    text = texts_of("page")["most_line"] % {"name": called[side], "fact": _fact(one, called)}
    return (
        text
        + " "
        + texts_of("page")["most_chances"]
        % {
            "own_before": percent(one.own_before),
            "own_after": percent(one.own_after),
            "foe_before": percent(one.foe_before),
            "foe_after": percent(one.foe_after),
        }
    )


def _fact(one: Change, called: Names) -> str:
    facts = {"who": called[one.side], "field": field(one.field)}
    if isinstance(one.value, bool):
        return texts_of("page")["fact_yes" if one.value else "fact_no"] % facts
    return texts_of("page")["fact_value"] % (facts | {"value": option(one.field, one.value)})


def percent(chance: Fraction) -> str:
    """Format a chance as a percentage with one decimal place, in the active language."""
    tenths = (chance.numerator * 2000 + chance.denominator) // (2 * chance.denominator)
    return decimal(f"{tenths // 10}.{tenths % 10}%")


def decimal(number: str) -> str:
    """Replace a number's decimal point with the language's decimal sign."""
    return number.replace(".", ",") if italian() else number


def heading(s: Situation) -> str:
    """Name the two elements for a title."""
    return texts_of("page")["against"] % {"a": troop(s.a.type), "b": troop(s.b.type)}


def field_of(path: str) -> str:
    """Name the field that a mistake's path points to: "A: Where" for ``a.post``."""
    side, _, name = path.partition("[")[0].rpartition(".")  # "dice[0]" concerns the dice
    label = texts_of("fields").get(name, name)
    return f"{side.upper()}: {label}" if side in SIDES else label
