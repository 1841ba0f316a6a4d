"""Which Duty carries on which frame."""

from __future__ import annotations

from campaigns.justinian.rules.battle.battle import BattleDuty
from campaigns.justinian.rules.battle.retreat import WithdrawDuty
from campaigns.justinian.rules.ground import frames as fr
from campaigns.justinian.rules.ground.duty import Duty
from campaigns.justinian.rules.ground.losses import LossesDuty
from campaigns.justinian.rules.march.duty import MarchDuty
from campaigns.justinian.rules.march.interception import InterceptDuty
from campaigns.justinian.rules.sea.naval import SeaCheckDuty, SeaFightDuty, SeaWithdrawDuty
from campaigns.justinian.rules.sea.sail import SailDuty
from campaigns.justinian.rules.segment.activation import BarbarianSegmentDuty
from campaigns.justinian.rules.segment.alliance import AllyUseDuty, BribingDuty
from campaigns.justinian.rules.segment.byzantine import ByzantineSegmentDuty
from campaigns.justinian.rules.segment.combined import OperationDuty
from campaigns.justinian.rules.segment.forts import LateFortDuty
from campaigns.justinian.rules.segment.tribes import PlaceTribeDuty
from campaigns.justinian.rules.setting_up.setup import SetUpDuty
from campaigns.justinian.rules.turn.arriving_leaders import NewLeaderDuty
from campaigns.justinian.rules.turn.levy import PlaceLevyDuty, RaiseArmyDuty
from campaigns.justinian.rules.turn.maintenance import MaintainDuty
from campaigns.justinian.rules.turn.replaced_leaders import ChangeLeadersDuty
from campaigns.justinian.rules.turn.revolts import NikaMarchDuty, SardiniaDuty
from campaigns.justinian.rules.turn.sequence import TurnDuty
from campaigns.justinian.rules.turn.treasuries import CaptureDuty
from campaigns.justinian.rules.turn.tzazon import TzazonDuty

DUTIES: dict[type, Duty] = {
    fr.SetUp: SetUpDuty(),
    fr.Turn: TurnDuty(),
    fr.Maintain: MaintainDuty(),
    fr.PlaceLevy: PlaceLevyDuty(),
    fr.RaiseArmy: RaiseArmyDuty(),
    fr.ChangeLeaders: ChangeLeadersDuty(),
    fr.Tzazon: TzazonDuty(),
    fr.NewLeader: NewLeaderDuty(),
    fr.BarbarianSegment: BarbarianSegmentDuty(),
    fr.PlaceTribe: PlaceTribeDuty(),
    fr.Bribing: BribingDuty(),
    fr.AllyUse: AllyUseDuty(),
    fr.ByzantineSegment: ByzantineSegmentDuty(),
    fr.LateFort: LateFortDuty(),
    fr.Operation: OperationDuty(),
    fr.NikaMarch: NikaMarchDuty(),
    fr.Sardinia: SardiniaDuty(),
    fr.March: MarchDuty(),
    fr.Sail: SailDuty(),
    fr.SeaCheck: SeaCheckDuty(),
    fr.SeaFight: SeaFightDuty(),
    fr.SeaWithdraw: SeaWithdrawDuty(),
    fr.Intercept: InterceptDuty(),
    fr.Battle: BattleDuty(),
    fr.Losses: LossesDuty(),
    fr.Withdraw: WithdrawDuty(),
    fr.Capture: CaptureDuty(),
}
