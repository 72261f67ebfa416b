"""Measures the wheel: CPU against the library in process, PyMuPDF and pdfplumber; memory; threads.

    python bench/speed.py FOLDER [--library PROGRAM] [--files N]

The runs of the programs are interleaved, file by file, and each takes its best of some rounds. `--library` names the example
`in_process` of the crate `pdftract`, which does the same work in process.
"""

from __future__ import annotations

import argparse
import gc
import io
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pdftract


def cpu(call: Callable[[], object], rounds: int) -> float:
    """Return the least CPU seconds of some rounds, of all threads."""
    best = float("inf")
    for _ in range(rounds):
        begun = time.process_time()
        call()
        best = min(best, time.process_time() - begun)
    return best


def our_words(data: bytes) -> int:
    with pdftract.open(data) as document:
        return sum(len(page.words) + len(page.blocks) for page in document)


def our_text(data: bytes) -> int:
    with pdftract.open(data) as document:
        return len(document.text())


def their_words(data: bytes) -> int:
    import pymupdf

    with pymupdf.Document(stream=data) as document:  # type: ignore[no-untyped-call]
        return sum(len(page.get_text("words")) for page in document)


def plumber_words(data: bytes) -> int:
    import pdfplumber

    with pdfplumber.open(io.BytesIO(data)) as document:
        return sum(len(page.extract_words()) for page in document.pages)


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def compare(files: list[Path], rounds: int, plumber_pages: int) -> None:
    sums = {"pdftract words": 0.0, "pymupdf words": 0.0}
    ratios: list[float] = []
    few = {"pdftract words": 0.0, "pdfplumber words": 0.0}
    for path in files:
        data = path.read_bytes()
        try:
            count = len(pdftract.open(data))
            ours = cpu(lambda data=data: our_words(data), rounds)  # type: ignore[misc]
            theirs = cpu(lambda data=data: their_words(data), rounds)  # type: ignore[misc]
        except Exception as error:
            print(f"left out: {path.name}: {error}", file=sys.stderr)
            continue
        sums["pdftract words"] += ours
        sums["pymupdf words"] += theirs
        ratios.append(ours / theirs)
        if count > plumber_pages:
            continue
        try:
            slow = cpu(lambda data=data: plumber_words(data), 1)  # type: ignore[misc]
        except Exception as error:
            print(f"pdfplumber cannot read {path.name}: {error}", file=sys.stderr)
            continue
        few["pdftract words"] += ours
        few["pdfplumber words"] += slow
    print(f"files {len(ratios)}")
    print(f"words and blocks: pdftract {sums['pdftract words']:.2f} s, PyMuPDF {sums['pymupdf words']:.2f} s")
    print(f"  ratio of sums {sums['pdftract words'] / sums['pymupdf words']:.3f}, median {statistics.median(ratios):.3f}")
    if few["pdfplumber words"]:
        print(f"  against pdfplumber: {few['pdftract words'] / few['pdfplumber words']:.4f} (short files)")


def against_library(files: list[Path], program: str, rounds: int) -> None:
    """Compare the text and words of all files with a program that uses the library."""
    for job, call in (("text", our_text), ("words", our_words)):
        ours = theirs = 0.0
        for path in files:
            data = path.read_bytes()
            try:
                call(data)
            except pdftract.PdftractError:
                continue
            ours += cpu(lambda data=data, call=call: call(data), rounds)  # type: ignore[misc]
            done = subprocess.run([program, job, str(rounds), str(path)], capture_output=True, text=True, check=True)
            theirs += float(done.stdout)
        print(f"{job}: wheel {ours:.3f} s, library in process {theirs:.3f} s, ratio {ours / theirs:.3f}")


def memory(files: list[Path], count: int) -> None:
    sizes: list[int] = []
    for index in range(count):
        try:
            with pdftract.open(files[index % len(files)]) as document:
                for page in document[:20]:
                    assert len(page.words) + len(page.blocks) >= 0
                document.text(pages=range(min(20, len(document))))
        except pdftract.PdftractError:
            pass
        gc.collect() if index % 100 == 0 else None
        sizes.append(resident())
    print("memory by 200 files:", " ".join(f"{size / 1e6:.0f}" for size in sizes[199::200]))
    after = statistics.median(sizes[180:220]) if count >= 220 else sizes[len(sizes) // 10]
    end = statistics.median(sizes[-40:])
    print(f"memory: {after / 1e6:.1f} MB after 200 files, {end / 1e6:.1f} MB after {count}, drift {end / after - 1:+.1%}")
    print(f"  peak of all {max(sizes) / 1e6:.1f} MB")


def threads(files: list[Path]) -> None:
    loaded = [path.read_bytes() for path in files]

    def one(data: bytes) -> int:
        try:
            return our_words(data)
        except pdftract.PdftractError:
            return 0

    def timed(count: int) -> float:
        begun = time.perf_counter()
        with ThreadPoolExecutor(count) as pool:
            list(pool.map(one, loaded))
        return time.perf_counter() - begun

    def timed_pool(count: int) -> float:
        begun = time.perf_counter()
        for _ in pdftract.extract_many(loaded, threads=count, outputs=["text"]):
            pass
        return time.perf_counter() - begun

    print(f"2 threads, words: {timed(1) / timed(2):.2f} times; extract_many: {timed_pool(1) / timed_pool(2):.2f} times")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--library")
    parser.add_argument("--files", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--memory-files", type=int, default=2000)
    parser.add_argument("--plumber-pages", type=int, default=8)
    parser.add_argument("--only", choices=["compare", "library", "memory", "threads"])
    arguments = parser.parse_args()
    everything = sorted(arguments.folder.rglob("*.pdf"))
    files = everything[:: max(1, len(everything) // arguments.files)][: arguments.files]
    if arguments.only in (None, "compare"):
        compare(files, arguments.rounds, arguments.plumber_pages)
    if arguments.only in (None, "library") and arguments.library:
        against_library(files, arguments.library, arguments.rounds)
    if arguments.only in (None, "threads"):
        threads(files)
    if arguments.only in (None, "memory"):
        memory(everything, arguments.memory_files)


if __name__ == "__main__":
    main()
