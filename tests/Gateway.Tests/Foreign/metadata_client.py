"""Sends each shape of metadata that gRPC allows to foreign.v1.Metadata at two addresses, and prints as JSON which answers differ.

usage: metadata_client.py DIRECT THROUGH
"""
import json
import sys

import grpc

LARGE = (("grpc.max_metadata_size", 1 << 20), ("grpc.absolute_max_metadata_size", 1 << 20))
PATIENCE = 170  # seconds: the machine may be busy
OF_THE_GATEWAY = ("date", "server", "traceparent", "x-client", "x-forwarded-for")
REPEATED_NAMES = ("accept", "accept-encoding", "from", "allow", "via", "warning", "expires", "vary", "content-language", "set-cookie", "etag")

SHAPES = {
    "binary twice": [("x-d-bin", b"\x00\x01"), ("x-d-bin", b"\xff")],
    "text three times, another between": [("a", "1"), ("a", "2"), ("b", "x"), ("a", "3")],
    "text with a comma, twice": [("a", "1, 2"), ("a", "3")],
    "empty": [("a", "")],
    "empty twice": [("a", ""), ("a", "")],
    "empty binary": [("a-bin", b"")],
    "empty binary between": [("a-bin", b"\x01"), ("a-bin", b""), ("a-bin", b"\x02")],
    "every byte": [("a-bin", bytes(range(256))), ("a-bin", bytes(reversed(range(256))))],
    "every printable character": [("a", "".join(map(chr, range(0x21, 0x7F))))],
    "every character of a name": [("0123456789_-.abcdefghijklmnopqrstuvwxyz", "x")],
    "spaces inside": [("a", "1  2")],
    "long name": [("k" * 200, "v"), ("k" * 200, "w")],
    "values of 126 to 128 bytes": [("a", "x" * length) for length in (126, 127, 128)],
    "values of 254 to 256 bytes": [("a", "x" * length) for length in (254, 255, 256)],
    "one value, longer than a frame": [("a", "x" * 20_000)],
    "two values, longer than a frame": [("a", "x" * 12_000), ("a", "y" * 12_000)],
    "binary, longer than a frame": [("a-bin", b"z" * 5_000), ("a-bin", b"y" * 15_000)],
    "60 values": [("a", str(i)) for i in range(60)],
    "60 names": [(f"a{i}", "y" * 50) for i in range(60)],
    "60 names twice": [(f"a{i}", v) for i in range(60) for v in ("1", "2")],
    "a reserved name": [("grpc-foo", "x"), ("grpc-foo", "y")],
    "a key that is not ours": [("authorization", "Basic x")],
    **{f"HTTP's {name}, twice": [(name, "1"), (name, "2")] for name in REPEATED_NAMES},
}


def answer(address, metadata):
    with grpc.insecure_channel(address, options=LARGE) as channel:
        try:
            _, call = channel.unary_unary("/foreign.v1.Metadata/Echo").with_call(b"", metadata=metadata, timeout=PATIENCE)
        except grpc.RpcError as refused:
            return refused.code().name, refused.details()

        def comparable(fields):  # order counts within a name only
            return sorted(((f.key, f.value) for f in fields if f.key not in OF_THE_GATEWAY), key=lambda field: field[0])

        return comparable(call.initial_metadata()), comparable(call.trailing_metadata())


def main(direct, through):
    different = {}
    for shape, metadata in SHAPES.items():
        expected, seen = answer(direct, metadata), answer(through, metadata)
        if expected != seen or len(expected[0]) != len(metadata):
            different[shape] = [str(expected)[:300], str(seen)[:300]]
    print(json.dumps({"compared": len(SHAPES), "different": different}))


main(*sys.argv[1:])
