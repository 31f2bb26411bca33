"""Compiles the package for an Apple triple, target by target, and keeps account of what was and what was not compiled."""
import dataclasses
import hashlib
import pathlib
import re
import shutil
import subprocess

import manifest
import sdk

# Headers of portable C libraries that Homebrew provides on macOS. Debian's copies declare the same API.
PORTABLE = {"CArchive": ["archive.h", "archive_entry.h"], "CCapstone": ["capstone"], "CSQLite": ["sqlite3.h"], "CSodium": ["sodium.h", "sodium"]}
# Those of them that Apple's SDKs for every system carry.
IN_EVERY_SDK = {"CSQLite"}
C_WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Werror=unguarded-availability"]
STANDINS = pathlib.Path("Tests/AppleSDK")
# Apps that show the libraries in use, which only Xcode builds: folder, the target that they stand on, the system.
EXAMPLE_APPS = {"PiggyBank": (pathlib.Path("Examples/PiggyBank/App"), "PiggyBankModel", "ios")}


@dataclasses.dataclass
class Outcome:
    """What became of the sources for one triple."""

    triple: str
    compiled: set[pathlib.Path] = dataclasses.field(default_factory=set)
    skipped: dict[str, str] = dataclasses.field(default_factory=dict)  # target: reason
    failures: list[str] = dataclasses.field(default_factory=list)
    reused: int = 0


class Gate:
    """One triple's compile run."""

    def __init__(self, package: pathlib.Path, apple: sdk.AppleSDK, scratch: pathlib.Path):
        self.package = package
        self.apple = apple
        self.platform = "ios" if "-ios" in apple.triple else "macos"
        self.out = apple.root / "package"
        self.scratch = scratch
        self.outcome = Outcome(apple.triple)
        self.includes: dict[str, list[str]] = {}  # C target: flags for those who import it
        self.keys: dict[str, str] = {}  # target: hash of all that it was made of

    def run(self) -> Outcome:
        """Compiles stand-ins, then every target."""
        self.out.mkdir(parents=True, exist_ok=True)
        self._standins()
        everything = manifest.targets(self.package, self.scratch)
        for target in manifest.in_order(everything, self.platform):
            compiled_here = any(target.folder.is_relative_to(self.package / folder) for folder in ("Sources", "Examples"))
            if target.kind in ("regular", "executable", "system") and compiled_here:
                reason = self._obstacle(target)
                if reason:
                    self.outcome.skipped[target.name] = reason
                elif target.kind == "system":
                    self._system(target)
                elif target.sources(".swift"):
                    self._swift(target)
                else:
                    self._c(target)
        for name, (folder, base, platform) in EXAMPLE_APPS.items():
            if platform == self.platform and (self.package / folder).exists():
                app = manifest.Target(name, "regular", self.package / folder, [(base, None)], everything[base].settings)
                # An example is there to compile: what it stands on must not be missing.
                reason = self._obstacle(app)
                if reason:
                    self.outcome.failures.append(f"{folder}: {reason}")
                else:
                    self._swift(app)
        return self.outcome

    def flags_for_single_file(self) -> list[str]:
        """Flags to compile a file by itself against the stand-ins and all that was compiled."""
        return [*self.apple.swift_flags, "-I", str(self.out), *[flag for flags in self.includes.values() for flag in flags]]

    def examples(self, text: str, count: int) -> tuple[list[str], int]:
        """What the compiler has against examples of the documents, which are clients of what was compiled; and how many they are."""
        file = self.out / "examples.swift"
        file.write_text(text)
        command = [
            self.apple.usr / "bin/swiftc", "-typecheck", "-swift-version", "6", "-suppress-warnings", *self.flags_for_single_file(), file]
        run = subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=self.package)
        wrong = [line for line in run.stderr.splitlines() if ": error: " in line]
        return (wrong or [run.stderr[-1500:]] if run.returncode else []), count

    # The stand-ins for Apple's frameworks become modules beside the standard library's.

    def _standins(self) -> None:
        package = self.package / STANDINS
        if not (package / "Package.swift").exists():
            return
        every = manifest.targets(package, self.scratch)
        chosen = [t for t in manifest.in_order(every, self.platform) if t.kind == "regular" and t.folder.parent == package / "Sources"]
        base = self.apple.usr  # The toolchain is part of the SDK's key already.
        for target in chosen:
            sources = target.sources(".swift")
            key = self._key([str(base), "standin"], sources, [self.keys.get(n, "") for n in target.needs(self.platform)])
            self.keys[target.name] = key
            if self._is_fresh(f"standin-{target.name}", key):
                continue
            command = [
                self.apple.usr / "bin/swiftc", "-emit-module", "-wmo", "-parse-as-library", "-module-name", target.name, "-swift-version", "5",
                "-D", "APPLE_COMPILE", *self.apple.swift_flags, "-emit-module-path", self.apple.module_file(target.name), *map(str, sources)]
            if self._do(command, f"stand-in {target.name}", errors_only=True):
                self._mark(f"standin-{target.name}", key)

    # Targets

    def _obstacle(self, target: manifest.Target) -> str | None:
        if target.kind == "system":
            if target.name in PORTABLE and (self.platform == "macos" or target.name in IN_EVERY_SDK):
                missing = [n for n in PORTABLE[target.name] if not pathlib.Path("/usr/include", n).exists()]
                return f"its headers are not installed here ({', '.join(missing)})" if missing else None
            return "a system library that iOS does not have" if self.platform == "ios" else "a system library without portable headers here"
        for name in target.needs(self.platform):
            if name in self.outcome.skipped:
                return f"needs {name}: {self.outcome.skipped[name]}"
        return None

    def _system(self, target: manifest.Target) -> None:
        headers = self.out / "portable"
        headers.mkdir(exist_ok=True)
        for name in PORTABLE[target.name]:
            link = headers / name
            if not link.is_symlink():
                link.symlink_to(pathlib.Path("/usr/include", name))
        self.includes[target.name] = ["-Xcc", f"-fmodule-map-file={target.folder / 'module.modulemap'}", "-Xcc", f"-I{headers}"]
        self.keys[target.name] = self._key([], target.sources(".h", ".modulemap"), [])

    def _c(self, target: manifest.Target) -> None:
        include = target.folder / "include"
        given = include / "module.modulemap"
        if not given.exists():
            given = self.out / f"{target.name}.modulemap"
            given.write_text(f'module {target.name} {{\n  umbrella "{include}"\n  export *\n}}\n')
        self.includes[target.name] = ["-Xcc", f"-fmodule-map-file={given}", "-Xcc", f"-I{include}"]
        sources = target.sources(".c", ".m")
        key = self._key(target.c_flags(self.platform), [*sources, *target.sources(".h")], [])
        self.keys[target.name] = key
        if not self._is_fresh(target.name, key):
            for source in sources:
                command = [
                    self.apple.usr / "bin/clang", *self.apple.clang_flags, *C_WARNINGS, *target.c_flags(self.platform), f"-I{include}",
                    "-O1", "-c", source, "-o", self.out / f"{target.name}-{source.stem}.o"]
                if not self._do(command, f"{target.name}/{source.name}"):
                    return
            self._mark(target.name, key)
        self.outcome.compiled.update(sources)

    def _swift(self, target: manifest.Target) -> None:
        sources = target.sources(".swift")
        closure = self._closure(target)
        key = self._key(
            target.swift_flags(self.platform), sources, [self.keys.get(n, "") for n in closure] + [k for k in self.keys.values()])
        self.keys[target.name] = key
        if not self._is_fresh(target.name, key):
            command = [
                self.apple.usr / "bin/swiftc", "-c", "-wmo", "-module-name", target.name, "-swift-version", "6",
                # Examples see what users see: public interfaces alone.
                "-package-name", "merlon" if target.folder.is_relative_to(self.package / "Sources") else "example",
                *self.apple.swift_flags, *target.swift_flags(self.platform), "-I", self.out,
                *[flag for flags in self.includes.values() for flag in flags],
                "-emit-module", "-emit-module-path", self.out / f"{target.name}.swiftmodule", "-o", self.out / f"{target.name}.o"]
            if not any(source.name == "main.swift" for source in sources):
                command.append("-parse-as-library")
            if not self._do([*command, *map(str, sources)], target.name):
                return
            self._mark(target.name, key)
        self.outcome.compiled.update(sources)

    def _closure(self, target: manifest.Target) -> list[str]:
        return sorted(target.needs(self.platform))

    # Running and remembering

    def _do(self, command: list, what: str, errors_only: bool = False) -> bool:
        run = subprocess.run([str(part) for part in command], capture_output=True, text=True)
        found = diagnostics(run.stderr + run.stdout, self.package)
        if errors_only:
            found = [line for line in found if "error: " in line]
        if run.returncode == 0 and not found:
            return True
        self.outcome.failures.append(f"{what} for {self.apple.triple}:\n  " + "\n  ".join(found[:20] or [run.stderr[-1500:]]))
        return False

    def _key(self, words: list[str], files: list[pathlib.Path], more: list[str]) -> str:
        digest = hashlib.sha256("\0".join([(self.apple.root / "complete").read_text(), *words, *more]).encode())
        for file in files:
            digest.update(str(file).encode() + b"\0" + file.read_bytes())
        return digest.hexdigest()

    def _is_fresh(self, name: str, key: str) -> bool:
        stamp = self.out / f"{name}.stamp"
        fresh = stamp.exists() and stamp.read_text() == key
        self.outcome.reused += fresh
        return fresh

    def _mark(self, name: str, key: str) -> None:
        (self.out / f"{name}.stamp").write_text(key)


def diagnostics(text: str, folder: pathlib.Path) -> list[str]:
    """Errors and warnings about files in `folder`, by paths relative to it, and errors without a place.

    Warnings about headers are left out, so warnings are not made errors by a flag: the Darwin headers have some of their own.
    """
    out = []
    for line in text.splitlines():
        if line.startswith((f"{folder}/Sources/", f"{folder}/Tests/", f"{folder}/Examples/")) and re.search(r":\d+: (error|warning): ", line):
            if not is_foundation_in_parts(line):
                out.append(line.removeprefix(f"{folder}/"))
        elif line.startswith("<unknown>:0: error: ") or line.startswith("error: "):
            out.append(line)
    return list(dict.fromkeys(out))


def is_foundation_in_parts(line: str) -> bool:
    """Whether the compiler misses a use of Foundation only since URLSession stands in a module of its own here, which Foundation exports."""
    return "warning: public import of 'Foundation' was not used" in line and "URLSession" in pathlib.Path(line.split(":")[0]).read_text()


def clear(cache: pathlib.Path) -> None:
    """Removes everything that was built."""
    shutil.rmtree(cache, ignore_errors=True)
