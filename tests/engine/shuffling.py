"""Shuffle the keys of JSON objects, for tests."""

import random
from typing import Any


def shuffled(value: Any, chance: random.Random) -> Any:
    """Return a JSON value with the keys of all objects in another order."""
    if isinstance(value, dict):
        keys = list(value)
        chance.shuffle(keys)
        return {key: shuffled(value[key], chance) for key in keys}
    return [shuffled(one, chance) for one in value] if isinstance(value, list | tuple) else value
