using System.Buffers;
using System.IO.Compression;
using System.Net.Http.Headers;
using System.Text;
using System.Text.RegularExpressions;

namespace Prober.Engine.Probing.Http;

/// <summary>Turns the bytes of a body into text: by its encoding, and by the <c>charset</c> that its type names.</summary>
internal static partial class ContentText
{
    private const int BlockSize = 4096;
    private const int MaxShown = 64;

    /// <summary>So far browsers look for it (HTML, section 4.2.5.4).</summary>
    private const int MaxDeclaration = 1024;

    static ContentText() => Encoding.RegisterProvider(CodePagesEncodingProvider.Instance);

    /// <summary>Codings of RFC 9110 and IANA; other words, such as <c>utf-8</c>, are mistakes of a server that encodes nothing.</summary>
    private static readonly string[] Codings = ["gzip", "x-gzip", "deflate", "br", "zstd", "compress", "x-compress", "dcb", "dcz"];

    public static bool IsPlain(string? encoding) => encoding is null || !(Codings.Contains(encoding) || encoding.Contains(','));

    /// <param name="isCut">Whether the bytes are only the beginning; afterwards, whether the text is.</param>
    /// <returns>Null when it cannot be read: the result says why.</returns>
    public static string? Of(string? encoding, string? type, ReadOnlyMemory<byte> content, int max, ref bool isCut, ProbeResult result)
    {
        if (IsPlain(encoding))
        {
            result.DecodedLength = isCut ? -1 : content.Length;
            return Decode(type, content.Span);
        }

        try
        {
            using var stream = new MemoryStream(content.ToArray());
            using Stream decoded = encoding switch
            {
                "gzip" or "x-gzip" => new GZipStream(stream, CompressionMode.Decompress),
                "deflate" when IsZLib(content.Span) => new ZLibStream(stream, CompressionMode.Decompress),
                "deflate" => new DeflateStream(stream, CompressionMode.Decompress), // as some servers have misread the standard
                "br" => new BrotliStream(stream, CompressionMode.Decompress),
                var other => throw new NotSupportedException(other),
            };
            var bytes = Read(decoded, max, ref isCut);
            result.DecodedLength = isCut ? -1 : bytes.Length;
            return Decode(type, bytes);
        }
        catch (Exception exception) when (exception is InvalidDataException or InvalidOperationException)
        {
            result.Fail(FailureClass.Protocol, $"The body is damaged: it does not decode as {encoding}.");
            return null;
        }
        catch (NotSupportedException)
        {
            // The prober's own lack: what it looks for may be there.
            result.Fail(FailureClass.Setup, $"The body is encoded as {OneLine.Of(encoding!, MaxShown)}, which the prober cannot read.");
            return null;
        }
    }

    /// <summary>The head of RFC 1950: its method is 8, and its two bytes are a multiple of 31.</summary>
    private static bool IsZLib(ReadOnlySpan<byte> content) =>
        content is [var first, var second, ..] && (first & 15) == 8 && ((first << 8) + second) % 31 == 0;

    /// <summary>Allocates as the body grows, because most are small, and thousands of them are read at once.</summary>
    private static ReadOnlySpan<byte> Read(Stream decoded, int max, ref bool isCut)
    {
        var text = new ArrayBufferWriter<byte>();
        try
        {
            while (decoded.Read(text.GetSpan(BlockSize)) is > 0 and var read)
            {
                text.Advance(read);
                if (text.WrittenCount > max)
                {
                    isCut = true;
                    return text.WrittenSpan[..max];
                }
            }
        }
        catch (InvalidDataException) when (isCut)
        {
            // The rest of the stream was not read.
        }

        return text.WrittenSpan;
    }

    /// <summary>A byte order mark wins over the type, and that over the document, as in browsers; without any it is UTF-8.</summary>
    private static string Decode(string? type, ReadOnlySpan<byte> bytes) => bytes switch
    {
        [0xEF, 0xBB, 0xBF, ..] => Encoding.UTF8.GetString(bytes[3..]),
        [0xFF, 0xFE, ..] => Encoding.Unicode.GetString(bytes[2..]),
        [0xFE, 0xFF, ..] => Encoding.BigEndianUnicode.GetString(bytes[2..]),
        _ => EncodingOf(MediaTypeHeaderValue.TryParse(type, out var parsed) && parsed.CharSet is { } named ? named : Declared(bytes))
            .GetString(bytes),
    };

    /// <summary>The charset that an HTML or XML document itself declares at its beginning.</summary>
    private static string? Declared(ReadOnlySpan<byte> bytes)
    {
        if (bytes.IsEmpty || bytes.TrimStart(" \t\r\n"u8) is not [(byte)'<', ..])
        {
            return null;
        }

        var declaration = Declaration().Match(Encoding.Latin1.GetString(bytes[..Math.Min(bytes.Length, MaxDeclaration)]));
        return declaration.Success && !declaration.Groups[1].Value.StartsWith("utf-16", StringComparison.OrdinalIgnoreCase)
            ? declaration.Groups[1].Value // in UTF-16 nobody could have read it
            : null;
    }

    private static Encoding EncodingOf(string? charset)
    {
        if (charset is null)
        {
            return Encoding.UTF8;
        }

        try
        {
            return Encoding.GetEncoding(charset.Trim('"', '\''));
        }
        catch (Exception exception) when (exception is ArgumentException or NotSupportedException)
        {
            return Encoding.UTF8; // There is no such charset, or it is UTF-7, which nobody should decode.
        }
    }

    [GeneratedRegex(
        """<(?:meta\s[^>]*?charset|\?xml\s[^>]*?encoding)\s*=\s*["']?([\w.:-]+)""", RegexOptions.IgnoreCase,
        matchTimeoutMilliseconds: 1000)]
    private static partial Regex Declaration();
}
