"""A roster as plain text, as players write it in a mail: "6 x 3Kn Vandal and Alan lancers".

Reading forgives: bullets, "6x3Kn", "3Kn x 6", any case, longbow codes, bare types where the list allows only
one such element, words of either language. What it cannot understand it names with the line number.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from dataclasses import replace

from armies.dba.catalogue import TROOP_TYPES, by_alias, catalogue
from armies.dba.documents import EARLIEST, LATEST, MOST_BYTES, MOST_NAME, place
from armies.dba.lists import ArmyList, army_lists
from armies.dba.roster import Camp, Roster
from engine.refusals import BadDocument, Mistake

MOST_LINES = 80
MOST_OF_ONE = 40

_KEYS = {
    "army": "army", "list": "army", "esercito": "army", "lista": "army",
    "name": "name", "nome": "name",
    "camp": "camp", "campo": "camp",
    "year": "year", "anno": "year",
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
_LINE = re.compile(
    r"^(?:(?P<n>\d{1,3})\s*[x×*]\s*|(?P<m>\d{1,3})\s+)?(?P<code>\d?[a-z]{2,3})\b"
    r"(?:\s*[x×*]\s*(?P<k>\d{1,3})\b)?(?P<rest>.*)$",
    re.IGNORECASE,
)
_YEAR = re.compile(
    r"^(?P<ad>ad\s*|d\.?\s?c\.?\s*)?(?P<minus>[-−])?\s*(?P<n>\d{1,4})\s*(?P<era>bc|a\.?\s?c\.?|ad|d\.?\s?c\.?)?$",
    re.IGNORECASE,
)
_GENERAL = re.compile(r"\b(?:generale?|gen|c-?in-?c)\b", re.IGNORECASE)


def write(roster: Roster, say: Callable[[str], str] = lambda text: text) -> str:
    """The roster as text that ``read`` understands. ``say`` translates the labels of the list."""
    army = army_lists()[roster.list_id]
    lines = [f"Army: {roster.list_id}"]
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
    """A roster from text. ``list_id`` is the army when the text does not name one.

    Raises BadDocument; the paths are "line 3". The roster may still break the rules of its list: see
    validate.
    """
    if len(text.encode()) > MOST_BYTES:
        raise BadDocument([Mistake("line 1", "too_long", {"high": MOST_BYTES})])
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise BadDocument([Mistake(f"line {MOST_LINES + 1}", "too_many_lines", {"limit": MOST_LINES})])
    return _Reading(lines, list_id).roster(say)


class _Reading:
    def __init__(self, lines: list[str], list_id: str) -> None:
        self.mistakes: list[Mistake] = []
        self.list_id, self.name = list_id, ""
        self.year: int | None = None
        self.camp: Camp = "followers"
        self.rows: list[tuple[int, int, str, str]] = []  # line, count, code as written, the rest
        for number, line in enumerate(lines, 1):
            stripped = line.split("#", 1)[0].strip().lstrip("-*•·\ufeff").strip()
            if stripped:
                self._line(number, stripped)

    def _wrong(self, line: int, code: str, **facts: object) -> None:
        self.mistakes.append(Mistake(f"line {line}", code, facts))

    def _line(self, number: int, line: str) -> None:
        key, colon, value = line.partition(":")
        meaning = _KEYS.get(key.strip().lower()) if colon else None
        if meaning:
            self._setting(number, meaning, value.strip())
            return
        match = _LINE.match(line)
        headed = find_list(line)[0] if match is None and not self.rows else None
        if headed:  # the army's name alone, as a heading
            self.list_id = headed
            return
        if match is None:
            self._wrong(number, "not_understood", text=line[:60])
            return
        count = int(match["n"] or match["m"] or match["k"] or 1)
        if not 1 <= count <= MOST_OF_ONE:
            self._wrong(number, "bad_count", count=count, limit=MOST_OF_ONE)
            return
        self.rows.append((number, count, match["code"], match["rest"]))

    def _setting(self, number: int, meaning: str, value: str) -> None:
        if meaning == "name":
            if len(value) > MOST_NAME:
                self._wrong(number, "too_long", high=MOST_NAME)
            self.name = value[:MOST_NAME]
        elif meaning == "year":
            self.year = year_of(value)
            if self.year is None:
                self._wrong(number, "bad_year", text=value[:20])
        elif meaning == "army":
            found, near = find_list(value)
            if found is None:
                self._wrong(number, "unknown_list", text=value[:60], near=near)
            else:
                self.list_id = found
        else:
            camp = _CAMPS.get(value.lower())
            if camp is None:
                self._wrong(number, "unknown_camp", text=value[:60], expected=list(_CAMP_WORDS.values()))
            else:
                self.camp = camp

    def roster(self, say: Callable[[str], str]) -> Roster:
        army = army_lists().get(self.list_id)
        if army is None and not any(m.code == "unknown_list" for m in self.mistakes):
            self._wrong(1, "no_list")
        if not self.rows and not self.mistakes:
            self._wrong(1, "no_elements")
        codes: list[tuple[str, bool]] = []
        hints: list[tuple[str, str]] = []
        for number, count, written, rest in self.rows:
            code = self._code(number, written, army)
            if not code:
                continue
            led = bool(_GENERAL.search(rest))
            codes += [(code, led and i == 0) for i in range(count)]
            hints.append((code, rest.lower()))
        if self.mistakes or army is None:
            raise BadDocument(sorted(self.mistakes, key=lambda m: int(m.path.split()[1])))
        if not any(led for _, led in codes):
            codes = _lead(army, codes)

        def cost(slot: int, code: str) -> int:
            """Cheap where the line's words name the slot, then the usual option."""
            label = say(army.slots[slot].label).lower()
            named = any(c == code and (label in rest or army.slots[slot].label in rest) for c, rest in hints)
            return army.slots[slot].options.index(code) + (0 if named else 50)

        return replace(place(army, codes, self.camp, self.name, cost), year=self.year)

    def _code(self, number: int, written: str, army: ArmyList | None) -> str:
        code = by_alias().get(written.lower())
        if code:
            return code
        kind = next((t for t in TROOP_TYPES if t.lower() == written.lower()), None)
        able = sorted(c for c in (army.codes if army else ()) if catalogue()[c].type == kind)
        if kind and len(able) == 1:
            return able[0]
        if kind and able:
            self._wrong(number, "which_element", text=written, expected=able)
        else:
            ways = by_alias()
            near = [ways[a] for a in difflib.get_close_matches(written.lower(), ways, 3, 0.5)]
            self._wrong(number, "unknown_element", text=written, near=near)
        return ""


def _lead(army: ArmyList, codes: list[tuple[str, bool]]) -> list[tuple[str, bool]]:
    """Nobody is marked: the first element that may lead does, as people write the general first."""
    able = army.slots[army.general_slot].options
    index = next((i for i, (code, _) in enumerate(codes) if code in able), None)
    return [(code, i == index) for i, (code, _) in enumerate(codes)]


def year_of(text: str) -> int | None:
    """A year as people write it; None when it is none.

    >>> [year_of(t) for t in ("216 BC", "216 a.C.", "-216", "AD 535", "535", "soon", "0")]
    [-216, -216, -216, 535, 535, None, None]
    """
    match = _YEAR.match(text.strip())
    number = int(match["n"]) if match else 0
    if match is None or not 1 <= number <= (LATEST if not match["minus"] else -EARLIEST):
        return None
    before = bool(match["minus"]) or (match["era"] or "").lower().startswith(("b", "a.c", "a. c", "ac"))
    return -number if before else number


def find_list(text: str) -> tuple[str | None, list[str]]:
    """The id of the list that text names (id, English or Italian name), and else the nearest names."""
    wanted = text.strip().lower()
    ways = {w.lower(): a.id for a in army_lists().values() for w in (a.name, a.name_it, a.id)}
    if wanted in ways:
        return ways[wanted], []
    near = difflib.get_close_matches(wanted, ways, 3, 0.5)
    near += [w for w in ways if wanted and wanted in w and w not in near][:3]
    return None, list(dict.fromkeys(ways[w] for w in near))
