using System.Buffers.Binary;

namespace Journal.Features.Journald;

/// <summary>Cuts a stream in systemd's Journal Export Format into entries, however it arrives.</summary>
/// <remarks>
/// A field is <c>NAME=value</c> and a line feed; or, when the value is binary, <c>NAME</c>, a line feed, the length as 64 bits
/// little-endian, the value and a line feed. An empty line ends an entry.
/// </remarks>
/// <param name="maxBytes">Of a longer entry only so many bytes are kept.</param>
internal sealed class ExportedEntries(int maxBytes)
{
    private const ulong MaxValueBytes = 1 << 30; // systemd-journal-remote takes 768 MiB

    private readonly byte[] _entry = new byte[maxBytes];
    private readonly byte[] _length = new byte[8];
    private State _state;
    private int _kept;
    private long _size;
    private long _lineBytes;
    private bool _hasValue;
    private ulong _left;

    private enum State
    {
        Line,
        Length,
        Value,
        ValueEnd,
    }

    /// <summary>The entry that was read last, without the empty line; valid until the next call.</summary>
    public ReadOnlySpan<byte> Entry => _entry.AsSpan(0, _kept);

    /// <summary>Whether the entry was longer, or the stream ended within it.</summary>
    public bool IsTruncated { get; private set; }

    /// <summary>Reads on to the end of an entry.</summary>
    /// <param name="bytes">What has arrived; what was read is removed from it.</param>
    /// <returns>True when there is an entry.</returns>
    /// <exception cref="InvalidDataException">This is not the format.</exception>
    public bool Next(ref ReadOnlySpan<byte> bytes)
    {
        if (IsTruncated || _lineBytes < 0)
        {
            Clear();
        }

        while (!bytes.IsEmpty)
        {
            if (Step(ref bytes))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>The stream has ended: what came of the last entry is one too.</summary>
    /// <returns>True when there is an entry.</returns>
    public bool End()
    {
        if (_lineBytes < 0 || _size == 0)
        {
            return false;
        }

        IsTruncated = _size > _kept || _state != State.Line || _lineBytes > 0;
        return true;
    }

    private bool Step(ref ReadOnlySpan<byte> bytes)
    {
        switch (_state)
        {
            case State.Line:
                return ReadLine(ref bytes);
            case State.Length:
                var part = (int)Math.Min((ulong)bytes.Length, _left);
                bytes[..part].CopyTo(_length.AsSpan(8 - (int)_left));
                Keep(ref bytes, part);
                _left -= (ulong)part;
                if (_left == 0)
                {
                    _left = BinaryPrimitives.ReadUInt64LittleEndian(_length);
                    _state = _left == 0 ? State.ValueEnd : State.Value;
                    if (_left > MaxValueBytes)
                    {
                        throw new InvalidDataException("a field is longer than 1 GiB");
                    }
                }

                return false;
            case State.Value:
                var some = (int)Math.Min((ulong)bytes.Length, _left);
                Keep(ref bytes, some);
                _left -= (ulong)some;
                _state = _left == 0 ? State.ValueEnd : State.Value;
                return false;
            default:
                if (bytes[0] != '\n')
                {
                    throw new InvalidDataException("a binary field does not end with a line feed");
                }

                Keep(ref bytes, 1);
                _state = State.Line;
                return false;
        }
    }

    /// <returns>Whether this was the end of an entry.</returns>
    private bool ReadLine(ref ReadOnlySpan<byte> bytes)
    {
        var end = bytes.IndexOf((byte)'\n');
        var part = end < 0 ? bytes : bytes[..end];
        _hasValue |= part.Contains((byte)'=');
        _lineBytes += part.Length;
        if (end == 0 && _lineBytes == 0)
        {
            bytes = bytes[1..];
            if (_size == 0)
            {
                return false; // an empty line between entries
            }

            IsTruncated = _size > _kept;
            _lineBytes = -1; // the entry is given out
            return true;
        }

        if (part.Contains((byte)0) || (end >= 0 && !_hasValue && _lineBytes > 64))
        {
            throw new InvalidDataException("this is not systemd's Journal Export Format");
        }

        Keep(ref bytes, end < 0 ? part.Length : end + 1);
        if (end >= 0)
        {
            (_state, _left) = _hasValue ? (State.Line, 0UL) : (State.Length, 8UL);
            (_lineBytes, _hasValue) = (0, false);
        }

        return false;
    }

    private void Keep(ref ReadOnlySpan<byte> bytes, int count)
    {
        var kept = Math.Min(count, _entry.Length - _kept);
        bytes[..kept].CopyTo(_entry.AsSpan(_kept));
        bytes = bytes[count..];
        (_kept, _size) = (_kept + kept, _size + count);
    }

    private void Clear()
    {
        (_kept, _size, _lineBytes, _hasValue, IsTruncated) = (0, 0, 0, false, false);
    }
}
