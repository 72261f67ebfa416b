"""The command `pdftract`."""

from __future__ import annotations

import signal
import sys

from pdftract import _native
from pdftract._command import program


def main() -> None:
    """Run the command with the arguments of the process, and end the process."""
    # The command ends at once, as other programs do; Python would only note the signal.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    executable, arguments = program()
    _native.run_command(["pdftract", *sys.argv[1:]], executable, arguments)


if __name__ == "__main__":
    main()
