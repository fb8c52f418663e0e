"""Compiles kb/ into the wheel, so that the installed command reads no YAML; all else is in pyproject.toml."""

import shutil
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent


class BuildWithKnowledge(build_py):
    """Adds `_kb`: the compiled index and entries, and the scripts as they are."""

    def run(self):
        super().run()
        if self.editable_mode:  # a checkout compiles its own, whenever a YAML file changes
            return
        package = Path(self.build_lib) / "pytorch_explain"
        sys.path.insert(0, self.build_lib)
        from pytorch_explain.knowledge.compiling import compile_to

        shutil.rmtree(package / "_kb", ignore_errors=True)
        compile_to(HERE / "kb", package / "_kb")
        for script in (HERE / "kb").glob("*/*/*.py"):
            target = package / "_kb" / "scripts" / script.relative_to(HERE / "kb")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(script, target)


setup(cmdclass={"build_py": BuildWithKnowledge})
