"""A service over gRPC's C core that sends all metadata of a call back, as headers and as trailers; serves until its standard input ends.

Prints the port that it got.
"""
import sys
from concurrent import futures

import grpc

LARGE = (("grpc.max_metadata_size", 1 << 20), ("grpc.absolute_max_metadata_size", 1 << 20))


def echo(request, context):
    metadata = [(name, value) for name, value in context.invocation_metadata() if name != "user-agent"]
    context.send_initial_metadata(metadata)
    context.set_trailing_metadata(metadata)
    return request


server = grpc.server(futures.ThreadPoolExecutor(max_workers=4), options=LARGE)
server.add_generic_rpc_handlers((
    grpc.method_handlers_generic_handler("foreign.v1.Metadata", {"Echo": grpc.unary_unary_rpc_method_handler(echo)}),
))
print(server.add_insecure_port("127.0.0.1:0"), flush=True)
server.start()
sys.stdin.read()
server.stop(None)
