"""Tables: live matches with people and bots in their seats, kept as logs of events."""
