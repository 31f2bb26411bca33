"""Makes Weak.ipa and Hardened.ipa of the linked executables: package.py LINKED SOURCES OUT."""

import plistlib
import sys
from pathlib import Path

import bundle
import codesign


def entitlements(path):
    return plistlib.loads(path.read_bytes())


def weak(linked, sources):
    """An old signature over a development build, its Info.plist as written, with a keyboard inside."""
    keyboard = bundle.Bundle(
        "Keyboard", (sources / "Keyboard/Info.plist").read_bytes(), entitlements(sources / "Keyboard/Keyboard.entitlements"), codesign.OUTDATED
    )
    cdhash = keyboard.sign((linked / "Keyboard").read_bytes())
    app = bundle.Bundle("Weak", (sources / "Info.plist").read_bytes(), entitlements(sources / "Weak.entitlements"), codesign.OUTDATED)
    app.add_folder(sources / "Resources")
    app.files["embedded.mobileprovision"] = (sources / "Weak.mobileprovision").read_bytes()
    app.add_nested("PlugIns/Keyboard.appex", keyboard, cdhash)
    app.sign(codesign.clear_pie((linked / "Weak").read_bytes()))
    return app


def hardened(linked, sources):
    """Today's signature, and property lists in the binary form that Xcode writes."""
    binary = lambda name: plistlib.dumps(plistlib.loads((sources / name).read_bytes()), fmt=plistlib.FMT_BINARY)
    app = bundle.Bundle("Hardened", binary("Info.plist"), entitlements(sources / "Hardened.entitlements"), codesign.MODERN)
    app.add_folder(sources / "Resources")
    app.files["PrivacyInfo.xcprivacy"] = binary("PrivacyInfo.xcprivacy")
    app.files["embedded.mobileprovision"] = (sources / "Hardened.mobileprovision").read_bytes()
    app.sign((linked / "Hardened").read_bytes())
    return app


def main():
    linked, sources, out = map(Path, sys.argv[1:4])
    bundle.write_ipa(out / "Weak.ipa", "Weak", weak(linked, sources / "Weak"))
    bundle.write_ipa(out / "Hardened.ipa", "Hardened", hardened(linked, sources / "Hardened"))


if __name__ == "__main__":
    main()
