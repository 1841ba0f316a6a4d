"""A campaign that waits for a battle."""

from tests.games.cast import HOLD, a_game, attack, do

STAND = {"kind": "stand", "withdraw": False}


def at_battle(gm, seats, **more):
    """Return a campaign in which red has attacked blue with one strength point and blue stands."""
    game = a_game(gm, seats, **{"battle_system": "duel", **more})
    for seat, action in (("red", attack("blue")), ("blue", HOLD), ("green", HOLD), ("blue", STAND)):
        do(game, seats[seat], seat, action)
    return game
