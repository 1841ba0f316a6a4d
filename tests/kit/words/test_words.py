"""Words shared by systems: sentences by code, and promises."""

from types import ModuleType

from engine.game import Choice, Decision, Refusal
from kit.words.chapters import ChapterWording
from kit.words.pledges import Pledge, PledgeWording


def a_chapter(**tables: object) -> ModuleType:
    chapter = ModuleType("chapter")
    vars(chapter).update(tables)
    return chapter


class Told(ChapterWording):
    chapters = (
        a_chapter(EVENTS={"lost": lambda event, army: f"{army} loses {event['n']}"}),
        a_chapter(CHOICES={"go": lambda choice: "Go on"}, KINDS={"act": lambda: "acting"}),
    )

    def event_values(self) -> tuple[str, ...]:
        return ("Rome",)


def test_a_sentence_is_found_in_the_chapter_that_has_it() -> None:
    words = Told()
    assert words.event({"kind": "lost", "n": 3}) == "Rome loses 3"
    assert words.choice(Choice("go")) == "Go on"
    assert words.decision_for_others(Decision("1", "red", "act", None)) == "acting"


def test_what_no_chapter_says_is_said_in_readable_words() -> None:
    words = Told()
    assert words.choice(Choice("stay_there")) == "Stay there"
    assert words.refusal(Refusal("1", "too_far")) == "Too far"
    assert words.decision_kind("stay_there") == "Stay there"


class Pledged(PledgeWording):
    pledges = {"gold": Pledge("Gold", "%(n)s gold", "You say so.")}

    def pledge_terms(self, terms: dict[str, int]) -> dict[str, int]:  # type: ignore[override]
        return {"n": terms["gold"]}


def test_a_promise_is_said_with_its_terms_and_free_words_as_ever() -> None:
    words = Pledged()
    assert words.pledge("gold", {"gold": 7, "until": 3}) == "7 gold"
    assert (words.pledge_title("gold"), words.pledge_help("gold")) == ("Gold", "You say so.")
    assert "come" in words.pledge("words", {"words": "I come"})
