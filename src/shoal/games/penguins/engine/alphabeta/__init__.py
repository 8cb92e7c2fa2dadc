"""Two players: alpha-beta search with a transposition table."""
