"""Cosignatures, written from C2SP's tlog-cosignature, signed-note and tlog-witness alone.

    cosignature.py check NOTE VKEY      verifies the cosignature of that witness, and prints its time
    cosignature.py sign NOTE NAME       adds a cosignature under a new key; prints the key's vkey, then the note
    cosignature.py offer BODY VKEY OLD  verifies a request to add-checkpoint by its proof, its signature and the checkpoint
                                        before; prints both sizes
"""
import base64
import hashlib
import struct
import sys
import time

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

NOTE, COSIGNATURE = 0x01, 0x04


def key_id(name, kind, key):
    return hashlib.sha256(name.encode() + b"\n" + bytes([kind]) + key).digest()[:4]


def read_vkey(text, kind):
    name, said, encoded = text.strip().split("+", 2)
    raw = base64.b64decode(encoded, validate=True)
    assert raw[0] == kind and len(raw) == 33, "not a key of this type"
    assert bytes.fromhex(said) == key_id(name, kind, raw[1:]), "the key's id is wrong"
    return name, raw[1:]


def split(note):
    text, signatures = note.rsplit("\n\n", 1)
    return text + "\n", [line for line in signatures.split("\n") if line]


def signatures_of(lines, name, kind, key):
    for line in lines:
        dash, signer, encoded = line.split(" ")
        raw = base64.b64decode(encoded, validate=True)
        if dash == "\u2014" and signer == name and raw[:4] == key_id(name, kind, key):
            yield raw[4:]


def message(text, seconds):
    return b"cosignature/v1\ntime %d\n" % seconds + text.encode()


def check(note, vkey):
    name, key = read_vkey(vkey, COSIGNATURE)
    text, lines = split(note)
    found = list(signatures_of(lines, name, COSIGNATURE, key))
    assert len(found) == 1 and len(found[0]) == 72, "not one cosignature of this witness"
    seconds, = struct.unpack(">Q", found[0][:8])
    public = Ed25519PublicKey.from_public_bytes(key)
    public.verify(found[0][8:], message(text, seconds))
    try:
        public.verify(found[0][8:], message(text, seconds + 1))
    except InvalidSignature:
        print(seconds)
        return
    raise AssertionError("another time verifies too")


def sign(note, name):
    text, lines = split(note)
    private = Ed25519PrivateKey.generate()
    key = private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    seconds = int(time.time())
    raw = key_id(name, COSIGNATURE, key) + struct.pack(">Q", seconds) + private.sign(message(text, seconds))
    encoded = base64.b64encode(bytes([COSIGNATURE]) + key).decode()
    print(f"{name}+{key_id(name, COSIGNATURE, key).hex()}+{encoded}")
    lines.append(f"\u2014 {name} {base64.b64encode(raw).decode()}")
    sys.stdout.write(text + "\n" + "".join(line + "\n" for line in lines))


def node(left, right):
    return hashlib.sha256(b"\x01" + left + right).digest()


def fold(old, size, proof, old_root):
    """Both roots that a consistency proof leads to, by the recursion of RFC 6962, section 2.1.2, read backwards."""

    def part(old, size, whole):
        if old == size:
            return (old_root, old_root) if whole else (proof[0], proof.pop(0))
        half = 1
        while half * 2 < size:
            half *= 2
        if old <= half:
            before, after = part(old, half, whole)
            return before, node(after, proof.pop(0))
        before, after = part(old - half, size - half, False)
        left = proof.pop(0)
        return node(left, before), node(left, after)

    return part(old, size, True)


def offer(body, vkey, known):
    head, note = body.split("\n\n", 1)
    first, *rest = head.split("\n")
    assert first.startswith("old "), "no old size"
    old, proof = int(first[4:]), [base64.b64decode(line, validate=True) for line in rest]
    assert len(proof) <= 63 and all(len(one) == 32 for one in proof)
    text, lines = split(note)
    origin, size, root = text.split("\n")[:3]
    name, key = read_vkey(vkey, NOTE)
    assert origin == name
    found = list(signatures_of(lines, name, NOTE, key))
    assert len(found) == 1
    Ed25519PublicKey.from_public_bytes(key).verify(found[0], text.encode())
    size, root = int(size), base64.b64decode(root)
    if old == 0:
        assert not proof
    else:
        old_root = base64.b64decode(split(known)[0].split("\n")[2])
        assert fold(old, size, proof, old_root) == (old_root, root), "the proof does not hold"
        assert not proof, "hashes are left over"
    print(old, size)


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    command, path, *arguments = sys.argv[1:]
    if command == "check":
        check(read(path), arguments[0])
    elif command == "sign":
        sign(read(path), arguments[0])
    else:
        offer(read(path), arguments[0], read(arguments[1]))
