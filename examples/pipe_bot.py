"""A bot for any game, behind a pipe, with only the standard library: an example for a bot in any language.

The bot reads one JSON object a line, with the view of its seat and the legal steps, and answers with one of
them. This one takes the step that comes first in the alphabet; write something better in `choose`.

    shoal play penguins --seats "me,pipe:python examples/pipe_bot.py"
    shoal arena penguins --bots "random,pipe:python examples/pipe_bot.py" --games 20
"""

import json
import sys
from typing import Any


def choose(request: dict[str, Any]) -> str:
    """Pick one of the legal steps; `request["view"]` holds all that the seat may know."""
    steps: list[str] = request["legal"]
    return min(steps)


def main() -> None:
    for line in sys.stdin:
        request = json.loads(line)
        if "action" in request:
            # The request to stop thinking comes too late: the answer is already sent.
            continue
        print(json.dumps({"id": request["id"], "step": choose(request)}), flush=True)


if __name__ == "__main__":
    main()
