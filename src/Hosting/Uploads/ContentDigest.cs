using System.Security.Cryptography;
using Microsoft.Extensions.Primitives;

namespace Hosting.Uploads;

/// <summary>
/// The <c>sha-256</c> member of a Content-Digest header (RFC 9530): <c>sha-256=:BASE64:</c>, possibly beside other algorithms.
/// </summary>
internal static class ContentDigest
{
    public const string HeaderName = "Content-Digest";

    /// <param name="sha256">64 hex digits; null when the header names no SHA-256.</param>
    /// <returns>False when the member is present but is not a SHA-256.</returns>
    public static bool TryParse(StringValues header, out string? sha256)
    {
        sha256 = null;
        Span<byte> digest = stackalloc byte[SHA256.HashSizeInBytes];
        foreach (var line in header)
        {
            var rest = line.AsSpan();
            while (!rest.IsEmpty)
            {
                var member = TakeMember(ref rest);
                if (!member.StartsWith("sha-256="))
                {
                    continue;
                }

                // A byte sequence of RFC 8941: base64 between colons. Its parameters are ignored.
                var value = member["sha-256=".Length..];
                value = value[..(value.IndexOf(';') is >= 0 and var parameters ? parameters : value.Length)].TrimEnd();
                if (value is not [':', .. var base64, ':']
                    || !Convert.TryFromBase64Chars(base64, digest, out var written)
                    || written != digest.Length)
                {
                    return false;
                }

                sha256 = Convert.ToHexStringLower(digest);
            }
        }

        return true;
    }

    /// <summary>Up to the next comma outside a string (RFC 8941, section 3.3.3).</summary>
    private static ReadOnlySpan<char> TakeMember(ref ReadOnlySpan<char> rest)
    {
        var inString = false;
        for (var i = 0; i < rest.Length; i++)
        {
            switch (rest[i])
            {
                case '\\' when inString:
                    i++;
                    break;
                case '"':
                    inString = !inString;
                    break;
                case ',' when !inString:
                    var member = rest[..i].Trim();
                    rest = rest[(i + 1)..];
                    return member;
            }
        }

        var last = rest.Trim();
        rest = default;
        return last;
    }
}
