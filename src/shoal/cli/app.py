"""The commands and their help; each imports the module that does its work when it is called."""

import os
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
    str, typer.Argument(metavar="FILE", help=say(msg("A record (.shoal.json), or - for standard input.")))
]
OptionList = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help=say(msg("An option of the game; may be repeated. NAME=@FILE reads the value from a file.")),
    ),
]
DeckFile = Annotated[
    Path | None,
    typer.Option(
        "--deck",
        metavar="FILE",
        help=say(msg("The deck in this file, for a game with decks of one's own; `shoal deck GAME` writes one.")),
    ),
]
SeatCount = Annotated[int | None, typer.Option("--players", "-p", help=say(msg("Number of seats.")))]
GameCount = Annotated[
    int, typer.Option("--games", "-n", min=1, help=say(msg("Number of games, rounded up to whole deals.")))
]
ProcessCount = Annotated[
    int, typer.Option("--processes", "-j", min=1, help=say(msg("Number of games to play at once.")))
]
DealSeed = Annotated[
    str | None, typer.Option("--seed", metavar="TEXT", help=say(msg("The seed of the deals (default: a new one).")))
]
JsonFlag = Annotated[bool, typer.Option("--json", help=say(msg("Print one JSON object.")))]
Lang = Annotated[
    str | None,
    typer.Option("--lang", metavar="en|fr|cs", help=say(msg("Language (default: from the environment)."))),
]


def _print_version(wanted: bool) -> None:  # noqa: FBT001 - Typer calls it like this
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


@app.command(help=say(msg("Play a game in the terminal, against bots or with several people at one screen.")))
def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help=say(msg("The game: see `shoal games`.")))] = None,
    *,
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", help=say(msg("Number of seats."))),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            "-s",
            metavar="WHO,WHO,…",
            help=say(
                msg(
                    "Who plays, clockwise: a bot's name (see `shoal games GAME`), or the name of a person at this "
                    "screen (name:Shark for one called like a bot). By default, you play against bots of "
                    "medium strength."
                )
            ),
        ),
    ] = None,
    begins: Annotated[
        str | None,
        typer.Option(
            "--begins",
            metavar="NUMBER|lot",
            help=say(
                msg(
                    "Which of --seats begins and gets seat A: 2 for the second one; `lot` to draw lots from the seed "
                    "of the deal."
                )
            ),
        ),
    ] = None,
    colours: Annotated[
        str | None,
        typer.Option(
            "--colours",
            metavar="COLOUR,…",
            help=say(msg("The colours of --seats, in a game that offers some (see `shoal games GAME`): blue,red.")),
        ),
    ] = None,
    option: OptionList = None,
    deck: DeckFile = None,
    resume: Annotated[
        str | None,
        typer.Option(
            "--resume",
            "-r",
            metavar="FILE",
            help=say(msg("Resume a saved game; `last` is the latest unfinished one.")),
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(
            "--save",
            metavar="FILE",
            help=say(msg("Save the game to this file (default: in your data folder).")),
        ),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option("--seed", metavar="HEX", help=say(msg("Deal from this seed (64 hexadecimal digits)."))),
    ] = None,
    brief: Annotated[
        bool,
        typer.Option("--brief", help=say(msg("No pictures, one line per step: for programs."))),
    ] = False,
    open_screen: Annotated[
        bool,
        typer.Option(
            "--open-screen", help=say(msg("Do not hide the screen when it is handed from one person to another."))
        ),
    ] = False,
    lang: Lang = None,
) -> None:
    from shoal.cli.play import PlayArguments, play_game

    arguments = PlayArguments(
        game=game,
        players=players,
        seats=seats,
        begins=begins,
        colours=colours,
        options=tuple(option or ()),
        deck=deck,
        resume=resume,
        save=save,
        seed=seed,
        brief=brief,
        open_screen=open_screen,
    )
    raise typer.Exit(play_game(arguments))


@app.command(help=say(msg("Replay a record and print the final position and the result.")))
def replay(
    file: RecordFile,
    *,
    json: JsonFlag = False,
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


@app.command(
    help=say(msg("Review a game: what each step cost, what was skill and what was luck, and where it was decided."))
)
def analyze(
    file: RecordFile,
    *,
    effort: Annotated[
        str,
        typer.Option(
            "--effort",
            "-e",
            metavar="quick|usual|deep",
            help=say(
                msg("How much to look into each position: always the same work, so that a review can be repeated.")
            ),
        ),
    ] = "usual",
    seat: Annotated[
        str | None,
        typer.Option("--seat", metavar="A", help=say(msg("Tell only what concerns this seat."))),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="FILE",
            help=say(msg("Write the review with pictures to one HTML file, which opens without a network.")),
        ),
    ] = None,
    json: JsonFlag = False,
    lang: Lang = None,
) -> None:
    from shoal.cli.analyze import AnalyzeArguments, analyze_record

    analyze_record(AnalyzeArguments(file=file, effort=effort, seat=seat, json=json, html=html))


@app.command(
    help=say(
        msg(
            "Solve puzzles: positions with one clearly best step. --make mines new ones from games of bots, --check "
            "proves those in a file again."
        )
    ),
)
def puzzles(
    game: GameName,
    *,
    make: Annotated[
        int | None,
        typer.Option(
            "--make",
            min=1,
            metavar="N",
            help=say(
                msg(
                    "Mine until there are N puzzles. This takes from seconds to minutes for each; after Ctrl-C, the "
                    "same command with --out goes on where it stopped."
                )
            ),
        ),
    ] = None,
    seed: Annotated[
        str, typer.Option("--seed", metavar="WORD", help=say(msg("With --make: the same seed finds the same puzzles.")))
    ] = "1",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help=say(msg("With --make: add the puzzles to this file, one a line (default: standard output).")),
        ),
    ] = None,
    check: Annotated[
        Path | None,
        typer.Option(
            "--check",
            metavar="FILE",
            help=say(msg("Check the puzzles in a file: that they replay, and that the best step is clearly best.")),
        ),
    ] = None,
    proofs: Annotated[
        bool,
        typer.Option("--proofs/--no-proofs", help=say(msg("With --check: whether to compute all values again."))),
    ] = True,
    grade: Annotated[
        int | None,
        typer.Option(
            "--grade",
            min=1,
            max=5,
            help=say(msg("Only puzzles of this difficulty, from 1 (very easy) to 5 (very hard).")),
        ),
    ] = None,
    lang: Lang = None,
) -> None:
    from shoal.cli.puzzles import PuzzleArguments, run_puzzles_command

    status = run_puzzles_command(
        PuzzleArguments(game=game, make=make, seed=seed, out=out, check=check, proofs=proofs, grade=grade)
    )
    raise typer.Exit(status)


@app.command(help=say(msg("Count the positions N steps after the end of a record.")))
def perft(
    file: RecordFile,
    *,
    depth: Annotated[int, typer.Option("--depth", "-d", min=0, metavar="N", help=say(msg("Number of steps.")))],
    divide: Annotated[bool, typer.Option("--divide", help=say(msg("Print a line for each first step.")))] = False,
    lang: Lang = None,
) -> None:
    from shoal.cli.records import count_positions

    count_positions(file, depth, divide=divide)


@app.command(help=say(msg("Check that every step of chance in a record follows from its revealed seed.")))
def verify(file: RecordFile, *, lang: Lang = None) -> None:
    from shoal.cli.records import verify_record

    verify_record(file)


@app.command(help=say(msg("Score something in a game's notation, such as a finished tank or a catch.")))
def score(
    game: GameName,
    text: Annotated[
        str,
        typer.Argument(
            metavar="TEXT", help=say(msg("What to score, in the game's notation, or - for standard input."))
        ),
    ],
    *,
    option: OptionList = None,
    deck: DeckFile = None,
    json: JsonFlag = False,
    lang: Lang = None,
) -> None:
    from shoal.cli.reference import print_score

    print_score(game, text, tuple(option or ()), deck, json=json)


@app.command(
    help=say(msg("Print the deck that a game is played with, as a file to change and to give back with --deck.")),
)
def deck(game: GameName, *, lang: Lang = None) -> None:
    from shoal.cli.reference import print_deck

    print_deck(game)


@app.command(help=say(msg("Print the rules of a game.")))
def rules(game: GameName, *, lang: Lang = None) -> None:
    from shoal.cli.reference import print_rules

    print_rules(game)


@app.command(help=say(msg("List the games, or one game's options and bots.")))
def games(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help=say(msg("The game to show in detail.")))] = None,
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


@app.command(help=say(msg("Let bots play each other on the same deals from every seat, and rate them.")))
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
    games: GameCount = 100,
    time: Annotated[
        float, typer.Option("--time", "-t", min=1, metavar="MS", help=say(msg("Time for each step, in milliseconds.")))
    ] = 200,
    players: SeatCount = None,
    option: OptionList = None,
    deck: DeckFile = None,
    processes: ProcessCount = 1,
    seed: DealSeed = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help=say(msg("Save every game to this file; a tournament that is already in it is resumed.")),
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            metavar="ELO0,ELO1",
            help=say(msg("Stop as soon as it is clear which of these two Elo leads the first bot has (SPRT).")),
        ),
    ] = None,
    ladder: Annotated[
        bool,
        typer.Option(
            "--ladder",
            help=say(msg("The bots are listed weakest first: each plays the next one, and the first is rated 1000.")),
        ),
    ] = False,
    json: JsonFlag = False,
    lang: Lang = None,
) -> None:
    from shoal.cli.arena import ArenaArguments, hold_tournament

    arguments = ArenaArguments(
        game=game,
        bots=bots,
        games=games,
        time_ms=time,
        players=players,
        options=tuple(option or ()),
        deck=deck,
        processes=processes,
        seed=seed,
        out=out,
        sprt=sprt,
        ladder=ladder,
        json=json,
    )
    raise typer.Exit(hold_tournament(arguments))


@app.command(
    help=say(msg("Let bots play many games, and say what they tell: seats, scores, what things are worth, rules."))
)
def study(
    game: GameName,
    *,
    games: GameCount = 200,
    players: SeatCount = None,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            "-b",
            metavar="NAME,NAME,…",
            help=say(msg("One bot for all seats (by default one of medium strength), or several that change seats.")),
        ),
    ] = "",
    time: Annotated[
        float,
        typer.Option(
            "--time",
            "-t",
            min=1,
            metavar="MS",
            help=say(
                msg(
                    "Time for each step, in milliseconds. Levels up to pike need less and then play the same games "
                    "again from the same seed; shark and search use it up."
                )
            ),
        ),
    ] = 5000,
    option: OptionList = None,
    deck: DeckFile = None,
    processes: ProcessCount = 1,
    seed: DealSeed = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help=say(msg("Save every game to this file; a study that is already in it is resumed.")),
        ),
    ] = None,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", metavar="FOLDER", help=say(msg("Write charts to this folder, as SVG."))),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="FILE",
            help=say(msg("Write tables and charts to one HTML file, which opens without a network.")),
        ),
    ] = None,
    json: JsonFlag = False,
    lang: Lang = None,
) -> None:
    from shoal.cli.study import StudyArguments, study_game

    arguments = StudyArguments(
        game=game,
        bots=bots,
        games=games,
        time_ms=time,
        players=players,
        options=tuple(option or ()),
        deck=deck,
        processes=processes,
        seed=seed,
        out=out,
        svg=svg,
        html=html,
        json=json,
    )
    raise typer.Exit(study_game(arguments))


@app.command(help=say(msg("Analyse positions for another program: one JSON object per line, in and out.")))
def engine(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help=say(msg("The game for requests that name none.")))
    ] = None,
    *,
    option: OptionList = None,
    deck: DeckFile = None,
    bot: Annotated[
        str | None, typer.Option("--bot", "-b", help=say(msg("The bot for requests that name none.")))
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", "-j", min=1, help=say(msg("Number of positions to analyse at once.")))
    ] = None,
    lang: Lang = None,
) -> None:
    from shoal.cli.engine import answer_lines

    answer_lines(game, tuple(option or ()), deck, bot=bot, workers=workers)


@app.command(
    help=say(msg("Let an assistant play, through the Model Context Protocol and with the eyes of one seat.")),
    epilog=say(msg("The page docs/assistants.md of Shoal says how to set an assistant up.")),
)
def mcp(
    *,
    server: Annotated[
        str | None,
        typer.Option(
            "--server",
            metavar="ADDRESS",
            help=say(msg("A Shoal server whose tables may be joined, with the token in SHOAL_TOKEN.")),
        ),
    ] = None,
    http: Annotated[
        bool, typer.Option("--http", help=say(msg("Serve over HTTP (otherwise on standard input and output).")))
    ] = False,
    host: Annotated[
        str | None,
        typer.Option(
            "--host",
            metavar="127.0.0.1|::1|localhost",
            help=say(msg("With --http: the address to listen on, one of this machine (default: 127.0.0.1).")),
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            "-p",
            min=0,
            max=65535,
            help=say(msg("With --http: the port (default: 8765); 0 picks any free port.")),
        ),
    ] = None,
    lang: Lang = None,
) -> None:
    from shoal.cli.mcp import serve_assistants

    token = os.environ.get("SHOAL_TOKEN") if server is not None else None
    serve_assistants(server=server, token=token, http=http, host=host, port=port)


DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        envvar="SHOAL_DATABASE",
        help=say(msg("The database: sqlite:///FILE or postgresql://… (default: a file in your data folder).")),
    ),
]


@app.command(
    help=say(msg("Start the web table: all games in the browser, for you, your family or a club.")),
    epilog=say(
        msg(
            "Two more settings are secret, so they can only come from the environment: SHOAL_SECRET, 64 hexadecimal "
            "digits that sign cookies and invitations (by default they are generated once and kept in your data "
            "folder; all servers of a club need the same ones), and SHOAL_METRICS_TOKEN, which lets another machine "
            "read /metrics."
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
            help=say(msg("The address to listen on; 0.0.0.0 lets the whole network in.")),
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
            help=say(msg("The port (default: the first free one from 8000); 0 picks any free port.")),
        ),
    ] = None,
    database: DatabaseOption = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers",
            "-j",
            min=1,
            envvar="SHOAL_WORKERS",
            help=say(msg("Number of bots that may think at once (default: the number of cores, less one).")),
        ),
    ] = None,
    secure: Annotated[
        bool,
        typer.Option(
            "--secure",
            envvar="SHOAL_SECURE",
            help=say(msg("For a server behind a TLS proxy: cookies are sent over HTTPS only.")),
        ),
    ] = False,
    proxy: Annotated[
        str,
        typer.Option(
            "--proxy",
            metavar="ADDRESS,…",
            envvar="SHOAL_PROXY",
            help=say(msg("With --secure: the proxies that are trusted to report a visitor's address.")),
        ),
    ] = "127.0.0.1",
    allowed_host: Annotated[
        str,
        typer.Option(
            "--allowed-host",
            metavar="NAME,…",
            envvar="SHOAL_ALLOWED_HOST",
            help=say(msg("The server's host names on the internet; IP addresses and local names always work.")),
        ),
    ] = "",
    limits: Annotated[
        bool,
        typer.Option(
            "--limits/--no-limits",
            envvar="SHOAL_LIMITS",
            help=say(msg("Limit how much one person or address can ask for; turn it off only for measurements.")),
        ),
    ] = True,
    connections: Annotated[
        int | None,
        typer.Option(
            "--connections",
            min=16,
            envvar="SHOAL_CONNECTIONS",
            help=say(msg("The most connections at a time (default: what the limit of open files allows).")),
        ),
    ] = None,
    keep: Annotated[
        str,
        typer.Option(
            "--keep",
            metavar="NAME=DAYS,…",
            envvar="SHOAL_KEEP",
            help=say(
                msg(
                    "How long to keep what nobody comes back to: empty=2, unfinished=30, finished=90 and people=396 "
                    "unless you say otherwise; `forever` for any of them, or alone for all."
                )
            ),
        ),
    ] = "",
    archive: Annotated[
        Path | None,
        typer.Option(
            "--archive",
            metavar="FOLDER",
            envvar="SHOAL_ARCHIVE",
            help=say(msg("Write whatever is about to be deleted for its age to a file in this folder first.")),
        ),
    ] = None,
    ladder: Annotated[
        list[Path] | None,
        typer.Option(
            "--ladder",
            metavar="FILE",
            envvar="SHOAL_LADDER",
            help=say(msg("Show the ratings from a file of `shoal arena --out` on the page /ladder; may be repeated.")),
        ),
    ] = None,
    log_level: Annotated[
        str | None,
        typer.Option(
            "--log-level",
            metavar="info|warning|error",
            envvar="SHOAL_LOG_LEVEL",
            help=say(msg("The lowest level to log (default: warning at a terminal, info elsewhere).")),
        ),
    ] = None,
    browser: Annotated[bool, typer.Option("--open/--no-open", help=say(msg("Open the page in the browser.")))] = False,
    lang: Lang = None,
) -> None:
    from shoal.cli.serve import ServeArguments, serve_tables

    arguments = ServeArguments(
        host=host,
        port=port,
        database=database,
        workers=workers,
        secure=secure,
        proxy=proxy,
        allowed_host=allowed_host,
        limits=limits,
        keep=keep,
        archive=archive,
        ladder=tuple(ladder or ()),
        connections=connections,
        log_level=log_level,
        browser=browser,
    )
    serve_tables(arguments)


@app.command(help=say(msg("Write everything in the database to one file: people, tables, games, sheets.")))
def export(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help=say(msg("The file to write (.shoal.gz), or - for standard output."))),
    ],
    *,
    database: DatabaseOption = None,
    force: Annotated[bool, typer.Option("--force", "-f", help=say(msg("Overwrite an existing file.")))] = False,
    lang: Lang = None,
) -> None:
    from shoal.cli.backup import export_everything

    export_everything(file, database, force=force)


@app.command("import", help=say(msg("Import a file from `shoal export` into an empty database of either kind.")))
def import_(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help=say(msg("A file from `shoal export`, or - for standard input."))),
    ],
    *,
    database: DatabaseOption = None,
    lang: Lang = None,
) -> None:
    from shoal.cli.backup import import_everything

    import_everything(file, database)
