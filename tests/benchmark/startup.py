"""Start to exit of the installed command, as a ratio to `python -c "import click"`, medians in one run.

Usage, with the interpreter of an environment that has the wheel installed: python startup.py [ROUNDS]
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

EXACT = Path(__file__).parents[1] / "cases" / "145.txt"
#: What is searched for: known words, words with a slip in each, Chinese.
QUESTIONS = {"search": "loss not decreasing", "with slips": "lsos not decresing", "Chinese": "显存爆了"}
DAMAGED = "RuntimeError: Tryng to bakward through the grph a second time (or directly acess saved tensors"


def main(rounds: int) -> None:
    """Prints the medians and ratios."""
    command = str(Path(sysconfig.get_path("scripts")) / "pytorch-explain")
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as damaged:
        damaged.write(DAMAGED)
        damaged.flush()
        commands = {
            "import click": [sys.executable, "-c", "import click"],
            "exact": [command, str(EXACT)],
            "fuzzy": [command, damaged.name],
            **{name: [command, "search", *question.split()] for name, question in QUESTIONS.items()},
        }
        seconds: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(rounds):
            for name, arguments in commands.items():
                started = time.perf_counter()
                subprocess.run(arguments, capture_output=True, check=False)
                seconds[name].append(time.perf_counter() - started)
    base = statistics.median(seconds["import click"])
    for name, taken in seconds.items():
        median = statistics.median(taken)
        print(f"{name:13} {1000 * median:6.1f} ms   {median / base:.2f} times `import click`")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
