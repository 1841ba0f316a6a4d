"""Texts for the codes of the army rules: troop types, problems, fixes, and mistakes in an import."""

from __future__ import annotations

from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from armies.dba.catalogue import ElementType, catalogue
from armies.dba.free_lists import FREE, OWN
from armies.dba.lists import ArmyList, Slot, army_lists
from armies.dba.validate import Fix, Problem
from engine.game import Mistake

TROOPS = {
    "El": _("Elephants"), "Kn": _("Knights"), "Cv": _("Cavalry"), "LH": _("Light horse"),
    "SCh": _("Scythed chariots"), "Cm": _("Camelry"), "Sp": _("Spears"), "Pk": _("Pikes"),
    "Bd": _("Blades"), "Ax": _("Auxilia"), "Bw": _("Bows"), "Ps": _("Psiloi"), "Wb": _("Warband"),
    "Hd": _("Hordes"), "Art": _("Artillery"), "WWg": _("War wagons"),
}  # fmt: skip

BEHAVIOUR = {
    "El": _(
        "They trample solid foot and stop mounted troops, whose horses will not come near. Psiloi, "
        "auxilia, light horse and artillery kill them easily, and when they recoil they crush every "
        "friend behind them."
    ),
    "Kn": _(
        "They charge home: in the open they ride down blades, auxilia, warband and hordes at the first "
        "success. Elephants, scythed chariots and light horse destroy them, bad going ruins them, and "
        "they pursue whether you like it or not."
    ),
    "Cv": _(
        "The all-round horse: quick, hard to destroy, good at chasing psiloi and bows. Beaten badly by "
        "spears, pikes or hordes they only flee. They do not break steady foot alone: bring an overlap."
    ),
    "LH": _(
        "The fastest of all: extra moves far from the enemy, and a simple win kills knights and, in the "
        "open, pikes and spears. Weak face to face, they flee instead of dying unless bows, psiloi, other "
        "horse or artillery catch them."
    ),
    "SCh": _(
        "A single gamble: they smash what stands still in the open and are destroyed themselves by any "
        "lost or "
        "drawn combat. Their loss never counts for victory. Psiloi are the cheapest way to meet them."
    ),
    "Cm": _(
        "Strong against horse, weak against foot, and at home in dunes and oases, where others are in bad "
        "going. Bows and close foot are their danger."
    ),
    "Sp": _(
        "A wall that knights and horse break on. A second rank helps against knights and other spears, "
        "psiloi behind help against all mounted. Beware warband, and elephants, knights and light horse "
        "in the open."
    ),
    "Pk": _(
        "With a second rank the strongest foot there is, and still slow to turn and lost in bad going. "
        "Light troops and bows give their depth nothing to push against; a warband that wins cuts them "
        "down."
    ),
    "Bd": _(
        "The best swordsmen: they beat nearly all foot and lose slowly. Knights and scythed chariots in "
        "the open and a warband's rush are what destroys them."
    ),
    "Ax": _(
        "Nimble foot that fights in bad going as well as in the open and moves faster than the line. They "
        "hold hills and woods, kill elephants, and should keep away from knights in the open."
    ),
    "Bw": _(
        "They shoot two base widths ahead and are at their best against horse coming on; knights who "
        "charge them frontally may be shot down. Mounted troops that get the better of them in contact "
        "destroy them."
    ),
    "Ps": _(
        "Skirmishers: they fight in any going, flee rather than die, kill elephants, and lend +1 against "
        "mounted troops from behind spears, blades and auxilia. Knights, cavalry and camelry ride them "
        "down in the open."
    ),
    "Wb": _(
        "A wild rush: a second rank adds weight, they reach the enemy with a second move, and they "
        "destroy pikes, spears, blades and hordes at the first success. Knights and elephants in the open "
        "kill them; they pursue."
    ),
    "Hd": _(
        "They hold their ground: a small loss has no effect. But shooting, knights, elephants and warband "
        "destroy them, each move costs more, and they run after a beaten enemy."
    ),
    "Art": _(
        "It shoots half the table far, at its best in the enemy's bound; it kills elephants and wagons "
        "and chases light horse away. It is lost in close combat, hardly moves and never enters bad going "
        "but by road."
    ),
    "WWg": _(
        "A rolling fort: a small loss does nothing, it shoots (litters do not), and two of them replace "
        "the camp. It never charges; artillery and elephants destroy it."
    ),
}

TOPOGRAPHY = {
    "arable": _("arable"), "forest": _("forest"), "hilly": _("hilly"), "steppe": _("steppe"),
    "dry": _("dry"), "tropical": _("tropical"), "littoral": _("littoral"),
}  # fmt: skip

CAMPS = {
    "followers": _("held by camp followers, a 13th element"),
    "element": _("held by one of the twelve"),
    "empty": _("left empty"),
    "no_camp_bua": _("no camp: the army controls a built-up area"),
    "no_camp_wagons": _("no camp: more than one war wagon"),
    "no_camp_sortie": _("no camp: a sortie from a siege"),
}

_PROBLEMS = {
    "unknown_list": _("There is no army list called “%(list)s”."),
    "not_twelve": _("An army has twelve elements; this one has %(have)s."),
    "not_an_option": _("“%(label)s” cannot be %(code)s; the list offers %(options)s."),
    "too_few": _("“%(label)s”: %(have)s of %(need)s elements."),
    "too_many": _("“%(label)s”: %(have)s elements, but only %(need)s are allowed."),
    "not_uniform": _("“%(label)s”: all of them must be alike, not %(codes)s together."),
    "no_such_slot": _("%(code)s has no place in this list."),
    "no_general": _("There is no general: mark one of the twelve as the general's element."),
    "two_generals": _("%(have)s elements are marked as the general's; an army has one general."),
    "wrong_general": _("The general can't be with %(code)s: in this list the general is with “%(label)s”."),
    "unknown_camp": _("“%(camp)s” is no way to keep a camp."),
    "camp_beside_wagons": _("With %(have)s war wagons the army has no camp."),
    "camp_needed": _("The army must have a camp: it has fewer than two war wagons (%(have)s)."),
    "list_of_other_years": _("This list is for the years %(first)s to %(last)s, not for %(year)s."),
    "option_of_other_years": _("“%(label)s”: %(code)s only from %(first)s to %(last)s, not in %(year)s."),
    "no_bua_at_home": _("An army from %(home)s country cannot have a built-up area when it defends."),
}

# Labels of the free list's slots, repeated here for translation because the rules are pure Python.
FREE_SLOTS = (_("the general's element"), _("any elements"))

UNLISTED = {
    FREE: _("any twelve elements, if both sides allow it"),
    OWN: _("a list loaded from a file"),
}

_FIXES = {
    "add": _("add %(count)s × %(code)s"),
    "remove": _("take away %(count)s × %(code)s"),
    "replace": _("take %(to)s instead of %(code)s"),
    "all_alike": _("make all of them %(code)s"),
    "set_general": _("give the general %(code)s"),
    "set_camp": _("camp: %(camp)s"),
    "choose_list": _("choose an army list"),
    "any_year": _("name no year"),
}

_MISTAKES = {
    "not_json": _("This is not valid JSON."),
    "not_an_object": _("An object { } is expected here."),
    "not_a_list": _("A list [ ] is expected here."),
    "missing_field": _("“%(field)s” is missing."),
    "unknown_field": _("“%(field)s” is not known; remove it."),
    "not_a_number": _("This must be a whole number from %(low)s to %(high)s."),
    "not_a_text": _("Text is expected here."),
    "not_yes_or_no": _("true or false is expected here."),
    "not_a_range": _("This must be two whole numbers from %(low)s to %(high)s, the smaller one first."),
    "not_one_of": _("“%(value)s” is not allowed; allowed are: %(expected)s."),
    "too_many": _("Too many entries: at most %(high)s."),
    "too_long": _("Too long: at most %(high)s characters."),
    "too_many_lines": _("Too many lines: at most %(limit)s."),
    "unknown_element": _("No element is called “%(text)s”. %(near)s"),
    "which_element": _("Which “%(text)s”? This list has %(expected)s."),
    "not_understood": _("This line can't be read: “%(text)s”. Write it like “3 x 4Sp spearmen”."),
    "stopped": _(
        "Reading stopped at “%(text)s”. Write each element as “3 x 4Sp spearmen”, with commas between or on "
        "lines of their own; numbers count elements."
    ),
    "choice": _("“%(text)s” leaves a choice: write how many of each (%(expected)s)."),
    "wrong_total": _("The text says %(said)s elements here, but names %(read)s."),
    "too_many_elements": _("More than %(limit)s elements: an army has twelve."),
    "said_twice": _("“%(text)s” appears twice. Keep one of them."),
    "bad_count": _("%(count)s elements are impossible; write a number from 1 to %(limit)s."),
    "unknown_list": _("No army list is called “%(text)s”. %(near)s"),
    "unknown_camp": _("The camp can be: %(expected)s."),
    "no_list": _("Which army? Begin with a line like “Army: Vandal”, or choose the list below."),
    "no_own_list": _(
        "The text says “Army: own”, but not which list. Add the line “Own list: …” of its export."
    ),
    "no_elements": _("This text contains no elements. Write lines like “3 x 4Sp spearmen”."),
    "unstorable": _("This text contains a character that can't be stored. Type the army's names again."),
    "not_text": _("This is not a text file. Choose a JSON or text file, or paste the army below."),
    "empty": _("There is nothing to import. Paste an army or choose a file."),
    "too_many_armies": _("You have reached the limit of %(limit)s armies. Delete one first."),
    "only_unlisted": _("Only an army that is not from our lists can have this; remove it."),
    "no_lists": _("There is no list in this file."),
    "duplicate": _("“%(value)s” is there twice."),
    "no_year_zero": _("There is no year 0."),
    "ends_before_it_starts": _("It ends (%(end)s) before it begins (%(start)s)."),
    "same_as_home": _("The other home is the same as the first; remove it."),
    "not_one_general": _("Exactly one slot of one element must be the general's; there are %(generals)s."),
    "empty_or_doubled": _("Name one element or more, each once."),
    "no_option_for_every_year": _("At least one of the options must be available in every year of the list."),
    "not_a_mounted_element_of_the_list": _("Only mounted elements of this list can dismount."),
    "not_on_foot": _("An element that dismounts must become foot."),
    "not_twelve": _("A list has twelve elements; here they are %(total)s."),
    "bad_year": _("“%(text)s” is not a year. Write it like “216 BC” or “535”."),
    "bad_number": _("“%(text)s” is not a whole number from 0 to 12."),
}


_RULES = {
    "L58": _("Size of armies"),
    "L177": _("Topography"),
    "L212": _("Camps"),
    "list": _("Army list"),
}


def rule(line: str) -> str:
    """Return the chapter of the rulebook that a problem cites, or "Army list" if it cites the list."""
    return str(_RULES[line])


def army_name(army: ArmyList) -> str:
    """Return a list's name in the reader's language. The data have an English and an Italian name."""
    return army.name_it if (get_language() or "").startswith("it") else army.name


def element_title(element: ElementType, general: bool = False) -> str:
    """Describe a drawn base in words, for people who cannot see it."""
    facts = {"code": element.code, "name": gettext(element.name)}
    if general:
        return gettext("%(code)s, %(name)s, the general") % facts
    return f"{facts['code']}, {facts['name']}"


def year(number: int) -> str:
    text = gettext("%(year)s BC") if number < 0 else gettext("AD %(year)s")
    return text % {"year": abs(number)}


def years(start: int, end: int) -> str:
    return gettext("%(start)s to %(end)s") % {"start": year(start), "end": year(end)}


_YEARS = frozenset({"year", "first", "last"})


def option_years(slot: Slot, code: str) -> str:
    """Describe the years of an option, or return "" if it existed for the list's whole period."""
    window = slot.years.get(code)
    if window is None:
        return ""
    if window.first is None:
        return gettext("until %(year)s") % {"year": year(window.last or 0)}
    return gettext("from %(year)s") % {"year": year(window.first)}


def problem(found: Problem, army: ArmyList | None) -> str:
    """Explain in one sentence why a roster cannot be fielded."""
    facts = {k: year(v) if k in _YEARS else _join_values(v) for k, v in found.facts.items()}
    facts["label"] = label(army, found.slot)
    if "home" in facts:
        facts["home"] = str(TOPOGRAPHY[facts["home"]])
    return str(_PROBLEMS[found.code]) % facts


def label(army: ArmyList | None, slot: int | None) -> str:
    """Return the label of a list's slot, or "" if there is no such slot."""
    if army is None or slot is None or not 0 <= slot < len(army.slots):
        return ""
    return gettext(army.slots[slot].label)


def fix(way: Fix) -> str:
    """Describe a fix for a problem."""
    camp = str(CAMPS.get(way.code, ""))
    return str(_FIXES[way.kind]) % {"count": way.count, "code": way.code, "to": way.to, "camp": camp}


def mistake(found: Mistake) -> str:
    """Describe a mistake in an import, and how to correct it."""
    facts = {k: _join_values(v) for k, v in found.facts.items()}
    facts.setdefault("text", facts.get("value", ""))
    near = found.facts.get("near", ())
    names = [army_name(army_lists()[n]) if n in army_lists() else str(n) for n in near]
    facts["near"] = gettext("Do you mean %(names)s?") % {"names": ", ".join(names)} if names else ""
    text = _MISTAKES.get(found.code)
    return (str(text) % facts).strip() if text else found.code


def place(found: Mistake) -> str:
    """Describe where a mistake is: a line of plain text, or a path in a document."""
    if str(found.facts.get("at", "")).startswith("$."):
        facts = {"number": found.path[5:], "path": found.facts["at"]}
        return gettext("Line %(number)s, at %(path)s") % facts
    if found.path.startswith("line "):
        if "column" in found.facts:
            return gettext("Line %(number)s, column %(column)s") % {
                "number": found.path[5:],
                "column": found.facts["column"],
            }
        return gettext("Line %(number)s") % {"number": found.path[5:]}
    if "line" in found.facts:
        return gettext("Line %(number)s, at %(path)s") % {"number": found.facts["line"], "path": found.path}
    return found.path


def men(code: str) -> str:
    """Describe how many men or models an element represents at the nominal scale (L60). Return "" if the
    rules do not say.
    """
    element = catalogue()[code]
    if element.men:
        return gettext("%(low)s to %(high)s men") % {"low": element.men[0], "high": element.men[1]}
    if element.models:
        return gettext("up to %(count)s of them") % {"count": element.models}
    return ""


def _join_values(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
