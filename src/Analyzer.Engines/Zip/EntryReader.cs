using Analyzer.Engines.Contract;
using Analyzer.Engines.Decoding;

namespace Analyzer.Engines.Zip;

/// <summary>Reads one entry's data into a part.</summary>
internal sealed class EntryReader : IDisposable
{
    private readonly Evidence _evidence;
    private readonly Inflater _inflater = new();
    private readonly SizedData _sized;
    private readonly StreamedData _streamed;
    private readonly UnsizedStoredData _unsized = new();
    private LocalHeader _header = null!;
    private IPart? _part;
    private IEntryData? _data;
    private long _skipped;

    public EntryReader(Evidence evidence)
    {
        _evidence = evidence;
        _sized = new(_inflater);
        _streamed = new(_inflater);
    }

    /// <inheritdoc cref="IEntryData.Rest"/>
    public ReadOnlySpan<byte> Rest => _data is null ? [] : _data.Rest;

    /// <summary>Decoded bytes; null when they are not all.</summary>
    public long? Size { get; private set; }

    /// <summary>False when nothing tells where the entry ends: then the next signature does.</summary>
    public bool EndIsKnown { get; private set; }

    public void Begin(LocalHeader header, IParts parts)
    {
        (_header, _part, _data, _skipped, Size, EndIsKnown) = (header, null, null, header.CompressedSize ?? 0, null, true);
        if (header.IsFolder && header.CompressedSize is null or 0)
        {
            return;
        }

        var gap = header.IsEncrypted ? Gap.NeedsPassword
            : header.Method is not (LocalHeader.Stored or LocalHeader.Deflated) ? Gap.UnknownCompression : null;
        if (gap is not null)
        {
            parts.Skip(header.Name, header.Offset, gap);
            EndIsKnown = header.CompressedSize is not null;
            return;
        }

        _data = header.CompressedSize is not null ? _sized : header.Method == LocalHeader.Deflated ? _streamed : _unsized;
        _part = parts.Open(header.Name, header.DataOffset);
        _data.Begin(header, _part, parts.Budget);
    }

    /// <inheritdoc cref="IEntryData.Read"/>
    public bool Read(ref ReadOnlySpan<byte> bytes)
    {
        if (_data is null)
        {
            var skipped = (int)Math.Min(bytes.Length, _skipped);
            bytes = bytes[skipped..];
            _skipped -= skipped;
            return _skipped == 0;
        }

        if (!_data.Read(ref bytes))
        {
            return false;
        }

        Complete();
        return true;
    }

    /// <summary>Ends the entry where the file ends.</summary>
    public void ReadEnd()
    {
        if (_data is not null)
        {
            _data.ReadEnd();
            Complete();
        }
    }

    public void Reset()
    {
        _inflater.End();
        _streamed.Reset();
        (_part, _data) = (null, null);
    }

    public void Dispose() => _inflater.Dispose();

    private void Complete()
    {
        var gap = _data!.Gap;
        var isStopped = _header.Method == LocalHeader.Deflated && _inflater.IsStopped;
        EndIsKnown = (gap is null && !isStopped) || _header.CompressedSize is not null;
        if (gap == Gap.Bomb)
        {
            _evidence.Find(CommonRules.Bomb, _header.Offset, _header.Name);
        }

        if (gap is null && !isStopped)
        {
            Size = _data.Decoded;
            if (_header.Size is { } declared && declared != Size)
            {
                _evidence.Find(ZipRules.WrongSize, _header.Offset, _header.Name);
                gap = Gap.Contradiction;
            }
        }

        _part!.Complete(gap);
        _part = null;
    }
}
