"""Three and four players: Monte Carlo tree search (MCTS)."""
