using System.Net;
using Hosting.Settings;

namespace Hosting.Access;

/// <summary>The clients that may reach a host, and how: at the host's own section.</summary>
public sealed class AccessOptions
{
    /// <summary>The field in which a gateway names the client for whom it asks.</summary>
    public const string ClientField = "x-client";

    /// <summary>The file of the keys that clients need; <c>keys add</c> makes it. Default none: no client needs one.</summary>
    public string? Keys { get; set; }

    /// <summary>
    /// A .pem with the authorities that sign clients' certificates, instead of keys or beside them. Default none: none is asked for.
    /// </summary>
    public string? ClientAuthority { get; set; }

    /// <summary>The scopes of each client with a certificate, by its common name. Default none.</summary>
    public Dictionary<string, string> ClientSubjects { get; set; } = [];

    /// <summary>
    /// Gateways whose word on the client (<c>x-client</c>) is believed: addresses, networks, or CN=NAME of certificates, separated by
    /// commas. Default none.
    /// </summary>
    public string? TrustedProxies { get; set; }

    /// <summary>Whether clients of other machines may send keys and files in the clear. Default false.</summary>
    public bool AllowPlaintext { get; set; }

    /// <summary>Names, separated by commas, under which the host is asked; on loopback beside the loopback names. Default none.</summary>
    public string? AllowedHosts { get; set; }

    /// <summary>Whether gRPC reflection is served, to clients with the scope <c>read</c>. Default true.</summary>
    public bool Reflection { get; set; } = true;

    /// <summary>Whether the description of the REST interface is served, to clients with the scope <c>read</c>. Default true.</summary>
    public bool ApiDescription { get; set; } = true;

    /// <summary>Whether any client is asked who it is.</summary>
    internal bool AsksClients => !string.IsNullOrEmpty(Keys) || !string.IsNullOrEmpty(ClientAuthority);

    internal static IReadOnlyList<string> List(string? text) =>
        (text ?? "").Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);

    internal static bool IsLoopback(HostSettings settings) =>
        IPAddress.TryParse(settings.Address, out var address) && IPAddress.IsLoopback(address);
}
