# The least that a server with PyMuPDF needs: the text of each document that is sent, one at a time, since the library is not
# safe to use from threads.
import json, os, sys
from http.server import BaseHTTPRequestHandler, HTTPServer

# The library prints advice on standard output.
os.dup2(2, 1)
import pymupdf

pymupdf.TOOLS.mupdf_display_errors(False)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_PUT(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            with pymupdf.open(stream=body, filetype="pdf") as document:
                if document.needs_pass:
                    raise ValueError("locked")
                status, text = 200, "\f".join(page.get_text() for page in document).encode("utf-8", "replace")
        except Exception as error:
            status, text = 422, str(error).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Handler)
print(json.dumps({"address": "127.0.0.1:%d" % server.server_port}), file=sys.stderr, flush=True)
server.serve_forever()
