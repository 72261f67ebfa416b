"""Threads, interrupts, memory and panics."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pdfs
import pytest

import pdftract
from pdftract import _native


def test_other_threads_run_meanwhile(long_pdf: bytes) -> None:
    ticks = 0
    stop = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not stop.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    begun = time.perf_counter()
    with pdftract.open(long_pdf) as document:
        document.json()
    taken = time.perf_counter() - begun
    stop.set()
    thread.join()
    assert taken > 0.05
    assert ticks > taken * 100, "the lock of the interpreter was released"


def test_threads_share_a_document(long_pdf: bytes) -> None:
    with pdftract.open(long_pdf) as document, ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda index: document[index].text, range(60)))
        assert together == [document[index].text for index in range(60)]
        words = list(pool.map(lambda index: len(document[index].words), range(60)))
        assert min(words) > 400


def interrupted(call: str) -> float:
    """Send SIGINT to a program during a call and return the seconds until KeyboardInterrupt."""
    program = textwrap.dedent(
        f"""
        import os, signal, sys, threading, time
        sys.path.insert(0, {str(Path(__file__).parent)!r})
        import pdfs, pdftract
        data = pdfs.many_pages(3000)
        document = pdftract.open(data)
        sent = 0.0
        def send():
            global sent
            time.sleep(0.1)
            sent = time.perf_counter()
            os.kill(os.getpid(), signal.SIGINT)
        threading.Thread(target=send, daemon=True).start()
        begun = time.perf_counter()
        try:
            {call}
        except KeyboardInterrupt:
            print(time.perf_counter() - sent)
            assert document[5].text.startswith("Page 5"), "the document can be used again"
            assert len(document.text(pages="1-3").split("\\f")) == 3
        else:
            print("not interrupted after", time.perf_counter() - begun)
        """
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return float(done.stdout)


@pytest.mark.parametrize(
    "call",
    [
        "document.text()",
        "document.json(threads=2)",
        "document.chunks()",
        "document.check()",
        "list(pdftract.extract_many([data] * 8))",
        "[page.words for page in document]",
    ],
)
def test_keyboard_interrupt(call: str) -> None:
    assert interrupted(call) < 0.2


def test_cancel_ends_the_work_of_another_thread(long_pdf: bytes) -> None:
    document = pdftract.open(long_pdf)
    threading.Timer(0.05, document.cancel).start()
    begun = time.perf_counter()
    with pytest.raises(pdftract.CancelledError):
        while True:
            document.json()
    assert time.perf_counter() - begun < 5
    with pytest.raises(pdftract.CancelledError):
        document.text()


def test_close_ends_the_work_of_another_thread(long_pdf: bytes) -> None:
    document = pdftract.open(long_pdf)
    threading.Timer(0.05, document.close).start()
    with pytest.raises(pdftract.ClosedError):
        while True:
            document.json()


def test_a_panic_is_an_exception() -> None:
    with pytest.raises(pdftract.InternalError):
        _native.panic_inside()
    with ThreadPoolExecutor(1) as pool, pytest.raises(pdftract.InternalError):
        pool.submit(_native.panic_inside).result()


def _text_in_child(data: bytes) -> str:
    return pdftract.open(data).text()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_forked_processes_work() -> None:
    data = pdfs.many_pages(3, lines=3)
    expected = pdftract.open(data).text()
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(_text_in_child, [data] * 4) == [expected] * 4


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
def test_memory_does_not_grow(samples: list[Path]) -> None:
    data = [path.read_bytes() for path in samples]

    def round_of_files() -> None:
        for item in data:
            with pdftract.open(item) as document:
                for page in document:
                    assert len(page.words) >= 0
                document.markdown()

    for _ in range(10):
        round_of_files()
    before = resident()
    for _ in range(30):
        round_of_files()
    assert resident() < before * 1.1


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
def test_close_returns_memory() -> None:
    data = pdfs.many_pages(100) + b"\n" + b"%" * (64 << 20)
    # Memory is given back at most twice a second, and documents of other tests were just closed.
    time.sleep(0.6)
    before = resident()
    document = pdftract.open(bytearray(data))
    assert resident() > before + (50 << 20)
    document.text()
    document.close()
    assert resident() < before + (20 << 20)


def test_signals_in_other_threads_do_not_disturb(long_pdf: bytes) -> None:
    """A handler that does not raise does not end the work."""
    seen: list[int] = []
    usual = signal.signal(signal.SIGUSR1, lambda number, frame: seen.append(number))
    try:
        threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGUSR1)).start()
        with pdftract.open(long_pdf) as document:
            begun = time.perf_counter()
            while time.perf_counter() - begun < 0.3:
                assert document.text()
    finally:
        signal.signal(signal.SIGUSR1, usual)
    assert seen


def test_a_handler_may_read_documents(long_pdf: bytes) -> None:
    """The thread that works for the main thread is busy then."""
    seen: list[str] = []
    small = pdfs.many_pages(1, lines=3)
    usual = signal.signal(signal.SIGUSR1, lambda number, frame: seen.append(pdftract.open(small).text()))
    try:
        threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGUSR1)).start()
        with pdftract.open(long_pdf) as document:
            begun = time.perf_counter()
            while time.perf_counter() - begun < 0.3:
                assert document.text()
    finally:
        signal.signal(signal.SIGUSR1, usual)
    assert seen == [pdftract.open(small).text()]


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="needs /proc")
def test_calls_share_one_thread() -> None:
    script = """
        import os, pdftract, sys
        document = pdftract.open(sys.stdin.buffer.read())
        threads = set()
        for page in document:
            assert page.words
            threads.update(os.listdir("/proc/self/task"))
        document.close()
        print(len(threads))
    """
    command = [sys.executable, "-c", textwrap.dedent(script)]
    done = subprocess.run(command, input=pdfs.many_pages(20), capture_output=True, check=True)
    assert int(done.stdout) == 2, "the main thread and its helper"


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
def test_close_returns_memory_of_records(tmp_path: Path) -> None:
    # Records are made on another thread than the caller's; an allocator may keep the memory of such threads. In a new
    # process, since this one has free memory of other tests to use.
    lines = [f"{number} a line with words that are short" for number in range(120)]
    page = b"\n".join(pdfs.text_lines(lines, size=4, left=left) for left in range(40, 560, 100))
    path = tmp_path / "dense.pdf"
    path.write_bytes(pdfs.document([page] * 40))
    script = """
        import os, sys
        import pdftract

        def resident():
            with open("/proc/self/statm") as sizes:
                return int(sizes.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 2**20

        with pdftract.open(sys.argv[1]) as document:
            len(document[0].words)
            before = resident()
            records = [(page.words, page.blocks) for page in document]
            most = resident()
            del records
        print(before, most, resident())
    """
    command = [sys.executable, "-c", textwrap.dedent(script), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    before, most, after = map(int, done.stdout.split())
    assert most > before + 50
    assert after < before + 15
