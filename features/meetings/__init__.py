"""Appointments for battles: players propose times, answer, and agree on one."""
