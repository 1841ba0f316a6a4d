"""Plant random faults in the rules to see how many of them the cases and the tests detect.

    python tools/faults.py battles/dba/rules --count 60 --seed 1

The tool draws one-token faults (a reversed comparison, a number off by one, the other side's name, ...)
from a package. Each fault is put into a copy of the tree, where only the public cases are run. Faults that
survive then face the tests that reach the line. With --all, or if no test reaches it, the whole suite
follows. The tool prints a row for each fault and the shares detected. The same seed draws the same faults
from the same source. ``--replay PATH`` runs the survivors of an earlier report again.

``--since COMMIT`` shows whether tests have become weaker. It draws only from lines that exist in both
states of the project. It runs today's cases, and then the tests of the area that `make test` runs
(`tests/battles/dba`). Faults that neither detects are planted in the older tree.

Needs ``coverage`` (locks/dev.txt) for the map from lines to tests, which is made once for each state of
the tree.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import hashlib
import io
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import tokenize
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 90  # seconds for the cases of one fault; an endless loop counts as detected
FIRST_TESTS, MOST_TESTS = 40, 200  # number of tests to run for a line: in the first round, and in all
NOT_SERVICES = "not postgres and not redis and not browser"

SWAPS = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "+": "-",
    "-": "+",
    "*": "+",
    "//": "*",
    "|": "&",
    "&": "|",
    "and": "or",
    "or": "and",
    "in": "not in",
    "not in": "in",
    "is": "is not",
    "is not": "is",
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
    "continue": "break",
    "True": "False",
    "False": "True",
}


@dataclass(frozen=True)
class Fault:
    """A changed token: its place, old text and new text."""

    file: str
    line: int
    column: int
    was: str
    now: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column + 1}  {self.was!r} -> {self.now!r}"


# --- drawing faults ---------------------------------------------------------------------------------------


class Quiet(ast.NodeVisitor):
    """A visitor that collects the places where changing a token would change no rule, such as docstrings,
    annotations, imports and decorators.
    """

    def __init__(self) -> None:
        self.spans: list[tuple[tuple[int, int], tuple[int, int]]] = []

    def hush(self, node: ast.expr | ast.stmt | None) -> None:
        if node is not None:
            self.spans.append(
                ((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0))
            )

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            self.hush(node)
        self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        self.hush(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        self.hush(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.hush(node.annotation)
        self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> None:
        self.hush(node.annotation)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self.hush(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.hush(node.returns)
        for decorator in node.decorator_list:
            self.hush(decorator)
        self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for decorator in node.decorator_list:
            self.hush(decorator)
        if any(isinstance(base, ast.Name) and base.id == "Protocol" for base in node.bases):
            self.hush(node)
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            self.hush(node)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        if "__all__" in names or (isinstance(node.value, ast.BinOp) and _is_type_union(node.value)):
            self.hush(node)
        self.generic_visit(node)


def _is_type_union(node: ast.expr) -> bool:
    """Return whether an expression is a union of types, as in ``Pick | Number | ...``."""
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.BitOr) and _is_type_union(node.left) and _is_type_union(node.right)
    return isinstance(node, ast.Name) and node.id[:1].isupper()


def faults_of(path: Path) -> list[Fault]:
    """Return every fault that can be drawn from a file, in order of position."""
    source = path.read_text(encoding="utf-8")
    quiet = Quiet()
    quiet.visit(tree := ast.parse(source))
    tokens = [t for t in tokenize.generate_tokens(io.StringIO(source).readline) if t.type not in _BLANK]
    words = _words(tokens)
    friends = _alternatives(tree)
    file = str(path.relative_to(ROOT))
    found = []
    for place, token in enumerate(tokens):
        if any(start <= token.start < end for start, end in quiet.spans):
            continue
        before = tokens[place - 1] if place else None
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        for now in _replacements(token, before, after, words, friends):
            found.append(Fault(file, token.start[0], token.start[1], token.string, now))
    return found


_BLANK = {tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT}


def _replacements(
    token: tokenize.TokenInfo,
    before: tokenize.TokenInfo | None,
    after: tokenize.TokenInfo | None,
    words: list[str],
    friends: dict[tuple[int, int], str],
) -> Iterator[str]:
    text = token.string
    if token.type == tokenize.NUMBER:
        if text.isdigit():
            yield str(int(text) + 1)
    elif token.type == tokenize.STRING:
        if text[:1] in "\"'" and text[1:-1].isidentifier() and text in words and len(words) > 1:
            yield words[(words.index(text) + 1) % len(words)]
    elif text == "not":
        if after is not None and after.string != "in" and (before is None or before.string != "is"):
            yield ""
    elif text in {"in", "is"} and token.type == tokenize.NAME:
        if before is None or before.string not in {"not"}:
            if after is not None and after.string == "not":
                return
            if not _is_in_loop(token):
                yield SWAPS[text]
    elif text in {"if", "elif", "while"}:
        if after is not None and after.string != "not":
            yield f"{text} not"
    elif text in SWAPS:
        if (
            text in "+-*"
            and before is not None
            and (before.string in "([{,=:" or before.type == tokenize.NEWLINE)
        ):
            return  # a sign or an unpacking, not an operator to replace
        if text in "*|&" and after is not None and after.string in ",)":
            return
        yield SWAPS[text]
    elif token.type == tokenize.NAME and token.start in friends:
        yield friends[token.start]


def _is_in_loop(token: tokenize.TokenInfo) -> bool:
    head = token.line[: token.start[1]]
    return (
        " for " in f" {head}"
        and " if " not in head.rsplit(" for ", 1)[-1]
        or head.lstrip().startswith("for ")
    )


def _words(tokens: list[tokenize.TokenInfo]) -> list[str]:
    """Return the codes in a file, each once. A fault can replace one code with another."""
    return sorted({t.string for t in tokens if t.type == tokenize.STRING and t.string[1:-1].isidentifier()})


def _alternatives(tree: ast.AST) -> dict[tuple[int, int], str]:
    """Return an alternative for each use of a parameter or attribute, by its position. The alternative is
    another parameter of the same function, or another attribute that the file reads from the same name.
    """
    found: dict[tuple[int, int], str] = {}
    read: dict[str, list[str]] = {}
    uses = [
        (node, node.value.id)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    ]
    for node, name in uses:
        read.setdefault(name, []).append(node.attr)
    for node, name in uses:
        names = sorted(set(read[name]))
        if len(names) > 1:
            other = names[(names.index(node.attr) + 1) % len(names)]
            found[(node.end_lineno or 0, (node.end_col_offset or 0) - len(node.attr))] = other
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        parameters = [a.arg for a in function.args.args + function.args.kwonlyargs if a.arg != "self"]
        reads = [n for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)]
        for word in reads:
            if word.id in parameters and len(parameters) > 1:
                other = parameters[(parameters.index(word.id) + 1) % len(parameters)]
                found[(word.lineno, word.col_offset)] = other
    return found


def draw(room: str, count: int, seed: int, leave_out: list[str]) -> list[Fault]:
    """Return faults drawn at random from a package or file, all equally likely."""
    every: list[Fault] = []
    paths = [ROOT / room] if room.endswith(".py") else sorted((ROOT / room).rglob("*.py"))
    for path in paths:
        inside = str(path.relative_to(ROOT))
        if not any(part in inside for part in leave_out):
            every += faults_of(path)
    chosen = random.Random(seed).sample(every, min(count, len(every)))
    print(f"{room}: {len(every)} possible faults, {len(chosen)} drawn with seed {seed}", flush=True)
    return chosen


def twins_of(faults: list[Fault], then: Path) -> dict[Fault, Fault]:
    """Map each fault whose line also exists in an older tree to the same fault there."""
    found = {}
    for fault in faults:
        before = then / fault.file
        if before.exists():
            line = _same_line((ROOT / fault.file).read_text(), before.read_text(), fault.line)
            if line is not None:
                found[fault] = replace(fault, line=line)
    return found


def plant(fault: Fault, tree: Path) -> str:
    """Put the fault into a copy of the tree and return the original source. Raises ValueError if the source
    has changed.
    """
    path = tree / fault.file
    source = path.read_text(encoding="utf-8")
    lines = source.splitlines(keepends=True)
    line = lines[fault.line - 1]
    at = len(line.encode()[: fault.column].decode()) if not line.isascii() else fault.column
    if not line[at:].startswith(fault.was):
        raise ValueError(f"{fault.file}:{fault.line} does not read {fault.was!r} any more")
    lines[fault.line - 1] = line[:at] + fault.now + line[at + len(fault.was) :]
    path.write_text("".join(lines), encoding="utf-8")
    return source


# --- running tests ---------------------------------------------------------------------------------------

CASES = """
import os, sys
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
import django; django.setup()
from battles.management.commands.cases import FOLDER, runner, systems
from engine.cases import failures, load
for system in sys.argv[1:] or systems():
    run = runner(system)
    for case in load(FOLDER / system):
        if failures(case, run):
            print(case.number); sys.exit(1)
"""


def run(command: list[str], tree: Path, patience: float) -> tuple[bool, str]:
    """Return whether the command passed, and the most telling line of its output. A timeout counts as a
    failure.
    """
    process = subprocess.Popen(
        command,
        cwd=tree,
        env=_environment(tree),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        said, _ = process.communicate(timeout=patience)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return False, f"still running after {patience:.0f} s"
    lines = [line for line in said.strip().splitlines() if line.strip()]
    told = next((line for line in lines if line.startswith(("FAILED", "ERROR"))), lines[-1] if lines else "")
    return process.returncode == 0, told[:160]


def copy_of_the_tree() -> Path:
    """Copy the files that git tracks or does not ignore, to plant faults in the copy."""
    folder = Path(tempfile.mkdtemp(prefix="faults-"))
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True
    )
    for name in listed.stdout.split("\n"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def checkout(commit: str) -> Path:
    """Copy the files of a commit, to plant faults in the copy."""
    folder = Path(tempfile.mkdtemp(prefix="faults-"))
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True)
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed.stdout, check=True)
    return folder


class Reach:
    """A map from lines to the tests that run them, measured by running the suite once under ``coverage``.
    The sources are stored with the map. A slightly older map still works, because lines are matched by
    their text.
    """

    def __init__(self, tree: Path, path: Path | None) -> None:
        self.path = path or self._place(tree)
        if not self.path.exists():
            self._measure(tree)
        self.database = sqlite3.connect(self.path)
        rows = self.database.execute("select context_id, numbits from line_bits")
        self.weight: dict[int, int] = {}
        for context, bits in rows:
            self.weight[context] = self.weight.get(context, 0) + sum(byte.bit_count() for byte in bits)

    @staticmethod
    def _place(tree: Path) -> Path:
        mark = hashlib.sha256()
        for path in sorted(tree.rglob("*.py")):
            mark.update(path.read_bytes())
        return Path(tempfile.gettempdir()) / f"faults-reach-{mark.hexdigest()[:16]}.sqlite"

    def _measure(self, tree: Path) -> None:
        print("measuring which tests reach which lines, once", flush=True)
        (tree / ".coveragerc").write_text("[run]\nsource = engine,battles,campaigns,armies\n")
        data = tree / ".coverage"
        command = [sys.executable, "-m", "coverage", "run", "-m", "pytest", "-q", "-p", "tools.faults_reach"]
        done = subprocess.run(
            [*command, "-m", NOT_SERVICES], cwd=tree, env=_environment(tree), capture_output=True, text=True
        )
        if not data.exists() or done.returncode not in {0, 1}:
            raise SystemExit(f"the suite cannot be measured:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        print(done.stdout.strip().splitlines()[-1], flush=True)
        with sqlite3.connect(data) as database:
            database.execute("create table failing (test text)")  # tests that fail without any fault
            for line in done.stdout.splitlines():
                if line.startswith(("FAILED ", "ERROR ")):
                    database.execute("insert into failing values (?)", [line.split(" ")[1]])
            database.execute("create table measured (path text, source text)")
            for (path,) in database.execute("select path from file").fetchall():
                name = str(Path(path).relative_to(tree))
                database.execute("insert into measured values (?, ?)", [name, Path(path).read_text()])
        shutil.move(data, self.path)

    def tests(self, fault: Fault, source: str) -> list[str]:
        """Return the tests that run the faulty line, the most specific first. Return [] if the line runs only
        on import, or is newer than the recorded coverage. Tests that fail without any fault are left out.
        """
        measured = self.database.execute(
            "select source from measured where path = ?", [fault.file]
        ).fetchone()
        line = _same_line(source, measured[0], fault.line) if measured else None
        if line is None:
            return []
        rows = self.database.execute(
            "select context.id, context.context, numbits from line_bits "
            "join file on file.id = line_bits.file_id "
            "join context on context.id = line_bits.context_id where file.path like ?",
            [f"%/{fault.file}"],
        )
        failing = {test for (test,) in self.database.execute("select test from failing")}
        found = {name: self.weight[i] for i, name, bits in rows if name and _has(bits, line)}
        found = {name: weight for name, weight in found.items() if name not in failing}
        return sorted(found, key=lambda name: (found[name], name))


def _same_line(source: str, measured: str, line: int) -> int | None:
    now, then = source.splitlines(), measured.splitlines()
    for block in difflib.SequenceMatcher(None, now, then, autojunk=False).get_matching_blocks():
        if block.a < line <= block.a + block.size:
            return block.b + line - block.a
    return None


def _has(bits: bytes, line: int) -> bool:
    return line // 8 < len(bits) and bool(bits[line // 8] & (1 << line % 8))


def _environment(tree: Path) -> dict[str, str]:
    env = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL"}}
    return env | {"VEXILLUM_DATA": str(tree / "data" / "local"), "PYTHONDONTWRITEBYTECODE": "1"}


def own_cases(file: str) -> list[str]:
    """Return the systems whose cases can detect a fault in this file. An empty list means all systems."""
    area, _, rest = file.partition("/")
    system = rest.partition("/")[0]
    own = area in {"battles", "campaigns"} and (ROOT / "tests/cases" / system).is_dir()
    return [system] if own else []


def judge(fault: Fault, tree: Path, reach: Reach | None, whole: bool) -> tuple[str, str]:
    """Return the level that detects the fault ("cases", "tests", "suite" or "nobody"), and its output.
    Return "moved" if the source has changed.
    """
    try:
        source = plant(fault, tree)
    except ValueError as moved:
        return "moved", str(moved)
    try:
        passed, said = run([sys.executable, "-c", CASES, *own_cases(fault.file)], tree, PATIENCE)
        if not passed:
            return "cases", said
        if reach is None:
            return "nobody", ""
        pytest = [sys.executable, "-m", "pytest", "-q", "-x", "-m", NOT_SERVICES]
        names = [name for name in reach.tests(fault, source) if "tests/cases/" not in name]
        for some in (names[:FIRST_TESTS], names[FIRST_TESTS:MOST_TESTS]):
            if some:
                passed, said = run([*pytest, *sorted(some)], tree, 600)
                if not passed:
                    return "tests", said
        if whole or not names:
            passed, said = run([*pytest, "-n", "2"], tree, 1800)
            if not passed:
                return "suite", said
        return "nobody", ""
    finally:
        (tree / fault.file).write_text(source, encoding="utf-8")


def own_tests(file: str, tree: Path) -> str:
    """Return the folder with a file's tests, such as ``tests/engine`` or ``tests/battles/dba``."""
    parts = file.split("/")
    return next(
        str(folder)
        for folder in (Path("tests", *parts[:length]) for length in (2, 1))
        if (tree / folder).is_dir()
    )


def area_tests(file: str, tree: Path) -> list[str]:
    """Return the command that runs the area's tests, without tests that fail before any fault is planted."""
    folder = own_tests(file, tree)
    if (tree, folder) not in _AREA_TESTS:
        known = "heavy:" in (tree / "pyproject.toml").read_text()
        marks = f"not heavy and {NOT_SERVICES}" if known else NOT_SERVICES
        tests = [sys.executable, "-m", "pytest", "-q", "-n", "2", folder, "-m", marks]
        done = subprocess.run(tests, cwd=tree, env=_environment(tree), capture_output=True, text=True)
        if done.returncode not in {0, 1}:
            raise SystemExit(f"{folder} cannot be run in {tree}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        failing = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("FAILED ")]
        print(f"{folder}: {done.stdout.strip().splitlines()[-1]}", flush=True)
        _AREA_TESTS[tree, folder] = [*tests, "-x", *(f"--deselect={name}" for name in failing)]
    return _AREA_TESTS[tree, folder]


_AREA_TESTS: dict[tuple[Path, str], list[str]] = {}


def judge_by_area(fault: Fault, tree: Path) -> str:
    """Return the level that detects the fault: "cases", "tests" (those of the area that `make test` runs) or
    "nobody".
    """
    command = area_tests(fault.file, tree)
    source = plant(fault, tree)
    try:
        passed, _ = run([sys.executable, "-c", CASES, *own_cases(fault.file)], tree, PATIENCE)
        if not passed:
            return "cases"
        passed, _ = run(command, tree, 1800)
        return "nobody" if passed else "tests"
    finally:
        (tree / fault.file).write_text(source, encoding="utf-8")


def compare(drawn: dict[str, list[Fault]], commit: str, count: int) -> None:
    """Plant faults in today's tree. A fault that no test detects there is planted in the older tree too."""
    then, now = checkout(commit), copy_of_the_tree()
    try:
        for room, faults in drawn.items():
            same = dict(list(twins_of(faults, then).items())[:count])
            print(f"{room}: {len(same)} faults that {commit} and today share", flush=True)
            shares: dict[str, int] = {}
            for fault, twin in same.items():
                found = judge_by_area(fault, now)
                if found == "nobody" and (before := judge_by_area(twin, then)) != "nobody":
                    found = f"lost: {before} then"
                shares[found] = shares.get(found, 0) + 1
                print(f"  {found:7} {fault}", flush=True)
            print(f"{room}: {shares}", flush=True)
    finally:
        shutil.rmtree(then, ignore_errors=True)
        shutil.rmtree(now, ignore_errors=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rooms", nargs="*", help="folders or files, from the project's root")
    parser.add_argument("--count", type=int, default=60, help="faults drawn from each room")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--leave-out", action="append", default=[], help="part of a path that is not drawn from"
    )
    parser.add_argument("--cases-only", action="store_true")
    parser.add_argument("--all", action="store_true", help="what is left meets the whole suite")
    parser.add_argument("--reach", type=Path, help="a map made earlier (faults-reach-*.sqlite)")
    parser.add_argument("--report", type=Path, help="write every row there, as JSON")
    parser.add_argument("--replay", type=Path, help="the survivors of such a report again")
    parser.add_argument("--since", help="a commit: the same faults in it and in today's tree")
    wanted = parser.parse_args()
    if wanted.since:
        many = {room: draw(room, 3 * wanted.count, wanted.seed, wanted.leave_out) for room in wanted.rooms}
        compare(many, wanted.since, wanted.count)
        return
    if wanted.replay:
        rows = json.loads(wanted.replay.read_text())
        drawn = {"survivors": [Fault(**row["fault"]) for row in rows if row["found"] == "nobody"]}
    else:
        drawn = {room: draw(room, wanted.count, wanted.seed, wanted.leave_out) for room in wanted.rooms}
    tree = copy_of_the_tree()
    report: list[dict[str, object]] = []
    try:
        reach = None if wanted.cases_only else Reach(tree, wanted.reach)
        for room, faults in drawn.items():
            count: dict[str, int] = {}
            for fault in faults:
                began = time.monotonic()
                found, said = judge(fault, tree, reach, wanted.all)
                count[found] = count.get(found, 0) + 1
                report.append({"room": room, "fault": asdict(fault), "found": found, "said": said})
                print(f"  {found:7} {time.monotonic() - began:5.0f} s  {fault}  {said}", flush=True)
                if wanted.report:
                    wanted.report.write_text(json.dumps(report, indent=1))
            judged = sum(count.values()) - count.get("moved", 0)
            by_cases = count.get("cases", 0)
            by_all = judged - count.get("nobody", 0)
            share = f"{100 * by_cases // max(judged, 1)} % by the cases alone"
            if not wanted.cases_only:
                share += f", {100 * by_all // max(judged, 1)} % by all tests"
            print(f"{room}: {share} ({count})", flush=True)
    finally:
        shutil.rmtree(tree, ignore_errors=True)


if __name__ == "__main__":
    main()
