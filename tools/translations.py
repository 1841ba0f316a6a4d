"""Find texts without an Italian translation, and unused translations. The English text is the msgid."""

from __future__ import annotations

import io
import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import django
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo
from babel.messages.pofile import PoFileError, read_po, write_po

from config.catalogues import LANGUAGE, ROOT, BrokenCatalogue, catalogue_files
from tools.texts import Source, held_texts, sources

_PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[sdif]\b|\{\w*\}")

Key = tuple[str | None, str]  # context, msgid


@dataclass(frozen=True)
class Problem:
    """A text with a fault. ``where`` is the text's place (file:line), ``what`` the fault."""

    where: str
    msgid: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}: {self.msgid!r}"


def _read(po: Path) -> Catalog:
    try:
        with po.open("rb") as file:
            return read_po(file, locale=LANGUAGE, abort_invalid=True)
    except (PoFileError, ValueError) as error:
        raise BrokenCatalogue(f"{po}: {error}") from error


# --- checks ----------------------------------------------------------------------------------------------


@cache
def _django_keys() -> frozenset[Key]:
    found: set[Key] = set()
    for mo in Path(django.__file__).parent.glob(f"**/locale/{LANGUAGE}/LC_MESSAGES/django.mo"):
        with mo.open("rb") as file:
            found.update(_key(m) for m in read_mo(file) if m.id)
    return frozenset(found)


def _key(message: Message) -> Key:
    return (message.context or None, _first(message.id))


def _first(text: Any) -> str:
    return str(text[0] if isinstance(text, list | tuple) else text)


def problems(root: Path = ROOT) -> list[Problem]:
    """Return every text that would show English or a mistake to an Italian reader, and every unused
    translation.
    """
    found: list[Problem] = []
    known: dict[Key, tuple[str, str]] = {}
    marked = list(sources(root))
    used, of_rules = {(source.context, source.msgid) for source in marked} | _django_keys(), held_texts(root)
    for po in catalogue_files(root):
        catalogue, name = _read(po), str(po.relative_to(root))
        found += [Problem(name, _first(m.id), "obsolete, remove it") for m in catalogue.obsolete.values()]
        for message in catalogue:
            if message.id:
                found += _problems_of(message, name)
                found += _clash(known, message, name)
                if _key(message) not in used and _first(message.id) not in of_rules:
                    where = f"{name}:{message.lineno}"
                    found.append(Problem(where, _first(message.id), "nobody is shown it, remove it"))
    return found + [Problem(s.where, s.msgid, "no Italian") for s in find_untranslated(known, marked)]


def find_untranslated(known: Container[Key], marked: Iterable[Source]) -> Iterator[Source]:
    """Yield each text that no catalogue contains, at its first place."""
    seen: set[Key] = set()
    for source in marked:
        key = (source.context, source.msgid)
        if key not in known and key not in seen and key not in _django_keys():
            seen.add(key)
            yield source


def has_italian(msgid: str, root: Path = ROOT) -> bool:
    """Return whether a catalogue has the text in any context."""
    return any(_first(m.id) == msgid for po in catalogue_files(root) for m in _read(po))


def untranslated_entries(prefixes: Iterable[str], root: Path = ROOT) -> str:
    """Return the untranslated texts of the files whose paths have one of these prefixes, as empty .po
    entries.
    """
    known = {_key(m) for po in catalogue_files(root) for m in _read(po) if m.id}
    empty = Catalog(locale=LANGUAGE)
    for source in find_untranslated(known, sources(root)):
        if source.where.startswith(tuple(prefixes)):
            path, line = source.where.rsplit(":", 1)
            msgid = (source.msgid, source.plural) if source.plural else source.msgid
            empty.add(msgid, locations=[(path, int(line))], context=source.context)
    written = io.BytesIO()
    write_po(written, empty, omit_header=True, width=0)
    return written.getvalue().decode()


def _problems_of(message: Message, name: str) -> Iterator[Problem]:
    where, msgid = f"{name}:{message.lineno}", _first(message.id)
    texts = [
        str(t) for t in (message.string if isinstance(message.string, list | tuple) else [message.string])
    ]
    if not all(texts):
        yield Problem(where, msgid, "empty translation")
    elif message.fuzzy:
        yield Problem(where, msgid, "fuzzy: check it and remove the flag")
    elif not _placeholders_agree(message.id, texts):
        yield Problem(where, msgid, f"placeholders differ from {' / '.join(texts)!r}")


def _placeholders_agree(msgid: Any, texts: Iterable[str]) -> bool:
    """Return whether a translation has the placeholders of the original. A singular form may leave out the
    number ("one fort").
    """
    ids = list(msgid) if isinstance(msgid, list | tuple) else [msgid]
    wanted = sorted(_PLACEHOLDER.findall(ids[-1]))
    *singular, last = texts
    fewer = all(set(_PLACEHOLDER.findall(t)) <= set(wanted) for t in singular)
    return fewer and sorted(_PLACEHOLDER.findall(last)) == wanted


def _clash(known: dict[Key, tuple[str, str]], message: Message, name: str) -> Iterator[Problem]:
    """Yield a problem if the same text has two different translations. A text with two meanings needs
    pgettext in the code.
    """
    text = _first(message.string)
    other, where = known.setdefault(_key(message), (text, name))
    if other != text and text:
        yield Problem(f"{name}:{message.lineno}", _first(message.id), f"{text!r} here, {other!r} in {where}")
