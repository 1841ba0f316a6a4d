"""Game services for pages, jobs and commands. Only services write to the database."""

from games.services.clock.auto_answers import answer_due, catch_up, sweep
from games.services.clock.deadlines import adjust_to_rest, extend_deadline, pause, resume
from games.services.clock.pace import set_pace
from games.services.correspondence import letters_for
from games.services.creation import create_game
from games.services.fighting.battles import left_to_bots
from games.services.fighting.bot_battles import fight_out
from games.services.fighting.rulings import (
    confirm_battle,
    dispute_battle,
    fight_anew,
    fight_oneself,
    fight_with,
    leave_to_programs,
    leave_to_table,
    link_for,
    report_battle,
    rule_battle,
)
from games.services.going_back.requests import answer_back, ask_back, withdraw_back
from games.services.going_back.rewinding import head_at, rewind, rewind_points, states_at
from games.services.going_back.taking_back import own_steps, undo_moves
from games.services.history import Line, chronicle, events_before, last_entries, turns
from games.services.leading import abandon, change_settings, start
from games.services.leaving import hand_over
from games.services.messages import send as send_messages
from games.services.people.habits import habits, note_visit
from games.services.planning import SentPlan, drop_plan, plan_for, rehearse_actions, send_plan, write_plan
from games.services.proof.audit import (
    export_game,
    fingerprint,
    import_game,
    verdict_json,
    verify_export,
    verify_game,
)
from games.services.proof.chance import revealed_seed
from games.services.seating import (
    MOST_DAYS,
    MOST_USES,
    accept,
    add_orders,
    invitation_for,
    invite,
    invite_person,
    leave_seat,
    revoke,
    set_bot,
    take_seat,
    write_orders,
)
from games.services.steps import StepResult, submit
from games.services.tables import LiveGame, opening_of, system_named, table

__all__ = [
    "MOST_DAYS",
    "MOST_USES",
    "Line",
    "SentPlan",
    "StepResult",
    "LiveGame",
    "abandon",
    "accept",
    "add_orders",
    "answer_back",
    "answer_due",
    "ask_back",
    "catch_up",
    "change_settings",
    "chronicle",
    "confirm_battle",
    "create_game",
    "dispute_battle",
    "export_game",
    "drop_plan",
    "extend_deadline",
    "fight_anew",
    "fight_oneself",
    "fight_out",
    "fight_with",
    "fingerprint",
    "hand_over",
    "events_before",
    "habits",
    "head_at",
    "import_game",
    "invitation_for",
    "invite",
    "invite_person",
    "last_entries",
    "leave_seat",
    "leave_to_programs",
    "leave_to_table",
    "left_to_bots",
    "adjust_to_rest",
    "letters_for",
    "link_for",
    "note_visit",
    "pause",
    "plan_for",
    "report_battle",
    "resume",
    "revealed_seed",
    "revoke",
    "rewind",
    "rewind_points",
    "rule_battle",
    "send_messages",
    "send_plan",
    "set_bot",
    "set_pace",
    "start",
    "states_at",
    "submit",
    "sweep",
    "system_named",
    "opening_of",
    "own_steps",
    "table",
    "undo_moves",
    "take_seat",
    "rehearse_actions",
    "turns",
    "verdict_json",
    "verify_export",
    "verify_game",
    "withdraw_back",
    "write_orders",
    "write_plan",
]
