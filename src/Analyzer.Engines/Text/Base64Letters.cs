using System.Buffers;
using System.Buffers.Text;

namespace Analyzer.Engines.Text;

/// <summary>Decodes letters of base64 (RFC 4648, 4) that stand together, many at once.</summary>
internal static class Base64Letters
{
    public static ReadOnlySpan<byte> Alphabet => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"u8;

    private static readonly SearchValues<byte> Letters = SearchValues.Create(Alphabet);

    /// <summary>Decodes whole groups of four letters, as far as nothing else stands between them and the bytes have room.</summary>
    /// <returns>How many letters they were, and how many bytes they are.</returns>
    public static (int Letters, int Bytes) Decode(ReadOnlySpan<byte> text, Span<byte> decoded)
    {
        text = text[..Math.Min(text.Length, decoded.Length / 3 * 4)];
        var end = text.IndexOfAnyExcept(Letters);
        Base64.DecodeFromUtf8(text[..((end < 0 ? text.Length : end) & ~3)], decoded, out var letters, out var bytes, isFinalBlock: false);
        return (letters, bytes);
    }
}
