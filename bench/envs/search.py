"""OpenSpiel's own searches on our games, unchanged: do they beat random play?

    python -m bench.envs.search GAME [--simulations 20] [--games 20] [--parameters "target=10"] [--seed 1]

Games in which seats know the same are searched by `MCTSBot`, others by `ISMCTSBot`, which draws what is hidden from
what the seat has seen; both with one random playout for each evaluation. The search plays one seat, each in turn.
"""

import argparse
import math
import sys
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from rich.console import Console
from rich.progress import track

import shoal.envs.openspiel  # noqa: F401


def searcher(game: Any, simulations: int, random_state: np.random.RandomState) -> Any:
    """The search of OpenSpiel that fits the game."""
    evaluator = mcts.RandomRolloutEvaluator(1, random_state)
    if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        return mcts.MCTSBot(game, math.sqrt(2), simulations, evaluator, random_state=random_state)
    return ismcts.ISMCTSBot(game, evaluator, math.sqrt(2), simulations, random_state=random_state)


def play(game: Any, bot: Any, seat: int, random_state: np.random.RandomState) -> float:
    """One game of the bot at a seat, random play at the others: its utility."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(outcomes[random_state.choice(len(outcomes), p=np.array(odds) / sum(odds))])
        elif state.current_player() == seat:
            state.apply_action(bot.step(state))
        else:
            state.apply_action(random_state.choice(state.legal_actions()))
    return float(state.returns()[seat])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="penguins, smallfry, fishtank_in_turn")
    parser.add_argument("--simulations", type=int, default=20)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--parameters", default="", help="of the game, as OpenSpiel writes them")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = pyspiel.load_game(f"python_shoal_{given.game}({given.parameters})")
    random_state, players = np.random.RandomState(given.seed), game.num_players()
    bot = searcher(game, given.simulations, random_state)
    shares = []
    for number in track(range(given.games), "playing", console=Console(stderr=True)):
        worth = play(game, bot, number % players, random_state)
        shares.append((worth * (players - 1) + 1) / players)
    mean, wide = float(np.mean(shares)), 1.96 * float(np.std(shares)) / math.sqrt(len(shares))
    print(
        f"{game}: {type(bot).__name__} with {given.simulations} simulations wins {100 * mean:.1f} % of {given.games} "
        f"games against random play ({100 * (mean - wide):.1f}–{100 * min(1.0, mean + wide):.1f})"
    )
    return 0 if mean - wide > 1 / players else 1


if __name__ == "__main__":
    sys.exit(main())
