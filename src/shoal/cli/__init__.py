"""The command line `shoal`: `app.py` declares the commands; other modules do their work."""

import sys

__all__ = ["main"]


def main() -> None:
    """Run the program; bad input ends it with one line on standard error and exit status 2."""
    from shoal.cli.language import choose_language, say_error
    from shoal.core.errors import ShoalError

    try:
        choose_language(sys.argv[1:])
        from shoal.cli.app import app

        app()
    except ShoalError as error:
        print(f"shoal: {say_error(error.text)}", file=sys.stderr)
        sys.exit(2)
