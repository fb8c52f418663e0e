"""Run as a script, with a wordings.py: calls each of its functions and prints what each raised, as JSON.

It is a program of its own so that the scripts of a knowledge base never run within the checker.
"""

from __future__ import annotations

import json
import sys
import traceback
from pathlib import Path


def main(path: str) -> None:
    """Prints {function: {"type", "message", "traceback"} or null} for the functions defined in the file `path`."""
    space: dict[str, object] = {"__name__": "wordings", "__file__": path}
    exec(compile(Path(path).read_text(encoding="utf-8"), path, "exec"), space)
    raised: dict[str, object] = {}
    for name, function in list(space.items()):
        if callable(function) and getattr(function, "__module__", "") == "wordings" and not name.startswith("_"):
            try:
                function()
                raised[name] = None
            except BaseException as error:
                text = "".join(traceback.format_exception(error))
                raised[name] = {"type": type(error).__name__, "message": str(error), "traceback": text}
    print(json.dumps(raised))


if __name__ == "__main__":
    main(sys.argv[1])
