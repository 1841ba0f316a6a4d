"""Rendered parts of pages that many pages repeat, cached in the process.

A part's key must hold everything that its template shows. The language is part of every key.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

MOST: Final = 512  # parts in the cache
LONGEST: Final = 40_000  # characters of the largest part that is cached: 20 MB at most

_rendered: dict[tuple[Hashable, ...], SafeString] = {}


def render_once(template: str, key: Hashable, context: Callable[[], Mapping[str, Any]]) -> SafeString:
    """Render a template, or return the cached rendering for the same key. ``context`` is called only if the
    template has to be rendered.
    """
    place = (template, get_language(), key)
    found = _rendered.pop(place, None)
    if found is None:
        found = render_to_string(template, dict(context()))
    if len(found) <= LONGEST:
        _rendered[place] = found  # moved to the end, since the oldest parts are dropped first
        while len(_rendered) > MOST:
            _rendered.pop(next(iter(_rendered)), None)
    return found
