"""Pasted text and live exceptions to Failures."""
