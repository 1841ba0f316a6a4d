"""The places that a player can choose for any kind of move: a hex, or a hex with a facing ("5112W")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.game import Choice, Option, Pick

FIELDS: Final = ("to", "hex")
HEX: Final = 4  # length of a hex name
Goal = tuple[Choice, str, Option]  # a choice, the name of its field, and the option


def place_field(choice: Choice) -> Pick | None:
    """Return the field of a choice whose options are places, or None."""
    return next((one for one in choice.fields if isinstance(one, Pick) and one.name in FIELDS), None)


def goals(choices: Sequence[Choice]) -> Iterator[Goal]:
    """Yield every place that the choices offer, together with its choice and field."""
    for choice in choices:
        field = place_field(choice)
        if field is not None:
            yield from ((choice, field.name, option) for option in field.options)


def goals_by_hex(choices: Sequence[Choice]) -> dict[str, tuple[str, list[Goal]]]:
    """Group the offered places by hex. For each hex, return the lowest cost among its places in movement
    points, as text ("" if no cost is known), and the places.
    """
    found: dict[str, list[Goal]] = {}
    for goal in goals(choices):
        found.setdefault(str(goal[2].value)[:HEX], []).append(goal)
    return {at: (_lowest_cost(there), there) for at, there in found.items()}


def _lowest_cost(there: Sequence[Goal]) -> str:
    costs = [int(option.facts["mp"]) for _choice, _field, option in there if "mp" in option.facts]
    return str(min(costs)) if costs else ""
