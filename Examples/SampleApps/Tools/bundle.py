"""Assembles, seals and signs a bundle, and packs an app into an .ipa whose bytes depend on nothing but its content."""

import hashlib
import os
import plistlib
import zipfile

import codesign

RULES = {"^.*": True, "^.*\\.lproj/": {"optional": True, "weight": 1000.0}, "^version.plist$": True}
RULES2 = {
    "^.*": True,
    "^[^/]+$": {"nested": True, "weight": 10.0},
    "^(Frameworks|PlugIns)/": {"nested": True, "weight": 0.0},
    "^Info\\.plist$": {"omit": True, "weight": 20.0},
    "^PkgInfo$": {"omit": True, "weight": 20.0},
}


class Bundle:
    """The files of an app or of an extension: paths relative to the bundle, and their content."""

    def __init__(self, executable, info_plist, entitlements, format):
        self.executable = executable
        self.entitlements = entitlements
        self.format = format
        self.files = {"Info.plist": info_plist}
        self.nested = {}

    def add_folder(self, folder):
        """Adds every file of a folder, at the bundle's top."""
        for root, _, names in os.walk(folder):
            for name in names:
                path = os.path.join(root, name)
                with open(path, "rb") as file:
                    self.files[os.path.relpath(path, folder)] = file.read()

    def add_nested(self, path, bundle, cdhash):
        """Adds a signed bundle within this one."""
        self.nested[path] = cdhash
        self.files.update({f"{path}/{name}": content for name, content in bundle.files.items()})

    def sign(self, image):
        """Seals the resources, signs the executable over them, and returns its cdhash."""
        info = plistlib.loads(self.files["Info.plist"])
        resources = self._code_resources()
        self.files["_CodeSignature/CodeResources"] = resources
        self.files[self.executable], cdhash = codesign.sign(
            image,
            identifier=info["CFBundleIdentifier"],
            team=self.entitlements["com.apple.developer.team-identifier"],
            entitlements=self.entitlements,
            info_plist=self.files["Info.plist"],
            resources=resources,
            format=self.format,
        )
        return cdhash

    def _code_resources(self):
        own = {path: content for path, content in self.files.items() if not any(path.startswith(f"{n}/") for n in self.nested)}
        files2 = {path: {"hash2": hashlib.sha256(content).digest()} for path, content in own.items() if path != "Info.plist"}
        for path, cdhash in self.nested.items():
            files2[path] = {"cdhash": cdhash, "requirement": f'cdhash H"{cdhash.hex()}"'}
        files = {path: hashlib.sha1(content).digest() for path, content in self.files.items()}
        return plistlib.dumps({"files": files, "files2": files2, "rules": RULES, "rules2": RULES2})


def write_ipa(path, name, bundle):
    """Writes Payload/<name>.app with sorted entries, one fixed time and fixed modes."""
    executables = {f"Payload/{name}.app/{bundle.executable}"}
    executables |= {f"Payload/{name}.app/{nested}/{os.path.basename(nested).split('.')[0]}" for nested in bundle.nested}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file, content in sorted((f"Payload/{name}.app/{file}", content) for file, content in bundle.files.items()):
            entry = zipfile.ZipInfo(file, (2026, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100755 if file in executables else 0o100644) << 16
            archive.writestr(entry, content)
