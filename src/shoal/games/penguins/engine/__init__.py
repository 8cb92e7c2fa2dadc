"""The strongest player of penguins we know to build. `Engine` is the bot; `Settings` makes it weaker.

Two players, alpha-beta search: `alphabeta/` (`driver`: iterative deepening and threads; `search`: once all penguins
stand; `placement_search`: while they are placed; `entry`: what is kept of a position), `transposition_table`,
`evaluation` with the `features` it adds up.
Three and four players, Monte Carlo tree search: `mcts/` (`search`: the tree from move to move; `kernels`: selection,
expansion, backup; `multiplayer_evaluation`: every seat's share of the win; `multiplayer_features`: every seat's
features, and seats that no other can meet any more).
Both: `bot` (`Engine`), `settings`, `levels` and `levels.toml`, `searchers` (which search for how many players, and
the `Thought` that comes out), `time_control`, `warm_up`, `search_position` (a position, and random playouts),
`search_workspace` (counters and notes), `solo_walk_kernel` (the exact end where seats can no longer meet),
`evaluation_weights` and `weights.toml`, and below all `lookup_tables` and `move_generation`.
Neither: `rules_kernel`, all the rules, compiled, for the differential test against `state.py` and for perft.

Nothing is compiled or loaded before a bot first thinks; `warm_up()` does it when it suits.
"""

from shoal.games.penguins.engine.bot import Engine, warm_up
from shoal.games.penguins.engine.settings import Settings

__all__ = ["Engine", "Settings", "warm_up"]
