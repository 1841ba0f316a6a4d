"""The battle report as Markdown. Names that players entered are escaped, so they cannot become headings,
links or tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

_MARKS = re.compile(r"([\\`*_\[\]<>#|~&!])")
_BEGINS = re.compile(r"^([-+=]|\d+(?=[.)]))")  # a list item, a horizontal rule or the underline of a heading


def plain(text: Any) -> str:
    r"""Return the text on one line, escaped so that no character has a meaning in Markdown or HTML.

    >>> print(plain("[Attila](javascript:x) <b>\n# 1|2"))
    \[Attila\](javascript:x) \<b\> \# 1\|2
    >>> print(plain("- a list"), plain("1. list"), plain("https://evil.example"))
    \- a list 1\. list https\://evil.example
    """
    line = _MARKS.sub(r"\\\1", " ".join(str(text).split())).replace("://", "\\://")
    begins = _BEGINS.match(line)
    if begins is None:
        return line
    end = begins.end() if begins[0].isalnum() else 0
    return f"{line[:end]}\\{line[end:]}"


def report_markdown(title: str, told: dict[str, Any]) -> str:
    """Return the whole report in Markdown, ending with a newline."""
    return "\n".join(_lines(title, told)) + "\n"


def _lines(title: str, told: dict[str, Any]) -> Iterator[str]:
    yield f"# {plain(title)}"
    yield ""
    for text in told["ended"]:
        yield f"**{plain(text)}**"
    yield f"\n## {_('The armies')}\n"
    for side in told["sides"]:
        stand = side["standing"]
        yield f"### {plain(side['name'])}: {stand['total']}/{stand['breaks_at']} {_('lost')}\n"
        for one in side["elements"]:
            notes = [plain(note) for note in one["notes"]]
            if one["general"]:
                notes.insert(0, _("general"))
            yield f"- {one['number']}. {plain(one['code'])} {plain(one['name'])}" + (
                f" ({', '.join(notes)})" if notes else ""
            )
        yield ""
    if told["before"]:
        yield f"## {_('Before the battle')}\n"
        yield from (f"- {plain(text)}" for text in told["before"])
    for bound in told["bounds"]:
        heading = _("Bound %(n)s: %(army)s") % {"n": bound["number"], "army": plain(bound["army"])}
        yield f"\n## {heading}\n"
        for line in bound["lines"]:
            yield f"- {plain(line['text'])}"
            if line["combat"]:
                yield from _combat(line["combat"])
    yield f"\n## {_('Losses')}\n"
    red, blue = (plain(side["seat_name"]) for side in told["sides"][:2])
    yield f"| {_('Bound')} | {red} | {blue} |"
    yield "|--:|--:|--:|"
    yield from (f"| {bound} | {reds} | {blues} |" for bound, reds, blues in told["chart"]["table"])
    yield f"\n## {_('Luck')}\n"
    for one in told["luck"]:
        yield (
            "- "
            + _(
                "%(army)s: PIPs %(pips)s (%(pips_ahead)s against the mean), combat dice %(dice_ahead)s; "
                "destroyed %(kills)s (expected %(expected_kills)s), lost %(losses)s "
                "(expected %(expected_losses)s): %(sigmas)s standard deviations."
            )
            % {**one, "army": plain(one["army"])}
        )


def _combat(combat: dict[str, Any]) -> Iterator[str]:
    for side in combat["sides"]:
        lines = ", ".join(f"{line['value']} {plain(line['label'])}" for line in side["lines"])
        total = f"{lines}, +{side['die']} = {side['total']}"
        yield f"  - {plain(side['name'])}: {total} ({plain(side['fate_text'])})"
    for deed in combat["deeds"]:
        yield f"  - {plain(deed)}"
