"""Compiles Tests/SwiftTables/Tables.swift for iOS, as a library of its own and as one with a stable interface: tables of methods as the compiler writes them.

The libraries are committed, so that tests need no modules for iOS; Scripts/apple-emulate compares them with what is made anew.
"""
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "Tests/SwiftTables"
VARIANTS = {"Tables.dylib": [], "Resilient.dylib": ["-enable-library-evolution"]}


def build(apple, folder: pathlib.Path) -> None:
    """Writes the libraries into `folder`."""
    for name, options in VARIANTS.items():
        subprocess.run(
            [apple.usr / "bin/swiftc", "-c", "-O", "-wmo", "-parse-as-library", "-module-name", "Tables", "-swift-version", "6",
             "-suppress-warnings", *options, *apple.swift_flags, "Tables.swift", "-o", folder / "tables.o"],
            check=True, cwd=FOLDER, stderr=subprocess.DEVNULL)
        subprocess.run(
            ["ld64.lld-19", "-dylib", "-arch", "arm64", "-platform_version", "ios", "15.0", "15.0", "tables.o", "-undefined", "dynamic_lookup",
             "-fixup_chains", "-adhoc_codesign", "-install_name", f"@rpath/{name}", "-o", name],
            check=True, cwd=folder)
        (folder / "tables.o").unlink()
        # What is committed is no program to run.
        (folder / name).chmod(0o644)
