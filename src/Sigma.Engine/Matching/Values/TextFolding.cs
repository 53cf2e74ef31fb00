using System.Buffers;
using System.Text;

namespace Sigma.Engine.Matching.Values;

/// <summary>
/// Makes texts that differ only in case equal, character by character, like <see cref="StringComparison.OrdinalIgnoreCase"/>. ASCII becomes
/// lower case, which is one vector operation; everything else becomes upper case.
/// </summary>
internal static class TextFolding
{
    /// <summary>A folded character may be one byte longer than it was.</summary>
    public static int MaxLength(int length) => length + (length / 2) + 1;

    public static byte[] Fold(string text)
    {
        var utf8 = Encoding.UTF8.GetBytes(text);
        var folded = new byte[MaxLength(utf8.Length)];
        return folded[..Fold(utf8, folded)];
    }

    /// <returns>How many bytes were written.</returns>
    public static int Fold(ReadOnlySpan<byte> text, Span<byte> destination)
    {
        if (Ascii.ToLower(text, destination, out var written) == OperationStatus.Done)
        {
            return written;
        }

        text = text[written..];
        while (text.Length > 0)
        {
            Rune.DecodeFromUtf8(text, out var rune, out var consumed);
            text = text[consumed..];
            if (rune.IsAscii)
            {
                destination[written++] = rune.Value is >= 'A' and <= 'Z' ? (byte)(rune.Value | 0x20) : (byte)rune.Value;
            }
            else
            {
                written += Rune.ToUpperInvariant(rune).EncodeToUtf8(destination[written..]);
            }
        }

        return written;
    }
}
