"""`python -m tools.dusk`: draw the picture of the front page, Justinian's map at dusk.

Writes static/front/dusk.svg. The picture animates three events once and then rests: an army marches, a
battle is fought, and a province changes hands. It has no words, so it serves every language. Readers who
prefer no motion see the final state.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from campaigns.justinian.rules.system import JUSTINIAN
from maps.thumbnail import coarse_shapes

ROOT: Final = Path(__file__).parent.parent
OUTLINES: Final = ROOT / "static/campaigns/justinian_map.json"
PICTURE: Final = ROOT / "static/front/dusk.svg"
STEP: Final = 3.2  # points closer together than this are merged
VIEW: Final = (330, 60, 900, 500)  # the visible part of the map
WON: Final = ("campania", "samnium", "valeria", "apulia_et_calabria")
WAY: Final = ((580.8, 370.4), (634, 318), (603, 284), (568.8, 252.1))
COLOURS: Final = {"byzantium": "#76468a", "ostrogoths": "#4c6b49", "vandals": "#2f6570"}
# the power that holds each prefecture; Byzantium holds all others
HOLDERS: Final = {
    "italia": "ostrogoths",
    "africa": "vandals",
}
TAKEN: Final = frozenset({"sicilia", "lucania_et_brutti"})  # provinces captured in the year before

STYLE: Final = """
.way{stroke-dasharray:300;stroke-dashoffset:0;animation:way 3s .8s ease-in-out backwards}
.army{transform:translate(568.8px,252.1px);animation:army 3s .8s ease-in-out backwards}
.foe{opacity:0;animation:foe .8s 5s backwards}
.clash{opacity:0;transform-origin:568.8px 236px;animation:clash 2s 3.6s}
.won{opacity:1;animation:won 1.4s 5.2s backwards}
.gold{opacity:1;animation:won 1s 5.8s backwards}
@keyframes way{from{stroke-dashoffset:300}}
@keyframes army{from{transform:translate(580.8px,370.4px)}45%{transform:translate(634px,318px)}
72%{transform:translate(603px,284px)}}
@keyframes foe{from{opacity:1}}
@keyframes clash{15%,80%{opacity:1;transform:scale(1.15)}45%{transform:scale(.95)}}
@keyframes won{from{opacity:0}}
@media(prefers-reduced-motion:reduce){*{animation:none!important}}
"""


def main() -> None:
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(draw_dusk(json.loads(OUTLINES.read_text(encoding="utf-8"))), encoding="utf-8")
    print(f"{PICTURE}: {PICTURE.stat().st_size} bytes")


def draw_dusk(outlines: Any) -> str:
    provinces = coarse_shapes(tuple((id, one["d"]) for id, one in outlines["provinces"].items()), STEP)
    beyond = coarse_shapes((("beyond", outlines["beyond"]),), STEP)["beyond"]
    held: dict[str, list[str]] = {power: [] for power in COLOURS}
    for one in JUSTINIAN.scenario("justinian")["provinces"]:
        if one["id"] in provinces:
            power = HOLDERS.get(one["prefecture"], "byzantium")
            held["byzantium" if one["id"] in TAKEN else power].append(provinces[one["id"]])
    x, y, width, height = VIEW
    won = "".join(provinces[one] for one in WON)
    way = "M" + "L".join(f"{a:g} {b:g}" for a, b in WAY)
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {width} {height}">',
            f"<style>{STYLE.strip()}</style>",
            '<radialGradient id="s" cx=".06" cy=".42" r="1"><stop offset="0" stop-color="#f0a35e"/>',
            '<stop offset=".3" stop-color="#a8626a"/><stop offset=".62" stop-color="#41406a"/>',
            '<stop offset="1" stop-color="#1d2545"/></radialGradient>',
            '<linearGradient id="l" x2="1"><stop stop-color="#ffb76b" stop-opacity=".34"/>',
            '<stop offset=".7" stop-color="#1a1f3d" stop-opacity=".3"/></linearGradient>',
            f'<path fill="url(#s)" d="M{x} {y}h{width}v{height}H{x}z"/>',
            f'<path fill="#4a4149" d="{beyond}"/>',
            '<g stroke="#20182a" stroke-width="1.1">',
            *(f'<path fill="{COLOURS[power]}" d="{"".join(paths)}"/>' for power, paths in held.items()),
            f'<path class="won" fill="{COLOURS["byzantium"]}" d="{won}"/></g>',
            f'<path class="gold" fill="none" stroke="#f2c14e" stroke-width="2.5" d="{won}"/>',
            f'<path fill="url(#l)" d="M{x} {y}h{width}v{height}H{x}z"/>',
            f'<path class="way" d="{way}" fill="none" stroke="#f2c14e" stroke-width="5"',
            ' stroke-linecap="round" stroke-linejoin="round"/>',
            f'<g class="foe">{_shield(568.8, 244, COLOURS["ostrogoths"])}</g>',
            f'<g class="army">{_shield(0, 0, "#5e2468")}<path fill="#f2c14e"',
            ' d="M0-12l2.6 6.3 6.8.5-5.2 4.4 1.6 6.6L0 2.3l-5.8 3.5 1.6-6.6-5.200-4.400 6.800-.5z"/></g>',
            '<g class="clash" fill="none" stroke-linecap="round"><path stroke="#1a1220" stroke-width="11"',
            ' d="M540 206l58 58M598 206l-58 58"/><path stroke="#fff4dc" stroke-width="5"',
            ' d="M540 206l58 58M598 206l-58 58M546 252l10 10M592 252l-10 10"/></g></svg>',
        )
    )


def _shield(x: float, y: float, colour: str) -> str:
    return (
        f'<path fill="{colour}" stroke="#fff4dc" stroke-width="2.5" stroke-linejoin="round"'
        f' d="M{x - 16:g} {y - 19:g}h32v20c0 10-8 16-16 20-8-4-16-10-16-20z"/>'
    )


if __name__ == "__main__":
    main()
