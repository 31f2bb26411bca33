"""Signs a thin 64-bit Mach-O ad hoc, with entitlements, in today's format or in that of years ago.

The layout is that of Apple's open-source cs_blobs.h. Signing is repeatable: the same input gives the same bytes.
"""

import hashlib
import plistlib
import struct
from dataclasses import dataclass

import derentitlements

MH_PIE = 0x200000
LC_SEGMENT_64, LC_CODE_SIGNATURE = 0x19, 0x1D
PAGE = 4096
ADHOC = 0x2
EXECSEG_MAIN_BINARY, EXECSEG_ALLOW_UNSIGNED = 0x1, 0x10


@dataclass
class Format:
    """What a signature looks like: the CodeDirectory's version, its hash, and whether entitlements are there in DER too."""

    version: int
    hash: str
    der: bool


MODERN = Format(version=0x20500, hash="sha256", der=True)
OUTDATED = Format(version=0x20200, hash="sha1", der=False)


def sign(image, *, identifier, team, entitlements, info_plist, resources, format):
    """The image with a new signature in place of the one that the linker left. Returns it and its cdhash."""
    image = bytearray(image)
    commands = dict(_commands(image))
    signature, linkedit, text = commands["signature"], commands["__LINKEDIT"], commands["__TEXT"]
    (offset,) = struct.unpack_from("<I", image, signature + 8)
    del image[offset:]

    blobs = {2: struct.pack(">III", 0xFADE0C01, 12, 0), 5: _blob(0xFADE7171, plistlib.dumps(entitlements))}
    if format.der:
        blobs[7] = _blob(0xFADE7172, derentitlements.encode(entitlements))
    special = {1: info_plist, 2: blobs[2], 3: resources, 5: blobs[5], 7: blobs.get(7)}
    text_size = struct.unpack_from("<Q", image, text + 48)[0]

    def directory():
        return _directory(bytes(image), special, identifier, team, bool(entitlements.get("get-task-allow")), text_size, format)

    # The size does not depend on the content, so a first go tells what the load commands, which are hashed too, must say.
    size = len(_superblob(directory(), blobs))
    struct.pack_into("<I", image, signature + 12, size)
    (file_offset,) = struct.unpack_from("<Q", image, linkedit + 40)
    length = offset + size - file_offset
    struct.pack_into("<Q", image, linkedit + 48, length)
    struct.pack_into("<Q", image, linkedit + 32, (length + 0x3FFF) & ~0x3FFF)

    final = directory()
    return bytes(image) + _superblob(final, blobs), hashlib.new(format.hash, final).digest()[:20]


def clear_pie(image):
    """The image without MH_PIE: linkers of today refuse to leave it out for arm64, those of 2012 did not."""
    image = bytearray(image)
    (flags,) = struct.unpack_from("<I", image, 24)
    struct.pack_into("<I", image, 24, flags & ~MH_PIE)
    return bytes(image)


def _commands(image):
    magic, _, _, _, count = struct.unpack_from("<5I", image)
    if magic != 0xFEEDFACF:
        raise ValueError("not a thin 64-bit Mach-O")
    at = 32
    for _ in range(count):
        command, size = struct.unpack_from("<II", image, at)
        if command == LC_SEGMENT_64:
            yield image[at + 8 : at + 24].rstrip(b"\0").decode(), at
        elif command == LC_CODE_SIGNATURE:
            yield "signature", at
        at += size


def _directory(image, special, identifier, team, debuggable, text_size, format):
    digest = lambda data: hashlib.new(format.hash, data).digest()
    size = hashlib.new(format.hash).digest_size
    slots = max(slot for slot, content in special.items() if content is not None)
    pages = [digest(image[start : start + PAGE]) for start in range(0, len(image), PAGE)]
    header = {0x20200: 52, 0x20500: 96}[format.version]
    strings = identifier.encode() + b"\0" + team.encode() + b"\0"
    hashes = header + len(strings) + slots * size
    body = struct.pack(
        ">9I4B5I", 0xFADE0C02, hashes + len(pages) * size, format.version, ADHOC, hashes, header, slots, len(pages), len(image),
        size, {"sha1": 1, "sha256": 2}[format.hash], 0, 12, 0, 0, header + len(identifier) + 1, 0, 0,
    )[:header]  # fmt: skip
    if format.version >= 0x20400:
        body = body[:52] + struct.pack(">IQQQQII", 0, 0, 0, text_size, EXECSEG_MAIN_BINARY | (EXECSEG_ALLOW_UNSIGNED * debuggable), 0, 0)
    before = [digest(special[slot]) if special.get(slot) is not None else bytes(size) for slot in range(slots, 0, -1)]
    return body + strings + b"".join(before) + b"".join(pages)


def _superblob(directory, blobs):
    entries = [(0, directory), *sorted(blobs.items()), (0x10000, _blob(0xFADE0B01, b""))]
    start = 12 + 8 * len(entries)
    index, content = b"", b""
    for slot, blob in entries:
        index += struct.pack(">II", slot, start + len(content))
        content += blob
    return struct.pack(">III", 0xFADE0CC0, start + len(content), len(entries)) + index + content


def _blob(magic, content):
    return struct.pack(">II", magic, 8 + len(content)) + content
