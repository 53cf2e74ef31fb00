using System.Buffers;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Passes over values that have no consequences because of what they are: numbers, lists of them, or a place to go to.</summary>
internal static class SkimmedLists
{
    private static readonly SearchValues<byte> NumberBytes = SearchValues.Create("0123456789.-+ \r\n\t"u8);

    private static readonly SearchValues<byte> Digits = SearchValues.Create("0123456789"u8);

    private static readonly SearchValues<byte> DestinationBytes =
        SearchValues.Create("/0123456789.-+ \r\n\tABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"u8);

    private static readonly bool[] IsEvent = [.. Enum.GetValues<PdfName>().Select(PdfNames.IsEvent)];

    // The length of a stream.
    public static int SkimNumber(ReadOnlySpan<byte> bytes, int at)
    {
        var length = bytes[at..].IndexOfAnyExceptInRange((byte)'0', (byte)'9');
        return length >= 0 && PdfCharacters.ClassOf(bytes[at + length]) != CharacterClass.Regular ? at + length : ~at;
    }

    /// <param name="at">Behind the bracket that opens the array.</param>
    /// <returns>The place behind an array of numbers or a place to go to; else the complement of what was looked at.</returns>
    public static int SkimArray(ReadOnlySpan<byte> bytes, int at)
    {
        var end = EndOf(bytes, at, NumberBytes);
        if (bytes[end] == ']')
        {
            return end + 1;
        }

        // An array of nothing but references may be a list of actions; one with a name in it is none.
        end = EndOf(bytes, end, DestinationBytes);
        return bytes[end] == ']' && bytes[at..end] is var place && place.Contains((byte)'/') && IsPlain(place) ? end + 1 : ~end;
    }

    /// <summary>Whether a dictionary's value has certainly ended.</summary>
    /// <param name="bytes">They begin behind a value that has ended, and end before a name.</param>
    public static bool EndsValue(ReadOnlySpan<byte> bytes)
    {
        var last = bytes.TrimEnd("\0\t\n\f\r "u8);
        if (last.IsEmpty)
        {
            return true;
        }

        // A number, or the end of a reference.
        var word = last[^1] == 'R' ? last[..^1] : last.TrimEnd("0123456789"u8);
        return word.Length < last.Length && !word.IsEmpty && PdfCharacters.ClassOf(word[^1]) == CharacterClass.WhiteSpace;
    }

    /// <returns>The number of the object that a reference refers to; 0 when there is none.</returns>
    public static int ReferenceAt(ReadOnlySpan<byte> bytes, int at)
    {
        const int MaxDigits = 9;
        var (number, start) = (0, PdfCharacters.SkipWhiteSpace(bytes, at));
        for (at = start; at < bytes.Length && at - start < MaxDigits && (uint)(bytes[at] - '0') is <= 9 and var digit; at++)
        {
            number = (number * 10) + (int)digit;
        }

        var generation = PdfCharacters.SkipWhiteSpace(bytes, at);
        var end = EndOf(bytes, generation, Digits);
        var word = PdfCharacters.SkipWhiteSpace(bytes, end);
        return generation > at && end > generation && word > end && PdfCharacters.IsWordAt(bytes, word, "R"u8) ? number : 0;
    }

    // A dictionary of nothing but events may be additional actions, but not if an array is all that it holds.
    public static int SkimDestination(ReadOnlySpan<byte> bytes, int at)
    {
        at = PdfCharacters.SkipWhiteSpace(bytes, at);
        if (at >= bytes.Length || bytes[at] != '/')
        {
            return ~at;
        }

        at = PdfCharacters.SkipWhiteSpace(bytes, PdfCharacters.EndOfToken(bytes, at + 1));
        if (at >= bytes.Length || bytes[at] != '[')
        {
            return ~Math.Min(at, bytes.Length);
        }

        var end = EndOf(bytes, at + 1, DestinationBytes);
        if (bytes[end] != ']' || !IsPlain(bytes[at..end]))
        {
            return ~end;
        }

        end = PdfCharacters.SkipWhiteSpace(bytes, end + 1);
        return bytes[end..].StartsWith(">>"u8) ? end + 2 : ~end;
    }

    // A dictionary of nothing but events would be additional actions.
    public static bool BeginsWithEvent(ReadOnlySpan<byte> bytes, int at)
    {
        at = PdfCharacters.SkipWhiteSpace(bytes, at);
        if (at + 1 >= bytes.Length || bytes[at] != '/')
        {
            return true;
        }

        var end = PdfCharacters.EndOfToken(bytes, at + 1);
        return end - at <= 3 && IsEvent[(int)PdfNames.Find(bytes[(at + 1)..end]).Name];
    }

    // The last byte ends it as well: it is looked at, and ends no list.
    private static int EndOf(ReadOnlySpan<byte> bytes, int at, SearchValues<byte> values)
    {
        var length = bytes[at..].IndexOfAnyExcept(values);
        return length < 0 ? bytes.Length - 1 : at + length;
    }

    private static bool IsPlain(ReadOnlySpan<byte> list)
    {
        for (var at = 0; list[at..].IndexOf((byte)'/') is >= 0 and var solidus; at += solidus + 1)
        {
            var name = list[(at + solidus + 1)..];
            if (PdfNames.Find(name[..PdfCharacters.EndOfToken(name, 0)]) != KnownName.Unknown)
            {
                return false;
            }
        }

        return list.IndexOf("obj"u8) < 0;
    }
}
