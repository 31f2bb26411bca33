"""hostile_server.py CERTIFICATES KEY: answers over TLS as no server should, by the path that is asked for. Prints its port.

`GET /sent` gives how many bytes of the last endless answer the client took before it hung up.
"""
import socketserver
import ssl
import sys
import threading
import time

context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(*sys.argv[1:])
OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
sent = 0
lock = threading.Lock()


class Handler(socketserver.BaseRequestHandler):
    def handle(self):
        try:
            with context.wrap_socket(self.request, server_side=True) as connection:
                connection.settimeout(30)
                head = b""
                while b"\r\n\r\n" not in head:
                    head += connection.recv(65536)
                self.answer(connection, head.split(b" ")[1].decode().split("?")[0].rsplit("/", 1)[1])
        except OSError:
            pass

    def answer(self, connection, trick):
        here = f"https://127.0.0.1:{self.server.server_address[1]}"
        if trick == "sent":
            body = str(sent).encode()
            connection.sendall(OK + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        elif trick == "loop":
            connection.sendall(f"HTTP/1.1 307 Again\r\nLocation: {here}/loop\r\nContent-Length: 0\r\n\r\n".encode())
        elif trick == "away":
            connection.sendall(b"HTTP/1.1 302 Away\r\nLocation: http://127.0.0.1:9/\r\nContent-Length: 0\r\n\r\n")
        elif trick == "cut":
            connection.sendall(OK + b'Content-Length: 1000\r\n\r\n{"access_token"')
        elif trick == "unfinished":
            connection.sendall(OK + b'Transfer-Encoding: chunked\r\n\r\n5\r\n{"acc\r\n')
        elif trick == "large":
            connection.sendall(OK + b"Content-Length: 104857600\r\n\r\n")
            self.pour(connection)
        elif trick == "endless":
            connection.sendall(OK + b"Transfer-Encoding: chunked\r\n\r\n")
            self.pour(connection, b"10000\r\n" + b"a" * 65536 + b"\r\n")
        elif trick == "header":
            connection.sendall(b"HTTP/1.1 200 OK\r\n")
            self.pour(connection, b"x: " + b"a" * 1000 + b"\r\n")
        elif trick == "slow":
            connection.sendall(OK + b"Content-Length: 1000\r\n\r\n")
            for _ in range(300):
                connection.sendall(b"{")
                time.sleep(0.1)
        elif trick == "silent":
            connection.recv(1)
        elif trick == "garbage":
            connection.sendall(b"\x00\xff" * 5000)
        elif trick == "smuggled":
            connection.sendall(OK + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")

    @staticmethod
    def pour(connection, piece=b"a" * 65536):
        global sent
        with lock:
            sent = 0
        try:
            for _ in range(104857600 // len(piece)):
                connection.sendall(piece)
                with lock:
                    sent += len(piece)
        except OSError:
            pass


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64

    def handle_error(self, request, client_address):
        pass


with Server(("127.0.0.1", 0), Handler) as server:
    print(server.server_address[1], flush=True)
    server.serve_forever()
