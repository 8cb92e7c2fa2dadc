"""The rollout policy is fitted to a deck in a part of the thinking time."""

import random
from statistics import fmean

import numpy as np
from bench.fishtank_random_decks import random_decks
from tests.games.fishtank.decks import some_options
from tests.games.fishtank.engine.positions import moment

from shoal.core import SearchLimit
from shoal.games.fishtank.deck import Deck
from shoal.games.fishtank.deck_writer import write_deck
from shoal.games.fishtank.engine.bot import Engine
from shoal.games.fishtank.engine.encoding import KindNumbers
from shoal.games.fishtank.engine.policy_fit import PolicyFit, policy_fit
from shoal.games.fishtank.engine.rollouts import self_play
from shoal.games.fishtank.engine.scoring_tables import scoring_tables
from shoal.games.fishtank.engine.settings import Settings
from shoal.games.fishtank.options import Options
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.state import State

LONG = 600.0


def _options(name: str) -> Options:
    text = write_deck(random_decks(1)[name])
    return Options.of({"players": 2, "deck": "full", "deck_toml": text})


def _fitted(options: Options) -> PolicyFit:
    fit = PolicyFit(options)
    while not fit.done:
        fit.improve(SearchLimit(LONG), 1.0)
    return fit


def test_fitted_weights_beat_those_that_come_with_the_engine_in_games_they_were_not_fitted_to() -> None:
    options = _options("two kinds")
    usual, fitted = PolicyFit(options).weights, _fitted(options).weights
    tables, cards = scoring_tables(options.deck), KindNumbers(options).counts
    leads = []
    for deal in range(1_000_000, 1_000_040):
        ours, theirs = self_play(tables, np.stack([fitted, usual]), cards, deal)
        theirs_again, ours_again = self_play(tables, np.stack([usual, fitted]), cards, deal)
        leads.append(ours - theirs + ours_again - theirs_again)
    assert fmean(leads) > 0


def test_a_finished_fit_depends_on_the_deck_alone() -> None:
    options = _options("two kinds")
    assert _fitted(options).weights.tolist() == _fitted(options).weights.tolist()


def test_where_nothing_can_be_won_the_weights_stay_as_they_are() -> None:
    options = some_options(2, ant=80)
    assert _fitted(options).weights.tolist() == PolicyFit(options).weights.tolist()


def test_a_limit_that_is_over_leaves_no_time_for_trials() -> None:
    fit = PolicyFit(_options("two kinds"))
    before = fit.weights
    fit.improve(SearchLimit(0), 1.0)
    assert fit.weights is before
    assert not fit.done


def _evaluations(state: State, settings: Settings) -> tuple[float, ...]:
    """What an engine without time for trials and rollouts expects."""
    return Engine(random.Random(1), settings).think(state.view(0), SearchLimit(0)).points


def test_an_engine_judges_by_what_the_fit_has_found_so_far_unless_it_is_told_not_to() -> None:
    deck = random_decks(1)["two kinds"]
    text = write_deck(Deck("a deck that no other test fits", deck.kinds))
    state = moment(2, 3, RoundPhase.CHOOSE, random.Random(1), deck_toml=text)
    unfitted = _evaluations(state, Settings(fitted=False))
    assert _evaluations(state, Settings()) == unfitted
    fit = policy_fit(state.options.deck, state.options.counts)
    while not fit.done:
        fit.improve(SearchLimit(LONG), 1.0)
    assert _evaluations(state, Settings()) != unfitted
    assert _evaluations(state, Settings(fitted=False)) == unfitted


def test_an_engine_with_a_number_of_games_finishes_the_fit_first() -> None:
    deck = random_decks(1)["two kinds"]
    text = write_deck(Deck("another deck that no other test fits", deck.kinds))
    state = moment(2, 3, RoundPhase.CHOOSE, random.Random(1), deck_toml=text)
    Engine(random.Random(1), Settings(games=1)).think(state.view(0), SearchLimit(LONG))
    assert policy_fit(state.options.deck, state.options.counts).done
