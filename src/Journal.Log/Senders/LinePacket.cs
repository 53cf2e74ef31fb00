using Journal.Log.Frames;

namespace Journal.Log.Senders;

/// <summary>
/// The payload of a sealed datagram: for each line its length as a varint, and the line. An empty line and a varint end a session; the
/// number says how many datagrams came before.
/// </summary>
public sealed class LinePacket
{
    /// <summary>The length of a line takes so many bytes at most.</summary>
    public const int MaxHeadBytes = 3;

    /// <summary>The longest line that fits into a datagram.</summary>
    public const int MaxLineBytes = SealedDatagram.MaxBytes - SealedDatagram.Overhead - MaxHeadBytes;

    private readonly byte[] _bytes = new byte[SealedDatagram.MaxBytes];
    private int _length;

    public int Lines { get; private set; }

    public ReadOnlySpan<byte> Bytes => _bytes.AsSpan(0, _length);

    /// <param name="line">Not empty.</param>
    /// <param name="most">Bytes of a packet; a line that is longer has one of its own.</param>
    /// <returns>False when it does not fit any more.</returns>
    public bool TryAdd(ReadOnlySpan<byte> line, int most)
    {
        if (Lines > 0 && _length + MaxHeadBytes + line.Length > most)
        {
            return false;
        }

        _length += VarInt.Write(_bytes.AsSpan(_length), (ulong)line.Length);
        line.CopyTo(_bytes.AsSpan(_length));
        _length += line.Length;
        Lines++;
        return true;
    }

    public void Clear() => (_length, Lines) = (0, 0);

    /// <summary>Makes it the last of a session.</summary>
    public void End(uint datagrams)
    {
        Clear();
        _bytes[_length++] = 0;
        _length += VarInt.Write(_bytes.AsSpan(_length), datagrams);
    }

    /// <summary>Takes the next line off a payload.</summary>
    /// <param name="payload">Loses the line.</param>
    /// <param name="line">Empty at the end of a session.</param>
    /// <returns>False for a payload that is malformed.</returns>
    public static bool TryRead(ref ReadOnlySpan<byte> payload, out ReadOnlySpan<byte> line)
    {
        line = default;
        try
        {
            var length = VarInt.Read(ref payload, payload.Length);
            if (length == 0)
            {
                VarInt.Read(ref payload);
                return payload.IsEmpty;
            }

            if (length > payload.Length)
            {
                return false;
            }

            line = payload[..length];
            payload = payload[length..];
            return true;
        }
        catch (InvalidDataException)
        {
            return false;
        }
    }
}
