# Reads a path a line and answers each with the CPU milliseconds that its text took and how many bytes it has.
import os, sys, time

# Whatever the library prints must not mix with the answers.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
from pdf_oxide import PdfDocument

def text_bytes(path):
    document = PdfDocument(path)
    size = 0
    for index in range(document.page_count()):
        try:
            size += len(document.extract_text(index).encode("utf-8", "replace"))
        except Exception:
            pass
    return size

for line in sys.stdin:
    start = time.process_time()
    try:
        answer = text_bytes(line.rstrip("\n"))
    except BaseException:
        answer = "refused"
    print(f"{(time.process_time() - start) * 1e3:.4f} {answer}", file=answers, flush=True)
