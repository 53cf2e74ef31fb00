using System.Net;
using Hosting.Settings;

namespace Hosting.Access;

/// <summary>The clients that may reach a host, and how: at the host's own section.</summary>
public sealed class AccessOptions
{
    /// <summary>The header in which a gateway names the client on whose behalf it asks.</summary>
    public const string ClientField = "x-client";

    /// <summary>The file of the keys that clients need; <c>keys add</c> makes it. Default none: no client needs one.</summary>
    public string? Keys { get; set; }

    /// <summary>
    /// A .pem with the authorities that sign client certificates, which clients may use instead of keys. Default none: no certificate is
    /// requested.
    /// </summary>
    public string? ClientAuthority { get; set; }

    /// <summary>
    /// Files with the revocation lists of those authorities, in PEM or DER form, separated by commas; read again when they change. Each
    /// authority that signs certificates needs a list that is valid, otherwise its clients are refused. Default none: no certificate is
    /// revoked.
    /// </summary>
    [ListText]
    public string? ClientRevocations { get; set; }

    /// <summary>
    /// The scopes of each client certificate, by its common name, or by an alternative name as <c>DNS=NAME</c> or <c>URI=NAME</c>. Default
    /// none.
    /// </summary>
    public Dictionary<string, string> ClientSubjects { get; set; } = [];

    /// <summary>
    /// The issuer of tokens (JWT) that clients may use instead of keys, as tokens name it in <c>iss</c>. Default none: no token is taken.
    /// </summary>
    public string? TokenIssuer { get; set; }

    /// <summary>This host, as tokens name it in <c>aud</c>; needed with TokenIssuer. Default none.</summary>
    public string? TokenAudience { get; set; }

    /// <summary>
    /// A file with the issuer's public keys (JWKS), read again when it changes. Default none: the issuer's address tells them (OpenID
    /// Connect discovery).
    /// </summary>
    public string? TokenKeys { get; set; }

    /// <summary>The claim that holds a token's scopes, as a list or separated by spaces. Default scope.</summary>
    public string TokenScopes { get; set; } = "scope";

    /// <summary>
    /// A file with a line <c>jti=ID</c> for each revoked token, or <c>sub=NAME</c> for all of a client's; read again when it changes.
    /// Default none: no token is revoked.
    /// </summary>
    public string? TokenRevocations { get; set; }

    /// <summary>
    /// Gateways whose <c>x-client</c> header is believed: addresses, networks, or CN=NAME, DNS=NAME or URI=NAME of certificates, separated
    /// by commas. Default none.
    /// </summary>
    [ListText]
    public string? TrustedProxies { get; set; }

    /// <summary>Whether clients on other machines may send keys and files without TLS. Default false.</summary>
    public bool AllowPlaintext { get; set; }

    /// <summary>
    /// Host names that a request may name, separated by commas; on loopback, loopback names are allowed too. Default none.
    /// </summary>
    [ListText]
    public string? AllowedHosts { get; set; }

    /// <summary>Whether gRPC reflection is served, to clients with the scope <c>read</c>. Default true.</summary>
    public bool Reflection { get; set; } = true;

    /// <summary>Whether the description of the REST interface is served, to clients with the scope <c>read</c>. Default true.</summary>
    public bool ApiDescription { get; set; } = true;

    /// <summary>Whether clients have to say who they are.</summary>
    internal bool AsksClients => !string.IsNullOrEmpty(Keys) || !string.IsNullOrEmpty(ClientAuthority) || TakesTokens;

    internal bool TakesTokens => !string.IsNullOrEmpty(TokenIssuer);

    internal static IReadOnlyList<string> List(string? text) =>
        (text ?? "").Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);

    internal static bool IsLoopback(HostSettings settings) =>
        IPAddress.TryParse(settings.Address, out var address) && IPAddress.IsLoopback(address);
}
