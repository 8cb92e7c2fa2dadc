"""A bot for any game, behind a pipe, on the standard library alone: how to bring a bot in any language.

It reads one JSON object a line, each with what its seat sees and the steps it may take, and answers with
one of them. This one takes the step that comes first in the alphabet; write something better in `choose`.

    shoal play penguins --seats "me,pipe:python examples/pipe_bot.py"
    shoal arena penguins --bots "random,pipe:python examples/pipe_bot.py" --games 20
"""

import json
import sys
from typing import Any


def choose(request: dict[str, Any]) -> str:
    """One of the legal steps; `request["view"]` is all that the seat may know."""
    steps: list[str] = request["legal"]
    return min(steps)


def main() -> None:
    for line in sys.stdin:
        request = json.loads(line)
        if "action" in request:
            # We are told to stop thinking, but our answer is on its way already.
            continue
        print(json.dumps({"id": request["id"], "step": choose(request)}), flush=True)


if __name__ == "__main__":
    main()
