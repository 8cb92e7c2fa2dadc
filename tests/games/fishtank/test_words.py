"""What the game says about steps."""

from tests.games.fishtank.decks import play_all, start


def test_steps_are_described() -> None:
    state = play_all(start(players=3, deck="full"), [f"={'ABC'[number % 3]}:snail" for number in range(6)])
    assert str(state.describe(state.parse("=A:barb"))) == "a card for seat A: Cherry Barb"
    state = play_all(state, [f"={'ABC'[number % 3]}:{['barb', 'pleco', 'discus'][number % 3]}" for number in range(18)])
    assert str(state.describe(state.parse("A:barb"))) == "choose Cherry Barb"
    state = play_all(state, "A:barb B:snail C:discus")
    assert str(state.describe(state.parse("A:d4"))) == "place Cherry Barb on d4"
    assert str(state.describe(state.parse("B:d4*"))) == "place Snail on d4, turned to Plant"
    state = play_all(state, "A:d4 B:d4* C:d4 A:snail B:barb C:pleco")
    said = str(state.describe(state.parse("A:e5/d4*")))
    assert said == "place Snail on e5 and turn Cherry Barb on d4 to Plant"
