"""The named effects of the nation cards, with their parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.game import Facts
from engine.reading import Reader


def _unit(r: Reader) -> str:
    return r.text()


def _thresholds(r: Reader) -> dict[str, int]:
    return {str(nation): r[str(nation)].number(2, 10) for nation in r.object()}


def _numbers(r: Reader) -> tuple[int, ...]:
    return tuple(one.number(2, 10) for one in r.items(20))


def _number(low: int, high: int) -> Callable[[Reader], int]:
    return lambda r: r.number(low, high)


_WORD: Final = Reader.text
_WORDS: Final = Reader.words

EFFECTS: Final[Mapping[str, Mapping[str, Callable[[Reader], Any]]]] = {
    # 9.2, 12.3.1: the leader's army can arrive among other nations without a fight
    "arrives_among_enemies": {"leader": _WORD},
    # 7.1: the nation can buy fleets only in these seas
    "fleets_only_in": {"seas": _WORDS},
    # 13.2: in this round's movement, units in these areas can be brought to the area "to"
    "muster": {"leader": _WORD, "round": _number(1, 20), "areas": _WORDS, "to": _WORD},
    # 13.1: before the nation's income, foreign units leave the area and its ruin is rebuilt
    "home": {"area": _WORD, "until_round": _number(1, 20)},
    "fixed_capital": {"area": _WORD},
    # 6.3: the nation can have one unit of this type for each group of this many cities
    "limit_per_cities": {"unit": _WORD, "cities": _number(1, 20)},
    # 13.3: thresholds for desertion in the first, second, ... battle against units of type "before"
    "panic": {"before": _WORD, "spared": _WORDS, "thresholds": _numbers},
    # 13.4: units of this type of the nation "of" can desert to this nation in the leader's area
    "defection": {
        "leader": _WORD,
        "of": _WORD,
        "unit": _WORD,
        "threshold": _number(2, 10),
        "beside": _WORD,
        "beside_threshold": _number(2, 10),
    },
    # at the end of this round the nation keeps at most this many units
    "shrink": {"round": _number(1, 20), "unit": _WORD, "to": _number(0, 99)},
    "price": {"unit": _WORD, "cost": _number(1, 20)},
    # 14.1: units of this type desert to these nations
    "desertion": {"unit": _WORD, "into": _WORD, "thresholds": _thresholds},
    # a penalty on the nation's dice, unless it holds the area alone and the leader is on the map
    "weak": {"by": _number(1, 5), "holds": _WORD, "leader": _WORD},
    # the leader does not leave the map before this round
    "stays": {"leader": _WORD, "until_round": _number(1, 20)},
    # 14.3: how many times in a game the nation can convert an enemy unit
    "conversion": {"times": _number(1, 20), "spared": _WORDS},
    "emperor": {"leader": _WORD, "area": _WORD},
    # the two nations do not fight each other in the area
    "peace": {"with": _WORD, "area": _WORD},
}

BONUSES: Final[Mapping[str, Mapping[str, Callable[[Reader], Any]]]] = {
    # 12.2: after the first movement there is no stacking limit in the leader's area
    "no_limit_at_leader": {},
    "extra_move": {"points": _number(1, 5)},  # movement points added in the first movement
}


def read(r: Reader, known: Mapping[str, Mapping[str, Callable[[Reader], Any]]]) -> tuple[str, Facts] | None:
    """Read an effect and its parameters. ``known``: for each effect, its parameters with the functions that
    read them. If the effect is unknown, report a mistake and return None.
    """
    name = r["effect"].one_of(known)
    if name != r["effect"].value:
        return None
    parameters = known[name]
    r.fields(" ".join(["effect", *parameters]))
    return name, {key: reading(r[key]) for key, reading in parameters.items()}
