"""Explanations to text: one module a format, the layout they share in `layout`."""
