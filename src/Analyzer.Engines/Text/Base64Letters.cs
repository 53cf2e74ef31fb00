using System.Buffers;
using System.Buffers.Text;

namespace Analyzer.Engines.Text;

/// <summary>The letters of base64 (RFC 4648, 4), and runs of them decoded at once.</summary>
internal static class Base64Letters
{
    public const sbyte None = -1;

    private static readonly SearchValues<byte> Letters = SearchValues.Create(Alphabet);
    private static readonly sbyte[] Values = MakeValues();

    private static ReadOnlySpan<byte> Alphabet => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"u8;

    /// <summary>Decodes whole groups of four letters, as far as nothing else stands between them and the bytes have room.</summary>
    /// <returns>How many letters they were, and how many bytes they are.</returns>
    public static (int Letters, int Bytes) Decode(ReadOnlySpan<byte> text, Span<byte> decoded)
    {
        text = text[..Math.Min(text.Length, decoded.Length / 3 * 4)];
        var end = text.IndexOfAnyExcept(Letters);
        Base64.DecodeFromUtf8(text[..((end < 0 ? text.Length : end) & ~3)], decoded, out var letters, out var bytes, isFinalBlock: false);
        return (letters, bytes);
    }

    /// <returns>Its six bits; <see cref="None"/> for what is no letter of the alphabet.</returns>
    public static sbyte ValueOf(byte letter) => Values[letter];

    private static sbyte[] MakeValues()
    {
        var values = new sbyte[256];
        Array.Fill(values, None);
        for (var i = 0; i < Alphabet.Length; i++)
        {
            values[Alphabet[i]] = (sbyte)i;
        }

        return values;
    }
}
