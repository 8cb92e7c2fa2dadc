"""The tools of the Model Context Protocol: what an assistant may ask for. Each answers from the modules beside.

The SDK shows an assistant the docstrings and the descriptions of the arguments, so these are written for it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import anyio.from_thread
import resvg_py
from mcp.server.mcpserver import Context, Image
from mcp_types import CallToolResult, TextContent
from pydantic import Field

from shoal.assistants import answers, coaching
from shoal.assistants.joined_table import JoinedTable
from shoal.assistants.local_table import LocalTable
from shoal.assistants.seated_table import GivenHint, SeatedTable
from shoal.assistants.server_api import ServerApi
from shoal.assistants.table_list import TableList
from shoal.core import Game, Refusal, Say, find_game, game_names, msg
from shoal.core.judging import Effort
from shoal.core.translations import pick_language, rule_page, speaker
from shoal.players import usual_opponent

__all__ = ["Tools"]

_PICTURE_WIDTH = 900

GameName = Annotated[str, Field(description="The game, by the name that `games` lists.")]
TableName = Annotated[str, Field(description="The table, by the name that `new_table` returned.")]
EffortName = Annotated[
    Effort, Field(description="How much to look into each position: the same effort is always the same work.")
]
Options = Annotated[
    dict[str, str | int | bool | list[int]] | None,
    Field(description='Options by name, as `options` lists them: {"players": 3}; the others keep defaults.'),
]
Opponents = Annotated[
    list[str] | None,
    Field(description="Bots: one for all other seats, or one for each, clockwise; otherwise one of medium strength."),
]
Progress = Context[object, object]


class Tools:
    """What an assistant may call; what it may see at a table is what the table displays to its seat."""

    def __init__(self, tables: TableList, language: str, api: ServerApi | None = None) -> None:
        self._tables = tables
        self._api = api
        self._language = language

    def say(self, game: Game) -> Say:
        """Speaks of a game in the language of this server."""
        return speaker(self._language, game)

    def games(self) -> list[answers.ListedGame]:
        """List the games that can be played here, and the bots to play them against."""
        return [answers.describe_game(game, self.say(game)) for game in map(find_game, game_names())]

    def options(self, game: GameName) -> list[answers.ListedOption]:
        """List the options of a game, such as the edition and the number of players, for `new_table`."""
        found = find_game(game)
        return answers.describe_options(found, self.say(found))

    def rules(
        self, game: GameName, language: Annotated[str, Field(description="en, fr or cs; else the server's.")] = ""
    ) -> str:
        """Read the rules of a game, as Markdown, with its notation for steps. Read them before you play."""
        return rule_page(find_game(game), pick_language(language) if language else self._language)

    def new_table(
        self,
        game: GameName,
        context: Progress,
        options: Options = None,
        opponents: Opponents = None,
        seat: Annotated[str, Field(description="Your seat; A begins, where anybody does.")] = "A",
    ) -> Annotated[CallToolResult, answers.SeatedPosition]:
        """Start a game against bots, and look at it as soon as it is your turn. You have one seat, bots the others."""
        found = find_game(game)
        seated = LocalTable.against_bots(found, options or {}, seat, opponents or [usual_opponent(found)])
        self._tables.add(seated)
        with seated.lock:
            seated.let_bots_act(lambda taken: _report(context, taken))
            return self._position(seated)

    def join_table(
        self,
        invitation: Annotated[str, Field(description="The link to a table of the server, or the name of the table.")],
        seat: Annotated[str, Field(description="The seat to take; otherwise your own, or the first open one.")] = "",
        name: Annotated[str, Field(description="What you want to be called there.")] = "",
    ) -> Annotated[CallToolResult, answers.SeatedPosition]:
        """Sit down at a table of the server that was named at the start, and look at it. Then `wait` and `play`."""
        if self._api is None:
            raise Refusal(msg("no server was named: start `shoal mcp --server ADDRESS`"))
        joined = JoinedTable.sit_down(self._api, invitation, seat, name)
        self._tables.add(joined)
        with joined.lock:
            return self._position(joined)

    def wait(
        self,
        table: TableName,
        context: Progress,
        seconds: Annotated[int, Field(ge=1, le=600, description="How long to wait at most.")] = 50,
    ) -> Annotated[CallToolResult, answers.SeatedPosition]:
        """Wait for the others at a table that you joined: until it is your turn, or the game is over, or so long."""
        with self._open(table) as seated:
            seated.wait(seconds, lambda seen: _report(context, seen))
            return self._position(seated)

    def tables(self) -> list[answers.SeatedPosition]:
        """List the tables that you started or joined here, each as its seat sees it."""
        listed = []
        for seated in self._tables.all():
            with self._open(seated.id):
                listed.append(answers.describe_position(seated, self.say(seated.game)))
        return listed

    def view(self, table: TableName) -> Annotated[CallToolResult, answers.SeatedPosition]:
        """Look at a table from your seat: the last steps and a drawing in text, and the figures."""
        with self._open(table) as seated:
            return self._position(seated)

    def picture(self, table: TableName) -> Image:
        """Look at a table from your seat, as a picture (PNG)."""
        svg = self.svg(table)
        return Image(data=resvg_py.svg_to_bytes(svg_string=svg, width=_PICTURE_WIDTH, background="white"), format="png")

    def svg(self, table: str) -> str:
        """The same as the text of an SVG file: a resource."""
        with self._open(table) as seated:
            return answers.picture(seated, self.say(seated.game))

    def log(self, table: TableName) -> list[str]:
        """Read the whole game so far, step by step, as your seat saw it. `?` is what it could not see."""
        with self._open(table) as seated:
            return answers.tell_log(seated, self.say(seated.game))

    def legal_steps(
        self,
        table: TableName,
        beginning: Annotated[str, Field(description="Only steps whose notation begins like this.")] = "",
        most: Annotated[int, Field(ge=1, le=1000, description="The most steps to list.")] = 100,
    ) -> answers.DescribedSteps:
        """List what you may do now, in notation, with what each step means. `count` says how many there are."""
        with self._open(table) as seated:
            return answers.legal_steps(seated, self.say(seated.game), beginning, most)

    def play(
        self,
        table: TableName,
        step: Annotated[str, Field(description="One of `legal_steps`, in notation.")],
        context: Progress,
    ) -> Annotated[CallToolResult, answers.SeatedPosition]:
        """Take a step with your seat. Bots here act at once; at a table that you joined, `wait` for the others."""
        with self._open(table) as seated:
            seated.play(step, lambda taken: _report(context, taken))
            return self._position(seated)

    def nudge(self, table: TableName, effort: EffortName = "usual") -> str:
        """Ask the coach where to look, without being told the step. Counted as a hint, like `hint`."""
        with self._open(table) as seated:
            return seated.nudge(self.say(seated.game), effort)

    def hint(self, table: TableName, effort: EffortName = "usual") -> GivenHint:
        """Ask the coach for the best step and why, found from what your seat sees. Counted, once for each position."""
        with self._open(table) as seated:
            return seated.hint(self.say(seated.game), effort)

    def review(self, table: TableName, context: Progress, effort: EffortName = "quick") -> coaching.ToldReview:
        """Review a game that is over: what each step cost, what was skill and what was luck. Reports progress."""
        with self._open(table) as seated:
            return coaching.review(
                seated, self.say(seated.game), effort, lambda done, total: _report(context, done, total)
            )

    def record(self, table: TableName) -> str:
        """Read the record (.shoal.json) of a game that is over: every step, and the seed to check the deal by."""
        with self._open(table) as seated:
            return seated.record().to_text()

    def close_table(self, table: TableName) -> str:
        """Give a table up. What was played there is lost, unless you read its record before."""
        self._tables.close(table)
        return table

    @contextmanager
    def _open(self, table: str) -> Iterator[SeatedTable]:
        """The table of this name, as it is now, for one call at a time."""
        seated = self._tables.find(table)
        with seated.lock:
            seated.refresh()
            yield seated

    def _position(self, seated: SeatedTable) -> CallToolResult:
        say = self.say(seated.game)
        position = answers.describe_position(seated, say)
        text = answers.position_text(seated, say)
        return CallToolResult(content=[TextContent(text=text)], structured_content=answers.plain(position))


def _report(context: Progress, done: int, total: int | None = None) -> None:
    """Tell the client how far it is; tools run in a thread beside the server's loop."""
    anyio.from_thread.run(context.report_progress, float(done), None if total is None else float(total))
