"""Who sends a request, and whether it may pass: identity, access tokens, request guards, rate limits."""
