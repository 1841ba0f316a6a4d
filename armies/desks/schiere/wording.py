"""Texts for Schiere's armies: kinds, commanders, problems, fixes, and mistakes in an import."""

from __future__ import annotations

from django.utils.translation import get_language, gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from armies.schiere.catalogue import ArmyList, Kind, army_lists, kinds
from armies.schiere.check import Fix, Problem
from engine.refusals import Facts, Mistake

CLASSES = {
    "heavy_infantry": _("heavy infantry"), "light_infantry": _("light infantry"),
    "heavy_cavalry": _("heavy cavalry"), "light_cavalry": _("light cavalry"),
    "elephants": pgettext_lazy("schiere", "elephants"), "ballista": _("war machines"),
}  # fmt: skip

WEAPONS = {
    "javelins": _("javelins, 2 to 4 squares"), "slings": _("slings, 2 to 6 squares"),
    "bows": _("bows, 2 to 8 squares"), "light_cavalry": _("javelins, 2 to 4 squares"),
    "ballista": _("bolts, 2 to 8 squares"),
}  # fmt: skip

CHIEFS = {
    "solid": (_("Solid"), _("units within the chief's reach +1 defence; a shield order stops a rout")),
    "astute": (_("Astute"), _("two orders more; a feint order steals one of the enemy's every turn")),
    "enterprising": (_("Enterprising"), _("+2 to the initiative; a one-sword order steals an action")),
}
WINGS = {
    "resolute": (_("Resolute"), _("a schiera of infantry moves twice")),
    "impetuous": (_("Impetuous"), _("a schiera of cavalry attacks once more")),
    "energetic": (_("Energetic"), _("a schiera of foot shooters shoots four times")),
}

_PROBLEMS = {
    "unknown_list": _("There is no army called “%(list)s” in the box."),
    "points_out_of_range": _("A battle is fought with %(low)s to %(high)s points, not %(have)s."),
    "other_army": _("%(kind)s belong to another army."),
    "unknown_kind": _("There are no units called “%(kind)s”."),
    "too_few_counters": _("%(kind)s: %(have)s units, but the box has counters for %(most)s."),
    "no_units": _("There is no unit in this army."),
    "unknown_chief": _("“%(have)s” is not a kind of commander in chief."),
    "unknown_wing": _("“%(have)s” is not a kind of wing commander."),
    "too_many_wings": _("%(have)s wing commanders; at most %(most)s besides the commander in chief."),
    "fewer_than_none": _("%(have)s is fewer than none."),
    "too_dear": _("The army costs %(have)s of %(most)s points: %(over)s too many."),
}

_FIXES = {
    "take": _("take %(count)s × %(what)s more"),
    "drop": _("leave out %(count)s × %(what)s"),
    "chief": _("commander in chief: %(what)s"),
    "no_wing": _("without the wing commander: %(what)s"),
    "orders": _("buy %(count)s orders"),
    "actions": _("buy %(count)s actions"),
    "points": _("agree on %(count)s points"),
    "begin": _("begin with %(what)s"),
}

_MISTAKES = {
    "not_json": _("This is not valid JSON."),
    "not_an_object": _("An object { } is expected here."),
    "not_a_list": _("A list [ ] is expected here."),
    "missing_field": _("“%(field)s” is missing."),
    "unknown_field": _("“%(field)s” is not known; remove it."),
    "not_a_number": _("This must be a whole number from %(low)s to %(high)s."),
    "not_a_text": _("Text is expected here."),
    "not_one_of": _("“%(value)s” is not allowed; allowed are: %(expected)s."),
    "too_many": _("Too many entries: at most %(high)s."),
    "too_long": _("Too long: at most %(high)s characters."),
    "too_many_lines": _("Too many lines: at most %(limit)s."),
    "unknown_kind": _("There are no units called “%(value)s” in this army. %(near)s"),
    "unknown_list": _("There is no army called “%(text)s” in the box. %(near)s"),
    "no_list": _("Which army? Begin with a line like “Army: rome”, or choose it below."),
    "said_twice": _("“%(text)s” appears twice. Keep one of them."),
    "wrong_total": _("The text says %(said)s units here, but names %(read)s."),
    "not_understood": _("This line can't be read: “%(text)s”. Write it like “4 x Legionaries”."),
    "unstorable": _("This text contains a character that can't be stored. Type the army's names again."),
    "not_text": _("This is not a text file. Choose a JSON or text file, or paste the army below."),
    "empty": _("There is nothing to import. Paste an army or choose a file."),
    "too_many_armies": _("You have reached the limit of %(limit)s armies. Delete one first."),
    "bad_number": _("“%(text)s” is not a whole number from %(low)s to %(high)s."),
}

# The rulebook's chapters by their first line. A problem cites a line, and the page names its chapter.
_CHAPTERS = (
    (88, _("The units")), (208, _("Commander in chief")), (230, _("Wing commander")),
    (248, _("Standard bearer")), (324, _("What units cost")), (425, _("Counter sheets")),
)  # fmt: skip


def italian() -> bool:
    return (get_language() or "").startswith("it")


def army_name(army: ArmyList) -> str:
    return army.name_it if italian() else army.name


def kind_name(kind: str) -> str:
    """Return the name of a kind of unit. An unknown word is returned unchanged."""
    found: Kind | None = kinds().get(kind)
    return kind if found is None else found.name_it if italian() else found.name


def commander(kind: str) -> str:
    told = CHIEFS.get(kind) or WINGS.get(kind)
    return str(told[0]) if told else kind


def problem(found: Problem) -> str:
    """Explain in one sentence why an army cannot be fielded."""
    return str(_PROBLEMS[found.code]) % _name_kinds(found.facts)


def _name_kinds(facts: Facts) -> dict[str, object]:
    return {name: kind_name(value) if name == "kind" else value for name, value in facts.items()}


def rule(line: str) -> str:
    """Return the chapter of the rulebook that contains a line ("L328")."""
    number = int(line.removeprefix("L"))
    return str([title for first, title in _CHAPTERS if first <= number][-1])


def fix(way: Fix) -> str:
    """Describe a fix for a problem."""
    what = kind_name(way.what)
    if way.kind in ("chief", "no_wing"):
        what = commander(way.what)
    elif way.kind == "begin":
        what = army_name(army_lists()[way.what])
    return str(_FIXES[way.kind]) % {"count": way.count, "what": what}


def mistake(found: Mistake) -> str:
    """Describe a mistake in an import or a form, and how to correct it."""
    facts = {name: _join_values(value) for name, value in found.facts.items()}
    near = found.facts.get("near", ())
    names = [army_name(army_lists()[n]) if n in army_lists() else str(n) for n in near]
    facts["near"] = gettext("Do you mean %(names)s?") % {"names": ", ".join(names)} if names else ""
    text = _MISTAKES.get(found.code)
    return (str(text) % facts).strip() if text else found.code


def place(found: Mistake) -> str:
    """Describe where a mistake is: a line of plain text, or a path in a document."""
    if found.path.startswith("line "):
        if "column" in found.facts:
            return gettext("Line %(number)s, column %(column)s") % {
                "number": found.path[5:],
                "column": found.facts["column"],
            }
        return gettext("Line %(number)s") % {"number": found.path[5:]}
    return found.path


def _join_values(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
