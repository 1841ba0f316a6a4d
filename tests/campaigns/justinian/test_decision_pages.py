"""A campaign's page offers only possible answers to a decision, the likelier one first."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from campaigns.justinian.rules.march.forts import LateFort
from campaigns.justinian.rules.scenario.loading import builtin
from campaigns.justinian.rules.segment.alliance import Bribing
from campaigns.justinian.rules.state.progress import BarbarianSegment, ByzantineSegment, March
from campaigns.justinian.rules.state.state import State
from campaigns.justinian.rules.turn.maintenance import Maintain
from campaigns.justinian.rules.turn.new_armies import RaiseArmy
from campaigns.justinian.wording import lookup
from campaigns.justinian.wording.names import Names
from campaigns.justinian.wording.registry import ALL
from engine.game import Decision
from games import services
from games.pages import in_words
from tests.campaigns.justinian.players import play, rules
from tests.campaigns.justinian.stored import page, stored

NAMES = Names(builtin())
pytestmark = pytest.mark.django_db


def bribing(gold: int) -> Any:
    def change(state: State) -> State:
        return replace(state, gold=gold, stack=(*state.stack, Bribing("franks")))

    return stored(change)


@pytest.mark.parametrize("gold", [0, 2])
def test_6_32_a_bribe_out_of_reach_is_answered_by_one_press(gold: int) -> None:
    told = page(bribing(gold), "byzantium")
    form = re.search(r'<form [^>]*id="act-.*?</form>', told, re.DOTALL)
    assert form is not None
    assert '<input type="hidden" name="f-gold" value="0">' in form[0] and 'type="radio"' not in form[0]
    assert "No bribe: roll for the alliance" in form[0]
    assert f"The treasury holds {gold} G" in told
    assert "There is nothing to choose: the treasury is too small for a bribe." in form[0]


def test_6_32_a_bribe_within_reach_is_chosen_among_the_sums_the_treasury_has() -> None:
    told = page(bribing(8), "byzantium")
    assert re.findall(r'name="f-gold" value="(\d+)"', told) == ["0", "3", "6"]
    assert "6 G (+10%)" in told and "9 G (+10%)" not in told


def test_5_2_what_is_missing_in_the_treasury_has_a_minus_sign() -> None:
    told = page(stored(lambda state: replace(state, gold=0, debt=200)), "byzantium")
    budget = told[told.index('id="fold-budget"') : told.index('id="fold-revenue"')]
    assert re.search(r"−\d+ G</span>", budget) and not re.search(r"-\d", budget)


def test_6_23_an_army_that_recruits_first_tells_with_how_many_dice() -> None:
    """The kings of Persia are in their box without troops: they raise 20 SP and three dice before they
    march.
    """

    segment = BarbarianSegment("unit", "select", "persia")
    game = stored(lambda state: replace(state, stack=(*state.stack, segment)))
    told = page(game, "barbarian", "?at=persia_box")
    form = told[told.index('id="acts"') : told.index("</section>", told.index('id="acts"'))]
    assert form.count("recruits 20 + 3 dice of SP when activated") == 2 and "0 SP" not in form
    # at the place on the map
    assert told.count("recruits 20 + 3 dice of SP when activated") > form.count("when activated")
    assert "20–47 (33.5)" in told and "Chosroes (20 + 3 dice)" in page(game, "barbarian", "?open=forces")
    italian = page(game, "barbarian", "?at=persia_box", language="it")
    assert "recluta 20 + 3 dadi di SP all'attivazione" in italian


def test_5_2_paying_most_names_only_who_is_not_paid() -> None:
    game = stored(lambda state: replace(state, gold=300, stack=(*state.stack, Maintain())))
    (choice,) = services.table(game).choices("byzantium")
    groups = [option.value for option in choice.fields[0].options]

    def words(paid: list[str], language: str = "en") -> str:
        with translation.override(language):
            return in_words(game, choice, {"kind": choice.kind, "groups": paid})

    assert words(groups) == "Pay these groups: all of them"
    assert words(groups, "it") == "Paga questi gruppi: tutti"
    left = [g for g in groups if g not in ("army:thrace", "frontier:scythia")]
    assert words(left) == "Pay these groups: all but Army of Thrace and frontier troops in Scythia"
    few = words(["army:thrace", "army:oriens"])
    assert few == "Pay these groups: Army of Thrace, Army of the East"
    assert 'id="advice"' in page(game, "byzantium", "?advice=1")


def waiting(game: Any, seat: str, language: str = "en") -> str:
    """Return the text that a waiting player reads on the page."""
    told = page(game, seat, language=language)
    section = told[told.index('id="next"') : told.index("</section>", told.index('id="next"'))]
    return " ".join(re.sub(r"<[^>]+>", " ", section.partition(">")[2]).split())


def test_who_waits_is_told_what_the_other_side_is_about() -> None:
    game = bribing(8)
    assert "Byzantium bruno offering a bribe to the Franks, or not" in waiting(game, "barbarian")
    assert "Bisanzio bruno offre oro ai Franchi, o no" in waiting(game, "barbarian", "it")
    assert "offering a bribe to the Franks" in waiting(game, "")  # a visitor sees the same board
    assert "Your move" in waiting(game, "byzantium") and "offering" not in waiting(game, "byzantium")


def test_every_decision_of_a_side_is_told_to_who_waits_and_tells_no_secret() -> None:
    """In whole games every decision has a sentence, which never names a leader still in the cup."""
    seen = set()
    for seed in (3, 5):
        for state, seat, _action, _step in play(rules(setup="free"), seed, "random", limit=500):
            (decision,) = rules().pending(state)
            if seat == "gm":
                continue
            seen.add(decision.kind)
            for language in ("en", "it"):
                with translation.override(language):
                    told = lookup.pending_text(decision, NAMES)
                    hidden = {NAMES.leader(leader) for leader in state.cup}
                    assert told and "%(" not in told and not any(name in told for name in hidden), told
    assert {"set_up", "barbarian_segment", "byzantine_segment", "march", "change_leaders"} <= seen
    assert {kind for kind, asked in ALL.decisions.items() if not asked.awaited} == {"battle"}


def test_a_question_asked_by_an_earlier_version_is_awaited_without_the_facts_it_lacks() -> None:
    """A pending decision stored by an earlier version, which lacks the number of segments in a turn, gets no
    description instead of an error.
    """
    facts = {"segment": 2, "segments": 5}
    asked = Decision("1", "byzantium", "byzantine_segment", None, "6.5", facts)
    assert lookup.pending_text(asked, NAMES) == "choosing what to do in segment 2 of 5"
    assert lookup.pending_text(replace(asked, facts={"segment": 2}), NAMES) == ""


def test_8_11_whom_to_attack_stands_before_where_to_march() -> None:
    def change(state: State) -> State:
        goths = replace(state.armies["athalaric"], at="dalmatia", sp=8)
        march = March("illyricum", "byzantium", 4)
        segments = (ByzantineSegment("done"), march)
        return replace(state, armies={**state.armies, "athalaric": goths}, stack=(*state.stack, *segments))

    game = stored(change)
    told = page(game, "byzantium")
    assert 0 < told.index('id="attack"') < told.index('id="march"') < told.index('id="acts"')
    assert told.count('name="kind" value="attack"') == 1
    assert "Il nemico è qui" in page(game, "byzantium", language="it")
    away = stored(lambda state: replace(change(state), armies=state.armies))
    assert 'id="attack"' not in page(away, "byzantium") and 'id="march"' in page(away, "byzantium")


@pytest.mark.parametrize(
    ("frame", "label", "italian"),
    [
        (LateFort(), "No fort", "Niente Forte"),
        (RaiseArmy(), "No new army", "Nessuna nuova armata"),
        (ByzantineSegment(), "Pass", "Passa"),
    ],
)
def test_a_pass_button_names_what_is_declined(frame: Any, label: str, italian: str) -> None:
    def change(state: State) -> State:
        segment = (ByzantineSegment("done"),) if isinstance(frame, LateFort) else ()
        return replace(state, gold=40, stack=(*state.stack, *segment, frame))

    game = stored(change)
    assert re.search(rf"<button[^>]*>{label}</button>", page(game, "byzantium"))
    assert re.search(rf"<button[^>]*>{italian}</button>", page(game, "byzantium", language="it"))


def test_8_21_detached_troops_that_retreat_name_their_province_once() -> None:
    asked = lookup.question("withdraw", {"unit": "detached:liguria:ostrogoths", "province": "liguria"})
    assert "%(province)s" not in asked and "%(unit)s" in asked
    assert "%(province)s" in lookup.question("withdraw", {"unit": "athalaric", "province": "liguria"})
