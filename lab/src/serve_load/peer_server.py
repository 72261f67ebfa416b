# The least that a server in Python needs: the text of each document that is sent, by the library that the argument names.
# One document at a time, since PyMuPDF is not safe to use from threads.
import json, os, sys
from http.server import BaseHTTPRequestHandler, HTTPServer

# PyMuPDF prints advice on standard output.
os.dup2(2, 1)

if sys.argv[1] == "extractous":
    # The parsers of Apache Tika, compiled ahead of time; without OCR, which would be most of the work.
    import extractous

    config = extractous.PdfParserConfig().set_ocr_strategy(extractous.PdfOcrStrategy.NO_OCR)
    extractor = extractous.Extractor().set_extract_string_max_length(1 << 30).set_pdf_config(config)

    def text(body):
        return extractor.extract_bytes_to_string(bytearray(body))[0]
else:
    import pymupdf

    pymupdf.TOOLS.mupdf_display_errors(False)

    def text(body):
        with pymupdf.open(stream=body, filetype="pdf") as document:
            if document.needs_pass:
                raise ValueError("locked")
            return "\f".join(page.get_text() for page in document)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_PUT(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            status, answer = 200, text(body).encode("utf-8", "replace")
        except Exception as error:
            status, answer = 422, str(error).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Handler)
print(json.dumps({"address": "127.0.0.1:%d" % server.server_port}), file=sys.stderr, flush=True)
server.serve_forever()
