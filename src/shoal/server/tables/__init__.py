"""Tables: the one service through which every command goes, snapshots of their event logs, bots and clocks."""
