"""A roster as plain text, as players write it in an e-mail: "6 x 3Kn Vandal and Alan lancers".

Reading is lenient. It accepts bullets, numbered lines, totals, columns of a spreadsheet, and an army on
one line or many. It accepts "6x3Kn", "3Kn x 6", upper or lower case, longbow codes, and words in either
language. A bare type or name is accepted if the list allows only one such element. Anything not
understood is reported with its line and column, and nothing is imported.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from armies.dba.catalogue import by_alias, catalogue
from armies.dba.documents import EARLIEST, LATEST, MOST_BYTES, MOST_ELEMENTS, MOST_NAME, fill_slots
from armies.dba.free_lists import (
    AGGRESSION,
    FREE,
    HOME,
    OWN,
    fill_list,
    free_list,
    read_json,
    read_own,
    row_of,
    with_lines,
)
from armies.dba.lists import TOPOGRAPHIES, ArmyList, army_lists
from armies.dba.notation import FOLLOWERS, Item, Line, Stop, parse_line
from armies.dba.roster import Camp, Roster
from engine.reading import Naming, Reader
from engine.refusals import BadDocument, Mistake
from engine.typed_lines import begin, clean, is_header

MOST_LINES = 80
MOST_OF_ONE = 40

_KEYS = {
    "army": "army", "list": "army", "esercito": "army", "lista": "army",
    "name": "name", "nome": "name",
    "camp": "camp", "campo": "camp",
    "year": "year", "anno": "year",
    "aggression": "aggression", "aggressività": "aggression",
    "home": "home", "patria": "home",
}  # fmt: skip
_CAMPS: dict[str, Camp] = {
    "followers": "followers", "camp followers": "followers", "vivandieri": "followers",
    "servitori": "followers", "element": "element", "elemento": "element", "empty": "empty",
    "vuoto": "empty", "no camp (bua)": "no_camp_bua", "no camp (wagons)": "no_camp_wagons",
    "no camp (sortie)": "no_camp_sortie",
}  # fmt: skip
_CAMP_WORDS: dict[Camp, str] = {
    "followers": "followers", "element": "element", "empty": "empty", "no_camp_bua": "no camp (BUA)",
    "no_camp_wagons": "no camp (wagons)", "no_camp_sortie": "no camp (sortie)",
}  # fmt: skip
_SETTING = re.compile(
    rf"(?P<key>{'|'.join(sorted(_KEYS, key=len, reverse=True))})\s*[:;=|,]\s*(?P<value>.*?)[\s;|,]*$",
    re.IGNORECASE,
)
_OWN_LIST = re.compile(r"(?:own list|lista propria)\s*[:=]\s*(?=\{)", re.IGNORECASE)
_LEADS = re.compile(r"(?:generale?|c-?in-?c)\s*[:;=|]\s*(?=\S)", re.IGNORECASE)
_AFTER = r"a\.?\s?d\.?|c\.?\s?e\.?|d\.?\s?c\.?|e\.?\s?v\.?"
_BEFORE = r"b\.?\s?c\.?(?:\s?e\.?)?|a\.?\s?c\.?|a\.?\s?e\.?\s?v\.?"
_YEAR = re.compile(
    rf"^(?P<ad>(?:{_AFTER})\s*)?(?P<minus>[-−])?\s*(?P<n>\d{{1,4}})\s*(?:(?P<bc>{_BEFORE})|(?P<ce>{_AFTER}))?$",
    re.IGNORECASE,
)
_HEADING = re.compile(  # a list's number before an army's name, or years after it
    rf"^[IVX]+/\d+\w*[\s.:]+|[\s,(]*\b\d{{1,4}}\s*(?:{_BEFORE}|{_AFTER})?\s*(?:[-–—]|to|a)\s*"
    rf"\d{{1,4}}\s*(?:{_BEFORE}|{_AFTER})?[\s)]*$",
    re.IGNORECASE,
)
_GENERAL = re.compile(r"\b(?:generale?|gen|c-?in-?c)\b", re.IGNORECASE)


def write(roster: Roster, say: Callable[[str], str] = lambda text: text) -> str:
    """Write a roster as text that ``read`` understands. ``say`` translates the labels of the list."""
    army = roster.army
    lines = [f"Army: {roster.list_id}"]
    if roster.list_id == FREE:
        lines += [f"Aggression: {army.aggression}", f"Home: {army.topography}"]
    if roster.list_id == OWN:
        lines.append(f"Own list: {json.dumps(row_of(army), ensure_ascii=False)}")
    if roster.name:
        lines.append(f"Name: {roster.name}")
    if roster.year is not None:
        lines.append(f"Year: {abs(roster.year)} {'BC' if roster.year < 0 else 'AD'}")
    for index, slot in enumerate(army.slots):
        for code, count in roster.picks(index).items():
            led = sum(e.general for e in roster.elements if (e.slot, e.code) == (index, code))
            if led:
                lines.append(f"{led} x {code} {say(slot.label)} (general)")
            if count > led:
                lines.append(f"{count - led} x {code} {say(slot.label)}")
    return "\n".join([*lines, f"Camp: {_CAMP_WORDS[roster.camp]}"]) + "\n"


def read(text: str, list_id: str = "", say: Callable[[str], str] = lambda text: text) -> Roster:
    """Read a roster from text. ``list_id``: the list to use if the text does not name one.

    Raises BadDocument with paths such as "line 3". The roster can still break the rules of its list; see
    validate.
    """
    if len(text.encode()) > MOST_BYTES:
        raise BadDocument([Mistake("line 1", "too_long", {"high": MOST_BYTES})])
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise BadDocument([Mistake(f"line {MOST_LINES + 1}", "too_many_lines", {"limit": MOST_LINES})])
    return _Reading(lines, list_id).roster(say)


@dataclass(frozen=True)
class _Row:
    """The elements on a line. ``leads``: whether the line is the general's."""

    line: int
    item: Item
    leads: bool = False


class _Reading:
    def __init__(self, lines: list[str], list_id: str) -> None:
        self.mistakes: list[Mistake] = []
        self.list_id, self.name = list_id, ""
        self.year: int | None = None
        self.camp: Camp = "followers"
        self.aggression, self.home = AGGRESSION, HOME  # defaults for a free army
        self.rows: list[_Row] = []
        self.said: set[str] = set()  # settings that were found so far
        self.totals: list[tuple[int, int, int, int]] = []  # line, column, stated total, elements before it
        self.own: ArmyList | None = None  # a list that is part of the text
        lines = self._own_list(lines)
        numbered = 1
        for number, written in enumerate(lines, 1):
            line = clean(written)
            start, numbered = begin(line, numbered)
            if line[start:].strip(" ;,|") and not is_header(line[start:]):
                self._line(number, line, start)

    def _own_list(self, lines: list[str]) -> list[str]:
        """Read the army list that is part of the text, and return the lines without it. An e-mail program
        may have wrapped the list onto several lines.
        """
        found = [(i, m) for i, line in enumerate(lines) if (m := _OWN_LIST.match(line.strip()))]
        if not found:
            return lines
        at, match = found[0]
        rest = [lines[at].strip()[match.end() :], *lines[at + 1 :]]
        length = _count_lines(rest)
        if len(found) > 1:
            self._wrong(found[1][0] + 1, "said_twice", text="Own list")
        text = "\n".join(rest[:length])
        try:
            item = Reader(fill_list(read_json(_join_lines(text), MOST_BYTES)), naming=Naming(by_id=False))
            self.own = read_own(item)
            item.raise_mistakes()
        except BadDocument as bad:
            self.mistakes += [_move_mistake(one, at) for one in with_lines(bad.mistakes, text)]
        self.list_id = OWN
        return [*lines[:at], *([""] * length), *lines[at + length :]]

    def _wrong(self, line: int, code: str, column: int = 1, **facts: object) -> None:
        self.mistakes.append(Mistake(f"line {line}", code, {"column": column, **facts}))

    def _line(self, number: int, line: str, start: int) -> None:
        setting = _SETTING.match(line, start)
        if setting:
            self._setting(number, line, _KEYS[setting["key"].lower()], setting)
            return
        leads = _LEADS.match(line, start)
        told = parse_line(line, leads.end() if leads else start)
        if not self.rows and not told.items and told.stop and self._heading(number, line, start):
            return
        self._elements(number, told, bool(leads))

    def _heading(self, number: int, line: str, start: int) -> bool:
        """Read an army's name at the beginning of a line, and any elements after the name. Return whether
        there is such a name.
        """
        for end in (len(line), *(at for at in range(start + 1, len(line)) if line[at] in ":;,.|")):
            headed = find_list(_HEADING.sub("", line[start:end].strip(" .:;,|")))[0]
            if headed:
                self.list_id = headed
                if line[end:].strip(" .:;,|"):
                    self._elements(number, parse_line(line, end + 1), leads=False)
                return True
        return False

    def _elements(self, number: int, told: Line, leads: bool) -> None:
        for item in told.items:
            most = 1 if item.codes == (FOLLOWERS,) else MOST_OF_ONE
            if 1 <= item.count <= most:
                self.rows.append(_Row(number, item, leads))
            else:
                self._wrong(number, "bad_count", item.column, count=item.count, limit=most)
        if told.stop:
            stop = told.stop
            facts = {"expected": list(stop.expected)} if stop.expected else {}
            self._wrong(
                number, stop.code, stop.column, text=stop.text[:60], **facts, **self._suggestions(stop)
            )
        if told.total is not None:
            self.totals.append((number, told.total_column, told.total, self._count_elements()))

    def _suggestions(self, stop: Stop) -> dict[str, object]:
        if stop.code != "unknown_element":
            return {}
        ways = by_alias()
        return {"near": [ways[a] for a in difflib.get_close_matches(stop.text.lower(), ways, 3, 0.5)]}

    def _count_elements(self) -> int:
        return sum(row.item.count for row in self.rows if row.item.codes != (FOLLOWERS,))

    def _setting(self, number: int, line: str, meaning: str, found: re.Match[str]) -> None:
        column, value = found.start("value") + 1, found["value"].strip(' |"')
        if meaning in self.said:
            self._wrong(number, "said_twice", found.start("key") + 1, text=found["key"])
        self.said.add(meaning)
        if meaning == "name":
            if len(value) > MOST_NAME:
                self._wrong(number, "too_long", column, high=MOST_NAME)
            self.name = value[:MOST_NAME]
        elif meaning == "year":
            self.year = year_of(value)
            if self.year is None:
                self._wrong(number, "bad_year", column, text=value[:20])
        elif meaning == "army":
            if value.lower() == OWN:
                self.list_id = OWN
            elif not self._heading(number, line, found.start("value")):
                self._wrong(number, "unknown_list", column, text=value[:60], near=find_list(value)[1])
        elif meaning in ("aggression", "home"):
            self._free_army_setting(number, meaning, column, value.lower())
        else:
            camp = _CAMPS.get(value.lower())
            if camp is None:
                self._wrong(
                    number, "unknown_camp", column, text=value[:60], expected=list(_CAMP_WORDS.values())
                )
            else:
                self.camp = camp

    def _free_army_setting(self, number: int, meaning: str, column: int, value: str) -> None:
        allowed = [str(n) for n in range(5)] if meaning == "aggression" else list(TOPOGRAPHIES)
        if value not in allowed:
            self._wrong(number, "not_one_of", column, value=value[:20], expected=allowed)
        elif meaning == "aggression":
            self.aggression = int(value)
        else:
            self.home = value

    def _army(self) -> ArmyList | None:
        if self.list_id == FREE:
            return free_list(self.aggression, self.home)
        if self.list_id == OWN:
            return self.own
        return army_lists().get(self.list_id)

    def roster(self, say: Callable[[str], str]) -> Roster:
        army = self._army()
        if army is None and self.list_id == OWN:
            if not self.mistakes:
                self._wrong(1, "no_own_list")
        elif army is None and not any(m.code == "unknown_list" for m in self.mistakes):
            self._wrong(1, "no_list")
        if not self._count_elements() and not self.mistakes:
            self._wrong(1, "no_elements")
        if not self.mistakes:
            self._totals()
        codes: list[tuple[str, bool]] = []
        hints: list[tuple[str, str]] = []
        for row in self.rows:
            code = self._code(row, army)
            if code == FOLLOWERS:
                self.camp = "followers"
            elif code:
                led = row.leads or bool(_GENERAL.search(row.item.note))
                codes += [(code, led and i == 0) for i in range(row.item.count)]
                hints.append((code, row.item.note.lower()))
        if self.mistakes or army is None:
            raise BadDocument(sorted(self.mistakes, key=lambda m: int(m.path.split()[1])))
        if not any(led for _, led in codes):
            codes = _mark_general(army, codes)

        def cost(slot: int, code: str) -> int:
            """Return the cost of filling a slot with this code. The cost rises with the code's position among
            the slot's options. It is lower if the note after an element with this code names the slot.
            """
            label = say(army.slots[slot].label).lower()
            named = any(c == code and (label in rest or army.slots[slot].label in rest) for c, rest in hints)
            return army.slots[slot].options.index(code) + (0 if named else 50)

        return replace(fill_slots(army, codes, self.camp, self.name, cost), year=self.year)

    def _totals(self) -> None:
        for line, column, said, named in self.totals:
            if said != named:
                self._wrong(line, "wrong_total", column, said=said, read=named)
        if self._count_elements() > MOST_ELEMENTS:
            self._wrong(self.rows[-1].line, "too_many_elements", limit=MOST_ELEMENTS)

    def _code(self, row: _Row, army: ArmyList | None) -> str:
        """Return the element's code. If the row names only a type, or several sizes, exactly one of the
        possible codes must be in the army list. Otherwise note a mistake and return "".
        """
        item = row.item
        if len(item.codes) == 1:
            return item.codes[0]
        meant = item.codes or [c for c in catalogue() if catalogue()[c].type == item.kind]
        able = sorted(c for c in meant if army is not None and c in army.codes)
        if len(able) == 1:
            return able[0]
        if army is not None:
            self._wrong(row.line, "which_element", item.column, text=item.text, expected=able or list(meant))
        return ""


def _count_lines(lines: list[str]) -> int:
    """Return how many lines a JSON object takes up. If the object is incomplete, count all lines up to the
    first blank one.
    """
    for end in range(1, len(lines) + 1):
        try:
            json.loads(_join_lines("\n".join(lines[:end])))
        except ValueError:
            continue
        return end
    return next((i for i, line in enumerate(lines) if not line.strip()), len(lines))


def _join_lines(text: str) -> str:
    """Return a JSON text on one line, because an e-mail program may have wrapped a string."""
    return text.replace("\r", "").replace("\n", " ")


def _move_mistake(one: Mistake, above: int) -> Mistake:
    """Return a mistake in a list within the text, with the line's number in the whole text."""
    said = one.facts.get("line") or (one.path.split()[1] if one.path.startswith("line ") else 1)
    facts = {name: fact for name, fact in one.facts.items() if name not in ("line", "column")}
    return Mistake(f"line {int(str(said)) + above}", one.code, {**facts, "column": 1, "at": one.path})


def _mark_general(army: ArmyList, codes: list[tuple[str, bool]]) -> list[tuple[str, bool]]:
    able = army.slots[army.general_slot].options
    index = next((i for i, (code, _) in enumerate(codes) if code in able), None)
    return [(code, i == index) for i, (code, _) in enumerate(codes)]


def year_of(text: str) -> int | None:
    """Read a year as people write it, or return None if the text is not a year.

    >>> [year_of(t) for t in ("216 BC", "216 BCE", "216 a.C.", "-216", "AD 535", "535 CE", "soon", "0")]
    [-216, -216, -216, -216, 535, 535, None, None]
    """
    match = _YEAR.match(text.strip())
    number = int(match["n"]) if match else 0
    if match is None or not 1 <= number <= (LATEST if not match["minus"] else -EARLIEST):
        return None
    before = bool(match["minus"] or match["bc"])
    return -number if before else number


def find_list(text: str) -> tuple[str | None, list[str]]:
    """Return the id of the list that ``text`` names, by its id or its English or Italian name. If there is
    none, return None and the ids of lists with similar names.
    """
    wanted = text.strip().lower()
    known = (*army_lists().values(), free_list())
    ways = {w.lower(): a.id for a in known for w in (a.name, a.name_it, a.id)}
    if wanted in ways:
        return ways[wanted], []
    near = difflib.get_close_matches(wanted, ways, 3, 0.5)
    near += [w for w in ways if wanted and wanted in w and w not in near][:3]
    return None, list(dict.fromkeys(ways[w] for w in near))
