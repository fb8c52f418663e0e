"""Property tests here compare with torch, whose first calls are slow; no example has a deadline."""

from hypothesis import settings

settings.register_profile("arithmetic", deadline=None, database=None)
settings.load_profile("arithmetic")
