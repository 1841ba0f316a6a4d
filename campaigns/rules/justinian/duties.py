"""Which Duty carries on which frame."""

from __future__ import annotations

from campaigns.rules.justinian import frames as fr
from campaigns.rules.justinian.activation import BarbarianSegmentDuty
from campaigns.rules.justinian.alliance import AllyUseDuty, BribingDuty
from campaigns.rules.justinian.arriving_leaders import NewLeaderDuty
from campaigns.rules.justinian.battle import BattleDuty
from campaigns.rules.justinian.byzantine import ByzantineSegmentDuty
from campaigns.rules.justinian.combined import OperationDuty
from campaigns.rules.justinian.duty import Duty
from campaigns.rules.justinian.forts import LateFortDuty
from campaigns.rules.justinian.interception import InterceptDuty
from campaigns.rules.justinian.levy import PlaceLevyDuty, RaiseArmyDuty
from campaigns.rules.justinian.losses import LossesDuty
from campaigns.rules.justinian.maintenance import MaintainDuty
from campaigns.rules.justinian.march_duty import MarchDuty
from campaigns.rules.justinian.naval import SeaCheckDuty, SeaFightDuty, SeaWithdrawDuty
from campaigns.rules.justinian.replaced_leaders import ChangeLeadersDuty
from campaigns.rules.justinian.retreat import WithdrawDuty
from campaigns.rules.justinian.revolts import NikaMarchDuty, SardiniaDuty
from campaigns.rules.justinian.sail import SailDuty
from campaigns.rules.justinian.sequence import TurnDuty
from campaigns.rules.justinian.setup import SetUpDuty
from campaigns.rules.justinian.treasuries import CaptureDuty
from campaigns.rules.justinian.tribes import PlaceTribeDuty
from campaigns.rules.justinian.tzazon import TzazonDuty

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
