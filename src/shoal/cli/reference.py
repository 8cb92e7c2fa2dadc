"""The commands `games`, `rules` and `score`."""

import sys

import msgspec
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table as Grid

from shoal.cli.arguments import STANDARD_INPUT, read_option_arguments
from shoal.cli.language import language, say, speaker_for
from shoal.core import Game, find_game, game_names
from shoal.core.levels import game_ratings
from shoal.core.text import msg
from shoal.core.translations import rule_page
from shoal.players import bot_names

__all__ = ["print_game", "print_games", "print_rules", "print_score"]


def print_games() -> None:
    """Print one line for each game."""
    grid = Grid(box=None, pad_edge=False, show_header=False)
    for name in game_names():
        game = find_game(name)
        speak = speaker_for(game)
        grid.add_row(f"[bold]{name}[/]", speak(game.title), speak(game.summary))
    Console(highlight=False).print(grid)


def print_game(name: str) -> None:
    """Print a game's options, bots and levels."""
    game = find_game(name)
    speak = speaker_for(game)
    console = Console(highlight=False)
    console.print(f"[bold]{speak(game.title)}[/]: {speak(game.summary)}\n")
    grid = Grid(box=None, pad_edge=False)
    for heading in (msg("option"), msg("values"), msg("default"), msg("meaning")):
        grid.add_column(say(heading))
    for field in game.fields:
        default = say(msg("by another option")) if field.default is None else _option_text(field.default)
        grid.add_row(f"[bold]{field.name}[/]", speak(field.expected), default, speak(field.label))
    console.print(grid)
    bots = msg("bots: {names}", names=", ".join(bot_names(game)))
    console.print(f"\n{say(bots)}")
    if any(rated.rating is not None for rated in game_ratings(game)):
        console.print()
        console.print(_rating_grid(game))


def _rating_grid(game: Game) -> Grid:
    """The game's own bots with their ratings, where these have been measured."""
    grid = Grid(box=None, pad_edge=False)
    grid.add_column(say(msg("bot")))
    grid.add_column(say(msg("rating")), justify="right")
    grid.add_column("95 %", justify="right")
    for rated in game_ratings(game):
        rating = "–" if rated.rating is None else f"{rated.rating:.0f}"
        interval = "–" if rated.interval is None else "–".join(f"{end:.0f}" for end in rated.interval)
        grid.add_row(say(rated.title), rating, interval)
    return grid


def _option_text(value: object) -> str:
    """A value as it is written after `--option name=`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ",".join(str(part) for part in value)
    return str(value) or "–"


def print_rules(name: str) -> None:
    """Print the rule page: formatted in a terminal, as Markdown to a pipe."""
    page = rule_page(find_game(name), language())
    console = Console(highlight=False)
    if console.is_terminal:
        console.print(Markdown(page), width=min(console.width, 100))
    else:
        print(page, end="")


def print_score(name: str, text: str, option_arguments: tuple[str, ...], *, json: bool) -> None:
    """Print the score of something in a game's notation."""
    game = find_game(name)
    if text == STANDARD_INPUT:
        text = sys.stdin.buffer.read().decode("utf-8", "replace").strip()
    score = game.score_text(text, game.options(read_option_arguments(game, option_arguments)))
    if json:
        print(msgspec.json.encode(score.facts()).decode())
    else:
        Console(highlight=False).print(score.draw(speaker_for(game)))
