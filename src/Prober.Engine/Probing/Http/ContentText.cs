using System.Buffers;
using System.IO.Compression;
using System.Net.Http.Headers;
using System.Text;

namespace Prober.Engine.Probing.Http;

/// <summary>Turns the bytes of a body into text: by its encoding, and by the <c>charset</c> that its type names.</summary>
internal static class ContentText
{
    private const string Identity = "identity";
    private const int BlockSize = 4096;

    static ContentText() => Encoding.RegisterProvider(CodePagesEncodingProvider.Instance);

    public static bool IsPlain(string? encoding) => encoding is null or "" or Identity;

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
                "deflate" => new ZLibStream(stream, CompressionMode.Decompress),
                "br" => new BrotliStream(stream, CompressionMode.Decompress),
                var other => throw new InvalidDataException(other),
            };
            var bytes = Read(decoded, max, ref isCut);
            result.DecodedLength = isCut ? -1 : bytes.Length;
            return Decode(type, bytes);
        }
        catch (InvalidDataException)
        {
            result.Fail(FailureClass.Protocol, "The encoding of the body is unknown or damaged.");
            return null;
        }
    }

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

    /// <summary>A byte order mark wins over the type, as in browsers; without either it is UTF-8.</summary>
    private static string Decode(string? type, ReadOnlySpan<byte> bytes) => bytes switch
    {
        [0xEF, 0xBB, 0xBF, ..] => Encoding.UTF8.GetString(bytes[3..]),
        [0xFF, 0xFE, ..] => Encoding.Unicode.GetString(bytes[2..]),
        [0xFE, 0xFF, ..] => Encoding.BigEndianUnicode.GetString(bytes[2..]),
        _ => EncodingOf(type).GetString(bytes),
    };

    private static Encoding EncodingOf(string? type)
    {
        if (!MediaTypeHeaderValue.TryParse(type, out var parsed) || parsed.CharSet is not { } charset)
        {
            return Encoding.UTF8;
        }

        try
        {
            return Encoding.GetEncoding(charset.Trim('"', '\''));
        }
        catch (ArgumentException)
        {
            return Encoding.UTF8; // There is no such charset.
        }
    }
}
