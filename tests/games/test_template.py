"""One template for every game: if you know one game's folder, you know them all."""

from pathlib import Path
from typing import Final

import pytest

from shoal.core import find_game

GAMES: Final = Path(find_game("penguins").folder).parent
NAMES: Final = ("penguins", "smallfry", "fishtank")

#: The files that each game has.
TEMPLATE: Final = {
    "RULES.cs.md",
    "RULES.fr.md",
    "RULES.md",
    "__init__.py",
    "bots.py",
    "encoding.py",
    "engine/__init__.py",
    "engine/bot.py",
    "engine/levels.py",
    "engine/judge.py",
    "engine/levels.toml",
    "engine/marks.toml",
    "engine/rules_kernel.py",
    "engine/settings.py",
    "engine/warm_up.py",
    "explain.py",
    "game.py",
    "locales/cs.po",
    "locales/fr.po",
    "log_lines.py",
    "notation.py",
    "options.py",
    "page/__init__.py",
    "page/art.html",
    "page/cover.svg",
    "page/pad.css",
    "page/pad.html",
    "page/pad.py",
    "page/pad_leaf.py",
    "page/pad_paper.html",
    "page/pad_scene.py",
    "page/picture.svg",
    "page/scene.py",
    "page/style.css",
    "page/table.html",
    "phase.py",
    "puzzles.jsonl",
    "puzzles.toml",
    "result.py",
    "state.py",
    "steps.py",
    "study.py",
    "terminal.py",
    "view.py",
    "words.py",
}
#: The files that two games have, because what they are for is in these two games alone.
SHARED: Final = {
    "pictures.py": {"smallfry", "fishtank"},  # cards as small pictures in the terminal
    "score_text.py": {"smallfry", "fishtank"},  # something written down that can be scored
    "scoring.py": {"smallfry", "fishtank"},  # points that are more than a count of fish
    "engine/rollouts.py": {"smallfry", "fishtank"},  # hidden cards: the engine plays imagined games to their end
}
#: The files that one game alone needs.
OWN: Final = {
    "penguins": {
        "agreed_finish.py",
        "board.py",
        "deal.py",
        "editions.toml",
        "engine/alphabeta/__init__.py",
        "engine/alphabeta/driver.py",
        "engine/alphabeta/entry.py",
        "engine/alphabeta/placement_search.py",
        "engine/alphabeta/search.py",
        "engine/evaluation.py",
        "engine/evaluation_weights.py",
        "engine/features.py",
        "engine/lookup_tables.py",
        "engine/mcts/__init__.py",
        "engine/mcts/config.py",
        "engine/mcts/kernels.py",
        "engine/mcts/multiplayer_evaluation.py",
        "engine/mcts/multiplayer_features.py",
        "engine/mcts/search.py",
        "engine/move_generation.py",
        "engine/search_position.py",
        "engine/search_workspace.py",
        "engine/searchers.py",
        "engine/solo_walk_kernel.py",
        "engine/territory.py",
        "engine/time_control.py",
        "engine/transposition_table.py",
        "engine/weights.toml",
        "even_layout.py",
        "illegal_reasons.py",
        "page/layout.html",
        "page/layout.py",
        "page/penguin_tracks.py",
        "page/piles.py",
        "page/word_buttons.py",
        "solo_walk.py",
        "swaps.py",
        "walk_bound.py",
        "worth.py",
    },
    "smallfry": {
        "cards.py",
        "chance.py",
        "engine/belief.py",
        "engine/choice_rollouts.py",
        "engine/lookahead.py",
        "engine/match_equity.py",
        "engine/match_grid.py",
        "engine/match_rollouts.py",
        "engine/opponent_model.py",
        "engine/species_values.py",
        "engine/utility.py",
        "engine/value_network.py",
        "engine/weights.npz",
        "hidden_cards.py",
        "log_redaction.py",
        "page/advice.py",
        "page/card_faces.py",
        "page/chance.html",
        "page/chance_menu.py",
        "page/choices.py",
        "page/help.html",
        "page/last_turn.py",
        "page/odds.py",
        "page/picture.py",
        "page/seats.py",
        "turn.py",
        "turn_end_odds.py",
    },
    "fishtank": {
        "cells.py",
        "deck.py",
        "deck.toml",
        "deck_file.py",
        "deck_lines.py",
        "deck_table.py",
        "deck_writer.py",
        "engine/candidate_rollouts.py",
        "engine/candidate_trials.py",
        "engine/candidates.py",
        "engine/deck_scale.py",
        "engine/encoding.py",
        "engine/judge_trials.py",
        "engine/last_two_cards.py",
        "engine/policy_fit.py",
        "engine/policy_weights.py",
        "engine/potential.py",
        "engine/rollout_policy.py",
        "engine/scoring.py",
        "engine/scoring_tables.py",
        "engine/successive_halving.py",
        "hand.py",
        "imagine/__init__.py",
        "imagine/draws.py",
        "imagine/hidden.py",
        "imagine/more_players.py",
        "imagine/spectator.py",
        "imagine/two_players.py",
        "page/cards.py",
        "page/design.html",
        "page/design_scene.py",
        "page/drafted_deck.py",
        "page/drafts.py",
        "page/editor.css",
        "page/editor.html",
        "page/editor.py",
        "page/editor_acts.py",
        "page/editor_leaf.py",
        "page/editor_scene.py",
        "page/emblem.html",
        "page/emblems.py",
        "page/final_score.html",
        "page/final_score.py",
        "page/gaps.py",
        "page/kind_form.py",
        "page/lines.html",
        "page/nameplate.html",
        "page/pad_paper.py",
        "page/pad_sheet.py",
        "page/round_header.py",
        "page/tank.html",
        "page/tanks.py",
        "shapes.py",
        "source_signs.py",
        "stated_deck.py",
        "tank.py",
        "titles.py",
    },
}


def files_of(game: str) -> set[str]:
    folder = GAMES / game
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.mark.parametrize("game", NAMES)
def test_a_game_has_the_files_of_the_template_and_what_it_alone_needs(game: str) -> None:
    files = files_of(game)
    print(f"{game}, beside the template:", *sorted(files - TEMPLATE), sep="\n  ")
    assert TEMPLATE - files == set(), "every game has the files of the template"
    shared = {name for name, games in SHARED.items() if game in games}
    assert files - TEMPLATE - shared == OWN[game], "a file that another game has, too, belongs to the template"


def test_what_one_game_alone_needs_is_in_no_other_game() -> None:
    for game in NAMES:
        for other in set(NAMES) - {game}:
            assert OWN[game] & files_of(other) == set()
