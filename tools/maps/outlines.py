"""The outlines of the drawn map as a file of their own: browsers keep it, pages only refer to it.

Written again with ``python -m tools.maps.outlines`` (build_map.py does it too); a test holds
both together.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

DRAWN = Path(__file__).resolve().parents[2] / "static/campaigns/justinian_map.json"
TARGET = DRAWN.with_suffix(".svg")


def outlines(drawn: Mapping[str, Any]) -> str:
    """An SVG of named paths: ``beyond``, and each sea area and province by its id."""
    paths = {
        "beyond": drawn["beyond"],
        **{k: v["d"] for part in ("seas", "provinces") for k, v in drawn[part].items()},
    }
    body = "\n".join(f'<path id="{key}" d="{d}"/>' for key, d in paths.items())
    size = f"0 0 {drawn['width']} {drawn['height']}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}"><defs>\n{body}\n</defs></svg>\n'


if __name__ == "__main__":
    TARGET.write_text(outlines(json.loads(DRAWN.read_text(encoding="utf-8"))), encoding="utf-8")
    print(TARGET.stat().st_size, "bytes")
