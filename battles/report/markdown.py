"""The battle report as Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _


def written(title: str, told: dict[str, Any]) -> str:
    """A whole report; ends with a line feed."""
    return "\n".join(_lines(title, told)) + "\n"


def _lines(title: str, told: dict[str, Any]) -> Iterator[str]:
    yield f"# {title}"
    yield ""
    for text in told["ended"]:
        yield f"**{text}**"
    yield f"\n## {_('The armies')}\n"
    for side in told["sides"]:
        stand = side["standing"]
        yield f"### {side['name']}: {stand['total']}/{stand['breaks_at']} {_('lost')}\n"
        for one in side["elements"]:
            notes = [str(note) for note in one["notes"]]
            if one["general"]:
                notes.insert(0, _("general"))
            yield f"- {one['number']}. {one['code']} {one['name']}" + (
                f" ({', '.join(notes)})" if notes else ""
            )
        yield ""
    if told["before"]:
        yield f"## {_('Before the battle')}\n"
        yield from (f"- {text}" for text in told["before"])
    for bound in told["bounds"]:
        heading = _("Bound %(n)s: %(army)s") % {"n": bound["number"], "army": bound["army"]}
        yield f"\n## {heading}\n"
        for line in bound["lines"]:
            yield f"- {line['text']}"
            if line["combat"]:
                yield from _combat(line["combat"])
    yield f"\n## {_('Losses')}\n"
    yield f"| {_('Bound')} | {told['sides'][0]['seat_name']} | {told['sides'][1]['seat_name']} |"
    yield "|--:|--:|--:|"
    yield from (f"| {bound} | {red} | {blue} |" for bound, red, blue in told["chart"]["table"])
    yield f"\n## {_('Luck')}\n"
    for one in told["luck"]:
        yield (
            "- "
            + _(
                "%(army)s: PIPs %(pips)s (%(pips_ahead)s against the mean), combat dice %(dice_ahead)s; "
                "destroyed %(kills)s (expected %(expected_kills)s), lost %(losses)s "
                "(expected %(expected_losses)s): %(sigmas)s standard deviations."
            )
            % one
        )


def _combat(combat: dict[str, Any]) -> Iterator[str]:
    for side in combat["sides"]:
        lines = ", ".join(f"{line['value']} {line['label']}" for line in side["lines"])
        yield f"  - {side['name']}: {lines}, +{side['die']} = {side['total']} ({side['fate_text']})"
    for deed in combat["deeds"]:
        yield f"  - {deed}"
