"""Play, host and study Lost Cities, Reiner Knizia's card game, and its standard-deck versions."""
