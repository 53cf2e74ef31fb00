using System.IO.Compression;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Decoding;

/// <summary>
/// Inflates raw deflate data (RFC 1951) as they arrive. What it writes does not depend on the pieces that they arrive in.
/// </summary>
/// <remarks>
/// The runtime's inflater pulls from a stream, and does not say where in its last piece the data ended. So it is fed in pieces of a fixed
/// size, counted from the start of the data; whoever needs the end looks for it in the last piece.
/// </remarks>
internal sealed class Inflater : IDisposable
{
    public const int PieceLength = 4096;

    private const int OutputLength = 16 * 1024;

    private readonly Feed _feed = new();
    private byte[] _output = [];
    private DeflateStream? _stream;
    private IByteSink? _sink;
    private PartBudget? _budget;

    /// <summary>True when the last block has ended: further bytes are not data.</summary>
    public bool HasEnded { get; private set; }

    /// <summary>True when the bytes are no deflate data; what came before the fault was written, but for the last few bytes.</summary>
    public bool IsBroken { get; private set; }

    /// <summary>True when the sink wanted no more.</summary>
    public bool IsStopped { get; private set; }

    /// <summary>True when the data expand beyond all use; the sink got no more then.</summary>
    public bool IsBomb { get; private set; }

    /// <summary>Bytes of all pieces that were inflated, the whole last one included.</summary>
    public long Taken { get; private set; }

    /// <summary>Inflated bytes.</summary>
    public long Written { get; private set; }

    /// <summary>The bytes of the piece that was inflated last.</summary>
    public ReadOnlySpan<byte> LastPiece => _feed.Piece;

    /// <summary>True when further bytes are not taken.</summary>
    public bool IsDone => HasEnded || IsBroken || IsStopped || IsBomb;

    /// <param name="sink">Takes the inflated bytes.</param>
    /// <param name="budget">Knows how much they may expand.</param>
    public void Begin(IByteSink sink, PartBudget budget)
    {
        End();
        (_sink, _budget) = (sink, budget);
        _output = _output.Length > 0 ? _output : new byte[OutputLength];
        (HasEnded, IsBroken, IsStopped, IsBomb, Taken, Written) = (false, false, false, false, 0, 0);
        _stream = new DeflateStream(_feed, CompressionMode.Decompress, leaveOpen: true);
    }

    /// <returns>How many bytes it took: all, unless the data ended, broke or were stopped.</returns>
    public int Write(ReadOnlySpan<byte> bytes)
    {
        var taken = 0;
        while (taken < bytes.Length && !IsDone)
        {
            taken += _feed.Take(bytes[taken..]);
            if (_feed.IsFull)
            {
                Inflate();
            }
        }

        return taken;
    }

    /// <summary>Inflates what is left.</summary>
    /// <returns>Why the data were not inflated to their end; null when they were, or when the sink wanted no more.</returns>
    public Gap? Complete()
    {
        if (!IsDone && _feed.HasBytes)
        {
            Inflate();
        }

        if (!IsDone && _stream is not null)
        {
            AskForTheEnd();
        }

        IsBroken |= !IsDone;
        return IsBomb ? Gap.Bomb : IsBroken ? Gap.Broken : null;
    }

    /// <summary>Inflates what is left, and gives up the rest.</summary>
    /// <inheritdoc cref="Complete"/>
    public Gap? Finish()
    {
        var gap = Complete();
        End();
        return gap;
    }

    /// <summary>Gives up the data.</summary>
    public void End()
    {
        _stream?.Dispose();
        _stream = null;
        (_sink, _budget) = (null, null);
        _feed.Clear();
    }

    public void Dispose() => End();

    private void Inflate()
    {
        Taken += _feed.Piece.Length;
        try
        {
            for (int count; (count = _stream!.Read(_output)) > 0;)
            {
                Written += count;
                IsBomb = _budget!.IsBomb(Written, Taken);
                if (IsBomb)
                {
                    return;
                }

                if (!_sink!.Write(_output.AsSpan(0, count)))
                {
                    IsStopped = true;
                    return;
                }
            }

            _feed.Drain();
            AskForTheEnd();
        }
        catch (InvalidDataException)
        {
            IsBroken = true;
        }
    }

    // An inflater that has met its last block asks for no further byte.
    private void AskForTheEnd()
    {
        _feed.WasAsked = false;
        HasEnded = _stream!.Read(_output.AsSpan(0, 1)) == 0 && !_feed.WasAsked;
    }

    /// <summary>Holds one piece at a time for the inflater to pull.</summary>
    private sealed class Feed : Stream
    {
        private byte[] _piece = [];
        private int _length;
        private bool _isDrained;

        /// <summary>Whether the inflater has asked for bytes.</summary>
        public bool WasAsked { get; set; }

        public bool IsFull => _length == PieceLength && !_isDrained;

        public bool HasBytes => _length > 0 && !_isDrained;

        public ReadOnlySpan<byte> Piece => _piece.AsSpan(0, _length);

        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => throw new NotSupportedException();

        public override long Position
        {
            get => throw new NotSupportedException();
            set => throw new NotSupportedException();
        }

        public void Clear() => (_length, _isDrained) = (0, false);

        public void Drain() => _isDrained = true;

        public int Take(ReadOnlySpan<byte> bytes)
        {
            if (_isDrained)
            {
                Clear();
            }

            _piece = _piece.Length > 0 ? _piece : new byte[PieceLength];
            var taken = Math.Min(bytes.Length, PieceLength - _length);
            bytes[..taken].CopyTo(_piece.AsSpan(_length));
            _length += taken;
            return taken;
        }

        public override int Read(Span<byte> buffer)
        {
            WasAsked = true;
            if (_isDrained)
            {
                return 0;
            }

            _isDrained = true;
            Piece.CopyTo(buffer);
            return _length;
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
