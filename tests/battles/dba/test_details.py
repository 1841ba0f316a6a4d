"""Details shown next to an answer: the pursuit's section, the bounds of a number, an army's description."""

from battles.dba.answers.schema import schema
from battles.dba.rules.resolve import break_off_pursuit
from battles.dba.rules.situation import Contender, Situation
from battles.dba.rules.system import DBA
from battles.dba.rules.table import view
from battles.dba.rules.validate import mistakes
from engine.game import Number
from tests.battles.dba.table.table import a_table, an_army


def test_who_pursues_after_a_break_off_does_so_by_the_section_on_pursuit() -> None:
    (pursuit,) = break_off_pursuit(Contender("Kn"), Contender("LH"), "a")
    assert (pursuit.code, pursuit.rule, pursuit.cause) == ("pursue", "pursuit", "broke_off")


def test_a_number_out_of_its_range_is_told_with_the_range() -> None:
    deep = Contender("Bd", depth_mm=201, extra_shooters=12)
    told = {m.path: dict(m.facts) for m in mistakes(Situation("close", deep, Contender("Sp")))}
    assert told["a.depth_mm"] == {"low": 10, "high": 200, "rule": "bases"}
    assert told["a.extra_shooters"] == {"low": 0, "high": 11, "rule": "shooting"}
    most = Contender("Bd", depth_mm=200)
    assert "a.depth_mm" not in {m.path for m in mistakes(Situation("close", most, Contender("Sp")))}


def test_the_schema_names_the_words_and_the_ranges_of_each_fact() -> None:
    facts = schema()["$defs"]["contender"]["properties"]
    assert "own_camp" in facts["obstacle"]["enum"] and "table_edge" in facts["flight"]["enum"]
    assert (facts["overlaps"]["minimum"], facts["overlaps"]["maximum"]) == (0, 2)


def test_an_army_is_seen_with_its_steadiness_and_command() -> None:
    red = an_army("r", "Cv", "Sp", steadiness=3, command=1)
    rules = a_table(red=red)
    seen = view.army(rules.battle, rules.setup(None).state, "red")  # type: ignore[arg-type]
    assert (seen["strength"], seen["command"], seen["steadiness"]) == (2, 1, 3)


def test_night_falls_after_forty_bounds_unless_a_game_says_otherwise() -> None:
    (night,) = (f for f in DBA.options() if f.name == "nightfall")
    assert isinstance(night, Number) and night.default == 40
    assert a_table().nightfall == 40
