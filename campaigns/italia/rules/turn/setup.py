"""The initial position (4.0)."""

from __future__ import annotations

from campaigns.italia.rules.state.play import Play
from campaigns.italia.rules.state.position import Setting
from campaigns.italia.rules.state.progress import GameRound
from campaigns.italia.rules.state.state import City, Holdings, State


def initial_state(setting: Setting) -> State:
    """Return the state before the first round, with an empty map."""
    nations = sorted(setting.scn.nations)
    return State(
        round=1,
        nation="",
        units={},
        leaders={},
        cities={},
        nations={nation: Holdings() for nation in nations},
        scores=dict.fromkeys(nations, 0),
        tallies={},
        stack=(GameRound(),),
    )


def set_up(play: Play) -> None:
    """Place the initial pieces, to which stacking limits do not apply (8.2), and score the handicap if there
    is one.
    """
    for entry in play.scn.setups:
        play.place(entry.nation, entry.place, entry.units, entry.leaders, "set_up")
        if entry.city:
            owner = play.scn.seat_of(entry.nation)
            cities = {**play.state.cities, entry.place: City(True, owner)}
            play.set(cities=dict(sorted(cities.items())))
    if play.setting.options.handicap == "even":  # an option of Vexillum; the rules have no handicap
        for nation, halves in play.scn.handicap:
            play.score(nation, halves, "handicap")
