"""Builds, once a toolchain and triple, the modules that Swift sources for Apple's systems import: the standard library, Darwin, Foundation.

Nothing of Apple's SDK is used. C headers are the open Darwin ones of the PyPI package ziglang; Swift modules come out of the toolchain's own
interface files for Linux. The result allows compiling to object code with availability enforced; it does not allow linking.
"""
import hashlib
import os
import pathlib
import re
import shutil
import subprocess

import interfaces

HERE = pathlib.Path(__file__).resolve().parent

C_MODULES = {
    "MachO": ["mach-o/dyld.h", "mach-o/loader.h", "mach-o/nlist.h", "mach-o/fat.h", "mach-o/getsect.h", "mach-o/dyld_images.h"],
    "CommonCrypto": ["CommonCrypto/CommonCrypto.h"],
    "ObjectiveC": ["objc/objc.h", "objc/runtime.h", "objc/message.h"],
}
WITHOUT_IMPLICIT_IMPORTS = ["-disable-implicit-concurrency-module-import", "-disable-implicit-string-processing-module-import"]
STANDARD_LIBRARY = [
    ("Swift", ["-parse-stdlib"]),
    ("SwiftOnoneSupport", ["-parse-stdlib"]),
    ("_Concurrency", ["-parse-stdlib", *WITHOUT_IMPLICIT_IMPORTS]),
    ("_RegexParser", ["-parse-stdlib", *WITHOUT_IMPLICIT_IMPORTS]),
    ("_StringProcessing", ["-parse-stdlib", *WITHOUT_IMPLICIT_IMPORTS]),
    ("_Builtin_float", []),
]
# Swift halves of C modules, written here.
OVERLAYS = ["Darwin", "ObjectiveC"]
# Module to build, module of the Linux toolchain that it comes from, its imports (`+`: re-exported).
FOUNDATION = [
    ("FoundationEssentials", "FoundationEssentials", ["+ObjectiveC", "Swift", "_Concurrency", "_StringProcessing", "Darwin"]),
    ("Dispatch", "Dispatch", ["+CDispatch", "+ObjectiveC", "Swift", "_Concurrency", "Darwin"]),
    ("Foundation", "Foundation",
     ["+FoundationEssentials", "+Dispatch", "+Darwin", "+ObjectiveC", "Swift", "_Concurrency", "_StringProcessing"]),
    # Apple's Foundation has the URL loading system; on Linux it is a module of its own. Every source sees this one implicitly.
    ("_FoundationURL", "FoundationNetworking", ["+Foundation", "Dispatch", "Darwin", "Swift", "_Concurrency"]),
]


class SDKError(Exception):
    """The modules cannot be built; the text says what is missing and how to get it."""


def toolchain() -> pathlib.Path:
    """The `usr` folder of the Swift toolchain on the PATH."""
    compiler = shutil.which("swiftc")
    if not compiler:
        raise SDKError("swiftc is not on the PATH")
    return pathlib.Path(compiler).resolve().parent.parent


def darwin_headers() -> pathlib.Path:
    """The folder of open Darwin headers: in $MERLON_DARWIN_HEADERS, or of the PyPI package ziglang in the tests' environment."""
    if given := os.environ.get("MERLON_DARWIN_HEADERS"):
        return pathlib.Path(given)
    root = HERE.parent.parent / ".build" / "venv"
    found = sorted(root.glob("lib/python3*/site-packages/ziglang/lib/libc/include/any-darwin-any"))
    if not found:
        raise SDKError("the open Darwin headers are missing: run Scripts/setup --tests (it installs the PyPI package ziglang)")
    return found[-1]


class AppleSDK:
    """The modules for one triple, such as `arm64-apple-ios15.0`."""

    def __init__(self, triple: str, cache: pathlib.Path):
        self.triple = triple
        self.usr = toolchain()
        self.headers = darwin_headers()
        self.platform = next(name for system, name in [("-ios", "iphoneos"), ("-macos", "macosx")] if system in triple)
        # Module files are named by the triple without its version.
        self.module_name = re.sub(r"[0-9.]+$", "", triple)
        self.root = cache / triple
        self.resources = self.root / "resources"
        self.modules = self.resources / self.platform
        self.sdk = self.root / "sdk"
        self.clang_cache = self.root / "clang-modules"

    @property
    def swift_flags(self) -> list[str]:
        """What `swiftc` needs to compile a source for the triple."""
        return [
            "-target", self.triple, "-resource-dir", str(self.resources), "-sdk", str(self.sdk), "-I", str(self.sdk / "modules"),
            "-I", str(self.modules), "-Xfrontend", "-import-module", "-Xfrontend", "_FoundationURL",
            "-module-cache-path", str(self.clang_cache),
        ]

    @property
    def clang_flags(self) -> list[str]:
        """What `clang` needs to compile C for the triple."""
        return ["-target", self.triple, "-isysroot", str(self.sdk)]

    def module_file(self, module: str) -> pathlib.Path:
        """Where the compiled module stands."""
        folder = self.modules / f"{module}.swiftmodule"
        folder.mkdir(parents=True, exist_ok=True)
        return folder / f"{self.module_name}.swiftmodule"

    def build(self) -> bool:
        """Builds whatever is not built yet; true when there was something to do."""
        stamp = self.root / "complete"
        key = self._key()
        if stamp.exists() and stamp.read_text() == key:
            return False
        shutil.rmtree(self.root, ignore_errors=True)
        for folder in (self.modules, self.sdk / "modules", self.sdk / "usr/lib", self.root / "interfaces"):
            folder.mkdir(parents=True)
        for name in ("shims", "clang", "apinotes"):
            (self.resources / name).symlink_to(self.usr / "lib/swift" / name)
        self._c_modules()
        for module, flags in STANDARD_LIBRARY:
            self._standard_library(module, flags)
        for module in OVERLAYS:
            self._compile(module, (HERE / f"{module}.swiftinterface").read_text().replace("@TRIPLE@", self.triple), [])
        for module, origin, imports in FOUNDATION:
            self._compile(module, interfaces.synthesized(module, self._synthesize(origin), self.triple, imports), [])
        stamp.write_text(key)
        return True

    def _key(self) -> str:
        parts = [subprocess.run([self.usr / "bin/swiftc", "--version"], capture_output=True, text=True).stdout, str(self.headers)]
        parts += [(HERE / name).read_text() for name in ("sdk.py", "interfaces.py", "darwin.h", *(f"{module}.swiftinterface" for module in OVERLAYS))]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()

    def _c_modules(self) -> None:
        (self.sdk / "usr/include").symlink_to(self.headers)
        modules = self.sdk / "modules"
        shutil.copy(HERE / "darwin.h", modules / "darwin.h")
        (modules / "cdispatch.h").write_text(
            "#undef OS_OBJECT_HAVE_OBJC_SUPPORT\n#define OS_OBJECT_HAVE_OBJC_SUPPORT 0\n#include <dispatch/dispatch.h>\n")
        listed = subprocess.run(
            [self.usr / "bin/clang", *self.clang_flags, "-M", "-x", "c", modules / "darwin.h"], capture_output=True, text=True, check=True)
        files = [pathlib.Path(os.path.realpath(name)) for name in listed.stdout.replace("\\\n", " ").split()[1:]]
        base = pathlib.Path(os.path.realpath(self.headers))
        own = [str(f.relative_to(base)) for f in dict.fromkeys(files) if f.is_relative_to(base)]
        # Private parts must be textual: they are included in more than one way.
        textual = "".join(f'  textual header "{base}/{name}"\n' for name in own if "/_" in name or name.startswith("_"))
        text = f'module Darwin [system] {{\n  header "darwin.h"\n{textual}  export *\n}}\n'
        for module, names in C_MODULES.items():
            text += f"module {module} [system] {{\n" + "".join(f'  header "{base}/{name}"\n' for name in names) + "  export *\n}\n"
        text += 'module CDispatch [system] {\n  header "cdispatch.h"\n  export *\n}\n'
        (modules / "module.modulemap").write_text(text)

    def _standard_library(self, module: str, flags: list[str]) -> None:
        found = sorted((self.usr / f"lib/swift/linux/{module}.swiftmodule").glob("*-unknown-linux-gnu.swiftinterface"))
        if not found:
            raise SDKError(f"the toolchain has no interface of {module} for Linux")
        text = interfaces.standard_library(found[0].read_text(), self.triple, with_objc_types=module == "Swift")
        self._compile(module, text, flags)

    def _synthesize(self, module: str) -> str:
        target = subprocess.run([self.usr / "bin/swiftc", "-print-target-info"], capture_output=True, text=True, check=True).stdout
        host = re.search(r'"triple": "([^"]+)"', target).group(1)
        out = self.root / "interfaces" / f"{module}.synthesized"
        run = subprocess.run(
            [self.usr / "bin/swift-synthesize-interface", "-module-name", module, "-target", host, "-sdk", "/", "-o", out],
            capture_output=True, text=True)
        if run.returncode != 0:
            raise SDKError(f"swift-synthesize-interface {module}: {run.stderr.strip()[:500]}")
        return out.read_text()

    def _compile(self, module: str, text: str, flags: list[str]) -> None:
        source = self.root / "interfaces" / f"{module}.swiftinterface"
        source.write_text(text)
        run = subprocess.run(
            [self.usr / "bin/swift-frontend", "-compile-module-from-interface", source, "-target", self.triple, "-module-name", module,
             "-enable-objc-interop", "-disable-availability-checking", "-disable-objc-attr-requires-foundation-module",
             "-o", self.module_file(module), "-module-cache-path", self.clang_cache, "-resource-dir", self.resources, "-sdk", self.sdk,
             "-I", self.sdk / "modules", *flags],
            capture_output=True, text=True)
        if run.returncode != 0:
            errors = [line for line in run.stderr.splitlines() if "error:" in line][:5]
            raise SDKError(f"module {module} for {self.triple}:\n" + "\n".join(errors or [run.stderr[-2000:]]))
