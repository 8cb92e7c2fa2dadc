"""Measures the environments: how fast they are beside others, and whether what others wrote learns and searches there.

`speed`, `learner` and `search` are run as modules: `python -m bench.envs.speed`. They need the extras `bench` and
`pettingzoo`.
"""
