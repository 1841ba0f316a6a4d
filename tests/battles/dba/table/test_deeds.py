"""Every button of a table battle says what it does."""

from pathlib import Path

import pytest
from django.utils import translation

from battles.dba.rules.system import DBA
from battles.dba.wording import DbaWording
from games import forms
from games.wording.generic import readable
from tests.engine.contract import check_contract

ROOT = Path(__file__).parents[4]


@pytest.mark.parametrize("setup", ["quick", "guided"])
def test_every_form_of_a_battle_has_a_button_that_names_its_deed(setup: str) -> None:
    wording = DbaWording(DBA.scenario(next(iter(DBA.scenarios()))))
    played = check_contract(
        DBA, 4, options={"setup": setup}, wild=50, every=50, avoid=("concede", "agree_draw")
    )
    rules = played.opening.rules
    states = [head.state for head in played.heads]
    kinds = {c.kind: c for state in states for seat in ("red", "blue") for c in rules.choices(state, seat)}
    assert len(kinds) > 12
    for kind, choice in kinds.items():
        for language in ("en", "it"):
            with translation.override(language):
                deed = forms.button_label_of(choice, wording)
            assert deed and deed != readable(kind) or kind in ("deploy", "fight", "shoot", "break_off")
            assert deed not in ("Do it", "Fallo")


def test_no_button_is_labelled_do_it() -> None:
    pages = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("static/**/*.js")]
    assert pages and not [page.name for page in pages if '"Do it' in page.read_text(encoding="utf-8")]
