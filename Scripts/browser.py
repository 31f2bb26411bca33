#!/usr/bin/env python3
"""browser.py PAGE [--shots FOLDER] [--axe] [EXPRESSION…]: opens a page in headless Chromium and prints, as JSON, what happened.

{"console": [every message, error and exception], "requests": [every address asked for besides the page], "values": [of the expressions],
"axe": [what axe says against the accessibility of the page, in each view and scheme]}
With --shots, pictures of the whole page are written: desktop and phone, light and dark.
Needs chromium on the PATH and the packages websocket-client and, for --axe, axe-core-python.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import websocket

VIEWS = {"desktop": (1280, 900, 1, False), "phone": (390, 844, 2, True)}


class Page:
    """A tab of the browser, spoken to by the DevTools protocol."""

    def __init__(self, port):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
            tab = next(tab for tab in json.load(answer) if tab["type"] == "page")
        self.socket = websocket.create_connection(tab["webSocketDebuggerUrl"], timeout=60, suppress_origin=True)
        self.number = 0
        self.events = []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def open(self, address):
        self.events = [event for event in self.events if event["method"] != "Page.loadEventFired"]
        self.call("Page.navigate", url=address)
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.events.append(json.loads(self.socket.recv()))

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get("exception", {}).get("description", "exception"))
        return result["result"].get("value")

    def show(self, view, scheme):
        width, height, scale, mobile = VIEWS[view]
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=mobile)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def picture(self, path):
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)["data"]
        Path(path).write_bytes(base64.b64decode(data))

    def console(self):
        messages = []
        for event in self.events:
            parameters = event.get("params", {})
            if event["method"] == "Runtime.consoleAPICalled":
                messages.append(" ".join(str(argument.get("value")) for argument in parameters["args"]))
            elif event["method"] == "Runtime.exceptionThrown":
                messages.append(parameters["exceptionDetails"]["text"])
            elif event["method"] == "Log.entryAdded":
                messages.append(parameters["entry"]["text"])
        return messages

    def requests(self, page):
        sent = [event["params"]["request"]["url"] for event in self.events if event["method"] == "Network.requestWillBeSent"]
        return [address for address in sent if address != page]


def start(profile):
    """Starts the browser and waits until it says on which port of the loopback interface it listens."""
    command = [shutil.which("chromium") or "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
               "--disable-background-networking", "--disable-dev-shm-usage", "--remote-debugging-port=0", f"--user-data-dir={profile}",
               "about:blank"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    port_file = Path(profile) / "DevToolsActivePort"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if port_file.exists() and (lines := port_file.read_text().split()):
            return process, int(lines[0])
        if process.poll() is not None:
            break
        time.sleep(0.05)
    process.kill()
    raise RuntimeError("the browser did not start")


def judge_accessibility(page):
    """Runs axe over the page with everything unfolded; one line a violation and view."""
    import axe_core_python

    page.evaluate((Path(axe_core_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8") + "; undefined")
    page.evaluate("document.querySelectorAll('details').forEach(function (node) { node.open = true; })")
    lines = []
    for view in VIEWS:
        for scheme in ("light", "dark"):
            page.show(view, scheme)
            found = page.evaluate("axe.run(document).then(function (result) { return result.violations; })")
            for violation in found:
                places = ", ".join(node["target"][0] for node in violation["nodes"][:3])
                lines.append(f"{view} {scheme}: {violation['id']}: {violation['help']} ({len(violation['nodes'])}: {places})")
    return lines


def main(arguments):
    page_path, *rest = arguments
    shots = None
    if rest[:1] == ["--shots"]:
        shots, rest = rest[1], rest[2:]
    with_axe = rest[:1] == ["--axe"]
    rest = rest[1:] if with_axe else rest
    address = Path(page_path).resolve().as_uri()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process, port = start(profile)
        try:
            page = Page(port)
            page.show("desktop", "light")
            page.open(address)
            values = [page.evaluate(expression) for expression in rest]
            if shots:
                os.makedirs(shots, exist_ok=True)
                page.open(address)
                for view in VIEWS:
                    for scheme in ("light", "dark"):
                        page.show(view, scheme)
                        page.picture(os.path.join(shots, f"{view}-{scheme}.png"))
            answer = {"console": page.console(), "requests": page.requests(address), "values": values}
            if with_axe:
                page.open(address)
                answer["axe"] = judge_accessibility(page)
            print(json.dumps(answer))
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main(sys.argv[1:])
