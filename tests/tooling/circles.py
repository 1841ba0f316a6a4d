"""Import cycles among our modules, found from their syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

Graph = Mapping[str, frozenset[str]]


def modules(root: Path) -> dict[str, Path]:
    """Return the path of each of the project's modules by dotted name, without tests and migrations."""
    found = {}
    for package in sorted(root.glob("*/__init__.py")):
        if package.parent.name == "tests":
            continue
        for path in sorted(package.parent.rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            if "migrations" not in parts:
                found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def graph(root: Path) -> Graph:
    """Return the imports of each module at run time, including those within functions. Imports for types
    alone (under TYPE_CHECKING) do not count, nor does the package that Python loads before a module in
    it.
    """
    known = modules(root)
    return {name: frozenset(_imports(name, path, known)) - {name} for name, path in known.items()}


def _imports(name: str, path: Path, known: Mapping[str, Path]) -> Iterator[str]:
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in _running(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            upward = package.split(".")[: 1 - node.level or None] if node.level else []
            source = ".".join([*upward, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                if inner in known:
                    yield inner
                elif source in known:
                    yield source


def _running(node: ast.AST) -> Iterator[ast.AST]:
    """Yield every node that is executed, not only type-checked."""
    yield node
    for_types = isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
    for child in node.orelse if isinstance(node, ast.If) and for_types else ast.iter_child_nodes(node):
        yield from _running(child)


def circles(imports: Graph) -> list[list[str]]:
    """Return the groups of modules that all import each other (Tarjan's strongly connected components)."""
    found: list[list[str]] = []
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []

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
            group = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(group) > 1:
                found.append(sorted(group))

    for name in sorted(imports):
        if name not in index:
            visit(name)
    return found
