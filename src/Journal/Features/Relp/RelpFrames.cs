using System.Buffers;
using System.Buffers.Text;
using System.Text;

namespace Journal.Features.Relp;

/// <summary>
/// Cuts a stream into frames of RELP: <c>txnr SP command SP length [SP data] LF</c>. The end of long data may be dropped: if the connection
/// ended instead, the sender would repeat the message for ever.
/// </summary>
/// <param name="maxDataBytes">Longer data loses its end.</param>
/// <param name="maxDroppedBytes">Data that would lose more than this counts as malformed.</param>
internal sealed class RelpFrames(int maxDataBytes, int maxDroppedBytes)
{
    private const int MaxNumber = 999_999_999;
    private const int MaxHead = 9 + 1 + 32 + 1 + 9;

    private RelpFrame? _long;
    private int _toDrop;

    /// <summary>Whether the rest of a frame is being dropped.</summary>
    public bool IsDropping => _long is not null;

    /// <param name="buffer">The received bytes; those that are consumed are removed from its beginning.</param>
    /// <param name="frame">The frame; its data is part of the buffer, unless it is long.</param>
    public RelpRead Next(ref ReadOnlySequence<byte> buffer, out RelpFrame frame)
    {
        frame = default;
        if (IsDropping)
        {
            return Drop(ref buffer, out frame);
        }

        var found = TryHead(buffer, out var head);
        if (found != RelpRead.Whole)
        {
            return found;
        }

        var length = Math.Min(head.Count, maxDataBytes);
        if (buffer.Length < head.Start + length + 1)
        {
            return RelpRead.Incomplete;
        }

        frame = new(head.Number, head.Command, buffer.Slice(head.Start, length));
        buffer = buffer.Slice(head.Start + length);
        if (length == head.Count)
        {
            return End(ref buffer);
        }

        (_long, _toDrop) = (frame with { Data = new(frame.Data.ToArray()) }, head.Count - length);
        return Drop(ref buffer, out frame);
    }

    private RelpRead Drop(ref ReadOnlySequence<byte> buffer, out RelpFrame frame)
    {
        frame = _long!.Value;
        var dropped = (int)Math.Min(_toDrop, buffer.Length);
        buffer = buffer.Slice(dropped);
        _toDrop -= dropped;
        if (buffer.IsEmpty)
        {
            return RelpRead.Incomplete;
        }

        _long = null;
        return End(ref buffer);
    }

    private static RelpRead End(ref ReadOnlySequence<byte> buffer)
    {
        var isEnd = buffer.FirstSpan[0] == '\n';
        buffer = buffer.Slice(1);
        return isEnd ? RelpRead.Whole : RelpRead.Malformed;
    }

    private RelpRead TryHead(ReadOnlySequence<byte> buffer, out Head found)
    {
        found = default;
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

        if (!TryNumber(head[..first], MaxNumber, out var number)
            || !TryNumber(head[(second + 1)..length], maxDataBytes + maxDroppedBytes, out var count)
            || second == first + 1
            || head[length] is not ((byte)' ' or (byte)'\n') || (count > 0 && head[length] == '\n'))
        {
            return RelpRead.Malformed;
        }

        // A frame without data ends right after its length, or with a space before the line feed.
        found = new(number, Encoding.ASCII.GetString(head[(first + 1)..second]), head[length] == '\n' ? length : length + 1, count);
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

    /// <summary>The fields before the data, and where the data begins.</summary>
    private readonly record struct Head(int Number, string Command, int Start, int Count);
}

/// <summary>The kind of the next bytes.</summary>
internal enum RelpRead
{
    Incomplete,
    Whole,
    Malformed,
}
