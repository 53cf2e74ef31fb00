using System.Buffers;
using Journal.Features.Ingest;
using Journal.Features.Settings;

namespace Journal.Features.Tcp;

/// <summary>
/// Cuts a stream into messages (RFC 6587), each judged by itself, because senders mix both framings, and a log line may begin with a
/// number. A number and a space are a count if so many bytes end where a message can end; otherwise the message is a line. A wrong guess
/// costs no more than the border of one message.
/// </summary>
/// <remarks>A first line that is an HTTP request does not come from a syslog sender.</remarks>
internal sealed class SyslogFrames(int maxMessageBytes, SyslogFraming framing = SyslogFraming.Auto)
{
    private readonly byte[] _lineEnds = framing switch
    {
        SyslogFraming.Lines => "\n"u8.ToArray(),
        SyslogFraming.Nul => "\0"u8.ToArray(),
        _ => "\n\0"u8.ToArray(),
    };

    private bool _skipsLine;
    private long _skipsBytes;
    private bool _wasCounted;
    private bool _skipsBreaks;
    private bool _hasBegun;

    /// <summary>Whether the stream is between two messages.</summary>
    public bool IsBetween { get; private set; } = true;

    /// <param name="buffer">The received bytes; those that are consumed are removed from its beginning.</param>
    /// <param name="isEnd">Whether no more bytes will come: then nothing is left in the buffer when this returns Incomplete.</param>
    /// <param name="message">The message without framing; empty for an empty line, and for a skipped message.</param>
    public SyslogFrame Next(ref ReadOnlySequence<byte> buffer, bool isEnd, out ReadOnlySequence<byte> message)
    {
        message = default;
        Skip(ref buffer);
        IsBetween = buffer.IsEmpty && !_skipsLine && _skipsBytes == 0;
        if (buffer.IsEmpty)
        {
            return SyslogFrame.Incomplete;
        }

        var count = default(OctetCount);
        bool? isCounted = framing is SyslogFraming.Auto or SyslogFraming.Octet && !_skipsLine ? IsCounted(buffer, isEnd, out count) : false;
        return isCounted switch
        {
            null => SyslogFrame.Incomplete,
            true => Counted(ref buffer, count, out message),
            false when framing == SyslogFraming.Octet => SyslogFrame.Malformed,
            false => Line(ref buffer, isEnd, out message),
        };
    }

    /// <summary>The rest of a message that is too long, and the line break that some senders add to a count or a NUL.</summary>
    private void Skip(ref ReadOnlySequence<byte> buffer)
    {
        var skipped = Math.Min(_skipsBytes, buffer.Length);
        buffer = buffer.Slice(skipped);
        _skipsBytes -= skipped;
        if (_skipsBreaks && _skipsBytes == 0)
        {
            var reader = new SequenceReader<byte>(buffer);
            reader.AdvancePastAny("\r\n\0"u8);
            buffer = reader.UnreadSequence;
            _skipsBreaks = buffer.IsEmpty;
        }
    }

    /// <returns>Null when more bytes are needed.</returns>
    private bool? IsCounted(ReadOnlySequence<byte> buffer, bool isEnd, out OctetCount count)
    {
        if (OctetCount.TryRead(buffer, out count) is not true and var isCount)
        {
            return isEnd ? false : isCount;
        }

        var content = buffer.Slice(count.HeadBytes);
        if (content.IsEmpty)
        {
            return isEnd ? false : null;
        }

        var first = content.FirstSpan[0];
        var isLikely = first == '<' || _wasCounted || IsPacked(content);
        if (framing == SyslogFraming.Octet)
        {
            return content.Length >= Math.Min(count.Bytes, maxMessageBytes) || isEnd ? true : null;
        }

        if (count.Bytes > maxMessageBytes)
        {
            return isLikely ? IsTooLong(content, isEnd) : false;
        }

        // Without a priority, and without a counted message before it, it is a line that begins with a number, if it holds a line break.
        if (!isLikely && content.Slice(0, Math.Min(count.Bytes, content.Length)).PositionOf((byte)'\n') is not null)
        {
            return false;
        }

        return content.Length > count.Bytes ? IsBorder(content.Slice(count.Bytes), first, isLikely)
            : content.Length == count.Bytes ? true
            : isEnd ? isLikely && !HoldsMessages(content)
            : null;
    }

    private static bool IsPacked(ReadOnlySequence<byte> content)
    {
        Span<byte> head = stackalloc byte[8];
        content = content.Slice(0, Math.Min(content.Length, head.Length));
        content.CopyTo(head);
        return PackedMessage.IsOfRsyslog(head[..(int)content.Length]);
    }

    /// <summary>A message can end before these bytes: at a line break, at the next priority, or at the next count.</summary>
    /// <param name="next">The following bytes; not empty.</param>
    /// <param name="first">The first byte of the message.</param>
    /// <param name="isLikely">Whether anything but the border speaks for a count.</param>
    private static bool IsBorder(ReadOnlySequence<byte> next, byte first, bool isLikely) => next.FirstSpan[0] switch
    {
        (byte)'\n' or (byte)'\r' or 0 => isLikely,
        (byte)'<' => first == '<',
        _ => OctetCount.TryRead(next, out var count) switch
        {
            false => false,
            null => true, // digits at the end of what has arrived
            true => isLikely || IsPlausible(next.Slice(count.HeadBytes), count.Bytes),
        },
    };

    /// <summary>A message of this length may end where these bytes have it.</summary>
    private static bool IsPlausible(ReadOnlySequence<byte> content, int length) =>
        content.Length <= length
        || content.Slice(length).FirstSpan[0] is (byte)'\n' or (byte)'\r' or 0 or (byte)'<' or >= (byte)'1' and <= (byte)'9';

    /// <summary>The end is too far away to be looked at. If messages begin before it, the count is none.</summary>
    private bool? IsTooLong(ReadOnlySequence<byte> content, bool isEnd)
    {
        return HoldsMessages(content.Slice(0, Math.Min(content.Length, maxMessageBytes))) ? false
            : content.Length >= maxMessageBytes ? true
            : isEnd ? false
            : null;
    }

    /// <summary>Whether a line in it, after the first, begins with a priority.</summary>
    private static bool HoldsMessages(ReadOnlySequence<byte> content)
    {
        var reader = new SequenceReader<byte>(content);
        while (reader.TryReadTo(out ReadOnlySequence<byte> _, "\n<"u8))
        {
            if (reader.TryPeek(out var digit) && char.IsAsciiDigit((char)digit))
            {
                return true;
            }
        }

        return false;
    }

    private SyslogFrame Counted(ref ReadOnlySequence<byte> buffer, OctetCount count, out ReadOnlySequence<byte> message)
    {
        _wasCounted = _hasBegun = true;
        _skipsBreaks = framing == SyslogFraming.Auto;
        var content = buffer.Slice(count.HeadBytes);
        message = content.Slice(0, Math.Min(Math.Min(count.Bytes, maxMessageBytes), content.Length));
        buffer = content.Slice(message.Length);
        _skipsBytes = count.Bytes - message.Length;
        return _skipsBytes == 0 ? SyslogFrame.Whole : SyslogFrame.Beginning;
    }

    private SyslogFrame Line(ref ReadOnlySequence<byte> buffer, bool isEnd, out ReadOnlySequence<byte> message)
    {
        message = default;
        var reader = new SequenceReader<byte>(buffer);
        if (reader.TryReadToAny(out ReadOnlySequence<byte> line, _lineEnds))
        {
            _wasCounted = false;
            _skipsBreaks = framing == SyslogFraming.Auto && buffer.Slice(line.Length).FirstSpan[0] == 0;
            buffer = reader.UnreadSequence;
            if (_skipsLine)
            {
                _skipsLine = false;
                return SyslogFrame.Skipped;
            }

            message = Trim(line);
            return IsForeign(message, isCut: false) ? SyslogFrame.Foreign : SyslogFrame.Whole;
        }

        if (_skipsLine)
        {
            buffer = buffer.Slice(buffer.End);
            return SyslogFrame.Incomplete;
        }

        if (buffer.Length <= maxMessageBytes && !isEnd)
        {
            return SyslogFrame.Incomplete;
        }

        // Too long: its beginning is the message, the rest is skipped. Or the stream ends: nobody knows whether the message is complete.
        message = buffer.Slice(0, Math.Min(buffer.Length, maxMessageBytes));
        buffer = buffer.Slice(message.Length);
        message = isEnd ? Trim(message) : message;
        (_skipsLine, _wasCounted) = (true, false);
        return IsForeign(message, isCut: true) ? SyslogFrame.Foreign : SyslogFrame.Beginning;
    }

    /// <summary>The connection begins as none of syslog does: with an HTTP request, or a TLS handshake (RFC 8446, section 5.1).</summary>
    private bool IsForeign(ReadOnlySequence<byte> line, bool isCut)
    {
        var isFirst = !_hasBegun;
        _hasBegun = true;
        return isFirst && (HttpRequestLine.Is(line, isCut) || new SequenceReader<byte>(line).IsNext([0x16, 0x03]));
    }

    /// <summary>A carriage return or NUL before the line break is framing too.</summary>
    private static ReadOnlySequence<byte> Trim(ReadOnlySequence<byte> line)
    {
        while (!line.IsEmpty && line.Slice(line.Length - 1).FirstSpan[0] is (byte)'\r' or 0)
        {
            line = line.Slice(0, line.Length - 1);
        }

        return line;
    }
}

/// <summary>The kind of the next bytes of a stream.</summary>
internal enum SyslogFrame
{
    /// <summary>More bytes are needed.</summary>
    Incomplete,
    Whole,

    /// <summary>The beginning of a message that is too long, or whose end did not come.</summary>
    Beginning,

    /// <summary>The end of such a message.</summary>
    Skipped,

    /// <summary>No octet count where one has to be: the rest cannot be split.</summary>
    Malformed,

    /// <summary>Another protocol: nothing of it may be stored.</summary>
    Foreign,
}
