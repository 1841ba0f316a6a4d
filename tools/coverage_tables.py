"""Fill in the tables of docs/coverage from section marks in the rules and from the public cases.

    python -m tools.coverage_tables          # rewrites the tables
    python -m tools.coverage_tables --check  # fails if a table is out of date

A table between ``<!-- sections -->`` and ``<!-- /sections -->`` has four columns. The first (the section,
in words) and the last (other tests and remarks) are written by hand; the two columns between them are
derived. A rules file belongs to a row if a docstring, a comment or a refusal in it cites a section of the
row. A case belongs to the row of its section. The rulebook of DBA has headings instead of numbers, so its
whole table is derived.
"""

from __future__ import annotations

import io
import re
import sys
import tokenize
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
BEGIN, END = "<!-- sections -->", "<!-- /sections -->"
HEAD: Final = "| Section | Code | Cases | Also |\n|---|---|---|---|"
Span = tuple[str, str]  # first and last section of a range, as texts that sort correctly


@dataclass(frozen=True)
class Book:
    """The rulebook of a system. ``folder``: the folder of the system's code. ``cites``: how that code cites
    the rulebook, by "numbers", "lines" or "headings".
    """

    system: str
    folder: str
    cites: str

    @property
    def document(self) -> Path:
        return ROOT / "docs" / "coverage" / f"{self.system}.md"


BOOKS: Final = (
    Book("justinian", "campaigns/justinian", "numbers"),
    Book("italia", "campaigns/italia", "numbers"),
    Book("schiere", "battles/schiere", "lines"),
    Book("cca", "battles/cca", "lines"),
    Book("dba", "battles/dba", "headings"),
)
ROOMS: Final = ("rules", "forecast")
MOST_RANGES: Final = 6

# --- sections ---

NUMBER: Final = re.compile(r"(?<![\w.#-])(\d{1,2}\.\d{1,2})(?:-(\d{1,2}\.\d{1,2}))?(?![\w.%])")
LINE: Final = re.compile(r"(?<!\w)L(\d{2,4})(?:-(\d{2,4}))?(?!\w)")


def spans(text: str, cites: str) -> list[Span]:
    """Return the sections that a text cites, as ranges."""
    found = (NUMBER if cites == "numbers" else LINE).finditer(text)
    key = _number if cites == "numbers" else _line
    return [(key(one[1]), key(one[2] or one[1])) for one in found]


def _section(case: str, cites: str) -> list[Span]:
    """Return the ranges that a case cites, given its ``section`` field. A bare chapter number, such as "7",
    counts as the beginning of that chapter.
    """
    return spans(f"{case}.0" if cites == "numbers" and case.isdecimal() else case, cites)


def _number(section: str) -> str:
    chapter, _dot, rest = section.partition(".")
    return f"{int(chapter):02}.{'' if rest == '0' else rest}"


def _line(number: str) -> str:
    return f"{int(number):04}"


def row_spans(label: str, cites: str) -> list[Span]:
    """Return the ranges that a row covers, given its first cell. The cell begins with section numbers, or
    contains line numbers in brackets.
    """
    if cites == "lines":
        bracketed = re.findall(r"\(([\d,\s-]+)\)", label)
        pairs = re.findall(r"(\d+)(?:-(\d+))?", ",".join(bracketed))
        return [(_line(first), _line(last or first)) for first, last in pairs]
    head = re.match(r"C?\d[\d.,\s-]*", label)
    pairs = re.findall(r"(\d+(?:\.\d+)?)(?:-(\d+\.\d+))?", head[0]) if head and label[0] != "C" else []
    return [(_number(first), _number(last or first)) for first, last in pairs]


def _covers(row: Span, cited: Span, cites: str) -> int:
    """Rate how closely a row's range fits a citation. The rating is 0 if the range does not contain the
    citation, and higher the narrower the range is.
    """
    (low, high), (first, last) = row, cited
    if cites == "lines":
        return 10_000 - (int(high) - int(low)) if low <= last and first <= high else 0
    if first.startswith(low) or low <= first <= high + "~":
        return 1 + len(low)
    return 0


# --- citations ---


def marks(book: Book) -> dict[str, set[Span]]:
    """Return the ranges that each rules file cites in docstrings, comments and strings, by file name."""
    found: dict[str, set[Span]] = {}
    for path in _files(book):
        cited = {span for text in _texts(path) for span in spans(text, book.cites)}
        found[path.relative_to(ROOT / book.folder).as_posix()] = cited
    return found


def _files(book: Book) -> Iterator[Path]:
    for room in ROOMS:
        yield from sorted((ROOT / book.folder / room).rglob("*.py"))


@cache
def _texts(path: Path) -> tuple[str, ...]:
    tokens = tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline)
    return tuple(one.string for one in tokens if one.type in (tokenize.COMMENT, tokenize.STRING))


@cache
def cases(book: Book) -> dict[str, str]:
    """Return the section that each public case names, by the case's number."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "tests" / "cases" / book.system).glob("*.toml")):
        for case in tomllib.loads(path.read_text("utf-8")).get("case", ()):
            found[str(case["number"])] = str(case["section"])
    return found


# --- tables ---


def fill_table(text: str, book: Book) -> str:
    """Return the document with the derived columns of its table brought up to date."""
    if BEGIN not in text:
        return text
    head, rest = text.split(BEGIN, 1)
    table, tail = rest.split(END, 1)
    rows = _by_heading(book) if book.cites == "headings" else _by_row(table, book)
    return f"{head}{BEGIN}\n{HEAD}\n" + "\n".join(rows) + f"\n{END}{tail}"


def _by_row(table: str, book: Book) -> list[str]:
    labels = [
        [cell.strip() for cell in line.strip("| ").split(" | ")] for line in table.strip().splitlines()[2:]
    ]
    ranges = [row_spans(cells[0], book.cites) for cells in labels]
    files = {name: _rows_of(cited, ranges, book.cites) for name, cited in marks(book).items()}
    numbers = {
        number: _rows_of(_section(section, book.cites), ranges, book.cites)
        for number, section in cases(book).items()
    }
    return [
        _row(
            cells[0],
            (n for n, at in files.items() if row in at),
            (n for n, at in numbers.items() if row in at),
            cells[-1],
        )
        for row, cells in enumerate(labels)
    ]


def _rows_of(cited: Iterable[Span], ranges: list[list[Span]], cites: str) -> set[int]:
    """Return the numbers of the rows that fit these citations best."""
    found: set[int] = set()
    for one in cited:
        fits = [max((_covers(row, one, cites) for row in rows), default=0) for rows in ranges]
        best = max(fits, default=0)
        found |= {row for row, fit in enumerate(fits) if best and fit == best}
    return found


def _by_heading(book: Book) -> list[str]:
    headings = tomllib.loads((ROOT / book.folder / "data" / "sections.toml").read_text("utf-8"))["section"]
    texts = {path.relative_to(ROOT / book.folder).as_posix(): set(_texts(path)) for path in _files(book)}
    rows = [
        _row(
            f"{heading['en']} (p. {heading['page']})",
            (name for name, said in texts.items() if any(_names(key, one) for one in said)),
            (number for number, section in cases(book).items() if section.partition(".")[0] == key),
            "-",
        )
        for key, heading in headings.items()
    ]
    return [row for row in rows if not row.endswith("| - | - | - |")]


def _names(key: str, text: str) -> bool:
    """Return whether a text from the code contains a heading's key in double quotes."""
    return f'"{key}"' in text


def _row(label: str, files: Iterable[str], numbers: Iterable[str], also: str) -> str:
    code = ", ".join(f"`{name}`" for name in _group_files(sorted(files)))
    return f"| {label} | {code or '-'} | {_count_cases(list(numbers)) or '-'} | {also or '-'} |"


def _count_cases(numbers: list[str]) -> str:
    """Write case numbers as ranges. If there are many ranges, write the first few and the total."""
    ranges = _ranges(numbers)
    if len(ranges) <= MOST_RANGES:
        return ", ".join(ranges)
    return f"{', '.join(ranges[:MOST_RANGES])} and more: {len(numbers)} in all"


def _group_files(files: list[str]) -> list[str]:
    """Group file names by their folder, as in ``rules/{a,b}.py``."""
    grouped: dict[str, list[str]] = {}
    for name in files:
        folder, _slash, base = name.rpartition("/")
        grouped.setdefault(folder, []).append(base.removesuffix(".py"))
    return [
        f"{folder}/{names[0]}.py" if len(names) == 1 else f"{folder}/{{{','.join(names)}}}.py"
        for folder, names in grouped.items()
    ]


def _ranges(numbers: Iterable[str]) -> list[str]:
    """Return case numbers in order. Three or more consecutive numbers become a range."""
    split = sorted({_split_number(number) for number in numbers})
    found: list[str] = []
    for _key, group in groupby(enumerate(split), lambda one: (one[1][0], one[1][1] - one[0], one[1][2])):
        run = [f"{prefix}{value:0{width}}" for _n, (prefix, value, width) in group]
        found += run if len(run) < 3 else [f"{run[0]} - {run[-1]}"]
    return found


def _split_number(number: str) -> tuple[str, int, int]:
    found = re.fullmatch(r"(.*?)(\d+)", number)
    return (number, 0, 0) if found is None else (found[1], int(found[2]), len(found[2]))


def unlisted_sections(book: Book) -> list[str]:
    """Return the sections that a case cites but no row of the table covers."""
    text = book.document.read_text("utf-8")
    if BEGIN not in text or book.cites == "headings":
        return []
    table = text.split(BEGIN, 1)[1].split(END, 1)[0]
    ranges = [
        row_spans(line.strip("| ").split(" | ")[0], book.cites) for line in table.strip().splitlines()[2:]
    ]
    missing = {
        section
        for section in cases(book).values()
        if (cited := _section(section, book.cites)) and not _rows_of(cited, ranges, book.cites)
    }
    return sorted(missing)


def outdated_documents() -> Mapping[str, str]:
    """Return the correct text of each outdated document, by system."""
    found = {book.system: fill_table(book.document.read_text("utf-8"), book) for book in BOOKS}
    return {
        book.system: found[book.system]
        for book in BOOKS
        if found[book.system] != book.document.read_text("utf-8")
    }


def main(arguments: list[str]) -> int:
    outdated = outdated_documents()
    if "--check" in arguments:
        print("\n".join(f"docs/coverage/{system}.md is out of date" for system in outdated))
        return 1 if outdated else 0
    for book in BOOKS:
        if book.system in outdated:
            book.document.write_text(outdated[book.system], "utf-8")
            print(f"wrote {book.document.relative_to(ROOT)}")
        for section in unlisted_sections(book):
            print(f"{book.system}: no row for {section}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
