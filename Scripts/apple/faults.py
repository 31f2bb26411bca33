"""The negative controls: sources with one planted fault each, which the gate must refuse for the reason that the file states.

A Swift or C file states it in its first line: `// expect: <regular expression of the diagnostic>`. A gate that catches nothing passes everything.
"""
import pathlib
import re
import subprocess
import tempfile

import coverage
import gate as gates_module


def check(gates: list, folder: pathlib.Path) -> tuple[int, list[str]]:
    """Compiles every fault for every triple. Returns how many were caught, and what was not."""
    caught, missed = 0, []
    files = sorted(p for p in folder.iterdir() if p.suffix in (".swift", ".c"))
    if len(files) < 15:
        missed.append(f"{folder.name}: only {len(files)} planted faults; there must be at least 15")
    for file in files:
        first = file.read_text().splitlines()[0]
        wanted = re.match(r"// expect(?:\((ios|macos)\))?: (.+)$", first)
        if not wanted:
            missed.append(f"{file.name}: its first line does not say what to expect")
            continue
        platform, pattern = wanted.groups()
        for gate in gates:
            if platform and platform != gate.platform:
                continue
            status, diagnostics = _compile(gate, file)
            errors = "\n".join(gates_module.diagnostics(diagnostics, gate.package))
            if status == 0 and not errors:
                missed.append(f"{file.name}: compiled for {gate.apple.triple}, but has a planted fault")
            elif not re.search(pattern, errors):
                missed.append(f"{file.name}: refused for {gate.apple.triple}, but not for the planted fault:\n  {errors[:600]}")
            else:
                caught += 1
    return caught, missed


# Sources that escape the gate, each in its own way; the last one does not.
ESCAPES = {
    "Wrong.swift": "#if os(Linux)\nfunc probe() {}\n#endif\n",
    "Misspelt.swift": "#if canImport(Securty)\nfunc probe() {}\n#endif\n",
    "Bare.swift": "func probe() {}\n",
    "misspelt.c": "#ifdef __APPLE\nint probe(void);\n#endif\n",
    "Right.swift": "#if canImport(Security)\nfunc probe() {}\n#endif\n",
}


def check_coverage(gates: list, outcomes: list) -> list[str]:
    """Sources that are switched off, and one that is not, must be told apart."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        sources = []
        for name, text in ESCAPES.items():
            source = root / "Sources/Fault/Apple" / name
            source.parent.mkdir(parents=True, exist_ok=True)
            source.write_text(text)
            sources.append(source)
        # As if every target that holds them had been compiled: only the guards differ.
        compiled = [gates_module.Outcome(o.triple, compiled=set(sources)) for o in outcomes]
        problems, _ = coverage.escaped(root, sources, gates, compiled)
        found = {name for name in ESCAPES if any(f"/{name}:" in problem for problem in problems)}
        unseen, _ = coverage.escaped(root, sources[-1:], gates, outcomes)
    missed = [f"{name}: escapes the gate and is not reported" for name in ESCAPES if name != "Right.swift" and name not in found]
    if "Right.swift" in found:
        missed.append("Right.swift: does not escape the gate and is reported")
    if not unseen:
        missed.append("Right.swift: part of no target, and not reported")
    return missed


def _compile(gate: "gates_module.Gate", file: pathlib.Path) -> tuple[int, str]:
    out = gate.out / "fault.o"
    if file.suffix == ".c":
        command = [gate.apple.usr / "bin/clang", *gate.apple.clang_flags, *gates_module.C_WARNINGS, "-c", file, "-o", out]
    else:
        command = [
            gate.apple.usr / "bin/swiftc", "-c", "-wmo", "-parse-as-library", "-module-name", "Fault", "-swift-version", "6",
            "-strict-memory-safety", "-enable-upcoming-feature", "InternalImportsByDefault",
            "-enable-upcoming-feature", "MemberImportVisibility", "-enable-upcoming-feature", "ExistentialAny",
            *gate.flags_for_single_file(), file, "-o", out]
    run = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    return run.returncode, run.stderr + run.stdout
