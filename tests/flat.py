"""Pages as people see them: line breaks in a template's source are invisible, and tests ignore them."""

from __future__ import annotations

import re

# White space at the edges of these elements is invisible; in the last three, inside too.
BLOCKS = (
    "header|footer|nav|section|article|aside|main|div|p|ul|ol|li|dl|dt|dd|table|thead|tbody|tfoot|tr|th|td|caption|"
    "figure|figcaption|form|fieldset|legend|details|summary|h1|h2|h3|h4|hr|br|option|datalist|title|"
    "g|path|rect|circle|use|polyline"
)
WITHIN = BLOCKS + "|button|select|svg"
UNSEEN = (
    (re.compile(r'<a class="term"[^>]*>([^<]*)</a>'), r"\1"),  # a term of the glossary reads like its words
    (re.compile(r"\s+"), " "),
    (re.compile(r" (/?>)"), r"\1"),
    (re.compile(r" ?(<input type=\"hidden\"[^>]*>) ?"), r"\1"),
    (re.compile(rf" (?=<(?:{BLOCKS})\b|</(?:{WITHIN})>)"), ""),
    (re.compile(rf"(</(?:{BLOCKS})>|<(?:{WITHIN})\b[^<>]*>) "), r"\1"),
)


def flat(page: str) -> str:
    """Return HTML with one space wherever a browser shows any, and none where it shows none. Links of terms
    are left out.
    """
    for blanks, instead in UNSEEN:
        page = blanks.sub(instead, page)
    return page
