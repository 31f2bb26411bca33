"""careless_server.py FOLDER CERTIFICATES KEY: oidc-provider-mock on a free port of 127.0.0.1, over TLS. Prints the port.

Every token and code that it hands out is appended to FOLDER/issued.
"""
import json
import logging
import os
import ssl
import sys
import urllib.parse
import warnings

warnings.simplefilter("ignore")
import oidc_provider_mock  # noqa: E402
import werkzeug.serving  # noqa: E402

logging.disable(logging.CRITICAL)
folder, certificates, key = sys.argv[1:]
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificates, key)
app = oidc_provider_mock.app()


@app.after_request
def record(response):
    body = json.loads(response.get_data()) if response.is_json else {}
    issued = [body.get(name) for name in ("access_token", "refresh_token", "id_token")]
    issued += urllib.parse.parse_qs(urllib.parse.urlparse(response.headers.get("location", "")).query).get("code", [])
    with open(os.path.join(folder, "issued"), "a") as file:
        file.write("".join(f"{secret}\n" for secret in issued if secret))
    return response


server = werkzeug.serving.make_server("127.0.0.1", 0, app, threaded=True, ssl_context=context)
print(server.port, flush=True)
server.serve_forever()
