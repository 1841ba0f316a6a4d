"""The interface of a rules system: the game, its pending decisions, its choices and its events.

A *system* (``System``) is a small object registered under a name. From a scenario and options it makes
*rules* (``Rules``): pure functions from state to state. Rules know nothing of databases or pages. This module
gathers everything that a rules author needs from :mod:`engine.contract`; only refusals are separate, in
:mod:`engine.refusals`.

Names of actions are imperative (``MoveArmy``), and names of events are in the past tense (``ArmyMoved``).
Both are frozen dataclasses that the system registers with its :class:`engine.codec.Codec`, which writes them
as ``{"kind": "move_army", ...}``.
"""

from __future__ import annotations

from engine.contract.battles import BattleReport as BattleReport
from engine.contract.battles import Force as Force
from engine.contract.battles import ForceUnit as ForceUnit
from engine.contract.battles import Muster as Muster
from engine.contract.battles import OpenBattle as OpenBattle
from engine.contract.battles import OwnChances as OwnChances
from engine.contract.battles import usual_end as usual_end
from engine.contract.bridge import ANYHOW as ANYHOW
from engine.contract.bridge import Bridge as Bridge
from engine.contract.decisions import GM as GM
from engine.contract.decisions import Choice as Choice
from engine.contract.decisions import Choices as Choices
from engine.contract.decisions import Decision as Decision
from engine.contract.decisions import free_promise as free_promise
from engine.contract.decisions import last_turn_field as last_turn_field
from engine.contract.facts import Fact as Fact
from engine.contract.fields import Field as Field
from engine.contract.fields import Given as Given
from engine.contract.fields import Many as Many
from engine.contract.fields import Number as Number
from engine.contract.fields import Option as Option
from engine.contract.fields import Pick as Pick
from engine.contract.fields import Share as Share
from engine.contract.fields import Word as Word
from engine.contract.promises import Breach as Breach
from engine.contract.promises import Promise as Promise
from engine.contract.rules import Rules as Rules
from engine.contract.seats import ASK_ME as ASK_ME
from engine.contract.seats import OrderKind as OrderKind
from engine.contract.seats import Power as Power
from engine.contract.seats import SeatInfo as SeatInfo
from engine.contract.steps import Outcome as Outcome
from engine.contract.steps import Step as Step
from engine.contract.steps import won_by as won_by
from engine.contract.system import Completed as Completed
from engine.contract.system import System as System
from engine.refusals import BadScenario as BadScenario
from engine.refusals import Facts as Facts
from engine.refusals import IllegalAction as IllegalAction
from engine.refusals import InvalidAction as InvalidAction
from engine.refusals import Json as Json
from engine.refusals import Mistake as Mistake
from engine.refusals import Refusal as Refusal
from engine.refusals import StaleAction as StaleAction
from engine.refusals import Unimaginable as Unimaginable
from engine.routes.paths import Leg as Leg
from engine.routes.paths import Path as Path
