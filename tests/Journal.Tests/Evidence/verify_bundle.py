"""Verifies a bundle of evidence with hashlib and openssl only, written from the bundle's README.txt alone.

usage: verify_bundle.py FOLDER [CAFILE]
"""
import base64, hashlib, json, pathlib, subprocess, sys, tempfile

PREFIX = bytes.fromhex("302a300506032b6570032100")  # SubjectPublicKeyInfo of an Ed25519 key


def sha(data):
    return hashlib.sha256(data).digest()


def leaf(data):
    return sha(b"\0" + data)


def node(left, right):
    return sha(b"\1" + left + right)


def tree(hashes):
    if len(hashes) == 1:
        return hashes[0]
    k = 1
    while 2 * k < len(hashes):
        k *= 2
    return node(tree(hashes[:k]), tree(hashes[k:]))


def fold(index, size, value, path):
    """The recursive definition of RFC 6962, section 2.1.1, read backwards."""
    if size == 1:
        assert not path, "path too long"
        return value
    k = 1
    while 2 * k < size:
        k *= 2
    if index < k:
        return node(fold(index, k, value, path[:-1]), path[-1])
    return node(path[-1], fold(index - k, size - k, value, path[:-1]))


def consistent(old, old_root, size, root, proof):
    """RFC 6962, section 2.1.2: both roots from the proof."""
    def both(m, n, whole, steps):
        if m == n:
            return (old_root, old_root) if whole else (steps[-1], steps[-1])
        k = 1
        while 2 * k < n:
            k *= 2
        if m <= k:
            a, b = both(m, k, whole, steps[:-1])
            return a, node(b, steps[-1])
        a, b = both(m - k, n - k, False, steps[:-1])
        return node(steps[-1], a), node(steps[-1], b)
    if old == size:
        return not proof and old_root == root
    return both(old, size, True, proof) == (old_root, root)


def ed25519(key, message, signature):
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        (place / "key").write_bytes(PREFIX + key)
        (place / "message").write_bytes(message)
        (place / "signature").write_bytes(signature)
        return subprocess.run(["openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", place / "key", "-rawin", "-in",
                               place / "message", "-sigfile", place / "signature"], capture_output=True).returncode == 0


def note(data, vkey):
    text, _, signatures = data.decode().rpartition("\n\n")
    text += "\n"
    name, _, key = vkey.strip().split("+", 2)
    key = base64.b64decode(key)
    own = [base64.b64decode(line.split(" ")[2])[4:] for line in signatures.splitlines() if line.split(" ")[1] == name]
    assert own and all(ed25519(key[1:], text.encode(), signature) for signature in own), "not signed by the log"
    origin, size, root = text.splitlines()
    assert origin == name
    return text, int(size), base64.b64decode(root), signatures


def main(folder, authority=None):
    folder = pathlib.Path(folder)
    for line in (folder / "SHA256SUMS").read_text().splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest, f"{name} differs from SHA256SUMS"
    evidence = json.loads((folder / "evidence.json").read_text())
    vkey = (folder / "log.vkey").read_text()
    _, size, root, _ = note((folder / "checkpoint").read_bytes(), vkey)
    expected = evidence["firstSequence"]
    for line in (folder / "frames.jsonl").read_text().splitlines():
        frame = json.loads(line)
        header = base64.b64decode(frame["header"])
        index, first, count = (int.from_bytes(header[a:b], "big") for a, b in ((8, 16), (16, 24), (24, 28)))
        assert fold(index, size, leaf(header), [base64.b64decode(step) for step in frame["path"]]) == root, f"frame {index} is not in the tree"
        assert len(frame["records"]) == count
        hashes = []
        for place, record in enumerate(frame["records"]):
            wanted = evidence["firstSequence"] <= first + place < evidence["nextSequence"]
            if "record" in record:
                data = base64.b64decode(record["record"])
                hashes.append(leaf(data))
                assert int.from_bytes(data[16:24], "big") == first + place
                if wanted:
                    print(first + place, data[35 + data[34]:])
            else:
                hashes.append(base64.b64decode(record["hash"]))
                assert not wanted or record.get("redacted"), f"record {first + place} was removed"
            if wanted:
                assert first + place == expected, f"record {expected} is missing"
                expected += 1
        assert tree(hashes) == header[128:160], f"a record of frame {index} was changed"
    assert expected == evidence["nextSequence"], f"record {expected} is missing"
    for part, name in [("cosigned", name) for name in evidence["witnesses"]] + [("timestamps", name) for name in evidence["timestamps"]]:
        path = folder / part / name
        text, old, old_root, signatures = note(path.with_suffix(".checkpoint").read_bytes(), vkey)
        proof = [base64.b64decode(step) for step in path.with_suffix(".proof").read_text().split()]
        assert consistent(old, old_root, size, root, proof), f"{part}/{name} is of another history"
        if part == "cosigned":
            witness, _, key = evidence["witnesses"][name].split("+", 2)
            line = next(each for each in signatures.splitlines() if each.split(" ")[1] == witness)
            signed = base64.b64decode(line.split(" ")[2])[4:]
            message = f"cosignature/v1\ntime {int.from_bytes(signed[:8], 'big')}\n{text}".encode()
            assert ed25519(base64.b64decode(key)[1:], message, signed[8:]), f"{part}/{name} is not signed by the witness"
        else:
            check = subprocess.run(["openssl", "ts", "-verify", "-data", path.with_suffix(".checkpoint"), "-in", path.with_suffix(".tsr"),
                                    "-CAfile", authority], capture_output=True, text=True)
            assert check.returncode == 0, f"{part}/{name}: {check.stderr.splitlines()[-1]}"
    print("verified")


if __name__ == "__main__":
    main(*sys.argv[1:])
