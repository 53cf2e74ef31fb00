using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Text.Json;
using Sigma.Engine.Evaluation;

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

    /// <summary>
    /// A quick look at the usual ones, without blanks around them: the digits among 32 bytes are found at once, so that their number costs
    /// no branch that is predicted wrongly.
    /// </summary>
    /// <returns>Whether it is a number, true or false; false also where only <see cref="KindOf"/> can tell.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsUsual(ReadOnlySpan<byte> text, int begin, int end)
    {
        const int Window = 32;
        var length = end - begin;
        if (length is < 1 or >= Window || text.Length < Window)
        {
            return false;
        }

        // Nothing is read outside the text: near its end the bytes begin before the scalar.
        ref var bytes = ref MemoryMarshal.GetReference(text);
        var from = Math.Min(begin, text.Length - Window);
        var digits = Vector256.LessThan(
            Vector256.LoadUnsafe(ref bytes, (nuint)from) - Vector256.Create((byte)'0'), Vector256.Create((byte)10));
        var others = ~(digits.ExtractMostSignificantBits() >> (begin - from)) & ((1u << length) - 1);
        ref var first = ref Unsafe.Add(ref bytes, begin);
        if (others == 0)
        {
            return first != '0' || length == 1;
        }

        var point = BitOperations.TrailingZeroCount(others);
        if (others == 1u << point && Unsafe.Add(ref first, point) == '.')
        {
            return point > 0 && point < length - 1 && (first != '0' || point == 1);
        }

        return length switch
        {
            4 => Unsafe.ReadUnaligned<uint>(ref first) == True,
            5 => first == 'f' && Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref first, 1)) == Alse,
            _ => false,
        };
    }

    /// <summary>Why a text that does not begin an object is no record: it is deep JSON, other JSON, or none.</summary>
    public static DeathReason WhyNoObject(ReadOnlySpan<byte> text)
    {
        var reader = new Utf8JsonReader(text, new JsonReaderOptions { MaxDepth = int.MaxValue });
        var isTooDeep = false;
        try
        {
            while (reader.Read())
            {
                isTooDeep |= reader is
                {
                    CurrentDepth: >= RecordLimits.MaxDepth,
                    TokenType: JsonTokenType.StartArray or JsonTokenType.StartObject,
                };
            }

            return isTooDeep ? DeathReason.TooDeep : DeathReason.NotAnObject;
        }
        catch (JsonException)
        {
            return DeathReason.Malformed;
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
