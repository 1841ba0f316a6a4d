"""The bot declares an assault before it fights for a camp or a built-up area."""

from battles.dba.rules.system import DBA
from tests.engine.contract import check_contract


def test_every_combat_for_a_place_was_told_as_an_assault() -> None:
    assaults = 0
    for seed in range(12):
        played = check_contract(DBA, seed, wild=0, every=50)
        told: set[str] = set()
        for entry, head in zip(played.entries[1:], played.heads, strict=False):
            action = entry.action
            if action["kind"] == "move_elements" and action.get("onto") in ("enemy_camp", "own_camp", "bua"):
                told.update(action["elements"])
            if action["kind"] == "end_combat":
                told.clear()
            if action["kind"] == "fight":
                inside = action["defender"] == "denizens" or (
                    head.state.elements[action["defender"]].where != "table"
                )
                known = any(
                    {action["attacker"], action["defender"]} == set(pair) for pair in head.state.contacts
                )
                if inside:
                    assaults += 1
                    assert action["attacker"] in told or known
    assert assaults > 3
