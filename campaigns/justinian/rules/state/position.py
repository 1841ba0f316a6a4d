"""A position: the scenario, the options and the state in one value."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TypeVar

from campaigns.justinian.rules.scenario.options import Options
from campaigns.justinian.rules.scenario.types import Scenario
from campaigns.justinian.rules.state.state import Army, State
from engine.frames import stack_lines
from engine.values import dataclass

F = TypeVar("F")


@dataclass(frozen=True)
class Setting:
    """The setting of a game: the scenario and the options."""

    scn: Scenario
    options: Options


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """A state with its setting, which the rules need to answer questions.
    ``str`` gives a few readable lines, for failing tests and ``manage.py show``.
    """

    setting: Setting
    state: State

    @property
    def scn(self) -> Scenario:
        return self.setting.scn

    @property
    def options(self) -> Options:
        return self.setting.options

    # --- questions that need only the state ---

    def in_progress(self, kind: type[F]) -> F | None:
        return self.state.in_progress(kind)

    def seat_of(self, power: str) -> str:
        return self.state.seat_of(power)

    def armies_at(self, place: str) -> list[Army]:
        return self.state.armies_at(place)

    def force(self, head: str) -> tuple[Army, ...]:
        return self.state.force(head)

    def force_sp(self, head: str) -> int:
        return self.state.force_sp(head)

    def heads_at(self, place: str, seat: str) -> tuple[Army, ...]:
        return self.state.heads_at(place, seat)

    def detached_sp(self, place: str) -> int:
        return self.state.detached_sp(place)

    def sp_at(self, place: str, seat: str) -> int:
        return self.state.sp_at(place, seat)

    def power_sp(self, power: str) -> int:
        return self.state.power_sp(power)

    def power_sp_at(self, place: str, power: str) -> int:
        return self.state.power_sp_at(place, power)

    def strengths(self, seat: str) -> dict[str, int]:
        return self.state.strengths(seat)

    def byzantine_sp(self) -> int:
        return self.state.byzantine_sp()

    # --- readable text ---

    def __str__(self) -> str:
        return "\n".join(_lines(self.state))

    def __repr__(self) -> str:
        return f"<Position\n{self}>"


def _lines(state: State) -> Iterator[str]:
    yield (
        f"turn {state.turn}, {state.next_side} next; {state.gold} G; markers left: {state.selects} Select, "
        f"{state.randoms} Random; {state.segments} Byzantine segments spent; action {state.serial}"
    )
    for place, told in sorted(_by_place(state).items()):
        yield f"  {place}: {'; '.join(told)}"
    for name, value in (
        ("allied", dict(state.alliances)),
        ("recruited", sorted(state.recruited)),
        ("gone", sorted(state.gone)),
        ("treasuries", dict(state.treasuries)),
        ("in the cup", list(state.cup)),
        ("travelling alone", dict(state.lone)),
    ):
        if value:
            yield f"  {name}: {value}"
    yield from (f"  {line}" for line in stack_lines(state.stack))
    if state.ended:
        yield f"  ended ({state.ended}); won by {state.victor or 'nobody'}"


def _by_place(state: State) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for army in state.armies.values():
        marks = [name for name in ("disorganised", "defeated", "unpaid") if getattr(army, name)]
        allied = [f"{n} {power}" for power, n in army.allied.items()]
        under = [f"under {army.head}"] if army.head else []
        told = ", ".join([f"{army.sp} SP", *allied, *marks, *under])
        found[army.at].append(f"{army.id}{f' ({army.leader})' if army.leader else ''} {told}")
    for place, garrison in state.frontier.items():
        found[place].append(f"frontier {garrison.sp} SP{', unpaid' if garrison.unpaid else ''}")
    for place, groups in state.detached.items():
        found[place] += [f"detached {sp} SP of {power}" for power, sp in groups.items()]
    for fleet in state.fleets.values():
        found[fleet.at].append(f"fleet of {fleet.power} {fleet.sp} SP{', unpaid' if fleet.unpaid else ''}")
    for place, marker in state.markers.items():
        found[place].append(f"marker {marker}")
    for place in state.forts:
        found[place].append("fort")
    return found
