"""The board reports the same facts as people at a table, and the combat rules accept either."""

from battles.dba.rules.board import stances
from battles.dba.rules.field import touch
from battles.dba.rules.field.position import Position
from battles.dba.rules.table import actions as act
from battles.dba.rules.table import events as ev
from tests.battles.dba.table.table import Play, a_table, an_army

LINES = """
r1 red 4Bd 280 300 0 general
r2 red 4Bd right of r1
r3 red 2Ps behind r1
b1 blue 4Sp facing r1 general
b2 blue 4Sp behind b1
b3 blue 3Cv on left flank of r1
"""


def test_the_board_finds_the_facts_of_a_combat():
    position = Position.parse(LINES)
    assert stances.stance(position, "r1", "b1") == act.Stance(behind="r3", flank_contacts=1)
    assert stances.stance(position, "b1", "r1") == act.Stance(behind="b2", overlaps=1)


def test_a_flank_that_is_contacted_and_overlapped_counts_once():
    position = Position.parse(f"{LINES}\nb4 blue 4Sp overlapping left of r1")
    assert touch.overlaps(position, "r1") == {"b4": "left"}
    assert stances.stance(position, "r1", "b1").overlaps == 0


def test_facts_seen_on_the_board_give_the_same_combat_result():
    """A combat has the same result whether its facts were entered by people or seen on the board."""
    position = Position.parse(LINES)
    told = {"a": {"behind": "r3", "flank_contacts": 1}, "b": {"behind": "b2", "overlaps": 1}}
    seen = {
        side: {k: v for k, v in vars_of(stances.stance(position, *pair)).items() if v}
        for side, pair in (("a", ("r1", "b1")), ("b", ("b1", "r1")))
    }
    assert [fought(told), fought(seen)] == [fought(told)] * 2


def vars_of(stance: act.Stance) -> dict[str, object]:
    usual = act.Stance()
    return {
        name: value
        for name in act.Stance.__dataclass_fields__
        if (value := getattr(stance, name)) != getattr(usual, name)
    }


def fought(stances_: dict[str, object]) -> tuple[object, ...]:
    rules = a_table(an_army("r", "Bd", "Bd", "Ps"), an_army("b", "Sp", "Sp", "Cv"))
    play = Play(rules).do("set_table", invader="red").do("roll_pips", 3).do("end_moves")
    play.do("fight", 1, 6, attacker="r1", defender="b1", **stances_)
    done = next(e for e in play.events if isinstance(e, ev.Fought))
    return done.totals, done.fates, done.reckoning
