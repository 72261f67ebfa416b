# Reads a path a line and answers each with the CPU milliseconds that its text took and how many bytes it has.
import os, sys, time

# The library prints advice on standard output, which belongs to the answers.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
import pymupdf

pymupdf.TOOLS.mupdf_display_errors(False)

def text_bytes(path):
    with pymupdf.open(path) as document:
        if document.needs_pass:
            raise ValueError("locked")
        return sum(len(page.get_text().encode("utf-8", "replace")) for page in document)

for line in sys.stdin:
    start = time.process_time()
    try:
        answer = text_bytes(line.rstrip("\n"))
    except Exception:
        answer = "refused"
    print(f"{(time.process_time() - start) * 1e3:.4f} {answer}", file=answers, flush=True)
