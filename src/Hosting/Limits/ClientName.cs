using System.Net;
using System.Net.Sockets;
using Hosting.Access;

namespace Hosting.Limits;

/// <summary>The name under which a client's requests are counted, here and behind a gateway.</summary>
public static class ClientName
{
    /// <summary>An IPv6 network of that many bytes belongs to one customer (RFC 6177).</summary>
    private const int NetworkBytes = 8;

    /// <returns>The id of its key, or its address (IPv6: the network).</returns>
    public static string Of(HttpContext context) =>
        context.User.Identity is KnownClient client ? client.Id : Of(context.Connection.RemoteIpAddress);

    /// <returns>The address (IPv6: the network).</returns>
    public static string Of(IPAddress? address)
    {
        if (address is null)
        {
            return "";
        }

        var plain = address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address;
        return plain.AddressFamily == AddressFamily.InterNetworkV6 && !IPAddress.IsLoopback(plain)
            ? $"{Convert.ToHexStringLower(plain.GetAddressBytes().AsSpan(0, NetworkBytes))}/64"
            : plain.ToString();
    }

    /// <returns>
    /// The same, but null for a client on the host's machine without a key. A gateway on that machine names its clients, and these are
    /// counted: nobody gains by a wrong name, because without one nothing would be counted.
    /// </returns>
    public static string? OfAnother(HttpContext context) => !IsItself(context) ? Of(context)
        : context.Features.Get<ClaimedClient>() is { Name: var name } && !IsLoopback(name) ? name
        : null;

    /// <summary>The client is on the host's machine, and has no key.</summary>
    private static bool IsItself(HttpContext context) =>
        context.User.Identity is not KnownClient && context.Connection.RemoteIpAddress is { } address && IPAddress.IsLoopback(address);

    private static bool IsLoopback(string name) => IPAddress.TryParse(name, out var address) && IPAddress.IsLoopback(address);
}
