"""Text in and out: cards, actions and match records."""
