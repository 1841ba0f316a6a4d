"""The sampler of faults (tools/faults.py): the same seed draws the same faults, a planted one changes only
its line, and a known one is found by a case.
"""

import random
import sys
from pathlib import Path

import pytest

from tests.found import some
from tools.faults import CASES, Fault, draw, faults_of, own_cases, plant, run

ROOT = Path(__file__).parents[2]


def test_the_same_seed_draws_the_same_faults() -> None:
    first = draw("engine/dice.py", 12, 3, [])
    assert first == draw("engine/dice.py", 12, 3, [])
    assert first != draw("engine/dice.py", 12, 4, [])
    assert len(set(first)) == 12


def test_excluded_files_get_no_planted_faults() -> None:
    files = {fault.file for fault in draw("engine", 400, 1, ["/cases", "odds"])}
    assert "engine/codec.py" in files
    assert not any("/cases" in file or "odds" in file for file in files)


def test_every_fault_of_a_file_can_be_planted_and_leaves_a_program_that_is_another(tmp_path: Path) -> None:
    (tmp_path / "engine").mkdir()
    original = (ROOT / "engine/dice.py").read_text(encoding="utf-8")
    copy = tmp_path / "engine/dice.py"
    for fault in some(random.Random(1).sample(faults_of(ROOT / "engine/dice.py"), 25)):
        copy.write_text(original, encoding="utf-8")
        assert plant(fault, tmp_path) == original
        planted = copy.read_text(encoding="utf-8")
        assert planted != original
        compile(planted, fault.file, "exec")
        lines = zip(original.splitlines(), planted.splitlines(), strict=True)
        assert [n for n, (a, b) in enumerate(lines, 1) if a != b] == [fault.line]


@pytest.mark.parametrize(
    ("file", "systems"),
    [
        ("campaigns/justinian/rules/system.py", ["justinian"]),
        ("battles/dba/rules/system.py", ["dba"]),
        ("campaigns/bridge/scale.py", ["bridge"]),
        ("engine/dice.py", []),
    ],
)
def test_a_planted_fault_runs_its_own_systems_cases(file: str, systems: list[str]) -> None:
    assert own_cases(file) == systems


def test_a_source_that_has_moved_on_is_told(tmp_path: Path) -> None:
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine/dice.py").write_text("\n" * 200)
    with pytest.raises(ValueError, match="does not read"):
        plant(Fault("engine/dice.py", 90, 0, "True", "False"), tmp_path)


def test_docstrings_imports_and_annotations_are_no_faults() -> None:
    text = (ROOT / "engine/dice.py").read_text(encoding="utf-8").splitlines()
    faults = faults_of(ROOT / "engine/dice.py")
    assert faults
    assert not [f for f in faults if text[f.line - 1].startswith(("from ", "import ", '"""'))]


def test_a_known_fault_is_found_by_a_case() -> None:
    """The planted fault reverses the test of how seeded dice are bound, to the step or to the entry. The
    engine's cases fail with the fault and pass without it.
    """
    found = next(
        f
        for f in faults_of(ROOT / "engine/journal.py")
        if f.was == "==" and "return step if binding" in _line(f)
    )
    broken = f"""
import sys
from pathlib import Path
source = Path({found.file!r}).read_text().splitlines()
line = source[{found.line} - 1]
source[{found.line} - 1] = line[:{found.column}] + {found.now!r} + line[{found.column} + {len(found.was)}:]
import types
module = types.ModuleType("engine.journal"); sys.modules["engine.journal"] = module
exec(compile("\\n".join(source), {found.file!r}, "exec"), module.__dict__)
"""
    passed, said = run([sys.executable, "-c", broken + CASES, "engine"], ROOT, 60)
    assert not passed
    assert said.startswith("ENG-1")
    passed, said = run([sys.executable, "-c", CASES, "engine"], ROOT, 60)
    assert passed, said


def _line(fault: Fault) -> str:
    return (ROOT / fault.file).read_text(encoding="utf-8").splitlines()[fault.line - 1]
