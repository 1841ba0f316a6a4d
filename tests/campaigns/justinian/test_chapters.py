"""Every handler of a decision is in a module of CHAPTERS, and every frame, action and event of the rules is
loaded.
"""

from __future__ import annotations

import ast
from pathlib import Path

from campaigns.justinian.rules.chapters import ACTIONS, CHAPTERS, EVENTS, ORDER_KINDS
from campaigns.justinian.rules.state.play import FRAMES
from engine.codec import tag_of
from engine.frames import FrameHandler

RULES = Path(__file__).resolve().parents[3] / "campaigns/justinian/rules"
BASES = {"Frame": FRAMES.kinds, "Action": ACTIONS, "Event": EVENTS}


def written() -> dict[str, set[str]]:
    """Return the names of frames, actions and events in all files, loaded or not."""
    found: dict[str, set[str]] = {base: set() for base in BASES}
    for path in RULES.rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            for base in node.bases if isinstance(node, ast.ClassDef) else ():
                if isinstance(base, ast.Name) and base.id in found:
                    found[base.id].add(node.name)  # type: ignore[union-attr]
    return found


def test_whatever_a_file_of_the_rules_defines_is_loaded_and_can_be_stored() -> None:
    for base, names in written().items():
        assert len(names) > 20, base
        assert {cls.__name__ for cls in BASES[base]} == names, base
    everything = [tag_of(cls) for known in BASES.values() for cls in known]
    assert len(set(everything)) == len(everything)


def test_every_duty_stands_in_a_chapter_and_all_but_two_frames_may_ask() -> None:
    handlers = [FRAMES[kind] for kind in FRAMES.kinds]
    assert {type(handler).__module__ for handler in handlers} <= {chapter.__name__ for chapter in CHAPTERS}
    # all but the turn and a sea battle
    assert sum(isinstance(handler, FrameHandler) for handler in handlers) == len(handlers) - 2


def test_every_standing_order_is_offered_once() -> None:
    assert [kind.decision for kind in ORDER_KINDS][:2] == ["bribe", "retreat_before"]
    assert sorted(kind.decision for kind in ORDER_KINDS) == sorted(FRAMES.orders)
