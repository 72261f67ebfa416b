"""The rows of the command, to which those of engines are compared."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

COLUMNS = ["path", "status", "error_code", "page_count", "sha256", "text"]
PAGE_COLUMNS = [*COLUMNS[:5], "page_index", "text"]


def by_command(folder: Path, columns: list[str], granularity: str) -> list[dict[str, Any]]:
    command = [sys.executable, "-m", "pdftract", "-f", "rows", "--rows", granularity, "--columns", ",".join(columns), str(folder)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return ordered([json.loads(line) for line in done.stdout.split("\n") if line])


def ordered(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    for row in rows:
        row["path"] = row["path"].removeprefix("file:")
    return sorted(rows, key=lambda row: (row["path"], row.get("page_index") or 0))
