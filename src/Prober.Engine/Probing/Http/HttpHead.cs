using System.Buffers.Text;
using System.Net;
using System.Text;

namespace Prober.Engine.Probing.Http;

/// <summary>Status and headers of a response, as far as a probe needs them.</summary>
internal sealed class HttpHead(int status)
{
    public int Status => status;

    public long? ContentLength { get; private set; }

    public bool IsChunked { get; private set; }

    public string? Location { get; private set; }

    public string? ContentEncoding { get; private set; }

    public string? ContentType { get; private set; }

    /// <summary>The values of Set-Cookie; null for none.</summary>
    public List<string>? Cookies { get; private set; }

    public required Version Version { get; init; }

    /// <summary>Unix seconds; -1 when the server does not say.</summary>
    public long LastModified { get; private set; } = -1;

    /// <summary>All headers, if the probe has rules for any; null otherwise.</summary>
    public List<(string Name, string Value)>? All { get; init; }

    public IReadOnlyList<string> ValuesOf(string name) =>
        [.. (All ?? []).Where(header => header.Name.Equals(name, StringComparison.OrdinalIgnoreCase)).Select(header => header.Value)];

    public bool IsInterim => status is >= 100 and < 200 and not 101;

    /// <summary>Whether there is no body, whatever the headers declare (RFC 9110, section 6.4.1).</summary>
    public bool HasNoBody(string method) => method == "HEAD" || status is 204 or 304 or 101;

    /// <returns>Null when it is not a status line: <c>HTTP/1.1 200</c> is required, a reason is optional.</returns>
    public static HttpHead? ParseStatusLine(ReadOnlySpan<byte> line, bool keepsAll = false)
    {
        if (line.Length < 12 || !line.StartsWith("HTTP/1."u8) || !char.IsAsciiDigit((char)line[7]) || line[8] != ' '
            || (line.Length > 12 && line[12] != ' ') || line[9..12].ContainsAnyExceptInRange((byte)'0', (byte)'9'))
        {
            return null;
        }

        var code = ((line[9] - '0') * 100) + ((line[10] - '0') * 10) + (line[11] - '0');
        return code < 100 ? null : new(code)
        {
            Version = line[7] == '0' ? HttpVersion.Version10 : HttpVersion.Version11,
            All = keepsAll ? [] : null,
        };
    }

    /// <returns>Whether it is a header, and does not contradict another.</returns>
    public bool Add(ReadOnlySpan<byte> line)
    {
        if (line[0] is (byte)' ' or (byte)'\t')
        {
            return true; // The rest of a folded header: the headers that a probe needs are never folded.
        }

        var colon = line.IndexOf((byte)':');
        if (colon <= 0)
        {
            return false;
        }

        var name = line[..colon];
        if (name.ContainsAny((byte)' ', (byte)'\t'))
        {
            // It is no name, and browsers and Go pass over it; where the body ends must be clear, however.
            return !Is(name.Trim(" \t"u8), "content-length"u8) && !Is(name.Trim(" \t"u8), "transfer-encoding"u8);
        }

        var value = line[(colon + 1)..].Trim(" \t"u8);
        All?.Add((Encoding.Latin1.GetString(name), Encoding.Latin1.GetString(value)));
        if (Is(name, "content-length"u8))
        {
            return AddLength(value);
        }

        if (Is(name, "transfer-encoding"u8))
        {
            IsChunked = Ascii.EqualsIgnoreCase(value, "chunked"u8) || EndsWithChunked(value);
            return IsChunked;
        }

        if (Is(name, "location"u8))
        {
            Location = Encoding.UTF8.GetString(value);
        }
        else if (Is(name, "content-encoding"u8))
        {
            ContentEncoding = Encoding.ASCII.GetString(value).ToLowerInvariant();
        }
        else if (Is(name, "content-type"u8))
        {
            ContentType = Encoding.Latin1.GetString(value);
        }
        else if (Is(name, "set-cookie"u8))
        {
            (Cookies ??= []).Add(Encoding.Latin1.GetString(value));
        }
        else if (Is(name, "last-modified"u8) && Utf8Parser.TryParse(value, out DateTimeOffset at, out _, standardFormat: 'R'))
        {
            LastModified = at.ToUnixTimeSeconds();
        }

        return true;
    }

    private static bool Is(ReadOnlySpan<byte> name, ReadOnlySpan<byte> lower) => Ascii.EqualsIgnoreCase(name, lower);

    private static bool EndsWithChunked(ReadOnlySpan<byte> value) =>
        value.LastIndexOf((byte)',') is >= 0 and var comma && Ascii.EqualsIgnoreCase(value[(comma + 1)..].Trim(" \t"u8), "chunked"u8);

    private bool AddLength(ReadOnlySpan<byte> value)
    {
        if (value.Length is 0 or > 18 || value.ContainsAnyExceptInRange((byte)'0', (byte)'9'))
        {
            return false;
        }

        var length = 0L;
        foreach (var digit in value)
        {
            length = (length * 10) + (digit - '0');
        }

        var agrees = ContentLength is null || ContentLength == length;
        ContentLength = length;
        return agrees;
    }
}
