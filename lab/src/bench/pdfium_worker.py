# Reads a path a line and answers each with the CPU milliseconds that its text took and how many bytes it has.
import sys, time, pypdfium2

def text_bytes(path):
    document = pypdfium2.PdfDocument(path)
    size = 0
    for index in range(len(document)):
        try:
            size += len(document[index].get_textpage().get_text_range().encode("utf-8", "replace"))
        except pypdfium2.PdfiumError:
            pass
    document.close()
    return size

for line in sys.stdin:
    start = time.process_time()
    try:
        answer = text_bytes(line.rstrip("\n"))
    except Exception:
        answer = "refused"
    print(f"{(time.process_time() - start) * 1e3:.4f} {answer}", flush=True)
