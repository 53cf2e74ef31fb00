using Analyzer.Core;
using Microsoft.Extensions.Primitives;

namespace Analyzer.Service.Features.Submit;

/// <summary>The <c>sha-256</c> member of a Content-Digest header (RFC 9530): <c>sha-256=:BASE64:</c>, possibly beside other algorithms.</summary>
internal static class ContentDigest
{
    public const string HeaderName = "Content-Digest";

    /// <param name="sha256">64 hex digits; null when the header names no SHA-256.</param>
    /// <returns>False when the member is there and is not a SHA-256.</returns>
    public static bool TryParse(StringValues header, out string? sha256)
    {
        sha256 = null;
        Span<byte> digest = stackalloc byte[FileId.ByteLength];
        foreach (var line in header)
        {
            foreach (var range in line.AsSpan().Split(','))
            {
                var member = line.AsSpan()[range].Trim();
                if (!member.StartsWith("sha-256="))
                {
                    continue;
                }

                // A byte sequence of RFC 8941: base64 between colons.
                var value = member["sha-256=".Length..];
                if (value is not [':', .. var base64, ':'] || !Convert.TryFromBase64Chars(base64, digest, out var written) || written != digest.Length)
                {
                    return false;
                }

                sha256 = Convert.ToHexStringLower(digest);
            }
        }

        return true;
    }
}
