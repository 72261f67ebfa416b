"""The command that the package installs."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pdfs

import pdftract


def run(*arguments: str | Path, stdin: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    command = Path(sysconfig.get_path("scripts")) / "pdftract"
    program = [str(command)] if command.exists() else [sys.executable, "-m", "pdftract"]
    return subprocess.run([*program, *map(str, arguments)], input=stdin, capture_output=True, timeout=120, check=False)


def test_text(hello: Path) -> None:
    done = run(hello)
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode() == pdftract.open(hello).text()


def test_arguments_and_exit_codes(tmp_path: Path) -> None:
    assert run("--version").stdout.startswith(b"pdftract ")
    assert run("--nonsense").returncode == 2
    assert run(tmp_path / "missing.pdf").returncode == 1
    assert run("check", "-", stdin=b"no pdf").returncode == 5


def test_standard_input_and_formats(hello: Path) -> None:
    done = run("-", "-f", "ndjson", stdin=hello.read_bytes())
    assert done.stdout.startswith(b'{"record":"document"')


def test_isolated_workers(hello: Path) -> None:
    """Worker processes are interpreters that run the command again."""
    done = run(hello, "--isolate")
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode() == pdftract.open(hello).text()


def test_the_command_is_installed() -> None:
    if (Path(sysconfig.get_path("scripts")) / "pdftract").exists():
        assert shutil.which("pdftract", path=sysconfig.get_path("scripts"))


def test_pictures(tmp_path: Path) -> None:
    path = tmp_path / "rich.pdf"
    path.write_bytes(pdfs.rich())
    done = run("render", path, "--page", "1", "-o", tmp_path / "page.png")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "page.png").read_bytes().startswith(b"\x89PNG")
