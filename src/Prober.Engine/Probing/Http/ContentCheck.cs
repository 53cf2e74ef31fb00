using System.Buffers;
using System.IO.Compression;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Prober.Engine.Probing.Http;

/// <summary>Checks status and body.</summary>
internal static class ContentCheck
{
    private const string Identity = "identity";
    private const int BlockSize = 4096;
    private const int MaxShown = 256;

    public static void Apply(HttpProbeSettings settings, string? encoding, ReadOnlyMemory<byte> content, ProbeResult result)
    {
        result.DecodedLength = encoding is null or "" or Identity ? result.ContentLength : -1;
        if (!settings.SuccessCodes.Any(codes => result.Status >= codes.From && result.Status <= codes.To))
        {
            result.Fail(FailureClass.Status, $"The status is {result.Status}.");
        }
        else if (settings.NeedsContent && Text(encoding, content, result) is { } text)
        {
            Look(settings, text, result);
        }
    }

    private static void Look(HttpProbeSettings settings, string text, ProbeResult result)
    {
        try
        {
            if (settings.Contain is { } wanted && !wanted.IsMatch(text))
            {
                result.Fail(FailureClass.Content, $"The body lacks the required text.{Beginning(settings, text)}");
            }
            else if (settings.NotContain is { } unwanted && unwanted.IsMatch(text))
            {
                result.Fail(FailureClass.Content, $"The body contains the forbidden text.{Beginning(settings, text)}");
            }
            else if (settings.Json.Count > 0 && Problem(settings.Json, text) is { } problem)
            {
                result.Fail(FailureClass.Content, problem);
            }
        }
        catch (RegexMatchTimeoutException)
        {
            result.Fail(FailureClass.Content, "The regular expression takes too long on this body.");
        }
    }

    /// <summary>The beginning of the body for a message, on one line.</summary>
    private static string Beginning(HttpProbeSettings settings, string text)
    {
        if (!settings.ShowsContent)
        {
            return "";
        }

        var beginning = text[..Math.Min(text.Length, MaxShown)];
        return $" It begins: {string.Concat(beginning.Select(letter => char.IsControl(letter) ? ' ' : letter))}";
    }

    private static string? Problem(IReadOnlyList<JsonValue> values, string text)
    {
        try
        {
            using var document = JsonDocument.Parse(text);
            return values.Select(value => value.Problem(document.RootElement)).FirstOrDefault(problem => problem is not null);
        }
        catch (JsonException)
        {
            return "The body is not JSON.";
        }
    }

    /// <returns>Null when it cannot be read.</returns>
    private static string? Text(string? encoding, ReadOnlyMemory<byte> content, ProbeResult result)
    {
        if (encoding is null or "" or Identity)
        {
            result.DecodedLength = content.Length;
            return Encoding.UTF8.GetString(content.Span);
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
            return Text(decoded, result);
        }
        catch (InvalidDataException)
        {
            result.Fail(FailureClass.Protocol, "The encoding of the body is unknown or damaged.");
            return null;
        }
    }

    /// <summary>Allocates as the body grows, because most are small, and thousands of them are read at once.</summary>
    private static string? Text(Stream decoded, ProbeResult result)
    {
        var text = new ArrayBufferWriter<byte>();
        while (decoded.Read(text.GetSpan(BlockSize)) is > 0 and var read)
        {
            text.Advance(read);
            if (text.WrittenCount > HttpResponseReader.MaxBody)
            {
                result.Fail(FailureClass.TooLarge, $"The body is larger than {HttpResponseReader.MaxBody} bytes once it is decoded.");
                return null;
            }
        }

        result.DecodedLength = text.WrittenCount;
        return Encoding.UTF8.GetString(text.WrittenSpan);
    }
}
