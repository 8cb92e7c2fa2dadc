"""Sends wrong requests of every kind to a server and watches what it answers and how much memory it takes.

    python -m bench.server_fuzz --requests 50000

Anything but a refusal ends it with an error, and so does a table that changed.
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
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, WatchedServer(Path(folder)) as server, ExitStack() as gone:
        victims = gone.enter_context(Victims(server.address))
        mischief = HostileRequests(victims, server.port, wishes.seed)
        began = time.perf_counter()
        print(f"{'requests':>9} {'MB':>7}")
        print(f"{0:>9,} {server.megabytes:>7.1f}")
        for number in range(1, wishes.requests + 1):
            mischief.send()
            if number % max(1, wishes.requests // 20) == 0:
                print(f"{number:>9,} {server.megabytes:>7.1f}", flush=True)
        seconds = time.perf_counter() - began
        print(f"{wishes.requests / seconds:,.0f} requests a second")
        print("answers:", dict(sorted(mischief.statuses.items())))
        print("kinds:", dict(sorted(mischief.kinds.items())))
        if victims.tables() != victims.before:
            raise SystemExit("a table was changed")
        if server.faults:
            raise SystemExit(f"the server complained: {server.faults[0][:2000]}")
    print("only refusals, and no table was changed")


if __name__ == "__main__":
    main()
