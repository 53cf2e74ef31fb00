using Hosting.Errors;
using Microsoft.Extensions.Options;

namespace Hosting.Access;

/// <summary>Identifies a client by a token in <c>Authorization: Bearer</c>, which has two dots; a key has one.</summary>
internal sealed class TokenAuthentication(TokenClients tokens, IOptions<AccessOptions> options)
{
    private const string Bearer = "Bearer ";

    /// <summary>A longer one costs more than a request: the claims of a client that is in too many groups.</summary>
    private const int MaxLength = 8 << 10;

    private readonly bool _plaintext = options.Value.AllowPlaintext;

    /// <returns>Null when the request has no token, or something beside it.</returns>
    public static string? TokenOf(HttpRequest request) =>
        request.Headers.Authorization is [{ } text] && request.Headers[KeyAuthentication.HeaderName].Count == 0
            && text.StartsWith(Bearer, StringComparison.OrdinalIgnoreCase)
            && text.AsSpan().Count('.') == 2
                ? text[Bearer.Length..].Trim()
                : null;

    public async ValueTask<Result<KnownClient>> FindAsync(string token, HttpContext context) =>
        !_plaintext && KeyAuthentication.IsReadable(context)
            ? Refused("This token was sent over the network without TLS, where others can read it. Revoke it, and use the TLS port.")
            : token.Length > MaxLength ? Refused("This token is longer than 8 KiB.")
            : await tokens.FindAsync(token, context.RequestAborted);

    private static Error Refused(string detail) => new(AccessErrors.Unauthenticated, detail);
}
