"""What is stored of games in progress. One noun a file."""

from games.models.battlelink import BattleLink
from games.models.decision import PendingDecision
from games.models.entry import Entry
from games.models.game import Game, Secret
from games.models.invitation import Invitation
from games.models.letter import Letter, Reading
from games.models.outbox import Outbox
from games.models.plan import Plan
from games.models.rewindrequest import RewindRequest
from games.models.seat import Seat
from games.models.snapshot import Snapshot
from games.models.watch import Outage, Watch

__all__ = [
    "BattleLink",
    "Entry",
    "Game",
    "Invitation",
    "Letter",
    "Outage",
    "Outbox",
    "PendingDecision",
    "Plan",
    "Reading",
    "RewindRequest",
    "Seat",
    "Secret",
    "Snapshot",
    "Watch",
]
