"""Parse one line of an army as players write it: elements with their numbers, a total, and notes.

Every number and every code must be understood. Otherwise parsing stops with a message, so that no army
silently loses elements.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from armies.dba.catalogue import TROOP_TYPES, by_alias, catalogue
from engine.typed_lines import total_of

FOLLOWERS: Final = "CF"

# Names of each type or element in English and Italian. They include every name that pages show.
_NAMES: Final[dict[str, str]] = {
    "El": "elephants elephant elefanti elefante",
    "Kn": "knights knight cavalieri cavaliere",
    "4Kn": "cataphracts or knights in close order|cataphracts|catafratti|"
    "catafratti o cavalieri in ordine chiuso",
    "6Kn": "knights in a double element|cavalieri su elemento doppio",
    "HCh": "heavy chariots|heavy chariot|carri pesanti|carro pesante",
    "Cv": "cavalry cavalleria",
    "6Cv": "cavalry in a double element|cavalleria su elemento doppio",
    "LCh": "light chariots|light chariot|carri leggeri|carro leggero",
    "LH": "light horse|light cavalry|cavalleria leggera",
    "2Cm": "camel skirmishers|cammellieri schermagliatori",
    "SCh": "scythed chariots|scythed chariot|carri falcati|carro falcato",
    "Cm": "camelry cammelli cammellieri",
    "Sp": "spears spear spearmen lance lancia lancieri",
    "3Sp": "loose spears|lance in ordine rado",
    "Pk": "pikes pike pikemen picche picca picchieri",
    "Bd": "blades blade lame lama",
    "3Bd": "fast blades|fast blade|lame veloci",
    "Ax": "auxilia ausiliari",
    "4Ax": "regular auxilia|auxilia regolari",
    "3Ax": "irregular auxilia|auxilia irregolari",
    "Bw": "bows bow bowmen archers archi arcieri",
    "4Bw": "regular bows|archi regolari",
    "3Bw": "irregular bows|archi irregolari",
    "8Bw": "bows behind shields|archi dietro scudi",
    "Ps": "psiloi psilos",
    "Wb": "warband warbands guerrieri",
    "3Wb": "fast warband|guerrieri veloci",
    "5Wb": "massed warband|guerrieri in massa",
    "Hd": "hordes horde orde orda",
    "Art": "artillery artiglieria",
    "WWg": "war wagons|war wagon|carriaggi|carriaggio",
    "Lit": "litter|litters|lettiga|lettighe",
    FOLLOWERS: "cf|camp followers|vivandieri",
}


@dataclass(frozen=True)
class Item:
    """A number of equal elements on a line, written as ``text`` at ``column`` (counted from 1). ``codes``:
    the codes that these elements can have. ``kind``: their type, if the line names only a type.
    """

    column: int
    count: int
    text: str
    codes: tuple[str, ...]
    kind: str = ""
    note: str = ""


@dataclass(frozen=True)
class Stop:
    """The place where a line stops making sense, and the reason."""

    column: int
    code: str
    text: str
    expected: tuple[str, ...] = ()


@dataclass
class Line:
    """The parts of one line: its elements, its stated total, and the place where parsing stopped."""

    items: list[Item] = field(default_factory=list)
    total: int | None = None
    total_column: int = 1
    stop: Stop | None = None


@cache
def names() -> dict[str, str]:
    """Map every name of an element or a type, in lower case, to its code or type."""
    found = {}
    for code, text in _NAMES.items():
        for name in text.split("|") if "|" in text else text.split():
            found[name] = code
    found["camp followers"] = FOLLOWERS
    return found


_OR = r"(?:/|\||\bor\b|\boppure\b|\bo\b)"
_ERA = (
    r"(?:b\.?\s?c\.?(?:\s?e\.?)?|a\.?\s?d\.?|c\.?\s?e\.?|a\.?\s?c\.?|d\.?\s?c\.?"
    r"|a\.?\s?e\.?\s?v\.?|e\.?\s?v\.?)"
)
_HARMLESS: Final = re.compile(  # years and ordinals, which count no elements
    rf"(?<!\w)(?:\d{{1,4}}\s*(?:[-–—]|to|a)?\s*(?:\d{{1,4}}\s*)?{_ERA}(?!\w)|{_ERA}\s*\d{{1,4}}(?!\w)"
    r"|\d+(?:st|nd|rd|th|ª|º|°)(?!\w))",
    re.IGNORECASE,
)


@cache
def _element() -> str:
    """Return the pattern of an element: a code, a bare type, two sizes ("3/4Ax") or a name."""
    written = sorted({*names(), *by_alias(), *(t.lower() for t in TROOP_TYPES)}, key=len, reverse=True)
    return rf"(?:\d/\d[a-z]{{2}}|{'|'.join(map(re.escape, written))})(?![\w])"


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    element = _element()
    first = r"(?:(?P<n>\d{1,4})\s*[x*]\s*|[x*]\s*(?P<p>\d{1,4})\s+|(?P<m>\d{1,4})\s+)"
    made = {
        "counted": rf"{first}(?P<what>{element})",
        "then": rf"(?P<what>{element})(?:\s*[x*:=]\s*(?P<k>\d{{1,4}})(?![\w/])(?!\s*[x*]))?",
        "next": rf"(?<![\w/*]){first.replace('<n>', '<n2>').replace('<p>', '<p2>').replace('<m>', '<m2>')}"
        rf"(?={element})",
        "or": rf"\s*(?:\((?:gen|general|generale)\)\s*)?{_OR}\s*"
        rf"(?:\d{{1,4}}\s*[x*]\s*|\d{{1,4}}\s+)?(?P<other>{element})",
        "in_brackets": rf"(?P<n>\d{{1,4}})\s*[x*]?\s+(?P<words>[^\W\d][^\d(),;]*?)\s*\((?P<what>{element})\)",
        "unknown": r"(?:\d{1,4}\s*[x*]\s*|\d{1,4}\s+)?(?P<what>\d?[a-z]{2,3})\b",
    }
    return {name: re.compile(pattern, re.IGNORECASE) for name, pattern in made.items()}


def parse_line(line: str, start: int = 0) -> Line:
    """Parse a cleaned line, beginning at ``start``."""
    told = Line()
    end = len(line.rstrip())
    total = total_of(line, start)
    if total:
        told.total, column, end = total
        told.total_column = column + 1
    rest = line[:end]
    if rest[start:].strip(" ,;.(=|"):
        table = _cells(rest, start)
        if table is not None:
            told.items.append(table)
        else:
            told.items, told.stop = _read_phrase(rest, start)
    return told


# --- a line of a table: a cell with a number, a cell with an element, notes ---


def _cells(line: str, start: int) -> Item | None:
    cells = list(_split(line, start))
    if len(cells) < 2:
        return None
    numbers = [(at, text) for at, text in cells if re.fullmatch(r"\d{1,4}(?:[.,]0+)?", text)]
    elements = []
    notes = []
    for at, text in cells:
        alone = _read_cell(text)
        if alone is not None:
            elements.append((at, text, *alone))
        elif not re.fullmatch(r"\d{1,4}(?:[.,]0+)?", text):
            notes.append(text)
    if len(numbers) != 1 or len(elements) != 1 or any(_counts_something(note) for note in notes):
        return None
    at, text, what, note = elements[0]
    count = int(re.split("[.,]", numbers[0][1])[0])
    return _item(at, count, what, " ".join(filter(None, [note, *notes])))


def _split(line: str, start: int) -> Iterator[tuple[int, str]]:
    """Yield the cells of a line without their quotes, each with the column where it starts."""
    mark = next((m for m in (";", "|") if m in line[start:]), ",")
    for cell in re.compile(rf'\s*(?:"[^"]*"|[^{re.escape(mark)}]*)').finditer(line, start):
        text = cell.group().strip()
        if text and text != mark:
            bare = text.strip('"').strip()
            yield cell.start() + len(cell.group()) - len(cell.group().lstrip()), bare


def _read_cell(text: str) -> tuple[str, str] | None:
    """Return the element that fills a whole cell, and its note, as in "3Cv (Gen)". Return None if the cell
    holds anything else.
    """
    found = re.compile(
        rf"({_element()})\s*(?:\(?\s*((?:gen|general|generale|c-in-c)\b\.?)\s*\)?)?", re.I
    ).fullmatch(text)
    return (found[1], found[2] or "") if found else None


# --- a line of free text: "1x3Kn (Gen), 9 x 4Wb; 2LH x 2" ---


def _read_phrase(line: str, start: int) -> tuple[list[Item], Stop | None]:
    items: list[Item] = []
    at = start
    while at < len(line):
        skip = re.compile(r'[\s,;+&.|"]*(?:(?:and|e|ed|plus|più)\s+(?=[\dx*]))?', re.I).match(line, at)
        at = skip.end() if skip else at
        if at >= len(line):
            break
        found = _parse_element(line, at)
        if isinstance(found, Stop):
            return items, found
        item, after = found
        choice = _patterns()["or"].match(line, after)
        if choice:
            named = tuple(dict.fromkeys([*_codes_of(item.text), *_codes_of(choice["other"])]))
            return items, Stop(at + 1, "choice", line[at : choice.end()].strip(), named)
        end = _note_end(line, after)
        note = line[after:end]
        wrong = _counts_something(note)
        if wrong:
            return items, Stop(
                after + wrong.start() + 1, "stopped", line[after + wrong.start() :].strip()[:60]
            )
        note = " ".join(filter(None, [item.note, note.strip(' ,;()."|')]))
        items.append(_item(at, item.count, item.text, note))
        at = end
    return items, None


def _parse_element(line: str, at: int) -> tuple[Item, int] | Stop:
    """Parse the element at a position. Return the element and the position after it, or a Stop with the
    reason why it is not understood.
    """
    ways = _patterns()
    counted = ways["counted"].match(line, at)
    if counted:
        count = int(counted["n"] or counted["p"] or counted["m"])
        return _item(at, count, counted["what"]), counted.end()
    bracketed = ways["in_brackets"].match(line, at)
    if bracketed:
        item = _item(at, int(bracketed["n"]), bracketed["what"], bracketed["words"])
        return item, bracketed.end()
    bare = ways["then"].match(line, at)
    if bare and (bare["k"] or _may_stand_bare(line, at, bare)):
        return _item(at, int(bare["k"] or 1), bare["what"]), bare.end()
    unknown = ways["unknown"].match(line, at)
    text = line[at:].strip()[:60]
    if unknown and (unknown["what"][0].isdigit() or len(unknown.group()) == len(text)):
        return Stop(unknown.start("what") + 1, "unknown_element", unknown["what"])
    return Stop(at + 1, "not_understood" if at == 0 or not line[:at].strip() else "stopped", text)


def _may_stand_bare(line: str, at: int, found: re.Match[str]) -> bool:
    """Return whether an element without a number counts as one element. A code such as "3Cv" does. A word
    must be alone between commas, unlike in "Art of war".
    """
    if found["what"][0].isdigit():
        return True
    segment = re.compile(r"[^,;]*").match(line, at)
    return segment is not None and _read_cell(segment.group().strip(" .")) is not None


def _note_end(line: str, start: int) -> int:
    ways = _patterns()
    depth = 0
    for at in range(start, len(line)):
        letter = line[at]
        depth = max(0, depth + (letter == "(") - (letter == ")"))
        if depth:
            continue
        if letter in ",;+&|" and at + 1 < len(line):
            ahead = re.compile(r"[\s,;+&|]*").match(line, at)
            to = ahead.end() if ahead else at
            bare = ways["then"].match(line, to)
            if ways["counted"].match(line, to) or ways["in_brackets"].match(line, to):
                return at
            if bare and (bare["k"] or _may_stand_bare(line, to, bare)):
                return at
        elif at > start and not _HARMLESS.match(line, at) and ways["next"].match(line, at):
            return at
    return len(line)


def _counts_something(note: str) -> re.Match[str] | None:
    """Return the match of the first number or element code in a note, or None. Callers reject a note with a
    match, because the parser does not count elements within notes.
    """
    bare = _HARMLESS.sub(lambda found: "_" * len(found.group()), note)
    return re.search(r"\d+", bare) or re.search(rf"(?<!\w)(?:{_UNNUMBERED})(?!\w)", bare)


_UNNUMBERED: Final = "El|HCh|LCh|SCh|Art|WWg|Lit"  # codes without a digit, as players write them


def _item(at: int, count: int, what: str, note: str = "") -> Item:
    sizes = re.fullmatch(r"(\d)/(\d)([a-z]{2})", what, re.IGNORECASE)
    if sizes:
        both = [by_alias().get(f"{size}{sizes[3]}".lower(), "") for size in (sizes[1], sizes[2])]
        return Item(at + 1, count, what, tuple(code for code in both if code), note=note)
    code = by_alias().get(what.lower())
    if code:
        return Item(at + 1, count, what, (code,), note=note)
    named = names().get(what.lower(), what)
    if named in catalogue() or named == FOLLOWERS:
        return Item(at + 1, count, what, (named,), note=note)
    kind = next((t for t in TROOP_TYPES if t.lower() == named.lower()), "")
    return Item(at + 1, count, what, (), kind, note)


def _codes_of(what: str) -> tuple[str, ...]:
    item = _item(0, 1, what)
    return item.codes or (item.kind or what,)
