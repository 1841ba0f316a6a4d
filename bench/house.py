"""Measure the structure of the code: the files that a change touches, import cycles and chains, and how much
code is shared.

    .venv/bin/python bench/house.py [REF ...] [--json]

The script prints a column for each git reference (8cd8bf4 is the code before its rebuild) and one for the
working tree. Everything is counted from the source alone, so that any commit can be measured:

- the files that a decision touches. These are the production files that name an action of Justinian (its
  class or its kind). The script gives the median and maximum over all actions whose name is not an
  everyday word, and the number of files that mention "bribe" (6.32);
- the fullest folder of source files; import cycles (sets of modules that import each other when they run,
  including imports inside functions);
- the same cycles and the number of their modules if imports needed only for types are counted as well;
- functions of Justinian that take (setting, state); ``getattr``/``hasattr`` in games/; template lines of
  more than 200 characters; lines of Python in each package;
- for each system: its own lines, the longest chain of imports within its rules, and the share of its own
  code in everything that plays the system. The rest is the kit, and code that campaigns or battles share.
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import re
import statistics
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROOMS = (
    "engine",
    "kit",
    "accounts",
    "games",
    "maps",
    "armies",
    "battles",
    "campaigns",
    "leagues",
    "config",
    "tools",
)
BEFORE = "8cd8bf4"
ACTIONS = [
    "SelectPower",
    "DrawRandom",
    "StartOperation",
    "SetDown",
    "PlaceTribesmen",
    "ActivateArmy",
    "ActivateFleet",
    "MoveLeader",
    "BuildFort",
    "FortLater",
    "DeclareDouble",
    "OfferBribe",
    "MarchAlly",
    "JoinArmy",
    "InterceptWith",
    "RetreatTo",
    "RetreatBySea",
    "TakeLosses",
    "ResolveByTable",
    "ReportBattle",
    "SendTroops",
    "SendArmy",
    "MoveArmy",
    "SplitOff",
    "LeaveFrontier",
    "PickUp",
    "HandOver",
    "PlaceMarker",
    "RemoveMarker",
    "EndActivation",
    "PayMaintenance",
    "PlaceRecruits",
    "NewArmy",
    "ReplaceLeaders",
    "BringTroops",
    "TakeTreasury",
    "SailTo",
    "PutIn",
    "InterceptAtSea",
    "AcceptSetup",
    "PlaceArmy",
    "PlaceGroup",
    "PlaceFleet",
    "FinishSetup",
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("refs", nargs="*", default=[BEFORE])
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    columns = {}
    for ref in asked.refs:
        with tempfile.TemporaryDirectory() as folder:
            packed = subprocess.run(["git", "archive", ref], cwd=ROOT, capture_output=True, check=True)
            with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as tree:
                tree.extractall(folder, filter="data")
            columns[ref] = measure(Path(folder))
    columns["now"] = measure(ROOT)
    if asked.json:
        print(json.dumps(columns))
        return
    print(" " * 46 + "".join(f"{ref:>12}" for ref in columns))
    for name in columns["now"]:
        print(f"{name:<46}" + "".join(f"{c.get(name, '-'):>12}" for c in columns.values()))


def measure(root: Path) -> dict[str, float]:
    sources = {path: path.read_text("utf-8") for path in python_files(root)}
    modules = {name_of(root, path): path for path in sources}
    imports = {name: set(imported_modules(name, sources[path], modules)) for name, path in modules.items()}
    typed = {
        name: set(imported_modules(name, sources[path], modules, types=True))
        for name, path in modules.items()
    }
    shown = [p for room in ("templates", "static") for p in (root / room).rglob("*") if p.suffix in SHOWN]
    texts = {**sources, **{path: path.read_text("utf-8") for path in shown}}
    touched = [files for _, files in sorted(count_files(root, texts, ACTIONS).items())]
    folders = Counter(path.parent for path in sources)
    found = {
        "files an action of Justinian touches, median": statistics.median(touched),
        "files an action of Justinian touches, most": max(touched),
        "files that say bribe": sum("bribe" in text.lower() for text in texts.values()),
        "files in the fullest folder": max(folders.values()),
        "import circles": len(circles(imports)),
        "modules in import circles": sum(map(len, circles(imports))),
        "circles, types counted": len(circles(typed)),
        "modules in circles, types counted": sum(map(len, circles(typed))),
        "functions of Justinian that take (setting, state)": sum(
            table_and_state(text) for path, text in sources.items() if "justinian" in path.parts
        ),
        "getattr, hasattr in games": sum(
            guesses(text) for path, text in sources.items() if path.relative_to(root).parts[0] == "games"
        ),
        "template lines over 200 characters": sum(
            len(line) > 200 for p in shown if p.suffix == ".html" for line in texts[p].splitlines()
        ),
    }
    for room in ROOMS:
        lines = sum(
            text.count("\n") for path, text in sources.items() if path.relative_to(root).parts[0] == room
        )
        found[f"lines in {room}/"] = lines
    lengths = {name: sources[path].count("\n") for name, path in modules.items()}
    for system in systems(modules):
        found.update(shares(system, lengths, imports))
    return found


def systems(modules: Iterable[str]) -> list[str]:
    """Return the dotted names of the packages in campaigns/ and battles/ that have rules."""
    found = {
        name.split(".rules")[0] for name in modules if re.match(r"(campaigns|battles)\.\w+\.rules", name)
    }
    return sorted(found)


def shares(system: str, lengths: dict[str, int], imports: dict[str, set[str]]) -> dict[str, float]:
    """Return three figures for a system, by their titles. They are its own lines, their percentage of all the
    code that plays the system, and the length of the longest import chain within its rules.
    """
    own = {name for name in imports if f"{name}.".startswith(f"{system}.")}
    family = system.split(".")[0]
    others = {name for name in imports if name.startswith(f"{family}.")} - own
    # the code of other systems
    alone = {name for name in others if name.count(".") > 1 and ".annals" not in name}
    shared = reach_modules(own, imports) - alone
    shared = {name for name in shared if name.split(".")[0] in ("kit", family)} - own
    lines, common = (sum(lengths[name] for name in names) for names in (own, shared))
    short = system.split(".")[1]
    return {
        f"lines of {short}": lines,
        f"own share of {short}, %": round(100 * lines / (lines + common), 1),
        f"levels of import in {short}'s rules": levels(imports_within(imports, f"{system}.rules")),
    }


def reach_modules(start: set[str], imports: dict[str, set[str]]) -> set[str]:
    """Return all modules that these modules import, directly or not, including the modules themselves."""
    found, left = set(start), list(start)
    while left:
        new = imports[left.pop()] - found
        found |= new
        left += new
    return found


SHOWN = (".html", ".js")


def python_files(root: Path) -> Iterator[Path]:
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path


def name_of(root: Path, path: Path) -> str:
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


def imported_modules(name: str, text: str, modules: dict[str, Path], types: bool = False) -> Iterator[str]:
    """Yield the project's modules that a module imports when it runs. If ``types``, also yield those that it
    imports only for types.
    """
    package = name if modules[name].name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(text)) if types else running(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (a.name for a in node.names if a.name in modules and a.name != name)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parents, base] if base else parents)
            for alias in node.names:
                full = f"{base}.{alias.name}"
                target = full if full in modules else base
                if target in modules and target != name:
                    yield target


def running(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield every node of a tree except those under ``if TYPE_CHECKING``, which never run."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        yield node
        yield from running(node)


def circles(imports: dict[str, set[str]]) -> list[set[str]]:
    """Return the import cycles. Each is a set of modules that import each other, directly or not (Tarjan,
    1972).
    """
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[set[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in sorted(imports[name]):
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            members = set(stack[stack.index(name) :])
            del stack[stack.index(name) :]
            if len(members) > 1:
                found.append(members)

    for name in sorted(imports):
        if name not in index:
            visit(name)
    return found


def imports_within(imports: dict[str, set[str]], room: str) -> dict[str, set[str]]:
    inside = {name for name in imports if name.startswith(room + ".") and ".bot" not in name}
    return {name: imports[name] & inside for name in inside}


def levels(imports: dict[str, set[str]]) -> int:
    """Return the number of modules in the longest import chain. A cycle counts as one module."""
    together = {name: frozenset(circle) for circle in circles(imports) for name in circle}
    home = {name: together.get(name, frozenset({name})) for name in imports}
    below: dict[frozenset[str], set[frozenset[str]]] = defaultdict(set)
    for name, others in imports.items():
        below[home[name]] |= {home[other] for other in others} - {home[name]}
    depth: dict[frozenset[str], int] = {}

    def of(node: frozenset[str]) -> int:
        if node not in depth:
            depth[node] = 1 + max((of(other) for other in below[node]), default=0)
        return depth[node]

    return max(of(node) for node in home.values())


def count_files(root: Path, texts: dict[Path, str], names: list[str]) -> dict[str, int]:
    """Return, for each action, the number of files that name its class or its kind."""
    words = [set(re.findall(r"\w+", text)) for text in texts.values()]
    return {name: sum(bool({name, kind_of(name)} & found) for found in words) for name in names}


def kind_of(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def table_and_state(text: str) -> int:
    found = 0
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            names = [a.arg for a in node.args.args if a.arg != "self"][:2]
            found += names in (["table", "state"], ["setting", "state"])
    return found


def guesses(text: str) -> int:
    calls = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
    return sum(isinstance(call.func, ast.Name) and call.func.id in ("getattr", "hasattr") for call in calls)


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    main()
