"""Campaigns begun under older rules continue; verify names the entries that newer rules judge differently."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from campaigns.justinian.rules.state.events import LeaderReturned
from campaigns.justinian.rules.state.progress import ByzantineSegment
from campaigns.justinian.rules.system import JUSTINIAN, JustinianRules, JustinianSystem
from engine.dice import Seeded, commitment
from engine.game import Step
from engine.journal import Head, Moment, Opening, begin, play, state_json, state_of, step_dice
from engine.log.audit import verify

SEED = b"a secret of thirty-two bytes....."


class RulesTwo(JustinianRules):
    """Older rules, which do not report where the leader of a disbanded army went."""

    def apply(self, state: Any, seat: str, action: Any, dice: Any) -> Step[Any]:
        step = super().apply(state, seat, action, dice)
        told = [n for n, event in enumerate(step.events) if not isinstance(event, LeaderReturned)]
        owners = tuple(told.index(n) if n in told else None for n in step.dice or ())
        return Step(step.state, tuple(step.events[n] for n in told), owners)


class SystemTwo(JustinianSystem):
    version = "2"

    def open(self, scenario: Any, options: Any) -> RulesTwo:
        return RulesTwo(super().open(scenario, options).setting)


def opening(system: Any) -> Opening:
    options = {"setup": "suggested", "bot": "first"}
    return Opening("old", system, JUSTINIAN.scenario("justinian"), options, commitment(SEED))


def answer(game: Opening, head: Head[Any], action: Any = None) -> Moment[Any]:
    """Answer the pending decision with this action, or else as the bot would."""
    (decision,) = game.rules.pending(head.state)
    chosen = action or game.system.codec.write(
        game.rules.bot(head.state, decision.seat, Seeded(b"bots", "old", head.step))
    )
    return play(game, head, decision.seat, chosen, step_dice(game, head, SEED))


def disbanded(game: Opening) -> tuple[list[Any], Head[Any]]:
    """Play Byzantium's first segment, in which the army of Illyricum marches and is disbanded. Return the
    entries and the new position.
    """
    moment = begin(game, step_dice(game, None, SEED))
    entries = [moment.entry]
    while game.rules.pending(moment.head.state)[0].kind != "byzantine_segment":
        moment = answer(game, moment.head)
        entries.append(moment.entry)
    for action in ({"kind": "activate_army", "army": "illyricum"}, {"kind": "disband"}):
        moment = answer(game, moment.head, action)
        entries.append(moment.entry)
    return entries, moment.head


def test_verify_blames_the_newer_rules_and_nobody_else() -> None:
    entries, _ = disbanded(opening(SystemTwo()))
    assert verify(opening(SystemTwo()), entries, SEED).ok
    found = verify(opening(JUSTINIAN), entries, SEED).difference
    assert found is not None
    assert (found.seq, found.what, found.newer_rules) == (entries[-1].seq, "events", True)
    assert not found.tampering


def test_a_game_of_older_rules_goes_on_from_its_state() -> None:
    _, head = disbanded(opening(SystemTwo()))
    newer = opening(JUSTINIAN)
    for _ in range(20):
        head = answer(newer, head).head
    assert head.step > 20


def test_a_segment_stored_before_forts_could_wait_is_read() -> None:
    newer = opening(JUSTINIAN)
    head = begin(newer, step_dice(newer, None, SEED)).head
    state = replace(head.state, stack=(*head.state.stack[:-1], ByzantineSegment("done", fort=True)))
    written: Any = state_json(newer, state)
    del written["stack"][-1]["later"]
    assert state_of(newer, written) == state
