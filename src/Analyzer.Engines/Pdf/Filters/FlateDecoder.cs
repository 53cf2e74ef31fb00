using System.Buffers;
using System.IO.Compression;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Pdf.Filters;

/// <summary>FlateDecode (ISO 32000-2, 7.4.4): a zlib header (RFC 1950), then deflate (RFC 1951). The checksum is not verified.</summary>
/// <remarks>
/// The runtime's inflater pulls from a stream, and loses the output of the call in which it meets an error. So it is fed in pieces of a
/// fixed size, and when the error is near the beginning, what was fed is inflated once more in tiny pieces: then next to nothing is
/// lost, and what is lost does not depend on how the bytes arrived.
/// </remarks>
#pragma warning disable CA1001 // Complete frees the inflater, and the feed holds nothing to free.
internal sealed class FlateDecoder(DecodeBudget budget) : IDecoder
{
    private const int HeaderLength = 2;
    private const int PieceLength = 4096;
    private const int TinyPiece = 8;
    private const int MaxReplay = 16 * 1024;
    private const int OutputLength = 16 * 1024;

    private readonly Feed _feed = new();
    private DeflateStream? _inflater;
    private byte[] _output = [];
    private byte[] _replay = [];
    private int _replayLength;
    private long _written;
    private IByteSink _next = NoSink.Instance;
    private long _taken;
    private bool _ended;

    public bool IsBroken { get; private set; }

    // Deflated data without their last block are broken.
    public bool HasEnded => !IsBroken;

    public void Begin(IByteSink next)
    {
        _next = next;
        _taken = 0;
        _ended = false;
        IsBroken = false;
        _feed.Clear();
        _output = ArrayPool<byte>.Shared.Rent(OutputLength);
        _replay = ArrayPool<byte>.Shared.Rent(MaxReplay);
        (_replayLength, _written) = (0, 0);
    }

    public bool Write(ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty && !_ended)
        {
            var piece = _taken == 0 ? HeaderLength : PieceLength;
            bytes = bytes[_feed.Take(bytes, piece)..];
            if (_feed.Length == piece)
            {
                Consume();
            }
        }

        return !_ended;
    }

    public void Complete()
    {
        if (!_ended && _feed.Length > 0)
        {
            Consume();
        }

        // A stream without a last block was cut off. Only an inflater that has met its last block refuses one more byte.
        if (!_ended && _inflater is not null)
        {
            _next = NoSink.Instance;
            _feed.Take([0], 1);
            Inflate();
            IsBroken |= _feed.Length == 0;
        }

        _feed.Clear();
        _inflater?.Dispose();
        _inflater = null;
        if (_output.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(_output);
            ArrayPool<byte>.Shared.Return(_replay);
            (_output, _replay) = ([], []);
        }
    }

    private void Consume()
    {
        var isHeader = _taken == 0;
        _taken += _feed.Length;
        if (!isHeader)
        {
            _replayLength = _taken - HeaderLength <= MaxReplay ? _feed.CopyTo(_replay, _replayLength) : MaxReplay + 1;
            Inflate();
            return;
        }

        var header = _feed.Drain();
        if (header is not [var method, var flags] || (method & 0xF) != 8 || ((method << 8) | flags) % 31 != 0 || (flags & 0x20) != 0)
        {
            EndBroken();
            return;
        }

        _inflater = new DeflateStream(_feed, CompressionMode.Decompress, leaveOpen: true);
    }

    private void Inflate()
    {
        try
        {
            for (int count; (count = _inflater!.Read(_output)) > 0;)
            {
                _written += count;
                if (!budget.Spend(count) || !_next.Write(_output.AsSpan(0, count)))
                {
                    _ended = true;
                    return;
                }
            }

            // The inflater leaves bytes behind only when its last block has ended.
            _ended = _feed.Length > 0;
        }
        catch (InvalidDataException)
        {
            Replay();
            EndBroken();
        }
    }

    private void Replay()
    {
        if (_replayLength > MaxReplay)
        {
            return;
        }

        _inflater!.Dispose();
        _inflater = new DeflateStream(_feed, CompressionMode.Decompress, leaveOpen: true);
        var skipped = _written;
        try
        {
            for (var at = 0; at < _replayLength; at += TinyPiece)
            {
                _feed.Clear();
                _feed.Take(_replay.AsSpan(at, Math.Min(TinyPiece, _replayLength - at)), TinyPiece);
                for (int count; (count = _inflater.Read(_output)) > 0;)
                {
                    var known = (int)Math.Min(skipped, count);
                    skipped -= known;
                    if (known < count && (!budget.Spend(count - known) || !_next.Write(_output.AsSpan(known, count - known))))
                    {
                        return;
                    }
                }
            }
        }
        catch (InvalidDataException)
        {
            // Here is the error; what came before it has been written.
        }
    }

    private void EndBroken() => (_ended, IsBroken) = (true, true);

    /// <summary>Holds one piece at a time for the inflater to pull.</summary>
    private sealed class Feed : Stream
    {
        private readonly byte[] _piece = new byte[PieceLength];
        private int _length;

        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => _length;

        public override long Position
        {
            get => throw new NotSupportedException();
            set => throw new NotSupportedException();
        }

        public void Clear() => _length = 0;

        public int Take(ReadOnlySpan<byte> bytes, int piece)
        {
            var taken = Math.Min(bytes.Length, piece - _length);
            bytes[..taken].CopyTo(_piece.AsSpan(_length));
            _length += taken;
            return taken;
        }

        /// <returns>Where the copy ends.</returns>
        public int CopyTo(byte[] target, int at)
        {
            _piece.AsSpan(0, _length).CopyTo(target.AsSpan(at));
            return at + _length;
        }

        public ReadOnlySpan<byte> Drain()
        {
            var length = _length;
            _length = 0;
            return _piece.AsSpan(0, length);
        }

        public override int Read(Span<byte> buffer)
        {
            var piece = Drain();
            piece.CopyTo(buffer);
            return piece.Length;
        }

        public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

        public override void Flush()
        {
        }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    }
}
