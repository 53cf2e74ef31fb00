using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Reads the numbers before the word obj (ISO 32000-2, 7.3.10), as readers do: with any white space, signs and comments.</summary>
internal static class ObjectHead
{
    /// <summary>Reads back from the word obj to the object's number.</summary>
    /// <param name="bytes">The bytes before that word.</param>
    /// <param name="start">Where the number begins, or where reading back ended.</param>
    /// <returns>Whether they end with an object's number and its generation.</returns>
    public static bool TryReadBack(ReadOnlySpan<byte> bytes, out int number, out int start) =>
        TryReadBack(bytes, out number, out _, out start);

    /// <summary>Does the same, and passes over comments when there is nothing without.</summary>
    public static bool TryReadBackOverComments(ReadOnlySpan<byte> bytes, out int number, out int generation, out int start)
    {
        if (TryReadBack(bytes, out number, out generation, out start))
        {
            return true;
        }

        start = bytes.Length;
        SkipBlankBack(bytes, ref start);
        if (!TryReadNumberBack(bytes, ref start, out generation))
        {
            return false;
        }

        SkipSignBack(bytes, ref start);
        return SkipBlankBack(bytes, ref start) && TryReadNumberBack(bytes, ref start, out number);
    }

    /// <summary>Whether an object's beginning can have this byte after the word obj.</summary>
    public static bool CanFollow(byte value) =>
        IsSpace(value) || value is (byte)'<' or (byte)'[' or (byte)'(' or (byte)'/' or (byte)'%';

    public static bool IsSpace(byte value) => PdfCharacters.ClassOf(value) == CharacterClass.WhiteSpace;

    public static bool IsSign(byte value) => value is (byte)'+' or (byte)'-';

    public static bool SkipSpaceBack(ReadOnlySpan<byte> bytes, ref int at)
    {
        var end = at;
        while (at > 0 && IsSpace(bytes[at - 1]))
        {
            at--;
        }

        return at < end;
    }

    public static bool SkipDigitsBack(ReadOnlySpan<byte> bytes, ref int at)
    {
        var end = at;
        while (at > 0 && char.IsAsciiDigit((char)bytes[at - 1]))
        {
            at--;
        }

        return at < end;
    }

    public static void SkipSignBack(ReadOnlySpan<byte> bytes, ref int at) => at -= at > 0 && IsSign(bytes[at - 1]) ? 1 : 0;

    // White space and comments; a comment ends with a line, and begins with the first sign of its line.
    private static bool SkipBlankBack(ReadOnlySpan<byte> bytes, ref int at)
    {
        var end = at;
        while (SkipSpaceBack(bytes, ref at) && bytes[at..end].IndexOfAny((byte)'\r', (byte)'\n') >= 0)
        {
            var line = bytes[..at].LastIndexOfAny((byte)'\r', (byte)'\n') + 1;
            var comment = bytes[line..at].IndexOf((byte)'%');
            if (comment < 0)
            {
                break;
            }

            at = line + comment;
        }

        return at < end;
    }

    private static bool TryReadBack(ReadOnlySpan<byte> bytes, out int number, out int generation, out int start)
    {
        (number, start) = (0, bytes.Length);
        SkipSpaceBack(bytes, ref start);
        if (!TryReadNumberBack(bytes, ref start, out generation))
        {
            return false;
        }

        SkipSignBack(bytes, ref start);
        return SkipSpaceBack(bytes, ref start) && TryReadNumberBack(bytes, ref start, out number);
    }

    private static bool TryReadNumberBack(ReadOnlySpan<byte> bytes, ref int at, out int number)
    {
        var end = at;
        var found = SkipDigitsBack(bytes, ref at);
        var value = 0L;
        foreach (var digit in bytes[at..end])
        {
            value = Math.Min((value * 10) + (digit - '0'), int.MaxValue);
        }

        number = (int)value;
        return found;
    }
}
