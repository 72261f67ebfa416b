"""The command `pdftract`."""

from __future__ import annotations

import signal
import sys

from pdftract import _native


def main() -> None:
    """Run the command with the arguments of the process, and end the process."""
    # The command ends at once, as other programs do; Python would only note the signal.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _native.run_command(["pdftract", *sys.argv[1:]], sys.executable, ["-m", "pdftract"])


if __name__ == "__main__":
    main()
