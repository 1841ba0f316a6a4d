"""Pages as people see them: line breaks in a template's source are not shown, and not tested."""

from __future__ import annotations

import re

# White space at the edge of these is invisible; within the last three, too.
BLOCKS = (
    "header|footer|nav|section|article|aside|main|div|p|ul|ol|li|dl|dt|dd|table|thead|tbody|tfoot|tr|th|td|caption|"
    "figure|figcaption|form|fieldset|legend|details|summary|h1|h2|h3|h4|hr|br|option|datalist|title|"
    "g|path|rect|circle|use|polyline"
)
WITHIN = BLOCKS + "|button|select|svg"
UNSEEN = (
    (re.compile(r"\s+"), " "),
    (re.compile(r" (/?>)"), r"\1"),
    (re.compile(r" ?(<input type=\"hidden\"[^>]*>) ?"), r"\1"),
    (re.compile(rf" (?=<(?:{BLOCKS})\b|</(?:{WITHIN})>)"), ""),
    (re.compile(rf"(</(?:{BLOCKS})>|<(?:{WITHIN})\b[^<>]*>) "), r"\1"),
)


def flat(page: str) -> str:
    """HTML with one blank where a browser shows one, and none where it shows none."""
    for blanks, instead in UNSEEN:
        page = blanks.sub(instead, page)
    return page
