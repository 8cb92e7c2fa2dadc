"""Who is asking, and what they may do: identity, access tokens, guards, rate limits."""
