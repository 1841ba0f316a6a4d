"""Put names into sentences with their article, which Italian contracts with a preposition before it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.translation import get_language

_BEFORE = {  # preposition -> its forms before il, la, l', i, gli, le
    "di": {"il": "del", "la": "della", "l'": "dell'", "i": "dei", "gli": "degli", "le": "delle"},
    "a": {"il": "al", "la": "alla", "l'": "all'", "i": "ai", "gli": "agli", "le": "alle"},
    "da": {"il": "dal", "la": "dalla", "l'": "dall'", "i": "dai", "gli": "dagli", "le": "dalle"},
    "in": {"il": "nel", "la": "nella", "l'": "nell'", "i": "nei", "gli": "negli", "le": "nelle"},
}
_ENGLISH = {"di": "of", "a": "to", "da": "from", "in": "in"}
CASES = {"the": "", "of": "di", "to": "a", "from": "da", "at": "in"}  # placeholder prefix -> preposition


@cache
def _articles() -> Mapping[str, Any]:
    path = Path(__file__).with_name("articles.json")
    found: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def language() -> str:
    return "it" if (get_language() or "").startswith("it") else "en"


def article(sort: str, power: str = "") -> str:
    """Return the article for a kind of name: power (with its id), army, frontier, detached, fleet,
    sea, box.
    """
    table = _articles()[language()]
    return str(table["powers"].get(power, "") if sort == "power" else table.get(sort, ""))


def phrase(case: str, article: str, name: str) -> str:
    """Return a name with its article and preposition. ``case`` is the, of, to, from or at (a location)."""
    preposition = CASES[case]
    if language() == "en":
        words = [_ENGLISH.get(preposition, ""), article, name]
        return " ".join(w for w in words if w)
    before = _BEFORE[preposition].get(article, preposition) if preposition else article
    glue = "" if before.endswith("'") or not before else " "
    return f"{before}{glue}{name}"


class Words(dict[str, Any]):
    """The values of a sentence. ``%(the_army)s`` gives the army with its article, ``%(of_power)s`` gives "of
    the power", and a plain ``%(army)s`` gives the name alone.
    """

    def __init__(self, known: Mapping[str, Any], forms: Callable[[str], tuple[str, str]]) -> None:
        super().__init__(known)
        self._forms = forms  # field -> (article, name)

    def __missing__(self, key: str) -> str:
        case, _underscore, field = key.partition("_")
        if case not in CASES:
            raise KeyError(key)
        return phrase(case, *self._forms(field))
