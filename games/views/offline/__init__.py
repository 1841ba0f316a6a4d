"""Pages for playing offline, and for choosing between conflicting versions."""
