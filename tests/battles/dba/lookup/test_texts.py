"""Every code of the rules has a text, and every text has an Italian translation."""

import random
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from django.utils import translation

from battles.dba.rules import validate
from battles.dba.rules.consequences import consequences
from battles.dba.rules.outcomes import COMPARISONS, outcome
from battles.dba.rules.reckoning import reckon
from battles.dba.rules.relevance import chips
from battles.dba.rules.sections import SECTIONS
from battles.dba.rules.situation import SIDES, contender, other
from battles.dba.wording import combat as words
from battles.dba.wording.cached_texts import GROUPS, texts
from tests.battles.dba.samples import random_situations, vary
from tests.found import some

DATA = Path(validate.__file__).parents[1] / "data"


@pytest.mark.parametrize("language", ["en", "it"])
def test_everything_that_can_be_said_has_words(language: str) -> None:
    said: Counter[str] = Counter()
    with translation.override(language):
        for s in random_situations(400, 11):
            for side in SIDES:
                for line in getattr(reckon(s), side):
                    assert words.line(line, contender(s, other(side)).type)
                    assert words.rule(line.rule)
                    said["line"] += 1
            for comparison in COMPARISONS:
                for deed in consequences(s, outcome(s, comparison)):
                    told = words.consequence(deed, s)
                    assert "%(" not in told and "()" not in told and "None" not in told, told
                    assert words.rule(deed.rule)
                    said["deed"] += 1
            for chip in chips(s):
                assert words.field(chip.field)
                assert all(words.option(chip.field, v) for v in chip.options)
                said["chip"] += 1
    assert all(said[what] > 400 for what in ("line", "deed", "chip")), said


def test_every_refusal_has_words_and_a_section() -> None:
    dice = random.Random(12)
    seen = set()
    for s in random_situations(1500, 12):
        for m in validate.mistakes(vary(s, dice)):
            assert "%(" not in words.mistake(m)
            rule = m.facts.get("rule", "")
            assert rule == "" or rule in SECTIONS
            seen.add(m.code)
    assert len(seen) >= 15


def test_the_two_languages_have_the_same_texts() -> None:
    english, italian = texts("en"), texts("it")
    for group in GROUPS:
        name = group.lower()
        assert english[name].keys() == italian[name].keys()
        same = [code for code, told in english[name].items() if told == italian[name][code]]
        assert len(same) < len(english[name]) / 2 or name == "troops", same


def test_the_tables_say_where_they_come_from() -> None:
    for path in some(DATA.glob("*.toml")):
        assert tomllib.loads(path.read_text())["provenance"] in ("rules", "design", "history")
