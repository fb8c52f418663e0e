"""Property tests here compare with torch, whose first calls are slow; no example has a deadline."""

from hypothesis import settings

settings.register_profile("arithmetic", deadline=None, database=None, max_examples=60)
settings.load_profile("arithmetic")
