"""What Package.swift says of the targets: their sources, dependencies and settings, as far as a compiler needs them."""
import dataclasses
import json
import pathlib
import subprocess


@dataclasses.dataclass
class Target:
    """One target of a package."""

    name: str
    kind: str  # regular, executable, system, test …
    folder: pathlib.Path
    dependencies: list[tuple[str, list[str] | None]]  # name, platforms that it is limited to
    settings: list[dict]

    def sources(self, *endings: str) -> list[pathlib.Path]:
        """The files with these endings, sorted."""
        return sorted(p for p in self.folder.rglob("*") if p.suffix in endings and p.is_file())

    def needs(self, platform: str) -> list[str]:
        """The targets that it needs on `ios` or `macos`."""
        return [name for name, platforms in self.dependencies if platforms is None or platform in platforms]

    def swift_flags(self, platform: str) -> list[str]:
        """The compiler flags of its Swift settings."""
        flags: list[str] = []
        for kind in _settings(self.settings, "swift", platform):
            match kind:
                case {"treatAllWarnings": _} | {"treatWarning": _}: pass  # The gate refuses every warning about the package's own files.
                case {"strictMemorySafety": _}: flags += ["-strict-memory-safety"]
                case {"enableUpcomingFeature": {"_0": name}}: flags += ["-enable-upcoming-feature", name]
                case {"enableExperimentalFeature": {"_0": name}}: flags += ["-enable-experimental-feature", name]
                case {"define": {"_0": name}}: flags += ["-D", name]
                case {"unsafeFlags": _} | {"swiftLanguageMode": _}: pass
                case _: raise ValueError(f"{self.name}: Swift setting {kind} is not known here: add it to Scripts/apple/manifest.py")
        return flags

    def c_flags(self, platform: str) -> list[str]:
        """The compiler flags of its C settings."""
        flags: list[str] = []
        for kind in _settings(self.settings, "c", platform):
            match kind:
                case {"define": {"_0": name}}: flags += [f"-D{name}"]
                case {"headerSearchPath": {"_0": path}}: flags += [f"-I{self.folder / path}"]
                case {"treatAllWarnings": _} | {"enableWarning": _}: pass  # Stricter ones are always on here.
                case _: raise ValueError(f"{self.name}: C setting {kind} is not known here: add it to Scripts/apple/manifest.py")
        return flags


def _settings(settings: list[dict], tool: str, platform: str) -> list[dict]:
    out = []
    for setting in settings:
        condition = setting.get("condition") or {}
        platforms = condition.get("platformNames") or []
        if setting["tool"] == tool and (not platforms or platform in platforms):
            out.append(setting["kind"])
    return out


def targets(package: pathlib.Path, scratch: pathlib.Path) -> dict[str, Target]:
    """All targets of the package, by name. Traits are taken as enabled."""
    dump = subprocess.run(
        ["swift", "package", "--package-path", package, "--scratch-path", scratch, "dump-package"], capture_output=True, text=True)
    if dump.returncode != 0:
        raise RuntimeError(f"swift package dump-package: {dump.stderr.strip()}")
    out: dict[str, Target] = {}
    for item in json.loads(dump.stdout)["targets"]:
        parent = {"test": "Tests", "plugin": "Plugins"}.get(item["type"], "Sources")
        folder = package / (item.get("path") or f"{parent}/{item['name']}")
        dependencies = []
        for dependency in item["dependencies"]:
            (kind, value), = dependency.items()
            if kind == "product":
                continue
            platforms = (value[1] or {}).get("platformNames") or None
            dependencies.append((value[0], platforms))
        out[item["name"]] = Target(item["name"], item["type"], folder, dependencies, item.get("settings", []))
    return out


def in_order(all_targets: dict[str, Target], platform: str) -> list[Target]:
    """The targets, each after those that it needs."""
    out: list[Target] = []
    state: dict[str, bool] = {}

    def visit(name: str) -> None:
        if name in state or name not in all_targets:
            return
        state[name] = True
        for needed in all_targets[name].needs(platform):
            visit(needed)
        out.append(all_targets[name])

    for name in sorted(all_targets):
        visit(name)
    return out
