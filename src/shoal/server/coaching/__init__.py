"""The coach on a server: hints, verdicts and reviews, computed behind the games in a process of their own.

`coach.py` is what others ask: who waits for what, and in which order. `coach_process.py` is the process. `reviews.py`
has the reviews of finished games: `review_steps.py` computes one, `table_review.py` is how far it has come. Nothing in
here knows of pages or the API, or decides who may ask about what.
"""
