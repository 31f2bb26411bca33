#!/usr/bin/env python3
"""login-server CHAIN KEY: an HTTPS server on loopback whose paths want a login; prints its port, then a line for each request.

The only account is `ann`, with the password `correct horse`. Lines are: the method, the path, the scheme of its Authorization field, and the length
of its body.
"""

import base64
import hashlib
import http.server
import os
import re
import ssl
import sys
import tempfile

import spnego

USER, PASSWORD, REALM = "ann", "correct horse", "the \"inner\" court"
QUOTED = REALM.replace('"', '\\"')


class Handler(http.server.BaseHTTPRequestHandler):
    """One a connection, which NTLM logs in as a whole."""

    protocol_version = "HTTP/1.1"
    context = None

    def answer(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        field = self.headers.get("authorization") or "-"
        print(self.command, self.path, field.split(" ")[0], len(body), flush=True)
        challenge = getattr(self, self.path.strip("/").replace("-", "_"))(field)
        content = b"in" if challenge is None else b"out"
        self.send_response(200 if challenge is None else 401)
        for line in [challenge] if isinstance(challenge, str) else challenge or []:
            self.send_header("WWW-Authenticate", line)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = answer

    def basic(self, field):
        wanted = "Basic " + base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
        return None if field == wanted else f'Basic realm="{QUOTED}"'

    def digest(self, field):
        said = dict(re.findall(r'(\w+)="?([^",]+)"?', field))
        h = lambda text: hashlib.md5(text.encode()).hexdigest()
        secret = h(f"{USER}:{REALM}:{PASSWORD}") + f":abc:{said.get('nc')}:{said.get('cnonce')}:auth:" + h(f"{self.command}:{self.path}")
        if said.get("nonce") == "abc" and said.get("response") == h(secret):
            return None
        return f'Digest realm="{QUOTED}", nonce="abc", qop="auth"'

    def ntlm(self, field):
        if not field.startswith("NTLM "):
            return "NTLM"
        if self.context is None:
            self.context = spnego.server(protocol="ntlm")
        try:
            token = self.context.step(base64.b64decode(field[5:]))
        except spnego.exceptions.SpnegoError:
            self.context = None
            return "NTLM"
        return None if self.context.complete else "NTLM " + base64.b64encode(token).decode()

    def several(self, field):
        return None if self.basic(field) is None else ["Negotiate", f'Digest realm="{QUOTED}", nonce="abc", qop="auth"', f'Basic realm="{QUOTED}"']

    def bearer(self, field):
        return 'Bearer error="invalid_token"'

    def strange(self, field):
        return "Basic"

    def silent(self, field):
        return []

    def log_message(self, *_):
        pass


def main():
    chain, key = sys.argv[1:]
    with tempfile.NamedTemporaryFile("w") as users:
        users.write(f":{USER}:{PASSWORD}\n")
        users.flush()
        os.environ["NTLM_USER_FILE"] = users.name
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(chain, key)
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        print(server.server_address[1], flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
