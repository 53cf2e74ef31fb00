using Journal.Log.Frames;

namespace Journal.Log.Senders;

/// <summary>
/// The payload of a sealed datagram: each line with its length as a varint before it. An empty line and a varint end a session; the number
/// is that of the datagrams before.
/// </summary>
public sealed class LinePacket
{
    /// <summary>The largest size of a line's length in bytes.</summary>
    public const int MaxHeadBytes = 3;

    /// <summary>The longest line that fits into a datagram.</summary>
    public const int MaxLineBytes = SealedDatagram.MaxBytes - SealedDatagram.Overhead - MaxHeadBytes;

    private readonly byte[] _bytes = new byte[SealedDatagram.MaxBytes];
    private int _length;

    public int Lines { get; private set; }

    public ReadOnlySpan<byte> Bytes => _bytes.AsSpan(0, _length);

    /// <param name="line">Not empty.</param>
    /// <param name="most">The size of a packet in bytes; a longer line gets its own packet.</param>
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

    /// <summary>Marks it as the last of a session.</summary>
    public void End(uint datagrams)
    {
        Clear();
        _bytes[_length++] = 0;
        _length += VarInt.Write(_bytes.AsSpan(_length), datagrams);
    }

    /// <summary>Takes the next line from a payload.</summary>
    /// <param name="payload">The payload; the line is removed from it.</param>
    /// <param name="line">Empty at the end of a session.</param>
    /// <returns>False for a malformed payload.</returns>
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
