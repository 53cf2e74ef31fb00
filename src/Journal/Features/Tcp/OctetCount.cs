using System.Buffers;

namespace Journal.Features.Tcp;

/// <summary>An octet count at the beginning of a message: digits without a leading zero, and a space (RFC 6587, section 3.4.1).</summary>
/// <param name="Bytes">How long the message is.</param>
/// <param name="HeadBytes">How long the count and its space are.</param>
internal readonly record struct OctetCount(int Bytes, int HeadBytes)
{
    private const int MaxDigits = 9;

    /// <param name="text">Begins with the count, if there is one.</param>
    /// <param name="count">Valid when this returns true.</param>
    /// <returns>False if there is none; null when more bytes are needed.</returns>
    public static bool? TryRead(ReadOnlySequence<byte> text, out OctetCount count)
    {
        var reader = new SequenceReader<byte>(text);
        var number = 0;
        for (var digits = 0; digits <= MaxDigits; digits++)
        {
            if (!reader.TryRead(out var next))
            {
                count = default;
                return null;
            }

            if (next == ' ' && digits > 0)
            {
                count = new(number, digits + 1);
                return true;
            }

            if (!char.IsAsciiDigit((char)next) || (digits == 0 && next == '0'))
            {
                break;
            }

            number = (int)Math.Min((number * 10L) + next - '0', int.MaxValue);
        }

        count = default;
        return false;
    }
}
