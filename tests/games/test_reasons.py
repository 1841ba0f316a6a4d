"""An action that is not among the choices is refused with the rules' own reason, which a dry run finds. The
dry run rolls no die, leaves no trace and reveals no secret.
"""

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from engine import registry
from engine.dice import Dice, d6
from engine.game import Choices, Facts, IllegalAction, Step
from games.models import Game
from games.refusals import bound_refusal, illegal
from games.wording.refusal_text import word_refusal
from tests.engine.example.pieces import State
from tests.engine.example.system import FORDS, Fords, FordsRules
from tests.games.cast import HOLD, a_game, attack, do, stored

pytestmark = pytest.mark.django_db

Apply = Callable[[FordsRules, State, str, Any, Dice], Step[State]]


@dataclass(frozen=True)
class OddRules(FordsRules):
    """Rules of Three Fords that never offer the choice "hold". ``carry`` replaces the method that applies
    actions.
    """

    carry: Apply = field(default=FordsRules.apply)

    def choices(self, state: State, seat: str) -> Choices:
        return tuple(choice for choice in super().choices(state, seat) if choice.kind != "hold")

    def apply(self, state: State, seat: str, action: Any, dice: Dice) -> Step[State]:
        return self.carry(self, state, seat, action, dice)


class Odd(Fords):
    def __init__(self, carry: Apply) -> None:
        self.name, self.carry = f"odd-{uuid.uuid4()}"[:30], carry

    def open(self, scenario: Facts, options: Facts) -> OddRules:
        return OddRules(int(scenario["strength"]), 3, carry=self.carry)


def odd_game(owner: Any, carry: Apply = FordsRules.apply) -> Game:
    system = Odd(carry)
    registry.register(system)
    return a_game(owner, {"red": owner, "blue": "bot", "green": "bot"}, system=system.name)


def test_what_no_rule_forbids_is_refused_all_the_same_and_logged(owner, caplog):
    game = odd_game(owner)
    before = stored(game)
    with pytest.raises(IllegalAction, match="not_a_choice"):
        do(game, owner, "red", HOLD)
    assert "Hold of red is not offered, yet no rule forbids it" in caplog.text
    assert stored(game) == before


def test_rules_that_crash_on_an_unoffered_action_refuse_it(owner, caplog):
    def stumble(rules: FordsRules, state: State, seat: str, action: Any, dice: Dice) -> Step[State]:
        raise KeyError("nowhere")

    game = odd_game(owner, stumble)
    before = stored(game)
    with pytest.raises(IllegalAction, match="not_a_choice"):
        do(game, owner, "red", HOLD)
    assert "cannot be judged" in caplog.text
    assert stored(game) == before


def test_no_die_is_rolled_on_trial_and_none_that_people_typed_is_looked_at(owner):
    """A dry run stops before it rolls a die. Otherwise rules that refuse an action because of its die would
    reveal the next die.
    """

    def by_the_die(rules: FordsRules, state: State, seat: str, action: Any, dice: Dice) -> Step[State]:
        raise IllegalAction("2", "unlucky", face=d6(dice, "luck", "2", seat))

    game = odd_game(owner, by_the_die)
    with pytest.raises(IllegalAction) as refusal:
        do(game, owner, "red", HOLD)
    assert (refusal.value.code, refusal.value.facts) == ("not_a_choice", {})
    Game.objects.filter(pk=game.pk).update(dice_mode=Game.DiceMode.PHYSICAL)
    for faces in ([3], [9], None):
        with pytest.raises(IllegalAction, match="not_a_choice"):
            do(game, owner, "red", HOLD, faces=faces)


def test_the_reason_comes_before_the_dice(owner):
    """Nobody has to roll dice for a forbidden action."""
    game = a_game(owner, dice_mode=Game.DiceMode.VIRTUAL)
    Game.objects.filter(pk=game.pk).update(dice_mode=Game.DiceMode.PHYSICAL)
    with pytest.raises(IllegalAction, match="no_such_target"):
        do(game, owner, "red", attack("red"), faces=[])


def test_an_action_without_its_default_fields_is_accepted(owner):
    """If a field with a default is missing, the action is judged as it will be stored."""
    game = a_game(owner)
    assert do(game, owner, "red", {"kind": "hold"}).entry.action == FORDS.codec.write(FORDS.codec.read(HOLD))


# --- on the page ---


def act(client: Client, game: Game, data: dict[str, Any], **more: Any) -> Any:
    game.refresh_from_db()
    return client.post(reverse("game-act", args=[game.pk]), data, **more)


@pytest.mark.parametrize("target", ["red", "nobody"])
def test_a_form_and_a_program_are_told_the_same_reason_with_its_section(owner, target):
    game, client = a_game(owner), Client()
    client.force_login(owner)
    action = attack(target, camp="north" if target == "nobody" else "east")
    body = {"seat": "red", "seq": 0, "key": "k1", "action": action}
    told = act(client, game, body, content_type="application/json")
    assert told.status_code == 422
    code = "no_such_camp" if target == "nobody" else "no_such_target"
    assert (told.json()["code"], told.json()["rule"]) == (code, "2")
    fixed = {"kind": "attack", "fixed": f'{{"camp":"{action["camp"]}","target":"{target}"}}', "f-stake": "1"}
    page = act(client, game, {"seat": "red", "seq": 0, "key": "k2", **fixed})
    assert page.status_code == 422 and told.json()["text"] in page.content.decode()
    assert game.entries.count() == 1


def test_a_form_that_means_nothing_says_what_to_do(owner):
    game, client = a_game(owner), Client()
    client.force_login(owner)
    for fixed in ("no json", "[]", '{"camp":7}'):
        page = act(client, game, {"seat": "red", "seq": 0, "key": "k", "kind": "attack", "fixed": fixed})
        assert page.status_code == 422
        assert "do this now. Choose one of the actions on the page" in page.content.decode()


def test_refusals_shorten_long_values_that_were_sent(owner):
    game = a_game(owner)
    with pytest.raises(IllegalAction) as refusal:
        do(game, owner, "red", attack("blue", camp="x" * 5000))
    assert len(refusal.value.facts["camp"]) <= 81
    facts = bound_refusal(illegal("x", n=10**4000, many=list(range(999)), each={"a": "y" * 99})).facts
    assert facts["n"] == 10**9 and len(facts["many"]) == 20 and len(facts["each"]["a"]) == 81


# --- secrets ---


def test_a_reason_tells_nothing_of_the_hidden_orders_of_others(owner, rival):
    """Red gets the same reason whatever blue has ordered."""
    told = []
    for order in (HOLD, attack("green"), attack("red", 2, "west")):
        game = a_game(owner, {"red": owner, "blue": rival, "green": owner})
        do(game, rival, "blue", order)
        told.append(
            heard(game, owner, attack("red"), attack("blue", 99), {"kind": "stand", "withdraw": True})
        )
    assert told[0] == told[1] == told[2]
    assert [code for code, _facts, _text in told[0]] == ["no_such_target", "stake_not_there", "not_now"]


def heard(game: Game, user: Any, *actions: dict[str, Any]) -> list[Any]:
    """Return the responses that red gets when trying these actions."""
    found = []
    for action in actions:
        with pytest.raises(IllegalAction) as refusal:
            do(game, user, "red", action)
        with translation.override("en"):
            found.append((refusal.value.code, refusal.value.facts, word_refusal(refusal.value, game)))
    return found
