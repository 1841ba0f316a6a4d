"""The chronicle says only once what applies to several entries in a row."""

from games.wording.narration import EntryText, Sentence, fold_lines


def line(seq: int, place: str = "red", **more: object) -> EntryText:
    fields = {"silent": True, "lines": (), "heading": "", "reason": "player", "undone": False, **more}
    lines = fields.pop("lines")
    return EntryText(seq, place, "Anna", fields.pop("reason"), None, lines, (), (), "action", **fields)  # type: ignore[arg-type]


def seqs(lines: tuple[EntryText, ...]) -> list[list[int]]:
    return [[one.seq, *one.also] for one in lines]


def test_decisions_of_one_seat_of_which_nothing_came_are_one_line() -> None:
    told = [line(9, silent=False, lines=(Sentence("Marches."),)), line(8), line(7), line(6), line(5, "blue")]
    found = fold_lines(told)
    assert seqs(found) == [[9], [8, 7, 6], [5]] and found[1].count == 3


def test_different_entries_are_not_folded_together() -> None:
    told = [line(9), line(8, heading="Turn 2"), line(7, undone=True), line(6, reason="bot"), line(5)]
    assert seqs(fold_lines(told)) == [[9], [8], [7], [6], [5]]
    assert seqs(fold_lines([line(3), line(2), line(1)], news={2: "kept"})) == [[3], [2], [1]]
