using System.Buffers;
using Journal.Log.Senders;

namespace Journal.Features.Sealed;

/// <summary>
/// Cuts a stream into lines. If a line is longer than a datagram, it returns the beginning at once and skips the rest.
/// </summary>
internal sealed class SendLines
{
    private bool _isPassing;

    /// <param name="buffer">The read bytes; those that are consumed are removed from its beginning.</param>
    /// <param name="isOver">Whether nothing more comes.</param>
    /// <param name="line">Without its line break.</param>
    /// <returns>False when more bytes are needed.</returns>
    public bool TryRead(ref ReadOnlySequence<byte> buffer, bool isOver, out ReadOnlySequence<byte> line)
    {
        line = default;
        if (_isPassing && !TryPass(ref buffer))
        {
            return false;
        }

        var reader = new SequenceReader<byte>(buffer);
        if (reader.TryReadTo(out line, (byte)'\n'))
        {
            buffer = reader.UnreadSequence;
            return true;
        }

        line = buffer;
        _isPassing = buffer.Length > LinePacket.MaxLineBytes;
        var isLine = !buffer.IsEmpty && (isOver || _isPassing);
        buffer = isLine ? buffer.Slice(buffer.End) : buffer;
        return isLine;
    }

    private bool TryPass(ref ReadOnlySequence<byte> buffer)
    {
        var reader = new SequenceReader<byte>(buffer);
        _isPassing = !reader.TryAdvanceTo((byte)'\n');
        buffer = _isPassing ? buffer.Slice(buffer.End) : reader.UnreadSequence;
        return !_isPassing;
    }
}
