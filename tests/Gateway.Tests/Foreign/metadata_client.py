"""Sends each shape of metadata to foreign.v1.Metadata at each address, and prints what came back from each, as JSON.

usage: metadata_client.py SHAPES.json ADDRESS...
"""
import base64
import json
import sys

import grpc

LARGE = (("grpc.max_metadata_size", 1 << 20), ("grpc.absolute_max_metadata_size", 1 << 20))
PATIENCE = 170  # seconds: the machine may be busy


def fields(metadata):
    return [[f.key, base64.b64encode(f.value if isinstance(f.value, bytes) else f.value.encode("latin-1")).decode()]
            for f in sorted(metadata or (), key=lambda field: field.key)]  # order counts within a name only


def ask(channel, shape):
    metadata = [(key, value if key.endswith("-bin") else value.decode("latin-1"))
                for key, value in ((key, base64.b64decode(value)) for key, value in shape["metadata"])]
    try:
        _, call = channel.unary_unary(f"/foreign.v1.Metadata/{shape['method']}").with_call(
            shape["message"].encode(), metadata=metadata, timeout=PATIENCE)
    except grpc.RpcError as refused:
        call = refused
    return {
        "code": call.code().value[0], "message": call.details(), "headers": fields(call.initial_metadata()),
        "trailers": fields(call.trailing_metadata())}


def seen(address, shapes):
    with grpc.insecure_channel(address, options=LARGE) as channel:
        return {shape["name"]: ask(channel, shape) for shape in shapes}


def main(path, *addresses):
    with open(path, encoding="utf-8") as file:
        shapes = json.load(file)
    print(json.dumps([seen(address, shapes) for address in addresses]))


main(*sys.argv[1:])
