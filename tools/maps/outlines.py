"""The outlines of a drawn map as a separate file, which browsers cache and pages refer to.

tools/maps/build.py writes it together with its JSON. A test checks that both agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def outlines(drawn: Mapping[str, Any]) -> str:
    """Return an SVG of named paths: ``beyond``, and each sea area and province by its id. ``shore`` is all
    land together, for the edge of the sea; ``relief`` is added if the plan hatches mountains.
    """
    paths = {
        "beyond": drawn["beyond"],
        **{k: v["d"] for part in ("seas", "provinces") for k, v in drawn[part].items()},
    }
    body = "\n".join(f'<path id="{key}" d="{d}"/>' for key, d in paths.items())
    land = "".join(f'<use href="#{key}"/>' for key in ("beyond", *drawn["provinces"]))
    body += f'\n<g id="shore">{land}</g>'
    if drawn.get("relief"):
        body += f'\n<path id="relief" d="{drawn["relief"]}"/>'
    size = f"0 0 {drawn['width']} {drawn['height']}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}"><defs>\n{body}\n</defs></svg>\n'
