using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Objects;

namespace Analyzer.Engines.Pdf.Encryption;

/// <summary>Finds the ends of values in bytes, and reads the simple ones (ISO 32000-2, 7.3).</summary>
internal static class RawTokens
{
    /// <summary>The place of the next byte that is neither white space nor in a comment.</summary>
    public static int SkipSpace(ReadOnlySpan<byte> bytes, int at)
    {
        while ((at = PdfCharacters.SkipWhiteSpace(bytes, at)) < bytes.Length && bytes[at] == '%')
        {
            var line = bytes[at..].IndexOfAny((byte)'\r', (byte)'\n');
            at = line < 0 ? bytes.Length : at + line;
        }

        return at;
    }

    /// <returns>The place behind the value that begins there; -1 when it does not end, or is nested deeper.</returns>
    public static int EndOfValue(ReadOnlySpan<byte> bytes, int at, int depth)
    {
        at = SkipSpace(bytes, at);
        if (at >= bytes.Length || depth == 0)
        {
            return -1;
        }

        switch (bytes[at])
        {
            case (byte)'<' when bytes[at..].StartsWith("<<"u8):
                return EndOfList(bytes, at + 2, ">>"u8, depth - 1);
            case (byte)'[':
                return EndOfList(bytes, at + 1, "]"u8, depth - 1);
            case (byte)'<':
                var length = bytes[at..].IndexOf((byte)'>');
                return length < 0 ? -1 : at + length + 1;
            case (byte)'(':
                return LiteralStringLexer.EndOf(bytes, at + 1);
            case (byte)'/':
                return PdfCharacters.EndOfToken(bytes, at + 1);
            default:
                return EndOfWord(bytes, at);
        }
    }

    /// <summary>Whether a name, which may be spelled with hex codes, is another one.</summary>
    public static bool IsName(ReadOnlySpan<byte> spelled, ReadOnlySpan<byte> name)
    {
        if (spelled.IndexOf((byte)'#') < 0 || spelled.Length > 3 * name.Length)
        {
            return spelled.SequenceEqual(name);
        }

        Span<byte> decoded = stackalloc byte[spelled.Length];
        spelled.CopyTo(decoded);
        return decoded[..PdfCharacters.DecodeHexCodes(decoded)].SequenceEqual(name);
    }

    /// <summary>Whether a value is a name.</summary>
    public static bool IsNameValue(ReadOnlySpan<byte> value, ReadOnlySpan<byte> name) =>
        value is [(byte)'/', ..] && IsName(value[1..], name);

    public static int Reference(ReadOnlySpan<byte> value)
    {
        var end = PdfCharacters.EndOfToken(value, 0);
        return value is [.., (byte)'R'] && end is > 0 and < 11 && end < value.Length
            && PdfCharacters.TryParseInteger(value[..end], out var number) && number is > 0 and <= int.MaxValue ? (int)number : 0;
    }

    /// <param name="value">In parentheses or in hex digits.</param>
    public static byte[] String(ReadOnlySpan<byte> value) => value switch
    {
        [(byte)'(', .., (byte)')'] => LiteralString(value[1..^1]),
        [(byte)'<', .., (byte)'>'] and not [(byte)'<', (byte)'<', ..] => HexString(value[1..^1]),
        _ => [],
    };

    private static int EndOfList(ReadOnlySpan<byte> bytes, int at, ReadOnlySpan<byte> bracket, int depth)
    {
        while (true)
        {
            at = SkipSpace(bytes, at);
            if (at < bytes.Length && bytes[at..].StartsWith(bracket))
            {
                return at + bracket.Length;
            }

            at = EndOfValue(bytes, at, depth);
            if (at < 0)
            {
                return -1;
            }
        }
    }

    // A reference is one value: two numbers and an R.
    private static int EndOfWord(ReadOnlySpan<byte> bytes, int at)
    {
        var end = PdfCharacters.EndOfToken(bytes, at);
        if (end == at)
        {
            return -1;
        }

        var generation = PdfCharacters.SkipWhiteSpace(bytes, end);
        var word = PdfCharacters.SkipWhiteSpace(bytes, PdfCharacters.EndOfToken(bytes, generation));
        return word < bytes.Length && generation > end && bytes[word] == 'R' && PdfCharacters.EndOfToken(bytes, word) == word + 1
            && IsNumber(bytes[at..end]) && IsNumber(bytes[generation..PdfCharacters.EndOfToken(bytes, generation)])
            ? word + 1 : end;
    }

    private static bool IsNumber(ReadOnlySpan<byte> word) => !word.IsEmpty && !word.ContainsAnyExceptInRange((byte)'0', (byte)'9');

    private static byte[] HexString(ReadOnlySpan<byte> digits)
    {
        var decoded = new List<byte>(digits.Length / 2);
        var last = -1;
        foreach (var digit in digits)
        {
            if (char.IsAsciiHexDigit((char)digit))
            {
                var value = PdfCharacters.HexValue(digit);
                if (last >= 0)
                {
                    decoded.Add((byte)((last << 4) | value));
                }

                last = last < 0 ? value : -1;
            }
        }

        if (last >= 0)
        {
            decoded.Add((byte)(last << 4));
        }

        return [.. decoded];
    }

    private static byte[] LiteralString(ReadOnlySpan<byte> text)
    {
        var decoded = new List<byte>(text.Length);
        for (var at = 0; at < text.Length; at++)
        {
            if (text[at] == '\r')
            {
                decoded.Add((byte)'\n');
                at += at + 1 < text.Length && text[at + 1] == '\n' ? 1 : 0;
            }
            else if (text[at] != '\\')
            {
                decoded.Add(text[at]);
            }
            else if (++at < text.Length)
            {
                AddEscaped(text, ref at, decoded);
            }
        }

        return [.. decoded];
    }

    private static void AddEscaped(ReadOnlySpan<byte> text, ref int at, List<byte> decoded)
    {
        switch (text[at])
        {
            case >= (byte)'0' and <= (byte)'7':
                var (code, end) = (0, Math.Min(text.Length, at + 3));
                for (; at < end && text[at] is >= (byte)'0' and <= (byte)'7'; at++)
                {
                    code = (code * 8) + (text[at] - '0');
                }

                at--;
                decoded.Add((byte)code);
                break;
            case (byte)'\n':
                break;
            case (byte)'\r':
                at += at + 1 < text.Length && text[at + 1] == '\n' ? 1 : 0;
                break;
            case var value:
                decoded.Add(value switch
                {
                    (byte)'n' => (byte)'\n',
                    (byte)'r' => (byte)'\r',
                    (byte)'t' => (byte)'\t',
                    (byte)'b' => (byte)'\b',
                    (byte)'f' => (byte)'\f',
                    _ => value,
                });
                break;
        }
    }
}
