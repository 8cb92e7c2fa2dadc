"""The settings of games between bots, as the commands `arena` and `study` read them from their arguments."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from shoal.arena import MatchSettings, ResultsFile
from shoal.cli.arguments import read_option_arguments
from shoal.core import Game, ShoalError, find_game, msg, new_seed
from shoal.core.errors import shorten
from shoal.core.options import OptionValue, write_options
from shoal.players import find_bot_or_program, split_names

__all__ = ["MatchArguments", "read_bots", "read_match_settings", "read_table_options"]


class MatchArguments(msgspec.Struct, frozen=True, kw_only=True):
    """The arguments that `arena` and `study` have in common."""

    game: str
    bots: str
    games: int
    time_ms: float
    players: int | None = None
    options: tuple[str, ...] = ()
    deck: Path | None = None
    processes: int = 1
    seed: str | None = None
    out: Path | None = None
    json: bool = False


def read_table_options(arguments: MatchArguments) -> tuple[Game, dict[str, OptionValue]]:
    """The game, and the options of its tables, checked."""
    game = find_game(arguments.game)
    options = dict(read_option_arguments(game, arguments.options, arguments.deck))
    if arguments.players is not None:
        options["players"] = arguments.players
    return game, game.options(options)


def read_bots(names: str, game: Game, options: Mapping[str, OptionValue], fewest: int) -> tuple[str, ...]:
    """The bots that were named."""
    bots = tuple(split_names(names))
    if len(bots) < fewest:
        raise ShoalError(msg("--bots: expected two or more bots, found {bots}", bots=shorten(names)))
    for name in bots:
        find_bot_or_program(game, name, options)
    return bots


def read_match_settings(
    arguments: MatchArguments,
    game: Game,
    options: Mapping[str, OptionValue],
    bots: Sequence[str],
    results: ResultsFile,
    *,
    ladder: bool = False,
) -> MatchSettings:
    """The settings of all games. Without a seed, it is that of the results so far, or a new one."""
    seed = arguments.seed
    if seed is None:
        seed = results.settings.seed if results.settings is not None else new_seed()
    return MatchSettings(
        game=game.name,
        # As in the results file, where a tuple is a list.
        options=msgspec.json.decode(msgspec.json.encode(write_options(game.fields, options)), type=dict[str, object]),
        players=len(game.start(options).scores),
        bots=tuple(bots),
        time_ms=arguments.time_ms,
        seed=seed,
        ladder=ladder,
    )
