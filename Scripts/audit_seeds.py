"""Seeds of the fuzzers of what an audit reads: apps, backups, projects, reports."""
import json
import pathlib
import plistlib
import sqlite3
import struct
import tempfile
import zipfile

root = pathlib.Path(__file__).resolve().parent.parent
MACH_O = (b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")


def sample_files():
    for archive in sorted((root / "Examples/SampleApps").glob("*.ipa")):
        with zipfile.ZipFile(archive) as app:
            for name in app.namelist():
                if not name.endswith("/"):
                    yield name, app.read(name)


def mach_o():
    # What the Swift compiler made for iOS has tables of methods.
    tables = [path.read_bytes() for path in sorted((root / "Tests/SwiftTables").glob("*.dylib"))]
    return [data for _, data in sample_files() if data.startswith(MACH_O)] + tables


def property_lists():
    found = [data for name, data in sample_files() if name.endswith((".plist", ".xcprivacy", ".strings"))]
    value = {"a": [1, -1, 2.5, True, b"\x00\xff", "\u00e4\u4e16"], "b": {"c": "d" * 20}}
    return found + [
        plistlib.dumps(value, fmt=plistlib.FMT_BINARY), plistlib.dumps(value, fmt=plistlib.FMT_XML), b"{ a = (1, <00ff>); \"b\" = c; }",
    ]


def archived_file(protection, size):
    objects = [
        "$null", {"$class": plistlib.UID(3), "RelativePath": plistlib.UID(2), "ProtectionClass": protection, "Size": size, "Mode": 0o100644},
        "Documents/a.txt", {"$classname": "MBFile", "$classes": ["MBFile", "NSObject"]}]
    archive = {"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": plistlib.UID(1)}, "$objects": objects}
    return plistlib.dumps(archive, fmt=plistlib.FMT_BINARY)


def backups():
    found = [archived_file(3, 4)]
    item = {"v_Data": bytes([3, 0, 0, 0, 9, 0, 0, 0]) + bytes(60), "v_PersistentRef": b"x"}
    found.append(plistlib.dumps({"genp": [item], "inet": [item], "cert": [], "keys": []}, fmt=plistlib.FMT_BINARY))
    for count, page in ((1, 512), (40, 1024)):
        with tempfile.NamedTemporaryFile(suffix=".db") as file:
            database = sqlite3.connect(file.name)
            database.execute(f"PRAGMA page_size = {page}")
            database.execute("CREATE TABLE Files (fileID TEXT PRIMARY KEY, domain TEXT, relativePath TEXT, flags INTEGER, file BLOB)")
            database.execute("CREATE TABLE Properties (key TEXT PRIMARY KEY, value BLOB)")
            for row in range(count):
                database.execute(
                    "INSERT INTO Files VALUES (?, ?, ?, 1, ?)",
                    (f"{row:040x}", ("AppDomain-a.b", "HomeDomain")[row % 2], f"Documents/{row}", archived_file(1 + row % 4, row)))
            database.commit()
            database.close()
            found.append(pathlib.Path(file.name).read_bytes())
    return found


def profiles():
    return [data for name, data in sample_files() if name.endswith(".mobileprovision")]


def archives():
    return [path.read_bytes() for path in sorted((root / "Examples/SampleApps").glob("*.ipa"))]


def reports():
    place = {"file": "a", "detail": "b", "address": "0x1f", "line": 3, "symbol": "c", "plistKey": "d", "architecture": "arm64"}
    finding = {"rule": "r", "artifact": "a", "severity": "high", "confidence": "firm", "message": "m", "evidence": [place], "tests": ["t"]}
    answer = {"answer": "pass", "by": "x", "at": "2026-11-30T09:55:00Z", "because": "y"}
    verdict = {"test": "t", "state": "manual", "reason": "r", "rules": ["r"], "evidence": [place], "heldBack": 0, "attestation": answer}
    artifact = {"kind": "app", "path": "p", "name": "n", "architectures": ["arm64"], "isEncrypted": False, "runtimes": ["Flutter"]}
    target = {
        "path": "p", "artifacts": [artifact], "findings": [finding], "suppressed": [{"finding": finding, "reason": "r"}],
        "verdicts": [verdict], "inventory": [{"name": "n", "version": "1", "path": "p"}], "notes": ["n"],
    }
    use = {"used": 1, "expired": [baseline_entry()], "unused": [], "unknown": []}
    report = {"schemaVersion": "1.0", "tool": {"version": "1"}, "at": "2026-11-30T09:55:00Z", "targets": [target], "baseline": use}
    return [json.dumps(report).encode()]


def baseline_entry():
    return {"fingerprint": "0" * 32, "rule": "r", "artifact": "a", "place": "p", "reason": "x", "expires": "2027-01-31"}


def projects():
    return [(
        b'{ objects = { P = { buildConfigurationList = L; targets = (T); }; T = { name = App; buildConfigurationList = L;'
        b' productType = "com.apple.product-type.application"; }; L = { buildConfigurations = (R); }; R = { name = Release;'
        b' buildSettings = { INFOPLIST_KEY_A = YES; B = (c, d); }; }; }; rootObject = P; }'
    )]


def linkedit(command):
    """What one of the commands with a file range leads to, of each thin 64-bit sample."""
    found = []
    for data in mach_o():
        if not data.startswith(MACH_O[0]):
            continue
        offset = 32
        for _ in range(struct.unpack_from("<I", data, 16)[0]):
            kind, size = struct.unpack_from("<II", data, offset)
            if kind == command:
                start, length = struct.unpack_from("<II", data, offset + 8)
                found.append(data[start:start + length])
            offset += size
    return found
