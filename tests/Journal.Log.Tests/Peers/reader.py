"""An independent reader of a journal, written from the format's description. Debian: python3-cryptography, python3-zstandard.

usage: reader.py FOLDER READER_KEY_PEM PROOF
Prints a line of JSON for each record, then one with the size and root of the log. Anything that does not hold ends it with an error."""
import base64, hashlib, hmac, json, os, struct, sys

import zstandard
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

sha = lambda data: hashlib.sha256(data).digest()


def root(leaves):
    if not leaves:
        return sha(b"")
    if len(leaves) == 1:
        return leaves[0]
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    return sha(b"\x01" + root(leaves[:half]) + root(leaves[half:]))


def root_of_path(index, size, leaf, path):
    node, last, value = index, size - 1, leaf
    for sibling in path:
        assert last > 0
        if node & 1 or node == last:
            value = sha(b"\x01" + sibling + value)
            while not node & 1 and node:
                node >>= 1
                last >>= 1
        else:
            value = sha(b"\x01" + value + sibling)
        node >>= 1
        last >>= 1
    assert last == 0
    return value


def parse_vkey(text):
    name, key_id, key = text.strip().split("+", 2)
    data = base64.b64decode(key)
    assert data[0] == 1 and len(data) == 33
    assert sha(name.encode() + b"\n" + data)[:4].hex() == key_id
    return name, bytes.fromhex(key_id), Ed25519PublicKey.from_public_bytes(data[1:])


def open_note(data, *keys):
    text, _, signatures = data.decode().rpartition("\n\n")
    text += "\n"
    for name, key_id, key in keys:
        found = 0
        for line in signatures.splitlines():
            dash, signer, value = line.split(" ")
            value = base64.b64decode(value)
            if dash == "\u2014" and signer == name and value[:4] == key_id:
                key.verify(value[4:], text.encode())
                found += 1
        assert found, name
    return text.splitlines()


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
        if data[at - 1] < 0x80:
            return value, at


def expand(secret, info):
    return HKDFExpand(hashes.SHA256(), 32, info).derive(secret)


def hpke_open(key, info, aad, data):
    """RFC 9180, base mode: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM."""
    kem, suite = b"KEM\x00\x10", b"HPKE\x00\x10\x00\x01\x00\x02"
    extract = lambda own, salt, label, ikm: hmac.digest(salt or bytes(32), b"HPKE-v1" + own + label + ikm, "sha256")

    def expand_(own, prk, label, text, length):
        return HKDFExpand(hashes.SHA256(), length, struct.pack(">H", length) + b"HPKE-v1" + own + label + text).derive(prk)

    point, ciphertext = data[:65], data[65:]
    sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    own = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    agreed = extract(kem, b"", b"eae_prk", key.exchange(ec.ECDH(), sender))
    shared = expand_(kem, agreed, b"shared_secret", point + own, 32)
    context = b"\x00" + extract(suite, b"", b"psk_id_hash", b"") + extract(suite, b"", b"info_hash", info)
    secret = extract(suite, shared, b"secret", b"")
    cipher = AESGCM(expand_(suite, secret, b"key", context, 32))
    return cipher.decrypt(expand_(suite, secret, b"base_nonce", context, 12), ciphertext, aad)


def unwrap(kind, key, random, wrapped):
    if kind == 1:
        return key.decrypt(wrapped, padding.OAEP(padding.MGF1(hashes.SHA256()), hashes.SHA256(), None))
    assert kind == 2
    return hpke_open(key, b"journal segment secret/1", random, wrapped)


def records_of(header, plain, salt):
    first, count = struct.unpack(">QI", header[16:28])
    index = header[8:16]
    sources, at = varint(plain, 0)
    names = []
    for _ in range(sources):
        kind = plain[at]
        length, at = varint(plain, at + 1)
        names.append((kind, plain[at:at + length]))
        at += length
    times, last = [], 0
    for _ in range(count):
        value, at = varint(plain, at)
        last += value >> 1 ^ -(value & 1)
        times.append(last)
    places = []
    for _ in range(count):
        value, at = varint(plain, at)
        places.append(value)
    marks, at = plain[at:at + count], at + count
    lengths = []
    for _ in range(count):
        value, at = varint(plain, at)
        lengths.append(value)
    leaves = []
    for i in range(count):
        message, at = plain[at:at + lengths[i]], at + lengths[i]
        kind, name = names[places[i]]
        record = salt(index) + struct.pack(">QQBBB", first + i, times[i], marks[i], kind, len(name)) + name + message
        leaves.append(sha(b"\x00" + record))
        yield {"sequence": first + i, "message": message.decode("latin-1")}
    assert at == len(plain)
    assert root(leaves) == header[128:160]


def read_segment(path, key, origin, frames):
    data = open(path, "rb").read()
    assert data[:4] == b"JSG2"
    length, first_frame = struct.unpack(">IQ", data[4:16])
    header = data[:length]
    at = 48
    size = struct.unpack(">H", header[at:at + 2])[0]
    assert header[at + 2:at + 2 + size].decode() == origin
    at += 2 + size
    count, at = header[at], at + 1
    own = sha(key.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo))
    secret = None
    for _ in range(count):
        kind, fingerprint = header[at], header[at + 1:at + 33]
        size = struct.unpack(">H", header[at + 33:at + 35])[0]
        if fingerprint == own:
            secret = unwrap(kind, key, header[32:48], header[at + 35:at + 35 + size])
        at += 35 + size
    assert at == length - 32 and len(secret) == 32
    assert hmac.compare_digest(hmac.digest(expand(secret, b"journal/1 header"), header[:-32], "sha256"), header[-32:])
    cipher, salts = AESGCM(expand(secret, b"journal/1 frames")), expand(secret, b"journal/1 salts")
    salt = lambda index: hmac.digest(salts, index, "sha256")[:16]
    at, number = length, 0
    assert first_frame == len(frames)
    while at < len(data):
        frame = data[at:at + 256]
        assert frame[:4] == b"JFR1" and frame[4] == 1 and frame[224:252] == bytes(28)
        assert struct.unpack(">I", frame[252:])[0] == crc32c(frame[:252])
        assert struct.unpack(">Q", frame[8:16])[0] == len(frames)
        assert frame[104:120] == sha(header)[:16]
        assert frame[192:224] == (sha(frames[-1]) if frames else bytes(32))
        plain_bytes, stored_bytes, own_number = struct.unpack(">III", frame[28:40])
        assert own_number == number
        stored = data[at + 256:at + 256 + stored_bytes]
        assert frame[160:192] == sha(stored)
        plain = b""
        if stored_bytes:
            plain = cipher.decrypt(bytes(8) + struct.pack(">I", number), stored, frame[:160])
            plain = zstandard.ZstdDecompressor().decompress(plain, max_output_size=plain_bytes) if frame[5] == 2 else plain
        assert len(plain) == plain_bytes
        if plain:
            yield from records_of(frame, plain, salt)
        else:
            assert frame[128:160] == sha(b"")
        frames.append(frame)
        at, number = at + 256 + stored_bytes, number + 1


def tile_path(folder, row, index, width):
    name = f"{index % 1000:03}"
    while index >= 1000:
        index //= 1000
        name = f"x{index % 1000:03}/{name}"
    return os.path.join(folder, "log", "tile", row, name + ("" if width == 256 else f".p/{width}"))


def check_tiles(folder, frames):
    hashes_, level = [sha(b"\x00" + frame) for frame in frames], 0
    for start in range(0, len(frames), 256):
        entries = frames[start:start + 256]
        bundle = open(tile_path(folder, "entries", start // 256, len(entries)), "rb").read()
        assert bundle == b"".join(struct.pack(">H", 256) + entry for entry in entries)
    while hashes_:
        for start in range(0, len(hashes_), 256):
            tile = hashes_[start:start + 256]
            assert open(tile_path(folder, str(level), start // 256, len(tile)), "rb").read() == b"".join(tile)
        hashes_ = [root(hashes_[i:i + 256]) for i in range(0, len(hashes_) - 255, 256)]
        level += 1


def check_proof(text, key):
    head, _, note = text.partition("\n\n")
    version, extra, index, *path = head.split("\n")
    assert version == "c2sp.org/tlog-proof@v1"
    extra, index = base64.b64decode(extra.removeprefix("extra ")), int(index.removeprefix("index "))
    _, size, log_root = open_note(note.encode(), key)
    leaf = sha(b"\x00" + extra[:256])
    assert root_of_path(index, int(size), leaf, [base64.b64decode(line) for line in path]) == base64.b64decode(log_root)
    place, count = struct.unpack(">IB", extra[256:261])
    hashes_, record = [extra[261 + 32 * i:293 + 32 * i] for i in range(count)], extra[261 + 32 * count:]
    assert root_of_path(place, struct.unpack(">I", extra[24:28])[0], sha(b"\x00" + record), hashes_) == extra[128:160]
    return record[35 + record[34]:]


def main(folder, key_file, proof_file):
    key = serialization.load_pem_private_key(open(key_file, "rb").read(), None)
    identity = parse_vkey(open(os.path.join(folder, "log.vkey")).read())
    epochs = []
    notes = os.path.join(folder, "log", "epochs")
    for number in range(len(os.listdir(notes))):
        data = open(os.path.join(notes, str(number)), "rb").read()
        own = parse_vkey(data.decode().splitlines()[4])
        origin, said, size, epoch_root, _ = open_note(data, identity, epochs[-1][0] if epochs else own)
        assert origin == identity[0] + "/epochs" and int(said) == number and own[0] == f"{identity[0]}/epoch/{number}"
        epochs.append((own, int(size), base64.b64decode(epoch_root)))
    checkpoint = open(os.path.join(folder, "log", "checkpoint"), "rb").read()
    origin, size, log_root = open_note(checkpoint, identity, epochs[-1][0])
    frames = []
    for name in sorted(os.listdir(os.path.join(folder, "segments"))):
        for record in read_segment(os.path.join(folder, "segments", name), key, origin, frames):
            print(json.dumps(record))
    leaves = [sha(b"\x00" + frame) for frame in frames]
    assert len(frames) == int(size) and root(leaves) == base64.b64decode(log_root)
    assert all(root(leaves[:begin]) == signed for _, begin, signed in epochs)
    check_tiles(folder, frames)
    proven = check_proof(open(proof_file, encoding="utf-8").read(), identity)
    print(json.dumps({"size": int(size), "epochs": len(epochs), "proven": proven.decode("latin-1")}))


if __name__ == "__main__":
    main(*sys.argv[1:])
