"""The negative controls: sources with one planted fault each, which the gate must refuse for the reason that the file states.

A Swift or C file states it in its first line: `// expect: <regular expression of the diagnostic>`. A gate that catches nothing passes everything.
"""
import pathlib
import re
import subprocess

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
