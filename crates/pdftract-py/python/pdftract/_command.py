"""The command line that starts the command `pdftract` of this package again."""

from __future__ import annotations

import sys
from pathlib import Path


def program() -> tuple[str, list[str]]:
    """Return a program and its first arguments. A worker process has no environment, and perhaps no site packages."""
    folder = str(Path(__file__).resolve().parents[1])
    again = f"import sys; sys.path.insert(0, {folder!r}); from pdftract.__main__ import main; main()"
    return sys.executable, ["-I", "-S", "-c", again]


def worker_command() -> tuple[str, list[str]]:
    """Return the program and the first arguments of a worker process."""
    executable, arguments = program()
    return executable, [*arguments, "worker"]
