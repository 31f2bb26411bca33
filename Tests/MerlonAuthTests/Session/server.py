"""server.py: a token server for one session, which notices when a refresh token is used whose successor is in use.

A refresh token whose answer may have been lost is answered again with the same tokens, as many servers do for a short while. It prints its
port. POST /login, /refresh (body: the refresh token), /use (body: the access token), /expire, /stats.
"""

import http.server
import json
import os
import random
import socketserver
import threading
import time

lock = threading.Lock()
state = {"number": 0, "seen": True, "expired": False, "refreshes": 0, "repeated": 0, "reused": 0, "uses": 0, "wrong": 0}


def tokens():
    n = state["number"]
    access, refresh = f"access-{n}-4f1d", f"refresh-{n}-9b7c"
    # Scripts/test looks for them in all that the tests have printed.
    if os.environ.get("MERLON_ISSUED_TOKENS"):
        with open(os.environ["MERLON_ISSUED_TOKENS"], "a") as file:
            file.write(f"{access}\n{refresh}\n")
    return json.dumps({"access_token": access, "refresh_token": refresh, "token_type": "Bearer", "expires_in": 60})


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
        if self.path == "/refresh":
            time.sleep(random.random() * 0.004)
        with lock:
            status, text = self.answer(body)
        if self.path == "/refresh":
            time.sleep(random.random() * 0.004)
        self.send_response(status)
        self.end_headers()
        self.wfile.write(text.encode())

    def answer(self, body):
        n = state["number"]
        if self.path == "/login":
            state.update(number=n + 1, seen=True, expired=False)
            return 200, tokens()
        if self.path == "/refresh":
            if body == f"refresh-{n}-9b7c":
                state.update(number=n + 1, seen=False, expired=False, refreshes=state["refreshes"] + 1)
                return 200, tokens()
            if body == f"refresh-{n - 1}-9b7c" and not state["seen"]:
                state["repeated"] += 1
                return 200, tokens()
            state["reused"] += 1
            return 400, '{"error":"invalid_grant"}'
        if self.path == "/use":
            if body == f"access-{n}-4f1d" and not state["expired"]:
                state.update(seen=True, uses=state["uses"] + 1)
                return 200, ""
            state["wrong"] += 1
            return 401, ""
        if self.path == "/stats":
            return 200, json.dumps(state)
        return 404, ""

    def log_message(self, *arguments):
        pass


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 256


server = Server(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
