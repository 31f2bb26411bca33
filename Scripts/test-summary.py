#!/usr/bin/env python3
"""test-summary.py RESULT.xml STATUS: prints skipped tests with their reasons, failed ones, and the counts.

Fails when the test process failed (STATUS is not 0), when there is no result file, or when no test ran: the toolchain's own closing
line counts skipped tests as run, passes an empty selection, and says nothing after a crash.
"""

import sys
import xml.etree.ElementTree as ElementTree


def name(case):
    return f"{case.get('classname', '?')}/{case.get('name', '?')}"


def reason(skip):
    return (skip.get("message") or skip.text or "no reason given").strip()


def main(path, status):
    try:
        cases = list(ElementTree.parse(path).getroot().iter("testcase"))
    except (OSError, ElementTree.ParseError) as problem:
        print(f"error: no result file ({problem}); the tests ended with status {status}, perhaps by a crash", file=sys.stderr)
        return 1

    failed = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
    skipped = [(case, case.find("skipped")) for case in cases if case.find("skipped") is not None]
    passed = len(cases) - len(failed) - len(skipped)

    for case, skip in skipped:
        print(f"skipped: {name(case)}: {reason(skip)}")
    for case in failed:
        print(f"failed: {name(case)}")
    print(f"{passed} passed, {len(failed)} failed, {len(skipped)} skipped")

    if passed + len(failed) == 0:
        print("error: no test ran", file=sys.stderr)
        return 1
    if status != 0 and not failed:
        print(f"error: no test failed, yet the tests ended with status {status}", file=sys.stderr)
        return 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
