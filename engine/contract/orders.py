"""The storage format of standing orders: values by decision kind, for all powers of a seat or for one."""

from __future__ import annotations

from typing import Final

from engine.refusals import Facts

OF: Final = "@"  # "stand@sabini" is the order that answers "stand" for the Sabini


def key(decision: str, power: str = "") -> str:
    """Return the key under which an order is stored.

    >>> key("stand"), key("stand", "sabini")
    ('stand', 'stand@sabini')
    """
    return f"{decision}{OF}{power}" if power else decision


def of_power(orders: Facts, power: str) -> Facts:
    """Return the orders that apply to a power: its own orders, and the seat's orders for all powers.

    >>> of_power({"stand": {"at": 1}, "stand@sabini": {"at": 2}, "levy": {}}, "sabini")
    {'stand': {'at': 2}, 'levy': {}}
    >>> of_power({"stand@etrusci": {"at": 3}}, "sabini")
    {}
    """
    general = {name: values for name, values in orders.items() if OF not in name}
    if not power:
        return general
    own = {name: values for name, values in orders.items() if name.endswith(OF + power)}
    return {**general, **{name.removesuffix(OF + power): values for name, values in own.items()}}
