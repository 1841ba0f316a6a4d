"""Stored DBA battles for tests."""

from tests.games.cast import a_game, a_user


def a_battle(seats=None, **more):
    owner = a_user("owner")
    seats = {"red": owner, "blue": owner} if seats is None else seats(owner)
    return a_game(owner, seats, system="dba", options={"setup": "quick"}, name="Dara", **more), owner
