using System.Net;

namespace Journal.Features.Ingest;

/// <summary>What a sender is called by its address: that of IPv4 alike, whichever socket it came in by.</summary>
internal static class SenderName
{
    public static string Of(ConnectionInfo connection) =>
        Of(connection.RemoteIpAddress is { } address ? new IPEndPoint(address, connection.RemotePort) : null);

    public static string Of(EndPoint? endpoint) => endpoint is IPEndPoint { Address.IsIPv4MappedToIPv6: true } mapped
        ? new IPEndPoint(mapped.Address.MapToIPv4(), mapped.Port).ToString()
        : $"{endpoint}";
}
