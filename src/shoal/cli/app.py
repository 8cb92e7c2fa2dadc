"""The commands and their help. What they do is in the modules they import when called."""

from pathlib import Path
from typing import Annotated

import typer

from shoal.cli.language import say
from shoal.core.text import msg

__all__ = ["app"]

app = typer.Typer(
    name="shoal",
    help=say(msg("Play, study and program three small fish games.")),
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help=say(msg("The game: see `shoal games`.")))]
RecordFile = Annotated[
    str, typer.Argument(metavar="FILE", help=say(msg("A record, .shoal.json; - reads standard input.")))
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help=say(msg("An option of the game, as often as needed; NAME=@FILE reads the value from a file.")),
    ),
]
Json = Annotated[bool, typer.Option("--json", help=say(msg("Print one JSON object.")))]
Lang = Annotated[
    str | None,
    typer.Option("--lang", metavar="en|fr|cs", help=say(msg("Language (otherwise the environment's)."))),
]


def _print_version(wanted: bool) -> None:  # noqa: FBT001 - the library calls it so
    if wanted:
        from shoal import __version__

        typer.echo(f"shoal {__version__}")
        raise typer.Exit


@app.callback()
def shoal(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=_print_version, help=say(msg("Print the version."))),
    ] = False,
    lang: Lang = None,
) -> None:
    """Options before the command."""


@app.command(help=say(msg("Play a game in the terminal: against bots, or several people at one screen.")))
def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help=say(msg("The game: see `shoal games`.")))] = None,
    *,
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", help=say(msg("How many seats."))),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            "-s",
            metavar="WHO,WHO,…",
            help=say(
                msg(
                    "Who sits at A, B, C, …: the name of a bot (see `shoal games GAME`), or of a person at "
                    "this screen. Without it, you play against a bot of middling strength."
                )
            ),
        ),
    ] = None,
    option: Options = None,
    resume: Annotated[
        str | None,
        typer.Option(
            "--resume",
            "-r",
            metavar="FILE",
            help=say(msg("Go on with a saved game; `last` is the latest that is not over.")),
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(
            "--save",
            metavar="FILE",
            help=say(msg("Keep the game in this file (otherwise in your data folder).")),
        ),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option("--seed", metavar="HEX", help=say(msg("Deal from this seed of 64 hexadecimal digits."))),
    ] = None,
    brief: Annotated[
        bool,
        typer.Option("--brief", help=say(msg("No pictures: one line a step, for programs."))),
    ] = False,
    open_screen: Annotated[
        bool,
        typer.Option(
            "--open-screen", help=say(msg("Do not hide the screen when it passes from one person to another."))
        ),
    ] = False,
    lang: Lang = None,
) -> None:
    from shoal.cli.play import PlayArguments, play_game

    wishes = PlayArguments(
        game=game,
        players=players,
        seats=seats,
        options=tuple(option or ()),
        resume=resume,
        save=save,
        seed=seed,
        brief=brief,
        open_screen=open_screen,
    )
    raise typer.Exit(play_game(wishes))


@app.command(help=say(msg("Replay a record and print the final position and the result.")))
def replay(
    file: RecordFile,
    *,
    json: Json = False,
    seat: Annotated[
        str | None,
        typer.Option("--seat", metavar="A", help=say(msg("Show the position as this seat sees it."))),
    ] = None,
    lang: Lang = None,
) -> None:
    from shoal.cli.records import print_json, print_position

    if json:
        print_json(file)
    else:
        print_position(file, seat)


@app.command(help=say(msg("Count the positions N steps on from the end of a record.")))
def perft(
    file: RecordFile,
    *,
    depth: Annotated[int, typer.Option("--depth", "-d", min=0, metavar="N", help=say(msg("How many steps.")))],
    divide: Annotated[bool, typer.Option("--divide", help=say(msg("A line for each first step.")))] = False,
    lang: Lang = None,
) -> None:
    from shoal.cli.records import count_positions

    count_positions(file, depth, divide=divide)


@app.command(help=say(msg("Check that every step of chance in a record follows from its revealed seed.")))
def verify(file: RecordFile, *, lang: Lang = None) -> None:
    from shoal.cli.records import verify_record

    verify_record(file)


@app.command(help=say(msg("Score something written down, such as a finished tank or a catch.")))
def score(
    game: GameName,
    text: Annotated[
        str,
        typer.Argument(metavar="TEXT", help=say(msg("What to score, in the game's notation; - reads standard input."))),
    ],
    *,
    option: Options = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    from shoal.cli.reference import print_score

    print_score(game, text, tuple(option or ()), json=json)


@app.command(help=say(msg("Print the rules of a game.")))
def rules(game: GameName, *, lang: Lang = None) -> None:
    from shoal.cli.reference import print_rules

    print_rules(game)


@app.command(help=say(msg("List the games, or one game's options and bots.")))
def games(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help=say(msg("A game to tell more about.")))] = None,
    *,
    lang: Lang = None,
) -> None:
    from shoal.cli.reference import print_game, print_games

    if game is None:
        print_games()
    else:
        print_game(game)


@app.command(
    "new-game",
    help=say(msg("Begin a game of your own: write a small, whole game (rules, bot, page, tests) for you to change.")),
    epilog=say(msg("The page docs/writing-a-game.md of Shoal explains every line of it.")),
)
def new_game(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help=say(msg("The name of the game in commands and in Python."))),
    ],
    *,
    into: Annotated[
        Path | None,
        typer.Option("--into", metavar="DIR", help=say(msg("The new or empty folder to write to (otherwise NAME)."))),
    ] = None,
    lang: Lang = None,
) -> None:
    from shoal.cli.new_game import write_new_game

    write_new_game(name, into)


@app.command(help=say(msg("Have bots play each other on the same deals from every seat, and rate them.")))
def arena(
    game: GameName,
    *,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            "-b",
            metavar="NAME,NAME,…",
            help=say(msg("The bots (see `shoal games GAME`), or programs: pipe:COMMAND.")),
        ),
    ],
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help=say(msg("How many games; whole deals are played.")))
    ] = 100,
    time: Annotated[
        float, typer.Option("--time", "-t", min=1, metavar="MS", help=say(msg("Milliseconds for each step.")))
    ] = 200,
    players: Annotated[int | None, typer.Option("--players", "-p", help=say(msg("How many seats.")))] = None,
    option: Options = None,
    processes: Annotated[int, typer.Option("--processes", "-j", min=1, help=say(msg("How many games at once.")))] = 1,
    seed: Annotated[
        str | None,
        typer.Option("--seed", metavar="TEXT", help=say(msg("The deals follow from it (otherwise a fresh one)."))),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help=say(msg("Keep every game in this file; a contest that is there already goes on.")),
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            metavar="ELO0,ELO1",
            help=say(msg("Stop as soon as it is clear by which of the two the first bot is better.")),
        ),
    ] = None,
    ladder: Annotated[
        bool,
        typer.Option(
            "--ladder", help=say(msg("The bots are named weakest first; each meets the next, and the first has 1000."))
        ),
    ] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    from shoal.cli.arena import ArenaArguments, hold_tournament

    wishes = ArenaArguments(
        game=game,
        bots=bots,
        games=games,
        time_ms=time,
        players=players,
        options=tuple(option or ()),
        processes=processes,
        seed=seed,
        out=out,
        sprt=sprt,
        ladder=ladder,
        json=json,
    )
    raise typer.Exit(hold_tournament(wishes))


@app.command(help=say(msg("Analyse positions for a program: one JSON object a line in and out.")))
def engine(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help=say(msg("The game of requests that name none.")))
    ] = None,
    *,
    option: Options = None,
    bot: Annotated[
        str | None, typer.Option("--bot", "-b", help=say(msg("The bot of requests that name none.")))
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", "-j", min=1, help=say(msg("How many positions at once.")))
    ] = None,
    lang: Lang = None,
) -> None:
    from shoal.cli.engine import answer_lines

    answer_lines(game, tuple(option or ()), bot=bot, workers=workers)


Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        envvar="SHOAL_DATABASE",
        help=say(msg("Where games are kept: sqlite:///FILE or postgresql://… (otherwise in your data folder).")),
    ),
]


@app.command(
    help=say(msg("Open the web table: all games in the browser, for you, your family or a club.")),
    epilog=say(
        msg(
            "Two more settings are secret, so they come from the environment alone: SHOAL_SECRET, 64 hexadecimal "
            "digits that sign cookies and invitations (otherwise made once and kept in your data folder; all servers "
            "of a club need the same), and SHOAL_METRICS_TOKEN, for reading /metrics from another machine."
        )
    ),
)
def serve(
    *,
    host: Annotated[
        str,
        typer.Option(
            "--host",
            envvar="SHOAL_HOST",
            help=say(msg("The address to listen at; 0.0.0.0 is for all the network.")),
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            "-p",
            min=0,
            max=65535,
            envvar="SHOAL_PORT",
            help=say(msg("The port (otherwise a free one from 8000); 0 is any that is free.")),
        ),
    ] = None,
    database: Database = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers",
            "-j",
            min=1,
            envvar="SHOAL_WORKERS",
            help=say(msg("How many bots may think at once (otherwise one for each core but one).")),
        ),
    ] = None,
    secure: Annotated[
        bool,
        typer.Option(
            "--secure",
            envvar="SHOAL_SECURE",
            help=say(msg("Behind a proxy that speaks TLS: cookies are sent over nothing else.")),
        ),
    ] = False,
    proxy: Annotated[
        str,
        typer.Option(
            "--proxy",
            metavar="ADDRESS,…",
            envvar="SHOAL_PROXY",
            help=say(msg("With --secure: the proxies that are believed when they say who a visitor is.")),
        ),
    ] = "127.0.0.1",
    allowed_host: Annotated[
        str,
        typer.Option(
            "--allowed-host",
            metavar="NAME,…",
            envvar="SHOAL_ALLOWED_HOST",
            help=say(msg("The names on the internet that the server goes by; addresses and local names always work.")),
        ),
    ] = "",
    limits: Annotated[
        bool,
        typer.Option(
            "--limits/--no-limits",
            envvar="SHOAL_LIMITS",
            help=say(msg("Whether one person or address can ask for too much; to be left on but for measuring.")),
        ),
    ] = True,
    log_level: Annotated[
        str | None,
        typer.Option(
            "--log-level",
            metavar="info|warning|error",
            envvar="SHOAL_LOG_LEVEL",
            help=say(msg("What is worth a line in the log (otherwise warning at a terminal, else info).")),
        ),
    ] = None,
    browser: Annotated[bool, typer.Option("--open/--no-open", help=say(msg("Open the page in the browser.")))] = False,
    lang: Lang = None,
) -> None:
    from shoal.cli.serve import ServeArguments, serve_tables

    wishes = ServeArguments(
        host=host,
        port=port,
        database=database,
        workers=workers,
        secure=secure,
        proxy=proxy,
        allowed_host=allowed_host,
        limits=limits,
        log_level=log_level,
        browser=browser,
    )
    serve_tables(wishes)


@app.command(help=say(msg("Write everything in the database to one file: people, tables, games, sheets.")))
def export(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help=say(msg("The file to write, .shoal.gz; - writes to standard output."))),
    ],
    *,
    database: Database = None,
    force: Annotated[bool, typer.Option("--force", "-f", help=say(msg("Write over a file that is there.")))] = False,
    lang: Lang = None,
) -> None:
    from shoal.cli.backup import export_everything

    export_everything(file, database, force=force)


@app.command("import", help=say(msg("Read what `shoal export` wrote into an empty database, of whichever kind.")))
def import_(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help=say(msg("What `shoal export` wrote; - reads standard input."))),
    ],
    *,
    database: Database = None,
    lang: Lang = None,
) -> None:
    from shoal.cli.backup import import_everything

    import_everything(file, database)
