#!/usr/bin/env python3
"""test-summary.py RESULT.xml STATUS [RESULT.xml STATUS …]: prints what went wrong, skipped tests with their reasons, failed ones, and the counts of all runs.

What went wrong is taken from RESULT.log, where there is one.

Fails when a test process failed (STATUS is not 0), when a result file is missing, or when a run had no test: the toolchain's own closing
line counts skipped tests as run, passes an empty selection, and says nothing after a crash.
"""

import pathlib
import sys
import xml.etree.ElementTree as ElementTree

# Characters of a line of an issue that are shown; the whole stands in the test's own output.
LONGEST = 1000


def name(case):
    return f"{case.get('classname', '?')}/{case.get('name', '?')}"


def reason(skip):
    return (skip.get("message") or skip.text or "no reason given").strip()


def issues(path):
    """What went wrong in a run, an issue a line, from its log beside the result file, which leaves out arguments and comments."""
    log = pathlib.Path(path).with_suffix(".log")
    is_issue = False
    for line in log.read_text(errors="replace").splitlines() if log.exists() else []:
        is_issue = " recorded an issue " in line or is_issue and line.startswith("↳")
        if is_issue:
            yield line if len(line) <= LONGEST else line[:LONGEST] + " …"


def main(runs):
    failed, skipped, passed, problems = [], [], 0, []
    for path, status in runs:
        try:
            cases = list(ElementTree.parse(path).getroot().iter("testcase"))
        except (OSError, ElementTree.ParseError) as problem:
            problems.append(f"no result file ({problem}); the tests ended with status {status}, perhaps by a crash")
            continue
        failures = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
        skips = [(case, case.find("skipped")) for case in cases if case.find("skipped") is not None]
        failed += failures
        skipped += skips
        passed += len(cases) - len(failures) - len(skips)
        if not cases:
            problems.append(f"no test ran ({path})")
        if status != 0 and not failures:
            problems.append(f"no test failed, yet the tests ended with status {status} ({path})")

    for path, _ in runs:
        for issue in issues(path):
            print(issue)
    for case, skip in skipped:
        print(f"skipped: {name(case)}: {reason(skip)}")
    for case in failed:
        print(f"failed: {name(case)}")
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    print(f"{passed} passed, {len(failed)} failed, {len(skipped)} skipped", flush=True)
    if passed + len(failed) == 0:
        print("error: no test ran", file=sys.stderr)
        return 1
    return 1 if failed or problems else 0


if __name__ == "__main__":
    words = sys.argv[1:]
    sys.exit(main([(path, int(status)) for path, status in zip(words[::2], words[1::2], strict=True)]))
