"""`python -m pytorch_explain`."""

from .cli import main

main()
