"""The page of ratings: each game's own bots, and tournaments that whoever runs the server has chosen to show."""

from litestar import Response, get
from litestar.di import NamedDependency

from shoal.arena import RatedResults
from shoal.core import Game, find_game, game_names
from shoal.core.levels import game_ratings, rating_commands
from shoal.server.web.request_context import RequestContext

__all__ = ["HANDLERS"]


@get("/ladder", name="ladder")
async def ladder(context: NamedDependency[RequestContext]) -> Response[str]:
    """All ratings, with their intervals, and how to measure a bot of one's own."""
    shown: tuple[RatedResults, ...] = context.request.app.state.ladder
    values = {"games": [_game_values(find_game(name), shown, context) for name in game_names()]}
    return context.page("ladder.html", values)


def _game_values(game: Game, shown: tuple[RatedResults, ...], context: RequestContext) -> dict[str, object]:
    rated = [bot for bot in game_ratings(game) if bot.rating is not None and bot.interval is not None]
    return {
        "name": game.name,
        "title": context.say(game)(game.title),
        "bots": [_row(bot.name, bot.rating, bot.interval) for bot in reversed(rated)],
        "commands": rating_commands(game),
        "tournaments": [_tournament_values(results) for results in shown if results.settings.game == game.name],
    }


def _row(name: str, rating: float | None, interval: tuple[float, float] | None) -> dict[str, object]:
    """A rating in whole points; the bot that the others are measured from has no interval."""
    low, high = interval or (0.0, 0.0)
    return {
        "name": name,
        "rating": _points(rating or 0.0),
        "interval": f"{_points(low)}–{_points(high)}" if low < high else "",
    }


def _points(rating: float) -> str:
    return f"{rating:.0f}".replace("-", "−")


def _tournament_values(results: RatedResults) -> dict[str, object]:
    return {
        "title": results.title,
        "anchor": results.anchor,
        "on_house_scale": results.on_house_scale,
        "games": results.games,
        "seats": results.settings.players,
        "time": f"{results.settings.time_ms:g}",
        "bots": [
            {
                **_row(bot.name, bot.rating.rating, (bot.rating.low, bot.rating.high)),
                "games": bot.standing.games,
                "share": f"{100 * bot.standing.share:.0f}",
                "forfeits": bot.standing.forfeits,
            }
            for bot in results.bots
        ],
    }


HANDLERS = [ladder]
