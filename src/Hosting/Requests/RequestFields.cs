using System.Buffers;
using System.Text;

namespace Hosting.Requests;

/// <summary>
/// The strict reading of a request's fields. Kestrel asks for the encoding of each, by its name: the one place where both can be checked.
/// </summary>
internal static class RequestFields
{
    /// <summary>RFC 9110, section 5.6.2; a pseudo-header field of HTTP/2 has a colon before it.</summary>
    private static readonly SearchValues<char> TokenCharacters =
        SearchValues.Create("!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

    /// <param name="others">The encoding of all fields but Content-Length; null for Kestrel's own choice.</param>
    public static Func<string, Encoding?> ReadWith(Encoding? others) => name =>
        name.Equals("content-length", StringComparison.OrdinalIgnoreCase) ? StrictLength.Instance
        : IsName(name) ? others
        : throw new BadHttpRequestException("The name of a field has a character that no name may have (RFC 9110, section 5.1).");

    private static bool IsName(ReadOnlySpan<char> name) => !name.TrimStart(':').ContainsAnyExcept(TokenCharacters);
}
