"""The coach on a server: hints, verdicts and reviews, computed behind the games in a process of their own.

`coach.py` is what others ask: who waits for what, and in which order. `coach_process.py` is the process. Nothing in
here knows of pages or the API, or decides who may ask about what.
"""
