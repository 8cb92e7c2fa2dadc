"""Environments for learning programs: PettingZoo, Gymnasium and OpenSpiel, as thin adapters.

    import shoal.envs.pettingzoo    # pettingzoo.make("aec", "shoal/penguins-v0", players=3)
    import shoal.envs.gymnasium     # gymnasium.make("shoal/penguins-v0", opponents="perch")
    import shoal.envs.openspiel     # pyspiel.load_game("python_shoal_penguins(players=3)")

Each import registers every installed game that has an encoding (`shoal.core.encoding`), under its version. Each is an
extra, and nothing is loaded before it is asked for. Start reading with `episode.py`; OpenSpiel has trees of its own.
"""
