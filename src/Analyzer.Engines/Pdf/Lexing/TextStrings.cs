using System.Text;

namespace Analyzer.Engines.Pdf.Lexing;

/// <summary>Decodes text strings (ISO 32000-2, 7.9.2.2): PDFDocEncoding, or what a byte order mark tells.</summary>
internal static class TextStrings
{
    private const int FirstAccent = 0x18;
    private const int FirstSign = 0x80;
    private const byte Euro = 0xA0;

    // ISO 32000-2, D.2: where PDFDocEncoding differs from Latin-1. It leaves 7F, 9F and AD undefined; these stay as they are.
    private const string Accents = "\u02D8\u02C7\u02C6\u02D9\u02DD\u02DB\u02DA\u02DC";

    private const string Signs =
        "\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203A\u2212\u2030\u201E\u201C\u201D\u2018" +
        "\u2019\u201A\u2122\uFB01\uFB02\u0141\u0152\u0160\u0178\u017D\u0131\u0142\u0153\u0161\u017E";

    private static readonly Dictionary<char, byte> Codes = MakeCodes();

    /// <param name="text">At least as long as the bytes.</param>
    /// <returns>The part of the text that was written.</returns>
    public static ReadOnlySpan<char> Decode(ReadOnlySpan<byte> bytes, Span<char> text) => text[..(bytes switch
    {
        [0xFE, 0xFF, ..] => Encoding.BigEndianUnicode.GetChars(bytes[2..], text),
        [0xFF, 0xFE, ..] => Encoding.Unicode.GetChars(bytes[2..], text),
        [0xEF, 0xBB, 0xBF, ..] => Encoding.UTF8.GetChars(bytes[3..], text),
        _ => DecodeDocument(bytes, text),
    })];

    /// <summary>Encodes a text in PDFDocEncoding.</summary>
    /// <returns>False when that lacks a character.</returns>
    public static bool TryEncode(string text, out byte[] bytes)
    {
        bytes = new byte[text.Length];
        for (var i = 0; i < text.Length; i++)
        {
            if (!Codes.TryGetValue(text[i], out bytes[i]))
            {
                return false;
            }
        }

        return true;
    }

    private static int DecodeDocument(ReadOnlySpan<byte> bytes, Span<char> text)
    {
        var length = Encoding.Latin1.GetChars(bytes, text);
        foreach (ref var character in text[..length])
        {
            character = (int)character switch
            {
                >= FirstAccent and < ' ' => Accents[character - FirstAccent],
                >= FirstSign and < 0x9F => Signs[character - FirstSign],
                Euro => '\u20AC',
                _ => character,
            };
        }

        return length;
    }

    private static Dictionary<char, byte> MakeCodes()
    {
        var codes = new Dictionary<char, byte>();
        Span<char> character = stackalloc char[1];
        for (var code = 0; code <= byte.MaxValue; code++)
        {
            DecodeDocument([(byte)code], character);
            codes.TryAdd(character[0], (byte)code);
        }

        return codes;
    }
}
