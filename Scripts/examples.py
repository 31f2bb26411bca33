"""The Swift examples of the documents as one source file, so that a compiler can say whether they are true.

A block of Swift in a document is the body of a function that may throw and wait. What it takes for granted is named in a comment before it,
as that function's parameters; the same comment says where the block belongs to one system alone:

    <!-- example (vault: Vault, token: SecretBytes) -->
    <!-- example (pin: SecretBytes) on Linux -->
    <!-- no example: a part of a manifest -->
"""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
OPENING = re.compile(r"^```swift\s*$")
GIVEN = re.compile(r"^<!-- example \((?P<parameters>.*)\)(?: on (?P<system>Linux|Apple))? -->$")
REFUSAL = re.compile(r"^<!-- no example: \S.* -->$")


def documents():
    """Every document that may have examples."""
    return [ROOT / "README.md", *sorted((ROOT / "Documentation").glob("*.md")), *sorted((ROOT / "Examples").glob("*/README.md"))]


def blocks(document):
    """(number of the first line, parameters, system or None, lines) of each example of a document."""
    lines = document.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        if not OPENING.match(line):
            continue
        end = next(at for at in range(number + 1, len(lines)) if lines[at].startswith("```"))
        before = lines[number - 1] if number else ""
        if REFUSAL.match(before):
            continue
        given = GIVEN.match(before)
        yield number + 2, given["parameters"] if given else "", given["system"] if given else None, lines[number + 1 : end]


def source(system, modules):
    """One Swift file with the examples for `system`, "Linux" or "Apple", and how many they are."""
    out = [f"import {module}" for module in ["Foundation", *modules]]
    if system == "Linux":
        out.append("import FoundationNetworking")
    count = 0
    for document in documents():
        name = re.sub(r"\W", "_", str(document.relative_to(ROOT).with_suffix("")))
        for line, parameters, only, text in blocks(document):
            if only not in (None, system):
                continue
            count += 1
            out.append(f"func {name}_{line}({parameters}) async throws {{")
            out.append(f'#sourceLocation(file: "{document.relative_to(ROOT)}", line: {line})')
            out += ["" if row.startswith("import ") else re.sub(r"\{ … \}", "{ }", row) for row in text]
            out += ["#sourceLocation()", "}"]
    return "\n".join(out) + "\n", count


def libraries():
    """The products that a client can import."""
    manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
    return {line.split('"')[1] for line in manifest.splitlines() if line.lstrip().startswith('.library(name: "')}
