"""Strides: entries as the reader may know them, each with its motions, in the order in which they are
animated. Successive legs of one piece's march are joined.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.utils.functional import SimpleLazyObject

from engine.journal import REWIND
from games import pages, plugins, services
from games.motion.values import KINDS, BattleShown, Milestone, Motion, PieceMove, Spot
from games.scene import StateBefore
from games.services import redacted_tables
from games.services.going_back.rewinding import table_at
from games.wording.narration import EntryText, describe_entries

READ = 80  # how many entries are loaded
SHOWN = 30  # maximum number of strides played at once; earlier ones are left to the chronicle
LINES = 3  # maximum number of sentences in one caption


@dataclass(frozen=True)
class Stride:
    """Motions that are animated together. ``own``: whether the reader's own move caused them."""

    seq: int
    turn: int | None
    lines: tuple[str, ...]
    dice: tuple[tuple[int, int], ...]
    motions: tuple[Motion, ...]
    own: bool = False

    @property
    def march(self) -> PieceMove | None:
        """The stride's march, if it consists of a single march, or None."""
        one = self.motions[0] if len(self.motions) == 1 else None
        return one if isinstance(one, PieceMove) else None


@dataclass(frozen=True)
class Reel:
    """The strides between two entries, each a group of motions that are animated together. ``earlier``:
    whether earlier strides were left out. ``places``: the map's places.
    """

    after: int
    until: int
    strides: tuple[Stride, ...]
    places: Mapping[str, Spot]
    earlier: bool = False


def since_own_move(at: pages.Scene) -> int:
    """Return the entry of the reader's latest move, or the latest entry if they have not moved recently."""
    for line in services.chronicle(at.table, at.eyes, limit=READ):
        if line.seat and line.seat in at.own_seats and line.reason == "player" and not line.undone:
            own: int = line.seq
            return own
    present: int = at.table.seq
    return present


def turn_began(at: pages.Scene) -> int:
    """Return the number of the last entry before the current turn. If the game has no turns, return the
    number of a recent entry.
    """
    ends = [seq for turn, seq in services.last_entries(at.table).items() if turn != at.table.turn]
    present: int = at.table.seq
    return max((seq for seq in ends if seq < present), default=max(present - READ, -1))


def reel(at: pages.Scene, after: int, until: int | None = None, *, turn: bool = False) -> Reel:
    """Return the strides after entry ``after``, up to entry ``until`` or to the present. ``turn``: whether to
    return only those of the first turn. Otherwise only the newest SHOWN strides are returned. Undone entries
    and rewinds are left out.
    """
    last = at.table.seq if until is None else min(until, at.table.seq)
    first = after + 1 if turn else max(after + 1, last - READ + 1)
    newest = min(last, first + READ - 1)
    lines = services.chronicle(at.table, at.eyes, READ, before_seq=newest + 1, after_seq=first - 1)[::-1]
    lines = [line for line in lines if not line.undone and line.kind != REWIND]
    if turn:
        lines = _of_one_turn(lines)
        newest = lines[-1].seq if lines else newest
    then = scene_before(at, first - 1)
    places = plugins.page(at.game.system).places(then)
    found = tuple(_join_legs(_strides(at, then, lines, ground=bool(places))))
    shown = found if turn else found[-SHOWN:]
    return Reel(first - 1, newest, shown, places, first > after + 1 or len(shown) < len(found))


def _of_one_turn(lines: Sequence[Any]) -> list[Any]:
    """Return the entries of the first turn. Entries before any turn count as part of it."""
    opened = next((line.turn for line in lines if line.turn is not None), None)
    return [line for line in lines if line.turn in (None, opened)]


def _strides(at: pages.Scene, then: pages.Scene, lines: Sequence[Any], *, ground: bool) -> Iterator[Stride]:
    """Yield a stride for each entry in ``lines``. ``then``: the scene before the first of them. ``ground``:
    whether the page has a map, in which case entries without motion are left out.
    """
    for line, motions, words in zip(
        lines, motions_of(at, lines, then), describe_entries(at, lines), strict=True
    ):
        own = line.reason == "player" and line.seat in at.own_seats
        stride = Stride(line.seq, line.turn, _lines_of(words), _dice(line), tuple(motions), own)
        if stride.motions or (stride.lines and not ground):
            yield stride


def motions_of(
    at: pages.Scene, lines: Sequence[Any], then: pages.Scene | None = None
) -> Sequence[Sequence[Motion]]:
    """Return the motions of each entry, oldest first. ``then``: the scene before the first entry."""
    then = replace(then or scene_before(at, lines[0].seq - 1), befores=_states_before(at, lines))
    return plugins.page(at.game.system).motions(then, [line.events for line in lines])


def _states_before(at: pages.Scene, lines: Sequence[Any]) -> dict[int, StateBefore]:
    page = plugins.page(at.game.system)
    wanted = {
        line.seq - 1: number
        for number, line in enumerate(lines)
        if line.seq and any(page.at_stake(event) for event in line.events)
    }
    if not wanted:
        return {}
    rules, told = at.table.rules, at.table.rules.hides_nothing or at.game.is_over
    return {
        wanted[seq]: StateBefore(rules.view(state, at.eyes), state if told else None)
        for seq, state in services.states_at(at.table, wanted)
    }


def scene_before(at: pages.Scene, after: int) -> pages.Scene:
    """Return the scene for a system's page as it was after an entry. Its view is built on demand."""
    view: Any = SimpleLazyObject(lambda: table_at(at.table, after).view(at.eyes))
    return replace(at, table=redacted_tables.redact_table(at.table, at.seat, at.eyes, view, ()), view=view)


def _lines_of(entry: EntryText) -> tuple[str, ...]:
    lines = tuple(str(line) for line in entry.lines)
    return lines if len(lines) <= LINES else (*lines[: LINES - 1], lines[-1])


def _dice(line: Any) -> tuple[tuple[int, int], ...]:
    return tuple((roll["face"], roll["sides"]) for roll in line.rolls)


def _join_legs(found: Iterator[Stride]) -> Iterator[Stride]:
    waiting: Stride | None = None
    for one in found:
        joined = _join_pair(waiting, one) if waiting is not None else None
        if joined is None and waiting is not None:
            yield waiting
        waiting = joined or one
    if waiting is not None:
        yield waiting


def _join_pair(before: Stride, after: Stride) -> Stride | None:
    """Join two marches of the same piece, of which the second starts where the first ends. Return None for
    any other two strides.
    """
    first, second = before.march, after.march
    if first is None or second is None or first.piece != second.piece or first.way[-1] != second.way[0]:
        return None
    way = replace(second, way=(*first.way, *second.way[1:]))
    lines = tuple(dict.fromkeys((*before.lines, *after.lines)))
    return replace(after, lines=lines[-LINES:], dice=(*before.dice, *after.dice), motions=(way,))


# --- JSON for browsers --------------------------------------------------------------------------------------


def reel_json(found: Reel, at: pages.Scene, *, unasked: bool = False) -> dict[str, Any]:
    """Convert a reel to JSON. ``unasked``: whether to leave out the marches of the reader's own moves, which
    they have just seen.
    """
    shown = (_redact_own(one, ground=bool(found.places)) if unasked else one for one in found.strides)
    return {
        "after": found.after,
        "until": found.until,
        "last": at.table.seq,
        "earlier": found.earlier,
        "strides": [_stride(one, at, found.places) for one in shown if one is not None],
    }


def _redact_own(one: Stride, *, ground: bool) -> Stride | None:
    if not one.own:
        return one
    if not ground:  # without a map, the page itself shows the reader's own action
        return None
    more = tuple(motion for motion in one.motions if not isinstance(motion, PieceMove))
    return replace(one, motions=more) if more else None


def _stride(one: Stride, at: pages.Scene, places: Mapping[str, Spot]) -> dict[str, Any]:
    motions = [drawn for motion in one.motions if (drawn := _motion(motion, places)) is not None]
    return {
        "seq": one.seq,
        "turn": "" if one.turn is None else plugins.wording(at.game).turn(one.turn),
        "lines": _caption(one, places),
        "dice": one.dice,
        "motions": motions,
    }


def _caption(one: Stride, places: Mapping[str, Spot]) -> list[str]:
    """Return the caption of a stride. A march gets one line, battles get their results (at most LINES), and
    anything else gets the words of the chronicle.
    """
    march = one.march
    if march is not None and all(key in places for key in march.way):
        return [f"{march.piece}: {' → '.join(places[key].name for key in march.way)}"]
    fights = (motion.outcome for motion in one.motions if isinstance(motion, BattleShown) and motion.outcome)
    return list(dict.fromkeys(fights))[:LINES] or list(one.lines)


def _motion(motion: Motion, places: Mapping[str, Spot]) -> dict[str, Any] | None:
    """Return a motion as JSON with coordinates instead of places, or None if it is off the map. A battle or a
    milestone off the map is kept, with "" as its place.
    """
    found = {"kind": KINDS[type(motion)], **asdict(motion)}
    if isinstance(motion, PieceMove):
        way = [(places[key].x, places[key].y) for key in motion.way if key in places]
        return {**found, "way": way} if len(way) > 1 else None
    spot = places.get(motion.place)
    if spot is None:
        return {**found, "place": ""} if isinstance(motion, Milestone | BattleShown) else None
    return {**found, "place": spot.name, "at": (spot.x, spot.y)}
