#!/usr/bin/env python3
"""Writes the test vectors of Merlon's channels to standard output, made by an independent implementation of the Noise protocol (dissononce, and
cryptography for P-256). Run with the packages of Scripts/requirements.txt; vectors.json beside this file is its output."""

import hashlib
import hmac
import json
import sys

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from dissononce.cipher.aesgcm import AESGCMCipher
from dissononce.cipher.chachapoly import ChaChaPolyCipher
from dissononce.dh.keypair import KeyPair
from dissononce.dh.private import PrivateKey
from dissononce.dh.public import PublicKey
from dissononce.dh.x25519.x25519 import X25519DH
from dissononce.dh.dh import DH
from dissononce.hash.sha256 import SHA256Hash
from dissononce.processing.handshakepatterns.interactive.IK import IKHandshakePattern
from dissononce.processing.handshakepatterns.interactive.NK import NKHandshakePattern
from dissononce.processing.handshakepatterns.interactive.NN import NNHandshakePattern
from dissononce.processing.impl.cipherstate import CipherState
from dissononce.processing.impl.handshakestate import HandshakeState
from dissononce.processing.impl.symmetricstate import SymmetricState
from dissononce.processing.modifiers.psk import PSKPatternModifier

MESSAGES_PER_KEY = 3


class P256DH(DH):
    """P-256 as FIDO's hybrid transports use it in Noise: points of 65 bytes, secrets of 32."""

    def __init__(self):
        super().__init__("P256", 65)

    def create_public(self, data):
        return PublicKey(65, bytes(data))

    def generate_keypair(self, privatekey=None):
        number = int.from_bytes(privatekey.data, "big")
        point = ec.derive_private_key(number, ec.SECP256R1()).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return KeyPair(PublicKey(65, point), privatekey)

    def dh(self, key_pair, public_key):
        key = ec.derive_private_key(int.from_bytes(key_pair.private.data, "big"), ec.SECP256R1())
        return key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public_key.data))


def with_ephemeral(dh, seed):
    """The Diffie-Hellman functions whose next ephemeral key is known."""
    make = dh.generate_keypair
    dh.generate_keypair = lambda privatekey=None: make(privatekey or PrivateKey(seed))
    return dh


def seed(name):
    return hashlib.sha256(("merlon channel vector: " + name).encode()).digest()


def parts(*values):
    return b"".join(len(v).to_bytes(4, "big") + v for v in values)


def transport(state, number, message):
    """A message of one direction, with Noise's REKEY before every third; the count of messages goes on."""
    if number and number % MESSAGES_PER_KEY == 0:
        state._key = state.cipher.encrypt(state._key, 2**64 - 1, b"", bytes(32))[:32]
    state.set_nonce(number)
    return state.encrypt_with_ad(b"", message)


def vector(pattern_class, psk_place, dh_class, cipher_class):
    pattern = pattern_class()
    if psk_place is not None:
        pattern = PSKPatternModifier(psk_place).modify(pattern)
    context = parts(b"vector", pattern.name.encode())
    prologue = parts(b"merlon.channel.1", MESSAGES_PER_KEY.to_bytes(4, "big"), context)
    plain = dh_class()
    client = plain.generate_keypair(PrivateKey(seed("client")))
    server = plain.generate_keypair(PrivateKey(seed("server")))
    psks = [seed("psk")] if psk_place is not None else None
    sides = []
    for initiator in (True, False):
        dh = with_ephemeral(dh_class(), seed("client ephemeral" if initiator else "server ephemeral"))
        side = HandshakeState(SymmetricState(CipherState(cipher_class()), SHA256Hash()), dh)
        knows = pattern_class is not NNHandshakePattern
        if initiator:
            own, other = (client if pattern_class is IKHandshakePattern else None), (server.public if knows else None)
        else:
            own, other = (server if knows else None), None
        side.initialize(pattern, initiator, prologue, s=own, rs=other, psks=psks)
        sides.append(side)
    first, second = bytearray(), bytearray()
    sides[0].write_message(b"", first)
    sides[1].read_message(bytes(first), bytearray())
    server_states = sides[1].write_message(b"", second)
    client_states = sides[0].read_message(bytes(second), bytearray())
    assert [s._key for s in server_states] == [s._key for s in client_states]
    symmetric = sides[0].symmetricstate
    upward, downward = client_states
    messages = [transport(upward, 0, b"")] + [transport(upward, n, b"up %d" % n) for n in range(1, 8)]
    replies = [transport(downward, n, b"down %d" % n) for n in range(8)]
    extracted = hmac.new(symmetric._ck, b"merlon.channel.agreed-key", hashlib.sha256).digest()
    return dict(
        protocol=sides[0].protocol_name,
        pattern=pattern.name,
        curve=dh_class().name,
        cipher=cipher_class().name,
        first=bytes(first).hex(),
        second=bytes(second).hex(),
        confirmation=messages[0].hex(),
        up=[m.hex() for m in messages[1:]],
        down=[m.hex() for m in replies],
        binding=symmetric.get_handshake_hash().hex(),
        agreed=hmac.new(extracted, symmetric.get_handshake_hash() + b"\x01", hashlib.sha256).hexdigest(),
    )


patterns = [
    (NNHandshakePattern, None), (NNHandshakePattern, 0), (NKHandshakePattern, None), (NKHandshakePattern, 0), (IKHandshakePattern, None),
    (IKHandshakePattern, 2),
]
names = ["client", "server", "client ephemeral", "server ephemeral", "psk"]
json.dump(
    dict(
        source="dissononce, cryptography; written by generate.py",
        messagesPerKey=MESSAGES_PER_KEY,
        seeds={name: seed(name).hex() for name in names},
        vectors=[vector(p, place, dh, cipher) for p, place in patterns for dh in (X25519DH, P256DH) for cipher in (ChaChaPolyCipher, AESGCMCipher)],
    ),
    sys.stdout,
    indent=1,
)
print()
