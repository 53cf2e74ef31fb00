using System.Net.Sockets;
using Microsoft.AspNetCore.Http;

namespace Grpc.AspNetCore.Server;

/// <summary>The client's address in the form of gRPC's name syntax (grpc/doc/naming.md).</summary>
internal static class PeerName
{
    public static string Of(ConnectionInfo connection) => connection.RemoteIpAddress switch
    {
        { AddressFamily: AddressFamily.InterNetwork } address => $"ipv4:{address}:{connection.RemotePort}",
        { AddressFamily: AddressFamily.InterNetworkV6 } address => $"ipv6:[{address}]:{connection.RemotePort}",
        _ => "unknown",
    };
}
