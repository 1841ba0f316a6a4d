"""JSON from outside is limited in size."""

from __future__ import annotations

import pytest

from engine.documents import TooBig, read


@pytest.mark.parametrize("document", ['"àèì"', '"àèì"'.encode()])
def test_the_limit_counts_bytes_of_texts_too(document: str | bytes) -> None:
    assert read(document, 8) == "àèì"
    with pytest.raises(TooBig, match="more than 7 bytes"):
        read(document, 7)
