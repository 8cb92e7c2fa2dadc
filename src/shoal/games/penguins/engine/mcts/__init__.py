"""Three and four players: Monte Carlo tree search (MCTS).

`search` keeps the tree from move to move, `kernels` grows it (selection by UCB1, expansion, evaluation of the leaf,
backup), `config` says how. `multiplayer_evaluation` turns a position into every seat's share of the win, from the
features of `multiplayer_features` or from territory alone. It works for two players too, as a baseline
(`bench/penguins_baselines.py`).
"""
