using System.Buffers.Binary;
using Analyzer.Engines.Decoding;

namespace Analyzer.Engines.Media;

/// <summary>PNG: chunks with their lengths, up to IEND (PNG 5.3).</summary>
internal sealed class PngEnd : IPictureEnd
{
    private const int SignatureLength = 8;
    private const int ChecksumLength = 4;

    private readonly Gather _header = new();
    private long _skipped = SignatureLength;
    private bool _isLast;

    public bool Read(ref ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            var skipped = (int)Math.Min(_skipped, bytes.Length);
            bytes = bytes[skipped..];
            _skipped -= skipped;
            if (_skipped == 0 && _isLast)
            {
                return true;
            }

            if (_skipped == 0 && _header.Take(ref bytes, 8))
            {
                _isLast = _header.Bytes[4..].SequenceEqual("IEND"u8);
                _skipped = BinaryPrimitives.ReadUInt32BigEndian(_header.Bytes) + (long)ChecksumLength;
                _header.Clear();
            }
        }

        return false;
    }
}

/// <summary>Formats that say their whole length at the start: RIFF, BMP.</summary>
internal sealed class SizedEnd(long length) : IPictureEnd
{
    private long _left = length;

    /// <returns>Null for other formats.</returns>
    public static SizedEnd? Of(ReadOnlySpan<byte> start) => start.Length < 8 ? null
        : start.StartsWith("RIFF"u8) ? new(8 + (BinaryPrimitives.ReadUInt32LittleEndian(start[4..]) + 1L) / 2 * 2)
        : start.StartsWith("BM"u8)
            ? new(BinaryPrimitives.ReadUInt32LittleEndian(start[2..]) is > 26 and var length ? length : long.MaxValue) : null;

    public bool Read(ref ReadOnlySpan<byte> bytes)
    {
        var taken = (int)Math.Min(_left, bytes.Length);
        bytes = bytes[taken..];
        _left -= taken;
        return _left == 0;
    }
}

/// <summary>GIF: blocks and their pieces, up to the trailer (GIF89a, 15 to 27).</summary>
internal sealed class GifEnd : IPictureEnd
{
    private const int HeaderLength = 13;

    private readonly Gather _block = new();
    private long _skipped;
    private State _state;

    private enum State
    {
        Header,
        Block,
        Extension,
        Image,
        CodeSize,
        Piece,
    }

    public bool Read(ref ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            var skipped = (int)Math.Min(_skipped, bytes.Length);
            bytes = bytes[skipped..];
            _skipped -= skipped;
            if (_skipped > 0 || !_block.Take(ref bytes, _state switch { State.Header => HeaderLength, State.Image => 9, _ => 1 }))
            {
                continue;
            }

            var first = _block.Bytes[0];
            var flags = _state == State.Header ? _block.Bytes[10] : _block.Bytes[^1];
            _block.Clear();
            if (_state == State.Block && first is not (0x2C or 0x21))
            {
                return first == 0x3B;
            }

            Enter(first, flags);
        }

        return false;
    }

    private void Enter(byte first, byte flags)
    {
        switch (_state)
        {
            case State.Header:
                (_state, _skipped) = (State.Block, ColorsIn(flags));
                break;
            case State.Block:
                _state = first == 0x2C ? State.Image : State.Extension;
                break;
            case State.Extension:
                _state = State.Piece;
                break;
            case State.Image:
                (_state, _skipped) = (State.CodeSize, ColorsIn(flags));
                break;
            case State.CodeSize:
                _state = State.Piece;
                break;
            case State.Piece:
                (_state, _skipped) = (first == 0 ? State.Block : State.Piece, first);
                break;
        }
    }

    private static int ColorsIn(byte flags) => (flags & 0x80) != 0 ? 3 << ((flags & 7) + 1) : 0;
}

/// <summary>JPEG: segments with their lengths, and coded data up to the next marker, until EOI (ITU-T T.81, B.1).</summary>
internal sealed class JpegEnd : IPictureEnd
{
    private readonly Gather _length = new();
    private long _skipped;
    private State _state;

    private enum State
    {
        Data,
        Marker,
        Length,
    }

    public bool Read(ref ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            var skipped = (int)Math.Min(_skipped, bytes.Length);
            bytes = bytes[skipped..];
            _skipped -= skipped;
            if (_skipped > 0 || bytes.IsEmpty)
            {
                continue;
            }

            if (_state == State.Data)
            {
                var at = bytes.IndexOf((byte)0xFF);
                bytes = at < 0 ? [] : bytes[(at + 1)..];
                _state = at < 0 ? State.Data : State.Marker;
            }
            else if (_state == State.Marker)
            {
                var marker = bytes[0];
                bytes = bytes[1..];
                if (marker == 0xD9)
                {
                    return true;
                }

                // 0 is a letter of the data, FF fills, and some markers stand alone.
                _state = marker == 0xFF ? State.Marker : marker is 0 or 1 or (>= 0xD0 and <= 0xD8) ? State.Data : State.Length;
            }
            else if (_length.Take(ref bytes, 2))
            {
                _skipped = Math.Max(0, BinaryPrimitives.ReadUInt16BigEndian(_length.Bytes) - 2);
                _length.Clear();
                _state = State.Data;
            }
        }

        return false;
    }
}
