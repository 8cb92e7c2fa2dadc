"""The games, one folder each; all that knows a game's rules lives there and nowhere else."""
