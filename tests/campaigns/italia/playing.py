"""Games of Italia for the contract test."""

from typing import Any

from campaigns.italia.rules.system import ITALIA
from tests.engine.contract import Played, check_contract


def played(name: str, options: dict[str, Any], seed: int, wild: int, every: int = 10) -> Played:
    return check_contract(
        ITALIA, seed, scenario=ITALIA.scenario(name), options=options, wild=wild, every=every
    )
