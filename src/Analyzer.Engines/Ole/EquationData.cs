using System.Buffers.Binary;

namespace Analyzer.Engines.Ole;

/// <summary>
/// A formula as the old equation editor and its successor keep it (MTEF, in a header of 28 bytes). It is attacked by names of fonts and
/// matrices that are too long for it; the records of an ordinary formula have a zero every few bytes.
/// </summary>
internal static class EquationData
{
    private const int HeaderLength = 28;

    /// <summary>In 164 real formulas at most 22 bytes stood together without a zero; a name that attacks has more than 40.</summary>
    private const int LongestRun = 40;

    /// <summary>MathType writes longer names, and tables of its settings. Its formulas never get to the old editor.</summary>
    private const int LongestRunOfMathType = 128;
    private const int VersionOfEditor = 3;
    private const int LastVersion = 5;

    /// <summary>The same for a formula in the form of the years before compound files: its records stand behind their size.</summary>
    /// <param name="component">What shows it.</param>
    public static bool IsOrdinaryNative(ReadOnlySpan<byte> stream, Guid component)
    {
        var records = stream[Math.Min(stream.Length, sizeof(uint))..];
        return records is [1 or 2, 0 or 1, ..] or [2, 0, _, ..] ? HasOrdinaryLetters(records) : IsOrdinary(records, component);
    }

    /// <param name="component">What shows it.</param>
    public static bool IsOrdinary(ReadOnlySpan<byte> stream, Guid component)
    {
        if (stream is not [HeaderLength, 0, 0, 0, 2, 0, ..] || stream.Length <= HeaderLength
            || BinaryPrimitives.ReadUInt32LittleEndian(stream[8..]) > stream.Length - HeaderLength)
        {
            return false;
        }

        var records = stream[HeaderLength..];
        var limit = records[0] <= VersionOfEditor || component != OleClasses.MathType ? LongestRun : LongestRunOfMathType;
        while (!records.IsEmpty)
        {
            var zero = records.IndexOf((byte)0);
            if ((zero < 0 ? records.Length : zero) > limit)
            {
                return false;
            }

            records = zero < 0 ? [] : records[(zero + 1)..];
        }

        return stream[HeaderLength] switch
        {
            VersionOfEditor => EquationRecords.AreOrdinary(stream[HeaderLength..]),
            > 0 and <= LastVersion => true,
            _ => false,
        };
    }

    // A letter of versions 1 and 2 is a tag, a typeface and the letter's number: no zero stands between two of them.
    private static bool HasOrdinaryLetters(ReadOnlySpan<byte> records)
    {
        var run = 0;
        for (var at = 0; at < records.Length; at++)
        {
            var isLetter = (records[at] & 0xF) == 2 && at + 2 < records.Length && records[at + 1] is >= 0x81 and <= 0x98;
            run = isLetter || records[at] == 0 ? 0 : run + 1;
            at += isLetter ? 2 : 0;
            if (run > LongestRun)
            {
                return false;
            }
        }

        return true;
    }
}
