"""The engine of penguins, the strongest that we know how to build. `Engine` is the bot; `Settings` makes it weaker.

Two players, alpha-beta search:
    alphabeta/driver            iterative deepening, aspiration windows, threads, the principal variation
    alphabeta/search            the search once all penguins stand
    alphabeta/placement_search  the search while they are placed
    alphabeta/entry             what is kept of a position in the transposition table
    evaluation                  the static evaluation

Three and four players, Monte Carlo tree search (MCTS):
    mcts/search                 the tree, kept from move to move
    mcts/kernels                selection (UCB1), expansion, evaluation of a leaf, backup
    mcts/config                 how a tree is grown
    mcts/multiplayer_evaluation every seat's share of the win
    mcts/multiplayer_features   every seat's features, and seats that can meet no other any more

Both:
    bot, settings, levels       `Engine`, how well it plays, and the five levels (`levels.toml`)
    judge, marks.toml           what the searches say about steps, for the coach; which costs are mistakes
    searchers                   which search for how many players, and the `Thought` that comes of it
    time_control, warm_up       stopping in time; loading all compiled code
    features, weights.toml      what the evaluations look at, and what it is worth (`evaluation_weights`)
    territory                   who comes to which floe first
    solo_walk_kernel            exact values where seats can no longer meet
    transposition_table         of positions and of walks
    search_position             a position, and random playouts from there
    search_workspace            a search's counters, killer moves, history and move lists
    lookup_tables               what is known of a board and a deal
    move_generation             where penguins can slide

Neither: `rules_kernel`, all the rules, compiled, for the differential test against `state.py` and for perft.

Nothing is compiled or loaded before a bot first thinks; `warm_up()` does it when it suits.
"""

from shoal.games.penguins.engine.bot import Engine, warm_up
from shoal.games.penguins.engine.settings import Settings

__all__ = ["Engine", "Settings", "warm_up"]
