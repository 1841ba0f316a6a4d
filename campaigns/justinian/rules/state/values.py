"""The text form of units, fleets, places and the ways to continue a march, which contains their ids. No other
module parses or builds these texts.
"""

from __future__ import annotations

from typing import ClassVar, Final, Self

from engine.codec import Text

MOVING: Final = "moving"  # used as the place of a fleet under way
BOX: Final = "_box"


class Place(Text):
    """A province, a sea area, or the off-map box of a power (``<power>_box``)."""

    __slots__ = ()

    @classmethod
    def box(cls, power: str) -> Self:
        return cls(f"{power}{BOX}")

    @property
    def is_box(self) -> bool:
        return self.endswith(BOX)


class FleetKey(Text):
    """The key of a fleet: one power's fleet SP in one place or under way, written ``<power>@<place>``."""

    __slots__ = ()

    def __new__(cls, power: str, place: str) -> Self:
        return str.__new__(cls, f"{power}@{place}")

    @classmethod
    def parse(cls, text: str) -> Self:
        return str.__new__(cls, text)

    @property
    def power(self) -> str:
        return self.partition("@")[0]

    @property
    def place(self) -> str:
        return self.partition("@")[2]

    @property
    def under_way(self) -> bool:
        return self.endswith("@moving")


# --- units: blocks of strength points that can take losses ---


class Unit(Text):
    """A block of strength points. Each kind of unit is a subclass with its own text format."""

    __slots__ = ()
    kind: ClassVar[str] = ""

    @classmethod
    def parse(cls, text: str) -> Unit:
        return str.__new__(SORTS.get(text.partition(":")[0], WholeForce), text)

    @property
    def army(self) -> str:
        """Return the army that the unit is part of, or ""."""
        return ""


class ArmySP(Unit):
    """The SP of an army's own power: ``army:<army>``."""

    __slots__ = ()
    kind = "army"

    def __new__(cls, army: str) -> Self:
        return str.__new__(cls, f"army:{army}")

    @property
    def army(self) -> str:
        return self[5:]


class Allies(Unit):
    """SP of a minor power in another power's army: ``ally:<army>:<power>``."""

    __slots__ = ()
    kind = "ally"

    def __new__(cls, army: str, power: str) -> Self:
        return str.__new__(cls, f"ally:{army}:{power}")

    @property
    def army(self) -> str:
        return self[5:].partition(":")[0]

    @property
    def power(self) -> str:
        return self[5:].partition(":")[2]


class Frontier(Unit):
    """Byzantine frontier SP: ``frontier:<province>``."""

    __slots__ = ()
    kind = "frontier"

    def __new__(cls, province: str) -> Self:
        return str.__new__(cls, f"frontier:{province}")

    @property
    def province(self) -> str:
        return self[9:]


class Detached(Unit):
    """Barbarian SP without an army: ``detached:<province>:<power>``."""

    __slots__ = ()
    kind = "detached"

    def __new__(cls, province: str, power: str) -> Self:
        return str.__new__(cls, f"detached:{province}:{power}")

    @property
    def province(self) -> str:
        return self[9:].partition(":")[0]

    @property
    def power(self) -> str:
        return self[9:].partition(":")[2]


class Ships(Unit):
    """The SP of a fleet: ``fleet:<power>@<place>``."""

    __slots__ = ()
    kind = "fleet"

    def __new__(cls, fleet: FleetKey) -> Self:
        return str.__new__(cls, f"fleet:{fleet}")

    @property
    def fleet(self) -> FleetKey:
        return FleetKey.parse(self[6:])


class Lazi(Unit):
    """The levy of Lazica in the current battle: ``levy``."""

    __slots__ = ()
    kind = "levy"

    def __new__(cls) -> Self:
        return str.__new__(cls, "levy")


class WholeForce(Unit):
    """An army with all armies combined under it, written as the army's id alone."""

    __slots__ = ()
    kind = "force"

    @property
    def army(self) -> str:
        return str(self)


SORTS: Final[dict[str, type[Unit]]] = {
    sort.kind: sort for sort in (ArmySP, Allies, Frontier, Detached, Ships, Lazi)
}
LEVY: Final = Lazi()


def ids_in(text: str) -> list[str]:
    """Return the ids of armies, powers and places that occur in the text of a unit or fleet."""
    return text.replace("@", ":").split(":")


# --- a march ---


class Continuation(Text):
    """The rest of a march, which resumes once the deserters are chosen (6.27). It is written
    ``move:<place>``, ``treasure:<place>`` (with the treasury), ``attack:<target>``, or "" if there is
    none.
    """

    __slots__ = ()

    @classmethod
    def move(cls, to: str, *, treasury: bool) -> Self:
        return cls(f"{'treasure' if treasury else 'move'}:{to}")

    @classmethod
    def attack(cls, target: str) -> Self:
        return cls(f"attack:{target}")

    @property
    def is_attack(self) -> bool:
        return self.startswith("attack:")

    @property
    def with_treasury(self) -> bool:
        return self.startswith("treasure:")

    @property
    def goal(self) -> str:
        """Return the place to enter or the target to attack."""
        return self.partition(":")[2]


NOTHING: Final = Continuation("")
