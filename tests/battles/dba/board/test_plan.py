"""The bot plans a bound. It prefers flanks and good combats, avoids bad ones, and gives its reasons."""

from battles.dba.bot import board, parts, plan
from battles.dba.bot.mind import MIND
from battles.dba.bot.race import price_generals, price_losses
from battles.dba.bot.worth import Judge
from battles.dba.rules.board import moves, offers
from battles.dba.rules.board.actions import BreakOffOnBoard, MoveOnBoard
from battles.dba.rules.board.board_position import position_of
from battles.dba.rules.field.bases import Base, facing, right_of
from battles.dba.rules.field.shapes import DrawnPiece
from battles.dba.rules.system import STRENGTHS
from battles.dba.rules.table import actions as act
from battles.dba.rules.table.state import BuiltUpArea
from battles.dba.rules.table.victory import Standing
from battles.dba.wording import DbaWording, board_texts
from tests.battles.dba.board.fought import a_board, dice, played, stood
from tests.found import some


def test_a_flank_is_worth_more_than_a_front():
    rules = a_board()
    foe = Base("Bd", 34_000, 30_000, 360)
    held = facing(foe, "Bd")
    where = {
        "r2": held,
        "r1": Base("Cv", 40_000, 30_500, 540),
        "b2": foe,
        "b1": Base("Cv", 34_000, 5_000, 360),
    }
    state = stood(rules, **where).but(contacts=(("b2", "r2"),))
    found = plan.best(rules.battle, state)
    assert found is not None and str(found.move) in ("r1: r1 onto b2 left", "r1: r1 onto b2 right")
    assert found.why == "flank" and found.gain > 100


def test_psiloi_keep_off_a_wall_of_knights():
    """The bot moves no psiloi into contact with a line of knights, who ride psiloi down (L383)."""
    rules = a_board(blue=("Cv", "Kn", "Kn"))
    knights = Base("Kn", 34_000, 30_000, 360)
    where = {"r6": Base("Ps", 30_000, 33_500, 0), "b2": knights, "b3": right_of(knights, "Kn")}
    found = plan.best(rules.battle, stood(rules, **where))
    assert found is None or " onto " not in str(found.move)


LINE = ("r1", "r2", "r3", "r4")
MARSH = DrawnPiece("marsh", 415, 405, 50, 40)  # before the right flank of the line


def a_line(rules, **more):
    """Return a battle with four blades side by side. The right-hand one has bad going in front of it."""
    first = Base("4Bd", 26_000, 44_000, 0)
    places = {name: first.move_to((26_000 + 4000 * file, 44_000)) for file, name in enumerate(LINE)}
    return stood(rules, **places, **more).but(drawing=(MARSH,))


def test_a_part_of_a_line_charges_where_bad_going_stops_its_neighbour():
    """Only a column enters bad going (L269), so the whole line can't charge; three files of it can."""
    rules = a_board(red=("Bd", "Bd", "Bd", "Bd"))
    state = a_line(rules, b2=Base("4Bd", 34_000, 40_000, 360))
    position = position_of(rules.battle, state)
    assert not list(moves.contacts_in_reach(position, LINE))
    found = [move for move in parts.contacts(position, LINE) if len(move.who) == 3]
    assert found and {move.who for move in found} == {LINE[:3]}
    assert all(moves.is_lawful(position, move) for move in found)


def test_a_part_of_a_line_marches_past_bad_going():
    rules = a_board(red=("Bd", "Bd", "Bd", "Bd"))
    position = position_of(rules.battle, a_line(rules))
    assert [str(move) for move in parts.marches(position, LINE)] == ["r1 r2 r3: ahead 50"]


def test_late_in_the_day_the_bot_closes():
    """Late in the battle the bot moves a blade towards an equal enemy that is out of reach. Early on it
    gains less from that, or nothing.
    """
    rules = a_board(red=("Bd", "Bd"))
    state = stood(rules, r1=Base("4Bd", 30_000, 44_000, 0), b1=Base("4Bd", 34_000, 35_000, 360))
    early, late = (plan.best(rules.battle, state.but(bound=bound)) for bound in (3, 25))
    assert late is not None and late.why in ("advance", "contact")
    assert early is None or early.gain < late.gain


def test_a_combat_that_is_lost_is_broken_off():
    rules = a_board(red=("Cv", "Cv", "Bd"), blue=("Cv", "El", "Bd"))
    elephants = Base("El", 34_000, 30_000, 360)
    where = {"r2": facing(elephants, "Cv"), "b2": elephants}
    state = stood(rules, **where).but(contacts=(("b2", "r2"),))
    found = plan.best(rules.battle, state)
    assert found is not None and found.why == "break_off"
    action = board.action(rules.battle, state, dice("away"))
    assert isinstance(action, BreakOffOnBoard)
    assert MIND.why(rules, state, action) == {"code": "break_off", "gain": found.gain}


def test_three_strengths_play_differently():
    rules = a_board()
    foe = Base("Bd", 34_000, 20_000, 360)
    state = stood(rules, r2=Base("Bd", 30_000, 27_500, 0), b2=foe)
    acts = {strength: board.action(rules.battle, state, dice("one"), strength) for strength in STRENGTHS}
    assert str(acts["weak"].order) == "r2: ahead 50"
    assert acts["strong"] != acts["weak"]


def test_every_kind_of_answer_on_the_board_has_a_reason_in_words():
    rules = a_board()
    wording, told = DbaWording({"armies": {}}), set()
    for name in ("one", "two"):
        for phase in ("moves", "shooting", "combat"):
            state = played(rules, name, lambda state, phase=phase: state.phase == phase and state.bound > 4)
            if state.ending is not None:
                continue
            action = board.action(rules.battle, state, dice("why"))
            why = MIND.why(rules, state, action)
            assert why is not None and wording.reason(why)
            told.add(why["code"])
    assert told and told <= set(board_texts.REASONS)
    for code in some(board_texts.REASONS):
        assert "%(" not in wording.reason({"code": code, "gain": 250})


def test_the_bot_makes_no_move_without_a_gain():
    rules = a_board()
    state = stood(rules, r6=Base("Ps", 30_000, 50_000, 0))
    assert board.action(rules.battle, state, dice("reserve")) == act.EndMoves()
    assert not isinstance(board.action(rules.battle, state, dice("reserve")), MoveOnBoard)


def test_a_general_does_not_go_into_a_town():
    """With the general in a built-up area, each of the army's moves would cost one PIP more (L256)."""
    rules = a_board()
    town = DrawnPiece("bua", 300, 200, 80, 60)
    places = {"r1": Base("Cv", 28_000, 24_000, 0), "b2": Base("Bd", 34_000, 5_000, 360)}
    state = stood(rules, **places).but(bua=BuiltUpArea("blue", "", "none", ""), drawing=(town,))
    position = position_of(rules.battle, state)
    assert any("assault" in str(move) for move in offers.places(rules.battle, state, position))
    found = plan.best(rules.battle, state)
    assert found is None or found.why != "place"


def test_a_large_army_guards_its_first_loss_against_a_small_one():
    """An army breaks only if it has lost more than its enemy (section "victory"). An army of twelve that has
    lost one element must therefore destroy two of an army of three.
    """
    twelve, three = Standing(0, 0, False, 4), Standing(0, 0, False, 1)
    even = price_losses(twelve, twelve)
    gain, cost = price_losses(twelve, three)
    assert even == (1000, 1000)
    assert gain == cost == 2800
    assert price_losses(three, twelve) == (cost, gain)


def test_one_target_in_range_of_bows_is_as_bad_as_a_line():
    """A bow shoots once in a bound, so the bot sends no single skirmisher ahead of the line into range."""
    rules = a_board(red=("Cv", "Ps", "Ps"), blue=("Cv", "Bw"))
    bow = Base("4Bw", 34_000, 30_000, 360)

    def shots(*fronts: int) -> int:
        names = ("r2", "r3")[: len(fronts)]
        where = {
            n: Base("Ps", 30_000 + 4000 * at, y, 0)
            for at, (n, y) in enumerate(zip(names, fronts, strict=True))
        }
        state = stood(rules, b2=bow, **where)
        return Judge(rules.battle, state, "red")._shots(position_of(rules.battle, state))

    assert shots(45_000) == 0
    assert shots(33_000) == shots(33_000, 33_000) > 0


def cost_of_a_flanker(rules, name):
    """Return how much less a combat of an element is worth to the bot with a second enemy at its flank."""
    mine, foe = Base("Cv", 30_000, 40_000, 0), Base("Cv", 38_000, 42_000, 0)

    def worth(second):
        state = stood(rules, **{name: mine, "b2": facing(mine, "Bd"), "b3": second})
        state = state.but(contacts=(("b2", name),))
        return Judge(rules.battle, state, "red").worth(position_of(rules.battle, state))

    return worth(foe.move_to((38_000, 12_000))) - worth(foe)


def test_a_general_fears_an_enemy_at_its_flank_more_than_others_do():
    """A recoil kills an element with an enemy on its flank (L289), and an army may break with its general."""
    rules = a_board(red=("Cv", "Cv"), blue=("Cv", "Bd", "Cv"))
    general, other = (cost_of_a_flanker(rules, name) for name in ("r1", "r2"))
    assert general > other + 300 > 300


def test_a_line_charges_without_the_files_that_would_only_lose():
    """The knights that face the psiloi would ride them down (L383); the blades charge without them."""
    rules = a_board(red=("Bd", "Bd", "Ps"), blue=("Cv", "Ps", "Ps", "Kn"))
    first = Base("4Bd", 26_000, 44_000, 0)
    places = {name: first.move_to((26_000 + 4000 * file, 44_000)) for file, name in enumerate(("r1", "r2"))}
    places["r3"] = Base("2Ps", 34_000, 44_000, 0)
    foes = {"b2": Base("2Ps", 30_000, 40_000, 360), "b4": Base("3Kn", 38_000, 40_000, 360)}
    state = stood(rules, **places, **foes)
    position = position_of(rules.battle, state)
    judge = Judge(rules.battle, state, "red")
    found = [move for move in plan.candidates(judge, position, ("r1", "r2", "r3")) if " onto " in str(move)]
    assert any(move.who == ("r1", "r2") for move in found)


def test_a_side_without_its_general_must_not_lose_one_element_more():
    """Without its general an army breaks as soon as it has lost more than its enemy (section "victory")."""
    whole, beheaded = Standing(1, 0, False, 4), Standing(1, 0, True, 4)
    assert price_losses(beheaded, whole)[1] == 2 * price_losses(whole, whole)[1]
    assert (
        price_generals(whole, whole)[1] == 5000
        and price_generals(Standing(0, 0, False, 4), Standing(3, 0, False, 4))[1] < 5000
    )


def test_nobody_enters_a_town_that_the_side_holds():
    rules = a_board()
    town = DrawnPiece("bua", 300, 200, 80, 60)
    places = {"r2": Base("Ax", 28_000, 24_000, 0), "b2": Base("Bd", 34_000, 5_000, 360)}
    state = stood(rules, **places).but(invader="blue", drawing=(town,))
    own, enemys = (BuiltUpArea("red", holder, "none", "") for holder in ("red", "blue"))
    for bua, enters in ((own, False), (enemys, True)):
        now = state.but(bua=bua)
        position = position_of(rules.battle, now)
        found = [move for move in plan.places(rules.battle, now, position) if "assault" in str(move)]
        assert any("assault" in str(move) for move in offers.places(rules.battle, now, position))
        assert bool(found) == enters
