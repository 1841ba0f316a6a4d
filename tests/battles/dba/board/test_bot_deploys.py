"""The bot deploys in one close line, matches it with the enemy that it sees, and finds ways around ground."""

from battles.dba.bot import board, deploy, plan
from battles.dba.bot.mind import MIND
from battles.dba.bot.paths import FAR, paths_of
from battles.dba.bot.worth import Judge
from battles.dba.rules.board import clash, layouts
from battles.dba.rules.board.actions import DeployOnBoard
from battles.dba.rules.board.board_position import position_of
from battles.dba.rules.field import groups
from battles.dba.rules.field.bases import Base, base_behind, facing
from battles.dba.rules.field.position import Placed, Position
from battles.dba.rules.field.shapes import DrawnPiece
from battles.dba.wording import DbaWording
from tests.battles.dba.board.fought import a_board, dice, played, stood

ARMY = ("Cv", "Sp", "Sp", "Sp", "Sp", "Bd", "Bd", "Ax", "Ps", "Ps", "LH", "LH")
TOWN = DrawnPiece("bua", 300, 300, 160, 160)


def deploying(name="line", **armies):
    rules = a_board(red=ARMY, blue=ARMY, **armies)
    return rules, played(rules, name, lambda state: state.phase == "deployment")


def test_an_army_is_deployed_in_one_group():
    """One PIP moves a whole group, so the bot deploys the army as a single one (section "pips")."""
    rules, state = deploying()
    action = board.action(rules.battle, state, dice("deploys"))
    assert isinstance(action, DeployOnBoard)
    seat = state.active
    after = rules.apply(state, seat, action, dice("deployed")).state
    position = position_of(rules.battle, after)
    own = position.by_seat[seat]
    assert len(own) == len(ARMY) and groups.is_group(position, own)
    assert DbaWording({"armies": {}}).reason(MIND.why(rules, state, action))


def test_an_army_that_deploys_second_meets_knights_with_spears():
    """The bot places its spears opposite the enemy's knights, because knights ride down most other foot
    (L383).
    """
    rules, state = deploying()
    zone = layouts.zone(rules.battle, state, state.active)
    plain = layouts.Zone(Position(), zone.edge, {"a": "4Sp", "b": "4Wb", "c": "4Wb", "d": "4Sp"})
    lined = deploy.line_up(plain, "", state.active)
    across = {name: base.middle for name, base in lined.items()}
    for ends in (("a", "d"), ("b", "c")):
        foes = {
            f"foe {name}": Placed("enemy", Base("3Kn" if name in ends else "4Sp", *_over(middle), 0))
            for name, middle in across.items()
        }
        seen = layouts.Zone(Position(foes), zone.edge, plain.codes)
        places = deploy.line_up(seen, "", state.active)
        spears = {places[name].middle for name in ("a", "d")}
        assert spears == {across[name] for name in ends}


def _over(middle):
    """Return the front left corner of an enemy base in the middle of the board, straight across from this
    place in the line.
    """
    x, y = middle
    return (x - 2000, 30_000) if min(y, 60_000 - y) < 10_000 else (30_000, y - 2000)


def test_a_way_leads_around_a_town():
    paths = paths_of((TOWN,), ())
    start, goal = (30_000, 45_000), (30_000, 15_000)
    assert 0 < paths.detour("Bd", "4Bd", start, goal) < FAR
    x, y = paths.waypoint("Bd", "4Bd", start, goal)
    assert abs(x - 30_000) >= 8_000 or y > 38_000
    assert paths.detour("Bd", "4Bd", (10_000, 45_000), (10_000, 15_000)) == 0
    assert paths.waypoint("Bd", "4Bd", (10_000, 45_000), (10_000, 15_000)) is None


def test_an_element_behind_a_town_marches_around_it():
    rules = a_board(red=("Cv", "Bd"), blue=("Cv", "Bd"))
    where = {"r2": Base("4Bd", 28_000, 39_000, 0), "b2": Base("4Bd", 32_000, 15_000, 360)}
    state = stood(rules, **where).but(drawing=(TOWN,), bound=20)
    position = position_of(rules.battle, state)
    judge = Judge(rules.battle, state, "red")
    before = judge.way_to(position.base("r2"), position.base("b2").middle)
    found = plan.best(rules.battle, state)
    assert found is not None and found.move.who == ("r2",)
    after = plan.moves.execute(position, found.move).position
    assert judge.way_to(after.base("r2"), position.base("b2").middle) < before


def test_an_enemy_threatens_one_element_only():
    """A single knight can charge one of three auxilia, so it's no more dangerous to three than to one."""
    rules = a_board(red=("Cv", "Ax", "Ax", "Ax"), blue=("Kn",))
    first = Base("4Ax", 26_000, 34_000, 0)
    line = {f"r{n + 2}": first.move_to((26_000 + 4000 * n, 34_000)) for n in range(3)}
    knight = {"b1": Base("3Kn", 34_000, 30_000, 360)}
    threats = []
    for names in (("r3",), ("r2", "r3", "r4")):
        state = stood(rules, **{name: line[name] for name in names}, **knight)
        judge = Judge(rules.battle, state, "red")
        threats.append(judge._threats(position_of(rules.battle, state)))
    assert threats[0] == threats[1] > 0


def test_a_supporter_that_would_die_too_makes_a_bad_combat_worse():
    """The bot counts the loss of a supporter that would die with the element in front of it, as Psiloi do
    that support against mounted troops (L349).
    """
    rules = a_board(red=("Ax", "Ps"), blue=("Kn", "Bd"))
    foe = Base("3Kn", 34_000, 30_000, 360)
    front = facing(foe, "4Ax")
    worth = []
    for base in (base_behind(front, "2Ps"), Base("2Ps", 10_000, 50_000, 0)):
        state = stood(rules, r1=front, r2=base, b1=foe)
        position = position_of(rules.battle, state)
        judge = Judge(rules.battle, state, "red")
        psiloi = judge._price_supporter(position, "r1", *_sides(position))
        worth.append(psiloi)
    assert worth == [judge.cost, 0]


def _sides(position):
    situation = clash.close_combat(position, "r1", "b1").situation
    return situation.a, situation.b
