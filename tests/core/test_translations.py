"""Rule pages in every language, and games that have none."""

import pytest
from tests.pile import GAME as PILE

from shoal.core import Game, ShoalError, find_game, game_names
from shoal.core.translations import LANGUAGES, has_rules, rule_page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", game_names())
def test_the_games_have_rules(name: str, language: str) -> None:
    assert has_rules(find_game(name))
    assert rule_page(find_game(name), language).startswith("#")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_may_have_no_rule_page(tide: Game, language: str) -> None:
    for game in (tide, PILE):
        assert not has_rules(game)
        with pytest.raises(ShoalError, match=f"^{game.name} has no rule page$"):
            rule_page(game, language)
