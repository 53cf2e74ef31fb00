using System.Buffers;

namespace Journal.Features.Tcp;

/// <summary>
/// Cuts a stream into messages (RFC 6587). The beginning of a connection decides the framing: a digit from 1 to 9 means octet counts, and
/// so does a number with a leading zero, which is not allowed; everything else means that a line break ends each message. A first line that
/// is an HTTP request does not come from a syslog sender.
/// </summary>
internal sealed class SyslogFrames(int maxMessageBytes)
{
    private const int MaxDigits = 9;
    private bool? _counted;
    private bool _skipping;
    private bool _hasBegun;

    /// <summary>Whether the stream is between two messages.</summary>
    public bool IsBetween { get; private set; } = true;

    /// <param name="buffer">The received bytes; those that are consumed are removed from its beginning.</param>
    /// <param name="message">The message without framing; empty for an empty line, and for a skipped message.</param>
    public SyslogFrame Next(ref ReadOnlySequence<byte> buffer, out ReadOnlySequence<byte> message)
    {
        message = default;
        IsBetween = buffer.IsEmpty && !_skipping;
        if (buffer.IsEmpty)
        {
            return SyslogFrame.Incomplete;
        }

        _counted ??= BeginsWithCount(buffer);
        return _counted switch
        {
            null => SyslogFrame.Incomplete,
            true => Counted(ref buffer, out message),
            false => Line(ref buffer, out message),
        };
    }

    /// <summary>The rest, when the stream ends within a message.</summary>
    public ReadOnlySequence<byte> Rest(ReadOnlySequence<byte> buffer)
    {
        if (_skipping)
        {
            return default;
        }

        if (_counted == true)
        {
            var reader = new SequenceReader<byte>(buffer);
            return reader.TryReadTo(out ReadOnlySequence<byte> _, (byte)' ') ? reader.UnreadSequence : default;
        }

        return Trim(buffer);
    }

    /// <returns>Null when more bytes are needed.</returns>
    private bool? BeginsWithCount(ReadOnlySequence<byte> buffer)
    {
        var reader = new SequenceReader<byte>(buffer);
        reader.TryPeek(out var first);
        if (first != '0')
        {
            return char.IsAsciiDigit((char)first);
        }

        reader.AdvancePastAny("0123456789"u8);
        return reader.TryPeek(out var next) ? next == ' '
            : reader.Consumed > maxMessageBytes ? false
            : null;
    }

    private SyslogFrame Counted(ref ReadOnlySequence<byte> buffer, out ReadOnlySequence<byte> message)
    {
        message = default;
        var reader = new SequenceReader<byte>(buffer);
        long count = 0;
        for (var digits = 0; ; digits++)
        {
            if (!reader.TryRead(out var next))
            {
                return SyslogFrame.Incomplete;
            }

            if (next == ' ' && digits > 0)
            {
                break;
            }

            if (!char.IsAsciiDigit((char)next) || digits == MaxDigits || (digits == 0 && next == '0'))
            {
                return SyslogFrame.Malformed;
            }

            count = (count * 10) + next - '0';
        }

        if (count > maxMessageBytes)
        {
            return SyslogFrame.Malformed;
        }

        if (reader.Remaining < count)
        {
            return SyslogFrame.Incomplete;
        }

        message = reader.UnreadSequence.Slice(0, count);
        buffer = buffer.Slice(reader.Consumed + count);
        return SyslogFrame.Whole;
    }

    private SyslogFrame Line(ref ReadOnlySequence<byte> buffer, out ReadOnlySequence<byte> message)
    {
        message = default;
        if (buffer.PositionOf((byte)'\n') is { } end)
        {
            var line = buffer.Slice(0, end);
            buffer = buffer.Slice(buffer.GetPosition(1, end));
            if (_skipping)
            {
                _skipping = false;
                return SyslogFrame.Skipped;
            }

            message = Trim(line);
            return BeginsAsHttp(message, isCut: false) ? SyslogFrame.Malformed : SyslogFrame.Whole;
        }

        if (_skipping)
        {
            buffer = buffer.Slice(buffer.End);
            return SyslogFrame.Incomplete;
        }

        if (buffer.Length <= maxMessageBytes)
        {
            return SyslogFrame.Incomplete;
        }

        // Too long: its beginning is the message, the rest is skipped.
        message = buffer.Slice(0, maxMessageBytes);
        buffer = buffer.Slice(maxMessageBytes);
        _skipping = true;
        return BeginsAsHttp(message, isCut: true) ? SyslogFrame.Malformed : SyslogFrame.Beginning;
    }

    private bool BeginsAsHttp(ReadOnlySequence<byte> line, bool isCut)
    {
        var isFirst = !_hasBegun;
        _hasBegun = true;
        return isFirst && HttpRequestLine.Is(line, isCut);
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

    /// <summary>The beginning of a message that is too long.</summary>
    Beginning,

    /// <summary>The end of such a message.</summary>
    Skipped,

    /// <summary>An invalid octet count, or an HTTP request: the rest cannot be split, or must not be stored.</summary>
    Malformed,
}
