using System.Buffers.Text;
using System.Net;
using System.Text;

namespace Load.Systems.Analyzer.Transports.Rest.Http1;

/// <summary>
/// The head of an answer (RFC 9112, section 2.1), as far as it says where the answer ends and what becomes of the connection.
/// </summary>
/// <param name="Status">Such as 200.</param>
/// <param name="Length">Bytes, the empty line included.</param>
/// <param name="BodyLength">Bytes; null when the body ends with its last chunk, or with the connection.</param>
/// <param name="IsChunked">Whether the body comes in chunks.</param>
/// <param name="Closes">Whether no other request can follow on the connection.</param>
internal readonly record struct ResponseHead(HttpStatusCode Status, int Length, int? BodyLength, bool IsChunked, bool Closes)
{
    /// <summary>Whether another head follows.</summary>
    public bool IsInterim => (int)Status < 200;

    private static ReadOnlySpan<byte> Protocol => "HTTP/1.1 "u8;

    /// <summary>Reads the head that <paramref name="received"/> begins with.</summary>
    /// <returns>Whether all of it is there.</returns>
    /// <exception cref="IOException">It cannot become a head, whatever follows.</exception>
    public static bool TryParse(ReadOnlySpan<byte> received, out ResponseHead head)
    {
        head = default;
        var seen = Math.Min(received.Length, Protocol.Length);
        if (!received[..seen].SequenceEqual(Protocol[..seen]))
        {
            throw new IOException("the answer is not HTTP/1.1");
        }

        var rest = received;
        if (!TryTakeLine(ref rest, out var line))
        {
            return false;
        }

        head = new ResponseHead(StatusOf(line), 0, null, IsChunked: false, Closes: false);
        while (TryTakeLine(ref rest, out line))
        {
            if (line.IsEmpty)
            {
                head = head.WithFraming() with { Length = received.Length - rest.Length };
                return true;
            }

            head = head.With(line);
        }

        return false;
    }

    private static bool TryTakeLine(ref ReadOnlySpan<byte> rest, out ReadOnlySpan<byte> line)
    {
        var end = rest.IndexOf((byte)'\n');
        line = end <= 0 ? default : rest[..(end - 1)];
        if (end >= 0 && (end == 0 || rest[end - 1] != '\r'))
        {
            throw Malformed();
        }

        rest = rest[(end + 1)..];
        return end >= 0;
    }

    // HTTP/1.1 200 OK
    private static HttpStatusCode StatusOf(ReadOnlySpan<byte> line)
    {
        var code = line[Protocol.Length..];
        return Utf8Parser.TryParse(code, out uint status, out var digits) && digits == 3 && status is >= 100 and < 600 &&
            (code.Length == 3 || code[3] == ' ')
            ? (HttpStatusCode)status
            : throw Malformed();
    }

    private ResponseHead With(ReadOnlySpan<byte> field)
    {
        var colon = field.IndexOf((byte)':');
        if (colon <= 0 || field[colon - 1] is (byte)' ' or (byte)'\t')
        {
            throw Malformed();
        }

        var name = field[..colon];
        var value = field[(colon + 1)..].Trim(" \t"u8);
        if (Ascii.EqualsIgnoreCase(name, "Content-Length"u8))
        {
            return this with { BodyLength = LengthOf(value) };
        }

        if (Ascii.EqualsIgnoreCase(name, "Transfer-Encoding"u8))
        {
            return Ascii.EqualsIgnoreCase(value, "chunked"u8) ? this with { IsChunked = true } : throw Malformed();
        }

        return Ascii.EqualsIgnoreCase(name, "Connection"u8) && Ascii.EqualsIgnoreCase(value, "close"u8)
            ? this with { Closes = true }
            : this;
    }

    /// <summary>If it occurs twice, both have to be equal: otherwise the end of the answer is undefined (RFC 9112, section 6.3).</summary>
    private int LengthOf(ReadOnlySpan<byte> value) =>
        Utf8Parser.TryParse(value, out uint length, out var digits) && digits == value.Length && length <= int.MaxValue && (BodyLength
            ?? (int)length) == length
            ? (int)length
            : throw Malformed();

    /// <summary>
    /// RFC 9112, section 6.3: the status goes before the fields, chunks go before a length, and without either the connection ends the
    /// body.
    /// </summary>
    private ResponseHead WithFraming() =>
        IsInterim || Status is HttpStatusCode.NoContent or HttpStatusCode.NotModified ? this with { BodyLength = 0, IsChunked = false }
        : IsChunked ? this with { BodyLength = null }
        : this with { Closes = Closes || BodyLength is null };

    private static IOException Malformed() => new("the answer is malformed");
}
