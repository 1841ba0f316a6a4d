"""The test game Three Fords, with a bot that thinks for ever and never decides."""

from engine.dice import Dice
from engine.game import Facts
from tests.engine.example.system import Fords, FordsRules


class HangingRules(FordsRules):
    def bot(self, state: object, seat: str, dice: Dice) -> object:
        while True:
            pass


class Hanging(Fords):
    name = "hanging"

    def open(self, scenario: Facts, options: Facts) -> FordsRules:
        rules = super().open(scenario, options)
        return HangingRules(rules.strength, rules.rounds)


HANGING = Hanging()
