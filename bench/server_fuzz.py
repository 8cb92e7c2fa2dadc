"""Sends invalid requests of every kind to a server and watches its answers and its memory.

    python -m bench.server_fuzz [--requests 50000] [--seed 1]

Any answer but a refusal ends the run with an error, and so does a changed table.
"""

import argparse
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from tests.server.hostile_requests import HostileRequests, Victims, WatchedServer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, WatchedServer(Path(folder)) as server, ExitStack() as stack:
        victims = stack.enter_context(Victims(server.address))
        hostile = HostileRequests(victims, server.port, arguments.seed)
        began = time.perf_counter()
        print(f"{'requests':>9} {'MB':>7}")
        print(f"{0:>9,} {server.megabytes:>7.1f}")
        for number in range(1, arguments.requests + 1):
            hostile.send()
            if number % max(1, arguments.requests // 20) == 0:
                print(f"{number:>9,} {server.megabytes:>7.1f}", flush=True)
        seconds = time.perf_counter() - began
        print(f"{arguments.requests / seconds:,.0f} requests a second")
        print("answers:", dict(sorted(hostile.statuses.items())))
        print("kinds:", dict(sorted(hostile.kinds.items())))
        if victims.tables() != victims.before:
            raise SystemExit("a table was changed")
        if server.faults:
            raise SystemExit(f"the server complained: {server.faults[0][:2000]}")
    print("only refusals, and no table was changed")


if __name__ == "__main__":
    main()
