namespace Analyzer.Engines.Pdf.Lexing;

/// <summary>The characters that tokens are made of (ISO 32000-2, 7.2.3), and the small values that they spell.</summary>
internal static class PdfCharacters
{
    private static readonly CharacterClass[] Classes = MakeClasses();

    public static CharacterClass ClassOf(byte value) => Classes[value];

    /// <returns>The index of the first byte from there on that ends a token, or the end of the bytes.</returns>
    public static int EndOfToken(ReadOnlySpan<byte> bytes, int at)
    {
        while (at < bytes.Length && Classes[bytes[at]] == CharacterClass.Regular)
        {
            at++;
        }

        return at;
    }

    /// <returns>The index of the first byte from there on that is no white space, or the end of the bytes.</returns>
    public static int SkipWhiteSpace(ReadOnlySpan<byte> bytes, int at)
    {
        while (at < bytes.Length && Classes[bytes[at]] == CharacterClass.WhiteSpace)
        {
            at++;
        }

        return at;
    }

    /// <summary>Whether a word, and a byte that ends it, stand there.</summary>
    public static bool IsWordAt(ReadOnlySpan<byte> bytes, int at, ReadOnlySpan<byte> word) =>
        at + word.Length < bytes.Length && bytes[at..].StartsWith(word) && Classes[bytes[at + word.Length]] != CharacterClass.Regular;

    /// <summary>Decodes <c>#xx</c> in place.</summary>
    /// <returns>The length of the name.</returns>
    public static int DecodeHexCodes(Span<byte> name)
    {
        var length = 0;
        for (var i = 0; i < name.Length; i++)
        {
            if (name[i] == '#' && i + 2 < name.Length && char.IsAsciiHexDigit((char)name[i + 1]) && char.IsAsciiHexDigit((char)name[i + 2]))
            {
                name[length++] = (byte)((HexValue(name[i + 1]) << 4) | HexValue(name[i + 2]));
                i += 2;
            }
            else
            {
                name[length++] = name[i];
            }
        }

        return length;
    }

    public static bool TryParseInteger(ReadOnlySpan<byte> word, out long value)
    {
        value = 0;
        var isNegative = word[0] == '-';
        var digits = isNegative || word[0] == '+' ? word[1..] : word;
        foreach (var digit in digits)
        {
            if (!char.IsAsciiDigit((char)digit))
            {
                return false;
            }

            value = Math.Min((value * 10) + (digit - '0'), uint.MaxValue);
        }

        value = isNegative ? -value : value;
        return !digits.IsEmpty;
    }

    /// <param name="digit">A hex digit of either case.</param>
    public static int HexValue(byte digit) => char.IsAsciiDigit((char)digit) ? digit - '0' : (digit | 0x20) - 'a' + 10;

    private static CharacterClass[] MakeClasses()
    {
        var classes = new CharacterClass[256];
        foreach (var value in "\0\t\n\f\r "u8)
        {
            classes[value] = CharacterClass.WhiteSpace;
        }

        foreach (var value in "()<>[]{}/%"u8)
        {
            classes[value] = CharacterClass.Delimiter;
        }

        return classes;
    }
}

internal enum CharacterClass : byte
{
    Regular,
    WhiteSpace,
    Delimiter,
}
