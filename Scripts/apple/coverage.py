"""Finds Apple sources that no triple compiled: not part of a target, in a target that was left out, or switched off by their own guard.

A source that no compiler sees passes every gate, so this is asked of the compiler and not guessed.
"""
import pathlib
import re
import subprocess

from gate import Gate, Outcome


def apple_sources(root: pathlib.Path) -> list[pathlib.Path]:
    """Swift sources in a folder `Apple/`, and C sources that stand as a whole under `#ifdef __APPLE__`.

    C that is shared by all systems, with a condition inside, is compiled with its target like everything else.
    """
    swift = [p for p in (root / "Sources").rglob("*.swift") if "Apple" in p.relative_to(root).parts]
    c = [p for p in (root / "Sources").rglob("*.[cm]") if "__APPLE" in (guard(p) or "")]
    return sorted(swift + c)


def escaped(root: pathlib.Path, sources: list[pathlib.Path], gates: list[Gate], outcomes: list[Outcome]) -> tuple[list[str], list[str]]:
    """The problems, and notes about sources that are for one system only."""
    guards = {source: guard(source) for source in sources}
    held = [_active(gate, [source for source in sources if guards[source]], guards) for gate in gates]
    problems, notes = [], []
    for source in sources:
        name, condition = source.relative_to(root), guards[source]
        if condition is None:
            problems.append(f"{name}: an Apple source needs one #if … #endif around the whole file")
            continue
        seen = [source in outcome.compiled and source in active for outcome, active in zip(outcomes, held)]
        if not any(seen):
            problems.append(f"{name}: compiled for no Apple triple (its guard: {condition})")
        elif not all(seen):
            notes.append(f"{name}: {' and '.join(o.triple for o, s in zip(outcomes, seen) if s)} only ({condition})")
    return problems, notes


def guard(source: pathlib.Path) -> str | None:
    """The directive that encloses the whole file: `#if canImport(Security)`, `#ifdef __APPLE__`; `None` without one."""
    text = re.sub(r"/\*.*?\*/", "", source.read_text(), flags=re.S)
    code = [line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith("//")]
    if not code or not re.match(r"#if(def)? ", code[0]) or not code[-1].startswith("#endif"):
        return None
    return code[0].split("//")[0].strip()


def _active(gate: Gate, sources: list[pathlib.Path], guards: dict[pathlib.Path, str | None]) -> set[pathlib.Path]:
    swift = {guards[s] for s in sources if s.suffix == ".swift"}
    other = {guards[s] for s in sources if s.suffix != ".swift"}
    holding = _holding(gate, sorted(swift), "swift") | _holding(gate, sorted(other), "c")
    return {s for s in sources if guards[s] in holding}


def _holding(gate: Gate, directives: list[str], language: str) -> set[str]:
    """Those of the directives whose condition holds for the gate's triple."""
    if not directives:
        return set()
    probe = gate.out / f"conditions.{language}"
    text = "" if language == "swift" else "#include <TargetConditionals.h>\n"
    for index, directive in enumerate(directives):
        mark = f'#warning("holds-{index}")' if language == "swift" else f'#warning "holds-{index}"'
        text += f"{directive}\n{mark}\n#endif\n"
    probe.write_text(text)
    if language == "swift":
        command = [gate.apple.usr / "bin/swiftc", "-typecheck", *gate.flags_for_single_file(), probe]
    else:
        command = [gate.apple.usr / "bin/clang", *gate.apple.clang_flags, "-fsyntax-only", probe]
    run = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if run.returncode != 0:
        raise RuntimeError(f"the guards could not be evaluated:\n{run.stderr}")
    return {directives[int(found)] for found in re.findall(r"holds-(\d+)", run.stderr)}
