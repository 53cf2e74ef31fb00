using System.Text;

namespace Analyzer.Engines.Contract;

/// <summary>
/// Makes text that strangers wrote fit for a report: no control characters, no halves of a character, no endless lengths.
/// </summary>
internal static class PlainText
{
    private static readonly UTF8Encoding Strict = new(false, throwOnInvalidBytes: true);

    public static string Of(ReadOnlySpan<char> text, int maxLength)
    {
        var cut = text[..Math.Min(text.Length, maxLength)];
        Span<char> cleaned = stackalloc char[cut.Length];
        for (var i = 0; i < cut.Length; i++)
        {
            cleaned[i] = char.IsControl(cut[i]) || char.IsSurrogate(cut[i]) ? '\uFFFD' : cut[i];
        }

        return cut.Length < text.Length ? $"{cleaned}…" : cleaned.ToString();
    }

    /// <summary>A name of a file in UTF-8, or else in Latin-1, which has a character for every byte.</summary>
    public static string Decode(ReadOnlySpan<byte> bytes)
    {
        try
        {
            return Strict.GetString(bytes);
        }
        catch (DecoderFallbackException)
        {
            return Encoding.Latin1.GetString(bytes);
        }
    }
}
