"""Every refusal on the board has a text, and there is a public case or a test that triggers it."""

import re
from pathlib import Path

from battles.dba.wording import board_texts, phrases, table_texts
from engine.cases import load
from tests.games import refused

ROOT = Path(__file__).parents[4]
BOARD = ROOT / "battles/dba/rules/board"
RESULTS = {"enemy"}  # not refusals, though the board passes these codes in the same way
SHOTS = {"no_shooter", "engaged", "target_engaged", "out_of_arc", "out_of_range", "behind", "screened"}
HARD_TO_MEET = {"no_room", "no_room_for_the_camp"}  # only on a battlefield too full for an army


def test_every_refusal_of_the_board_has_words():
    codes = refused.codes(BOARD) - RESULTS | {f"cannot_{why}" for why in SHOTS}
    assert codes - set(board_texts.REFUSALS) - set(table_texts.REFUSALS) - set(phrases.MISTAKES) == set()
    theirs = refused.codes(BOARD.parent / "field/position.py") | codes
    assert set(board_texts.REFUSALS) - theirs == set()


def test_every_reason_against_a_shot_is_known():
    source = (BOARD / "shooting.py").read_text("utf-8")
    assert set(re.findall(r'return "([a-z_]+)"', source)) | {"screened", "behind"} == SHOTS


def test_the_boards_own_refusals_are_met_by_cases_or_tests():
    met = {code for case in load(ROOT / "tests/cases/dba") for code in case.expected.get("refused", ())}
    tests = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    ours = set(board_texts.REFUSALS) - HARD_TO_MEET - {f"cannot_{why}" for why in SHOTS}
    assert {code for code in ours - met if f'"{code}"' not in tests} == set()
