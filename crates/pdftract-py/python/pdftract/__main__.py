"""The command `pdftract`."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

from pdftract import _native


def main() -> None:
    """Run the command with the arguments of the process, and end the process."""
    # The command ends at once, as other programs do; Python would only note the signal.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # A worker process has no environment, and perhaps no site packages.
    folder = str(Path(__file__).resolve().parents[1])
    again = f"import sys; sys.path.insert(0, {folder!r}); from pdftract.__main__ import main; main()"
    _native.run_command(["pdftract", *sys.argv[1:]], sys.executable, ["-I", "-S", "-c", again])


if __name__ == "__main__":
    main()
