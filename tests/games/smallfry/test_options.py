"""The options of a match."""

import pytest

from shoal.core import OptionError
from shoal.games.smallfry import GAME


@pytest.mark.rule("S24", "S25")
def test_the_first_session_is_begun_by_the_youngest_and_played_to_77_unless_agreed_otherwise() -> None:
    assert GAME.options({}) == {"players": 2, "target": 77, "next_session": "youngest", "memory": "closed"}
    assert GAME.start(GAME.options({"next_session": "fewest", "players": 3})).to_act == (0,)


@pytest.mark.rule("S2", "S25")
@pytest.mark.parametrize(
    "options",
    [{"players": 1}, {"players": 5}, {"target": 0}, {"target": 1001}, {"next_session": "oldest"}, {"memory": "none"}],
)
def test_options_outside_the_rules_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        GAME.options(options)
