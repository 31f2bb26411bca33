#!/usr/bin/env python3
"""Sealed files, read and written by an implementation of their documented format that shares nothing with Merlon's.

usage: sealed_file.py seal|open INPUT OUTPUT CONTEXT KEYFILE|- PASSWORD|- [RECIPIENT]

The primitives are those of PyPI's cryptography. It reads the whole file, checks everything and says nothing about why something does not open.
"""

import base64
import hashlib
import os
import pathlib
import sys

from cryptography.hazmat.primitives import hashes, hpke
from cryptography.hazmat.primitives.asymmetric import x25519
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC

MAGIC = bytes.fromhex("894d524c460d0a01")
CHUNK = 16384
SUITE = hpke.Suite(hpke.KEM.X25519, hpke.KDF.HKDF_SHA256, hpke.AEAD.AES_256_GCM)


def context(*parts):
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


# CBOR, of what a header is made of: unsigned numbers, byte strings, arrays.

def cbor(value):
    def head(kind, number):
        if number < 24:
            return bytes([kind << 5 | number])
        size = next(size for size in (1, 2, 4, 8) if number < 256**size)
        return bytes([kind << 5 | {1: 24, 2: 25, 4: 26, 8: 27}[size]]) + number.to_bytes(size, "big")

    if isinstance(value, int):
        return head(0, value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    return head(4, len(value)) + b"".join(map(cbor, value))


def parse_cbor(data):
    def item(at):
        kind, number = data[at] >> 5, data[at] & 31
        at += 1
        if number >= 24:
            size = {24: 1, 25: 2, 26: 4, 27: 8}[number]
            number, at = int.from_bytes(data[at:at + size], "big"), at + size
        if kind == 0:
            return number, at
        if kind == 2:
            assert at + number <= len(data)
            return data[at:at + number], at + number
        assert kind == 4
        values = []
        for _ in range(number):
            value, at = item(at)
            values.append(value)
        return values, at

    value, end = item(0)
    assert end == len(data)
    return value


# Messages under a sealing key.

def message_cipher(algorithm, material, salt):
    subkey = HKDFExpand(hashes.SHA256(), 32, b"merlon.seal.1" + bytes([algorithm]) + salt).derive(material)
    return {1: AESGCM, 2: ChaCha20Poly1305}[algorithm](subkey)


def seal_message(algorithm, key_id, material, plain, bound):
    salt, nonce = os.urandom(16), os.urandom(12)
    header = bytes([1, algorithm]) + key_id + salt + nonce
    return header + message_cipher(algorithm, material, salt).encrypt(nonce, plain, header + bound)


def open_message(algorithm, key_id, material, sealed, bound):
    assert sealed[:6] == bytes([1, algorithm]) + key_id
    return message_cipher(algorithm, material, sealed[6:22]).decrypt(sealed[22:34], sealed[34:], sealed[:34] + bound)


# What gives the file's key away.

def decode_line(line):
    prefix, _, text = line.partition(":")
    raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    body, check = raw[:-4], raw[-4:]
    assert hashlib.sha256(prefix.encode() + b":" + body).digest()[:4] == check
    return prefix, body


def key_lines(path):
    lines = pathlib.Path(path).read_text().splitlines() if path != "-" else []
    return [decode_line(line) for line in lines if line and not line.startswith("#")]


def stretched(kind, first, second, salt, password):
    if kind == 1:
        return Argon2id(salt=salt, length=32, iterations=second, lanes=1, memory_cost=first).derive(password)
    assert kind == 2
    return PBKDF2HMAC(hashes.SHA256(), 32, salt, first).derive(password)


def password_stanza(file_key, password):
    salt = os.urandom(16)
    wrapped = seal_message(1, bytes(4), stretched(1, 19456, 2, salt, password), file_key, context(b"merlon.file-key.password"))
    return [2, cbor([1, 19456, 2, salt, wrapped])]


def hpke_info(header):
    return context(b"merlon.hybrid", header, context(b"merlon.file-key.public-key"))


def recipient_tag(sealed, public):
    return hashlib.sha256(context(b"merlon.file-key.tag", sealed[:37], public)).digest()[:4]


def recipient_stanza(file_key, line):
    prefix, body = decode_line(line)
    assert prefix == "merlon-recipient-1" and body[0] == 1
    header = bytes.fromhex("0100200002")
    sealed = header + SUITE.encrypt(file_key, x25519.X25519PublicKey.from_public_bytes(body[1:]), hpke_info(header))
    return [3, recipient_tag(sealed, body[1:]) + sealed]


def unwrap(kind, body, keys, password):
    if kind == 1:
        for prefix, key in keys:
            if prefix == "merlon-key-1" and key[1:5] == body[2:6]:
                return open_message(key[0], key[1:5], key[5:], body, context(b"merlon.file-key"))
    if kind == 2 and password != "-":
        number, first, second, salt, wrapped = parse_cbor(body)
        key = stretched(number, first, second, salt, password.encode())
        return open_message(1, bytes(4), key, wrapped, context(b"merlon.file-key.password"))
    if kind == 3:
        for prefix, key in keys:
            if prefix == "merlon-identity-1" and key[0] == 1:
                private = x25519.X25519PrivateKey.from_private_bytes(key[1:])
                assert recipient_tag(body[4:], private.public_key().public_bytes_raw()) == body[:4]
                return SUITE.decrypt(body[9:], private, hpke_info(body[4:9]))
    return None


# The chunks: c2sp.org/chunked-encryption@v1 with AES-256-GCM and SHA-512.

def derive(file_key, salt, bound):
    info = b"c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM\0" + salt + bound
    derived = HKDFExpand(hashes.SHA512(), 76, info).derive(file_key)
    return AESGCM(derived[:32]), derived[32:44], derived[44:]


def nonce_of(base, index):
    return base[:4] + bytes(a ^ b for a, b in zip(base[4:], index.to_bytes(8, "big")))


def seal(plain, bound, keys, password, recipient):
    file_key = os.urandom(32)
    stanzas = [[1, seal_message(key[0], key[1:5], key[5:], file_key, context(b"merlon.file-key"))]
               for prefix, key in keys if prefix == "merlon-key-1"]
    if password != "-":
        stanzas.append(password_stanza(file_key, password.encode()))
    if recipient:
        stanzas.append(recipient_stanza(file_key, recipient))
    body = cbor(stanzas)
    header = MAGIC + len(body).to_bytes(4, "big") + body
    salt = os.urandom(24)
    cipher, base, commitment = derive(file_key, salt, context(b"merlon.file", header, bound))
    chunks = [plain[at:at + CHUNK] for at in range(0, len(plain) // CHUNK * CHUNK + 1, CHUNK)]
    return header + salt + commitment + b"".join(cipher.encrypt(nonce_of(base, i), chunk, b"") for i, chunk in enumerate(chunks))


def open_file(sealed, bound, keys, password):
    assert sealed[:8] == MAGIC
    end = 12 + int.from_bytes(sealed[8:12], "big")
    header = sealed[:end]
    found = (unwrap(kind, body, keys, password) for kind, body in parse_cbor(header[12:]))
    file_key = next(key for key in found if key)
    salt, commitment, rest = sealed[end:end + 24], sealed[end + 24:end + 56], sealed[end + 56:]
    cipher, base, expected = derive(file_key, salt, context(b"merlon.file", header, bound))
    assert commitment == expected
    step = CHUNK + 16
    chunks = [rest[at:at + step] for at in range(0, len(rest) // step * step + 1, step)]
    return b"".join(cipher.decrypt(nonce_of(base, i), chunk, b"") for i, chunk in enumerate(chunks))


def main(command, source, target, purpose, key_file, password, recipient=None):
    data, keys, bound = pathlib.Path(source).read_bytes(), key_lines(key_file), context(purpose.encode())
    result = seal(data, bound, keys, password, recipient) if command == "seal" else open_file(data, bound, keys, password)
    pathlib.Path(target).write_bytes(result)


if __name__ == "__main__":
    main(*sys.argv[1:])
