using System.Net;

namespace Journal.Features.Ingest;

/// <summary>The name of a sender, by its address. An IPv4 address has the same name on any socket.</summary>
internal static class SenderName
{
    public static string Of(ConnectionInfo connection) =>
        Of(connection.RemoteIpAddress is { } address ? new IPEndPoint(address, connection.RemotePort) : null);

    public static string Of(EndPoint? endpoint) => endpoint is IPEndPoint { Address.IsIPv4MappedToIPv6: true } mapped
        ? new IPEndPoint(mapped.Address.MapToIPv4(), mapped.Port).ToString()
        : $"{endpoint}";
}
