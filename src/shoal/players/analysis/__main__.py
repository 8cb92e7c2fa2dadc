"""`python -m shoal.players.analysis`: the lines of `shoal engine`, for a program that starts workers of its own."""

import sys

from shoal.core.translations import speaker
from shoal.players.analysis import QuestionDefaults, serve_lines

serve_lines(sys.stdin.buffer, sys.stdout.buffer, defaults=QuestionDefaults(), workers=1, say=speaker("en"))
