using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Text.Json;

namespace Sigma.Engine.Records;

/// <summary>The grammar of scalars in JSON (RFC 8259, sections 3 and 6).</summary>
internal static class JsonScalars
{
    // "null", "true", and "false" without its first letter, as one word each.
    private const uint Null = 0x6C6C_756E;
    private const uint True = 0x6575_7274;
    private const uint Alse = 0x6573_6C61;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsNull(ReadOnlySpan<byte> text) => text.Length == 4 && BinaryPrimitives.ReadUInt32LittleEndian(text) == Null;

    /// <returns>Null when it is neither a number nor true or false.</returns>
    public static RecordValueKind? KindOf(ReadOnlySpan<byte> text) => text.Length switch
    {
        4 when BinaryPrimitives.ReadUInt32LittleEndian(text) == True => RecordValueKind.Boolean,
        5 when text[0] == 'f' && BinaryPrimitives.ReadUInt32LittleEndian(text[1..]) == Alse => RecordValueKind.Boolean,
        _ => IsNumber(text) ? RecordValueKind.Number : null,
    };

    /// <summary>Whether a text that does not begin an object is valid JSON nevertheless.</summary>
    public static bool IsJson(ReadOnlySpan<byte> text)
    {
        try
        {
            var reader = new Utf8JsonReader(text);
            while (reader.Read())
            {
            }

            return true;
        }
        catch (JsonException)
        {
            return false;
        }
    }

    public static bool IsNumber(ReadOnlySpan<byte> text)
    {
        var at = text.Length > 0 && text[0] == '-' ? 1 : 0;
        var first = at;
        SkipDigits(text, ref at);
        if (at == first || (at > first + 1 && text[first] == '0'))
        {
            return false;
        }

        if (at < text.Length && text[at] == '.')
        {
            first = ++at;
            SkipDigits(text, ref at);
            if (at == first)
            {
                return false;
            }
        }

        if (at < text.Length && (text[at] | 0x20) == 'e')
        {
            at += at + 1 < text.Length && text[at + 1] is (byte)'+' or (byte)'-' ? 2 : 1;
            first = at;
            SkipDigits(text, ref at);
            if (at == first)
            {
                return false;
            }
        }

        return at == text.Length;
    }

    /// <summary>Numbers are short, so a loop is faster here than a vectorized search.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void SkipDigits(ReadOnlySpan<byte> text, ref int at)
    {
        while (at < text.Length && (uint)(text[at] - '0') <= 9)
        {
            at++;
        }
    }
}
