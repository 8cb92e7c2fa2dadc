"""A game for OpenSpiel: its type, its parameters, and the states and observers that it makes."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

import pyspiel

from shoal.core import Game
from shoal.core.options import Field, Prose
from shoal.core.text import say_english
from shoal.envs.episode import find_encoding
from shoal.envs.openspiel.observer import SpielObserver
from shoal.envs.openspiel.position import GameRules, TreePosition
from shoal.envs.openspiel.state import SpielState
from shoal.envs.utilities import least_utility, most_utility

__all__ = ["SpielGame", "spiel_games"]

_UTILITY: Final = "utility"
#: What stands between numbers of one parameter; commas stand between parameters.
_BETWEEN: Final = "/"
#: Follows the name of a game whose sealed choices are made in turn.
_IN_TURN: Final = "_in_turn"


class SpielGame(pyspiel.Game):
    """One game with its parameters; each of our games has a class of its own that derives from this."""

    game: ClassVar[Game]
    kind: ClassVar[pyspiel.GameType]
    in_turn: ClassVar[bool]

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        game, kind = self.game, self.kind
        filled = {**kind.parameter_specification, **(parameters or {})}
        self._rules = GameRules(game, _options_from(game, filled), str(filled[_UTILITY]), in_turn=self.in_turn)
        encoding = self._rules.encoding
        utility = self._rules.utility_name
        super().__init__(
            kind,
            pyspiel.GameInfo(
                num_distinct_actions=encoding.actions,
                max_chance_outcomes=encoding.outcomes,
                num_players=encoding.players,
                min_utility=least_utility(utility, encoding.players, encoding.most_points),
                max_utility=most_utility(utility, encoding.most_points),
                utility_sum=0.0,
                max_game_length=encoding.longest,
            ),
            {name: value for name, value in filled.items() if value != kind.parameter_specification[name]},
        )

    def new_initial_state(self) -> SpielState:
        return SpielState(self, self._rules.opening())

    def make_py_observer(self, kind: Any = None, params: Mapping[str, Any] | None = None) -> SpielObserver:
        if params:
            raise ValueError(f"found the observation parameters {params}, expected none")
        return SpielObserver(self._rules.encoding, kind or pyspiel.IIGObservationType(perfect_recall=False))

    def deserialize_state(self, text: str) -> SpielState:
        """The state that `serialize` of a state wrote."""
        return SpielState(self, TreePosition.read(text))

    def max_chance_nodes_in_history(self) -> int:
        return self._rules.encoding.longest_chance


def spiel_games(game: Game) -> list[type[SpielGame]]:
    """The classes of a game: one, and where seats choose at the same time, one in which they are asked in turn."""
    encoding = find_encoding(game, game.options({}))
    return [_class_of(game, in_turn=in_turn) for in_turn in ([False, True] if encoding.simultaneous else [True])]


def _class_of(game: Game, *, in_turn: bool) -> type[SpielGame]:
    """One class.

    OpenSpiel drops what it has registered when Python is gone already: a class survives that, a function would not.
    """
    encoding = find_encoding(game, game.options({}))
    chance, information = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    dynamics = pyspiel.GameType.Dynamics
    named, told = (_IN_TURN, ", in turn") if in_turn and encoding.simultaneous else ("", "")
    kind = pyspiel.GameType(
        short_name=f"python_shoal_{game.name}{named}",
        long_name=f"Shoal: {say_english(game.title)}{told}, encoding {encoding.version}",
        dynamics=dynamics.SEQUENTIAL if in_turn else dynamics.SIMULTANEOUS,
        chance_mode=chance.EXPLICIT_STOCHASTIC if game.has_chance else chance.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if encoding.hidden else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seat_counts[-1],
        min_num_players=game.seat_counts[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={_UTILITY: "win", **_parameters(game)},
    )

    return type(f"Spiel{type(game).__name__}", (SpielGame,), {"game": game, "kind": kind, "in_turn": in_turn})


def _parameters(game: Game) -> dict[str, str | int | bool]:
    """The options that OpenSpiel can write into the name of a game; empty where another option decides."""
    return {field.name: _default(field) for field in game.fields if not isinstance(field, Prose)}


def _default(field: Field) -> str | int | bool:
    default = field.default
    if isinstance(default, tuple):
        return _BETWEEN.join(map(str, default))
    return "" if default is None else default


def _options_from(game: Game, parameters: Mapping[str, Any]) -> dict[str, object]:
    """The options that parameters stand for."""
    return {
        field.name: field.parse(str(parameters[field.name]).lower().replace(_BETWEEN, ","))
        for field in game.fields
        if parameters.get(field.name, "") != ""
    }
