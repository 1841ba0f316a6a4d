"""The stored data of games, one module per noun."""

from games.models.agreements.command import Command
from games.models.agreements.meeting import Fit, Meeting, MeetingWord, Proposal
from games.models.amendment import Amendment, Objection
from games.models.battlelink import BattleLink
from games.models.branch import Branch
from games.models.companion import Companion, TableCode
from games.models.decision import PendingDecision
from games.models.entry import Entry
from games.models.feed import Feed
from games.models.forecast import Forecast
from games.models.game import Game, Secret
from games.models.hook import Call, Hook
from games.models.invitation import Invitation
from games.models.letter import Letter, Reading
from games.models.messages.device import Device, Notification, PushKey
from games.models.messages.outbox import Outbox
from games.models.messages.wish import Pace, Topic, Wish
from games.models.naming import Naming
from games.models.observer import Observer
from games.models.plan import Plan
from games.models.powerrequest import Departure, PowerRequest
from games.models.reserve import Reserve
from games.models.rewindrequest import RewindRequest
from games.models.seat import Seat
from games.models.snapshot import Snapshot
from games.models.treaty import Promise, Treaty
from games.models.watch import Outage, Watch

__all__ = [
    "Amendment",
    "BattleLink",
    "Branch",
    "Call",
    "Departure",
    "PowerRequest",
    "Command",
    "Companion",
    "Device",
    "Entry",
    "Feed",
    "Fit",
    "Forecast",
    "Game",
    "Hook",
    "Invitation",
    "Letter",
    "Naming",
    "Meeting",
    "MeetingWord",
    "Notification",
    "Objection",
    "Observer",
    "Outage",
    "Outbox",
    "Pace",
    "PendingDecision",
    "Plan",
    "Promise",
    "Proposal",
    "PushKey",
    "Reading",
    "Reserve",
    "RewindRequest",
    "Seat",
    "Secret",
    "Snapshot",
    "TableCode",
    "Topic",
    "Treaty",
    "Watch",
    "Wish",
]
