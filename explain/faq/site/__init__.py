"""The FAQ as a static site: every entry a page in each language, a search box, a box to paste a traceback into.

knowledge bases -> pages (what each says, as data) -> rendering (Jinja2) -> files, written at once at the end.
"""
