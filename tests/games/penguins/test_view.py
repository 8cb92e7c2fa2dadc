"""What a viewer may know: everything."""

import random

import msgspec
import pytest

from shoal.core.conformance import view_bytes
from shoal.games.penguins import GAME
from shoal.games.penguins.phase import IcePhase


@pytest.mark.rule("P21")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_sees_everything_at_any_time(players: int) -> None:
    rng = random.Random(players)
    state = GAME.start(GAME.options({"players": players, "swaps": True}))
    bot = GAME.bots()["greedy"](rng)
    phases = set()
    while True:
        phases.add(state.phase)
        views = [state.view(viewer) for viewer in (None, *range(players))]
        for view in views:
            assert view.imagine(rng) == state
            assert (view.scores, view.floes) == (state.scores, state.floes)
        shown = [msgspec.json.decode(view_bytes(view)) for view in views]
        for each in shown:
            del each["viewer"], each["legal"]
        assert all(each == shown[0] for each in shown)
        if not state.to_act:
            break
        if state.phase is IcePhase.DEAL:
            state = state.play(state.chance().draw(rng.randrange))
        elif state.phase is IcePhase.SWAPS and state.bargain is not None and not state.bargain.proposals:
            state = state.play(state.legal(0)[1])
        else:
            state = state.play(bot.choose(state.view(state.to_act[0])))
    assert phases == set(IcePhase)


def test_a_view_is_written_with_names() -> None:
    state = GAME.start(GAME.options({}))
    deal = "=2121132/22311211/1233131/13322111/3112212/11131121/2132211/21122121"
    for text in f"{deal} a4 b4 d1 b7 f1 c5 h3 f5 a4-a5".split():
        state = state.play(state.parse(text))
    view = state.view(1)
    assert view.deal == deal
    assert view.ice == deal.replace("=2121", "=2120")
    assert view.penguins == (("a5", "d1", "f1", "h3"), ("b4", "b7", "c5", "f5"))
    assert view.legal == tuple(state.legal(1))
    assert state.view(0).legal == state.view(None).legal == ()
