"""Describe the entries of the chronicle."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.contract.promises import BROKEN, KEPT, OPEN
from engine.dice_record import pair_with_dice
from engine.game import GM, Facts, Power, SeatInfo
from engine.journal import ACTION, LAID
from games import plugins
from games.contract import Wording
from games.models import Entry, Game, Promise
from games.scene import Place, Scene
from games.services.fighting import battles
from games.services.going_back import consent
from games.services.history import USUAL, AmendmentRecord, Rewound
from games.services.people.treaties import News


@dataclass(frozen=True)
class Die:
    """A die in the chronicle, with a description of its purpose."""

    face: int
    sides: int
    source: str
    purpose: str
    rule: str


@dataclass(frozen=True)
class Sentence:
    """The description of an event, and its dice."""

    text: str
    dice: tuple[Die, ...] = ()

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class EntryText:
    """The description of an entry. ``all_dice`` are its dice in order, and ``dice`` are those that no
    sentence shows.
    """

    seq: int
    place: Place | None
    who: str
    reason: str
    created_at: Any
    lines: tuple[Sentence, ...]
    dice: tuple[Die, ...]
    all_dice: tuple[Die, ...]
    kind: str
    undone: bool
    silent: bool = False  # the entry caused no events
    covert: bool = False  # whether to hide the player who acted
    power: Power | None = None  # which of the seat's powers answered
    heading: str = ""  # the name of the turn, if the entry above belongs to another turn
    brought: bool = False  # uploaded from a device that played offline
    also: tuple[int, ...] = ()  # the entries right before this one with the same words

    @property
    def count(self) -> int:
        return 1 + len(self.also)


def describe_entries(at: Scene, entries: Sequence[Any]) -> tuple[EntryText, ...]:
    """Describe entries of the log for the chronicle of a scene."""
    wording, named = plugins.wording(at.game), plugins.page(at.game.system).names(at.table)
    before = [None, *(line.turn for line in entries)]
    rulings = _rulings(at.game, entries)
    return tuple(
        EntryText(
            line.seq,
            at.place(line.seat) if line.seat and line.reason != USUAL else None,
            line.actor,
            line.reason,
            line.created_at,
            *_lines(wording, named, line, ruled=line.seq in rulings),
            dice_of(wording.throw, line.rolls, wording.rule),
            line.kind,
            line.undone,
            line.silent,
            line.covert or line.reason == USUAL,  # hide who acted, also for a default that no person gave
            at.place(line.seat).leading(line.power) or _power_named(wording, line.power),
            turn_name(at.game, line.turn) if line.turn is not None and line.turn != last else "",
            line.brought,
        )
        for line, last in zip(entries, before, strict=False)
    )


def fold_lines(lines: Iterable[EntryText], news: Container[int] = ()) -> tuple[EntryText, ...]:
    """Merge consecutive decisions of one seat that had no effect into one line. The lines come newest first.
    Covert defaults without any effect are dropped. ``news``: entries that have more to report and keep a
    separate line.
    """
    found: list[EntryText] = []
    for line in lines:
        if line.reason == USUAL and _says_nothing(line) and not line.heading:
            continue  # an answer without a choice and without effect
        last = found[-1] if found else line
        alike = _author_key(last) == _author_key(line)
        quiet = not line.heading and last.seq not in news and line.seq not in news
        if found and alike and quiet and _says_nothing(line) and _says_nothing(last):
            found[-1] = replace(last, also=(*last.also, line.seq))
        else:
            found.append(line)
    return tuple(found)


def _author_key(line: EntryText) -> tuple[Any, ...]:
    return line.place, line.power, line.reason, line.brought


def _says_nothing(line: EntryText) -> bool:
    return line.silent and not (line.lines or line.all_dice or line.undone) and line.kind == ACTION


def _power_named(wording: Wording, power: str) -> Power | None:
    """Return a power with only its id and name, because its seat may have lost it since. Return None if no
    power is named ("").
    """
    return Power(power, wording.power(Power(power, ""))) if power else None


def _rulings(game: Game, lines: Iterable[Any]) -> Container[int]:
    answers = [line.seq for line in lines if line.reason == Entry.Reason.BATTLE]
    return battles.ruled_among(game, answers) if answers else ()


def _lines(
    wording: Wording, named: Callable[[str], str], line: Any, *, ruled: bool
) -> tuple[tuple[Sentence, ...], tuple[Die, ...]]:
    """Return the sentences of an entry, and the dice that no sentence shows."""
    if line.amended is not None:
        return tuple(Sentence(text) for text in describe_amendment(wording, line.amended)), ()
    if line.kind == LAID:
        return (Sentence(_("The position is set up: try things from here.")),), ()
    if line.rewound is not None:
        return tuple(Sentence(text) for text in describe_rewind(line.rewound)), ()
    worded = [
        (named(wording.event(event)), rolls) for event, rolls in pair_with_dice(line.events, line.rolls)[0]
    ]
    shown = [roll for text, rolls in worded if text for roll in rolls]
    rest = [roll for roll in line.rolls if not any(roll is one for one in shown)]
    told = tuple(
        _count_repeats(
            Sentence(text, dice_of(wording.throw, rolls, wording.rule)) for text, rolls in worded if text
        )
    )
    if line.quiet and not told and (said := wording.quiet(line.quiet, line.seat)):
        told = (Sentence(said),)
    if ruled:
        told += (Sentence(_("This result is a ruling of the game master.")),)
    return told, dice_of(wording.throw, rest, wording.rule)


def _count_repeats(told: Iterable[Sentence]) -> Iterator[Sentence]:
    """Yield the sentences of an entry. Consecutive equal sentences without dice become one with a count,
    such as "The Romans draw a card. × 4".
    """
    for sentence, repeats in groupby(told):
        number = len(tuple(repeats))
        if number > 1 and not sentence.dice:
            yield replace(sentence, text=f"{sentence.text} × {number}")
        else:
            yield from (sentence,) * number


def dice_of(
    throw: Callable[[str], str], rolls: Iterable[Facts], rule: Callable[[str], str] = str
) -> tuple[Die, ...]:
    """Convert stored rolls to dice of the chronicle. ``throw`` names the purpose of a roll, and ``rule`` a
    section of the rules.
    """
    return tuple(
        Die(r["face"], r["sides"], r.get("source", ""), throw(r["purpose"]), rule(r.get("rule", "")))
        for r in rolls
    )


def describe_rewind(it: Rewound) -> tuple[str, ...]:
    """Describe a rewind: who rewound, who agreed, how many dice were undone, and the reason."""
    who = _(it.who) if it.who and it.who != GM else _("The game master")
    to = {"who": who, "agreed": _agreed_names(it.agreed), "seq": it.to}
    match it.way:
        case consent.OWN:
            text = _("%(who)s undid their own moves, back to the position after move %(seq)d.") % to
        case consent.AGREED:
            text = (
                _("%(who)s asked to undo back to the position after move %(seq)d, and %(agreed)s agreed.")
                % to
            )
        case consent.LED:
            text = _("The game master, who isn't playing, went back to the position after move %(seq)d.") % to
        case consent.SOLO:
            text = _("%(who)s, the only player, went back to the position after move %(seq)d.") % to
        case consent.TABLE:
            text = _("Corrected at the table by %(who)s: back to the position after move %(seq)d.") % to
        case _:
            text = _("Back to the position after move %(seq)s.") % to
    if it.dice:
        taken = ngettext("%(n)d die was undone.", "%(n)d dice were undone.", it.dice) % {"n": it.dice}
        text = f"{text} {taken}"
    return (text, _("Reason: %(why)s") % {"why": it.why}) if it.why else (text,)


@dataclass(frozen=True)
class FactChange:
    """The description of a corrected fact."""

    what: str
    before: str
    after: str

    def __str__(self) -> str:
        return _("%(what)s: %(before)s → %(after)s.") % {
            "what": self.what,
            "before": self.before,
            "after": self.after,
        }


def describe_change(wording: Wording, change: Facts) -> FactChange:
    """Describe a change of a fact (engine.log.amending). If a new number replaces nothing, the old number
    counts as 0.
    """
    path, before, after = change["path"], change["from"], change["to"]
    if isinstance(after, int) and not isinstance(after, bool) and before is None:
        before = 0
    return FactChange(
        wording.fact(path, change.get("about", {})),
        wording.fact_value(path, before),
        wording.fact_value(path, after),
    )


def describe_amendment(wording: Wording, it: AmendmentRecord) -> tuple[str, ...]:
    """Describe an amendment: its author, the corrected facts, the reason and the objections."""
    who = _(it.who) if it.who and it.who != GM else _("The game master")
    to = {"who": who, "agreed": _agreed_names(it.agreed)}
    match it.way:
        case consent.AGREED:
            text = _("%(who)s, the game master, asked for a correction, and %(agreed)s agreed.") % to
        case consent.LED:
            text = _("The game master, who isn't playing, has corrected the position.")
        case _:
            text = _("%(who)s, the only player, has corrected the position.") % to
    told = [text, *(str(describe_change(wording, one)) for one in it.changes)]
    if it.hidden:
        told.append(
            _("Something hidden was corrected; what it was will be revealed when the game has ended.")
        )
    if it.why:
        told.append(_("Reason: %(why)s") % {"why": _close_sentence(it.why)})
    for one in it.objections:
        said = {"seat": _(one.seat), "who": one.name, "words": one.words}
        if one.name:
            told.append(_("%(seat)s (%(who)s) objects: “%(words)s”") % said)
        else:  # an imported game has no users
            told.append(_("%(seat)s objects: “%(words)s”") % said)
    return tuple(told)


def _close_sentence(text: str) -> str:
    """End a user's sentence with punctuation, since another sentence may follow it."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def _agreed_names(seats: Sequence[str]) -> str:
    known = {GM: _("the game master"), "campaign": _("a player of the campaign")}
    return get_text_list([known.get(seat) or _(seat) for seat in seats], _("and"))


def standing(game: Game) -> str:
    """Describe a game's score from its cached summary: the seats that are ahead, or other scores. The text is
    "" if the game has no scores.
    """
    scores: dict[str, int] = game.standing.get("scores", {})
    seats: dict[str, str] = game.standing.get("seats", {})
    if not scores:
        return ""
    wording = plugins.wording(game)
    if len(seats) < len(scores):
        return ", ".join(f"{wording.score(key)}: {wording.points(value)}" for key, value in scores.items())
    best = min(scores.values()) if wording.scores_are_losses else max(scores.values())
    ahead = [wording.seat(SeatInfo(key, seats[key], "", "")) for key, n in scores.items() if n == best]
    if len(ahead) == len(scores):
        return _("Nobody is ahead")
    return _("Ahead: %(names)s") % {"names": ", ".join(ahead)}


def describe_promise(at: Scene, row: Promise) -> str:
    """Describe a promise in a sentence."""
    said = plugins.wording(at.game).promise(row.kind, row.terms)
    names = {"by": at.place(row.by).name, "to": at.place(row.to).name, "what": said}
    return _("%(by)s promises %(to)s: %(what)s.") % names


def describe_news(at: Scene, item: News) -> str:
    """Describe a treaty event in the chronicle."""
    one, row = item.treaty, item.promise
    facts = {"one": at.place(one.seat).name, "other": at.place(one.to).name}
    if row is not None:
        facts = {"by": at.place(row.by).name, "to": at.place(row.to).name}
        facts["what"] = plugins.wording(at.game).promise(row.kind, row.terms)
        text = {
            OPEN: "",
            KEPT: _("%(by)s has kept a promise to %(to)s: %(what)s."),
            BROKEN: _("%(by)s has broken a promise to %(to)s: %(what)s."),
        }.get(row.status)
        if text is None and at.game.status == Game.Status.ABANDONED:
            text = _(
                "The game was ended without a result: a promise of %(by)s to %(to)s has lapsed, %(what)s."
            )
        elif text is None:
            text = _("A promise of %(by)s to %(to)s has lapsed with the game: %(what)s.")
        return " ".join((text % facts, describe_judgement(at, row))).strip()
    if item.what == "void":
        return _("The treaty of %(one)s and %(other)s is void: the game went back to before it.") % facts
    said = " ".join(describe_promise(at, row) for row in one.promises.all())
    if item.what == "revealed":
        told = at.place(one.revealed_by).name
        text = _("%(who)s reveals a secret treaty of %(one)s and %(other)s.") % {**facts, "who": told}
    else:
        text = _("%(one)s and %(other)s make a treaty.") % facts
    return f"{text} {said}"


def describe_judgement(at: Scene, row: Promise) -> str:
    """Name the player who declared a promise kept or broken, and the player who disputes it. The text is ""
    if the log decides.
    """
    if not row.settled_by:
        return ""
    other = row.to if row.settled_by == row.by else row.by
    names = {"who": at.place(row.settled_by).name, "other": at.place(other).name}
    if row.disputed:
        return _("According to %(who)s; %(other)s disputes it.") % names
    return _("According to %(who)s.") % names


def turn_name(game: Game, number: int) -> str:
    """The system's name for a turn."""
    return plugins.wording(game).turn(number)
