using System.Buffers;
using System.Buffers.Text;

namespace Journal.Features.Relp;

/// <summary>A frame of RELP: <c>txnr SP command SP length [SP data] LF</c>.</summary>
internal readonly record struct RelpFrame(int Number, string Command, ReadOnlySequence<byte> Data)
{
    private const int MaxNumber = 999_999_999;
    private const int MaxHead = 9 + 1 + 32 + 1 + 9;

    /// <param name="buffer">What has come; a frame that was read is cut off its beginning.</param>
    /// <param name="maxDataBytes">Longer data is malformed.</param>
    /// <param name="frame">Its data is part of the buffer.</param>
    public static RelpRead TryRead(ref ReadOnlySequence<byte> buffer, int maxDataBytes, out RelpFrame frame)
    {
        frame = default;
        Span<byte> head = stackalloc byte[(int)Math.Min(MaxHead + 1, buffer.Length)];
        buffer.Slice(0, head.Length).CopyTo(head);
        var (first, isWhole) = Word(head, 0);
        if (!isWhole)
        {
            return head.Length > MaxHead ? RelpRead.Malformed : RelpRead.Incomplete;
        }

        var (second, _) = Word(head, first + 1);
        var length = second;
        if (second > 0)
        {
            for (length = second + 1; length < head.Length && char.IsAsciiDigit((char)head[length]);)
            {
                length++;
            }
        }

        if (second < 0 || length >= head.Length)
        {
            return head.Length > MaxHead ? RelpRead.Malformed : RelpRead.Incomplete;
        }

        if (!TryNumber(head[..first], MaxNumber, out var number) || !TryNumber(head[(second + 1)..length], int.MaxValue, out var count)
            || second == first + 1 || count > maxDataBytes
            || head[length] is not ((byte)' ' or (byte)'\n') || (count > 0 && head[length] == '\n'))
        {
            return RelpRead.Malformed;
        }

        // A frame without data ends right after its length, or with a blank before the line feed.
        var start = head[length] == '\n' ? length : length + 1;
        if (buffer.Length < start + count + 1)
        {
            return RelpRead.Incomplete;
        }

        if (buffer.Slice(start + count, 1).FirstSpan[0] != '\n')
        {
            return RelpRead.Malformed;
        }

        frame = new(number, System.Text.Encoding.ASCII.GetString(head[(first + 1)..second]), buffer.Slice(start, count));
        buffer = buffer.Slice(start + count + 1);
        return RelpRead.Whole;
    }

    private static (int End, bool IsWhole) Word(ReadOnlySpan<byte> head, int start)
    {
        var end = start > head.Length ? -1 : head[start..].IndexOf((byte)' ');
        return end < 0 ? (-1, false) : (start + end, true);
    }

    private static bool TryNumber(ReadOnlySpan<byte> digits, int max, out int number) =>
        Utf8Parser.TryParse(digits, out number, out var used) && used == digits.Length
        && char.IsAsciiDigit((char)digits[0]) && number <= max;
}

/// <summary>What the next bytes are.</summary>
internal enum RelpRead
{
    Incomplete,
    Whole,
    Malformed,
}
