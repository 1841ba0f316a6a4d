"""Compute the cheat sheet from the odds of the combat rules. This module does not use Django."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from armies.dba.catalogue import catalogue
from armies.dba.roster import Roster
from battles.dba.rules.odds import odds
from battles.dba.rules.situation import Contender, Side, Situation
from battles.dba.rules.validate import mistakes

DEEP = frozenset({"Pk", "Wb", "Sp"})  # types that gain from a second rank of their type (section "support")


@dataclass(frozen=True)
class Kind:
    """A kind of element in one army. Elements of one kind fight alike. ``deep``: whether a second rank of
    the same type is behind them.
    """

    type: str
    code: str
    general: bool = False
    deep: bool = False
    count: int = 1

    def contender(self, going: str, charged: bool = False) -> Contender:
        return Contender(
            self.type,
            code=self.code,
            depth_mm=catalogue()[self.code].depth_mm,
            general=self.general,
            going=going,
            charged=charged,
            behind=self.type if self.deep else "",
        )


@dataclass(frozen=True)
class Cell:
    """The chances in one pairing, from the point of view of the army whose sheet it is."""

    kill: Fraction
    die: Fraction
    push: Fraction  # the chance that the enemy recoils or flees
    back: Fraction  # the chance that my element recoils or flees

    @property
    def balance(self) -> Fraction:
        """The rating of the pairing: the chance to kill minus the chance to die, plus a little for pushing
        the enemy back.
        """
        return self.kill - self.die + (self.push - self.back) / 6


@dataclass(frozen=True)
class Match:
    """An enemy element, with my best and worst matches against it in good going."""

    theirs: Kind
    best: Kind
    best_cell: Cell
    worst: Kind
    worst_cell: Cell


@dataclass(frozen=True)
class Row:
    mine: Kind
    cells: tuple[Cell | None, ...]  # None if the two kinds cannot fight each other


@dataclass(frozen=True)
class Sheet:
    mine: tuple[Kind, ...]
    theirs: tuple[Kind, ...]
    good: tuple[Row, ...]
    bad: tuple[Row, ...]
    shooting: tuple[Row, ...]  # my shooters against targets that do not shoot back
    shot_at: tuple[Row, ...]  # enemy shooters in rows, my kinds in columns, with the enemy's chances
    matches: tuple[Match, ...]


def kinds(roster: Roster, deep: bool) -> tuple[Kind, ...]:
    """Return the kinds of elements in an army, with one entry for each code. The general's element is a
    separate entry. ``deep``: whether to add entries for elements that have a second rank of their type behind
    them.
    """
    found: dict[tuple[str, bool], int] = {}
    for element in roster.elements:
        found[element.code, element.general] = found.get((element.code, element.general), 0) + 1
    result: list[Kind] = []
    for (code, general), count in found.items():
        kind = catalogue()[code].type
        result.append(Kind(kind, code, general, False, count))
        ranks = sum(n for (c, _), n in found.items() if catalogue()[c].type == kind)
        if deep and kind in DEEP and not general and ranks > 1:
            result.append(Kind(kind, code, False, True, count))
    return tuple(result)


def sheet(mine: Roster, theirs: Roster) -> Sheet:
    """Return the cheat sheet of ``mine`` against ``theirs``. It lists every pairing, fought frontally and
    with no neighbouring elements.
    """
    own, foes = kinds(mine, deep=True), kinds(theirs, deep=False)
    good = tuple(Row(k, tuple(close(k, foe, "good") for foe in foes)) for k in own)
    bad = tuple(Row(k, tuple(close(k, foe, "bad") for foe in foes)) for k in own)
    single = tuple(k for k in own if not k.deep)
    return Sheet(
        mine=single,
        theirs=foes,
        good=good,
        bad=bad,
        shooting=_shooters(own, foes),
        shot_at=_shooters(foes, single),
        matches=_matches(good, foes),
    )


def close(mine: Kind, foe: Kind, going: str) -> Cell | None:
    """Return the chances of a pairing in the given going, or None if it cannot happen. Knights are assumed
    to charge bows, because only then can bows kill them.
    """
    if going == "bad" and {mine.type, foe.type} & {"Art", "WWg"}:
        return None  # artillery and war wagons enter bad going only by road
    active: Side = "b" if mine.type in ("Art", "WWg") or (mine.type, foe.type) == ("Bw", "Kn") else "a"
    charge = (mine.type, foe.type) in (("Kn", "Bw"), ("Bw", "Kn"))
    a = mine.contender(going, charged=charge and mine.type == "Kn")
    b = foe.contender(going, charged=charge and foe.type == "Kn")
    return _cell(Situation("close", a, b, active))


def _shooters(shooters: tuple[Kind, ...], targets: tuple[Kind, ...]) -> tuple[Row, ...]:
    rows: list[Row] = []
    for kind in shooters:
        active: Side = "b" if kind.type == "Art" else "a"
        cells = tuple(
            _cell(Situation("shooting", kind.contender("good"), target.contender("good"), active))
            for target in targets
        )
        if any(cells) and not kind.deep:
            rows.append(Row(kind, cells))
    return tuple(rows)


def _cell(s: Situation) -> Cell | None:
    if mistakes(s):
        return None
    found = odds(s)

    def chance(side: Side, *fates: str) -> Fraction:
        return sum((found.chance(side, fate) for fate in fates), Fraction(0))

    return Cell(
        kill=chance("b", "destroyed", "surrender"),
        die=chance("a", "destroyed", "surrender"),
        push=chance("b", "recoil", "flee"),
        back=chance("a", "recoil", "flee"),
    )


def _matches(rows: tuple[Row, ...], foes: tuple[Kind, ...]) -> tuple[Match, ...]:
    found: list[Match] = []
    for i, foe in enumerate(foes):
        able = [(cell.balance, n, row.mine, cell) for n, row in enumerate(rows) if (cell := row.cells[i])]
        if able:
            best, worst = max(able, key=lambda x: x[:2]), min(able, key=lambda x: x[:2])
            found.append(Match(foe, best[2], best[3], worst[2], worst[3]))
    return tuple(found)
