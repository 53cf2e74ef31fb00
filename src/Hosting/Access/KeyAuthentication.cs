using System.Net;
using Hosting.Errors;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Options;
using Microsoft.Extensions.Primitives;

namespace Hosting.Access;

/// <summary>
/// Identifies a client by its key, in <c>Authorization: Bearer</c> or <c>x-api-key</c>; over gRPC both are metadata. One instance serves
/// all requests, and keeps no state of them.
/// </summary>
internal sealed class KeyAuthentication(KeyRing keys, IOptions<AccessOptions> options)
{
    public const string HeaderName = "x-api-key";

    private const string Bearer = "Bearer ";

    private static readonly TimeSpan RetryAfter = TimeSpan.FromSeconds(2);

    private static readonly Error Unreadable = new(
        AccessErrors.KeysUnreadable,
        "The key file cannot be read. The log of this host has the reason.",
        RetryAfter);

    private readonly bool _plaintext = options.Value.AllowPlaintext;

    public static bool HasKey(HttpRequest request) => request.Headers.Authorization.Count + request.Headers[HeaderName].Count > 0;

    /// <returns>Whether others on the network can read the request.</returns>
    /// <remarks>The scheme of a request is what its sender says.</remarks>
    public static bool IsReadable(HttpContext context) =>
        context.Features.Get<ITlsConnectionFeature>() is null && !IsLocal(context.Connection.RemoteIpAddress);

    /// <returns>The client, or why there is none.</returns>
    public KnownClient? Find(HttpContext context, out Error? refusal)
    {
        refusal = null;
        var headers = context.Request.Headers;
        var (authorization, plain) = (headers.Authorization, headers[HeaderName]);
        if (authorization.Count + plain.Count == 0)
        {
            refusal = NoKey("Send a key: Authorization: Bearer KEY, or x-api-key: KEY.");
        }
        else if (authorization.Count + plain.Count > 1)
        {
            refusal = NoKey("Send exactly one key: the request has several.");
        }
        else if (!_plaintext && IsReadable(context))
        {
            refusal = NoKey("This key was sent over the network without TLS, where others can read it. Revoke it, and use the TLS port.");
        }
        else if (!keys.IsReadable)
        {
            refusal = Unreadable;
        }
        else if (Find(authorization, plain, out var reason) is { } client)
        {
            return client;
        }
        else
        {
            refusal = NoKey(reason);
        }

        return null;
    }

    private KnownClient? Find(in StringValues authorization, in StringValues plain, out string reason)
    {
        var text = plain.Count > 0 ? plain[0] : authorization[0];
        var key = text.AsSpan();
        if (plain.Count == 0)
        {
            if (!key.StartsWith(Bearer, StringComparison.OrdinalIgnoreCase))
            {
                reason = "Write Authorization: Bearer KEY.";
                return null;
            }

            key = key[Bearer.Length..];
        }

        return keys.Find(key.Trim(), out reason);
    }

    private static bool IsLocal(IPAddress? address) =>
        address is null || IPAddress.IsLoopback(address) || (address.IsIPv4MappedToIPv6 && IPAddress.IsLoopback(address.MapToIPv4()));

    private static Error NoKey(string detail) => new(AccessErrors.Unauthenticated, detail);
}
