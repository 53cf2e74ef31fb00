using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Pdf.Filters;

/// <summary>The filters that are decoded here.</summary>
internal enum FilterKind : byte
{
    Flate,
    Lzw,
    Ascii85,
    AsciiHex,
    RunLength,

    /// <summary>The data were decrypted before, or are not encrypted.</summary>
    Crypt,
    Unknown,
}

/// <summary>How an attempt to decode a stream ended.</summary>
internal enum DecodeStatus
{
    Done,
    Broken,
    UnknownFilter,
    OverLimit,
}

/// <summary>Decodes a stream through up to four filters, and reuses its decoders for the next stream.</summary>
internal sealed class FilterChain(DecodeBudget budget) : IByteSink
{
    public const int MaxDepth = 4;

    private readonly Stage[] _stages = [.. Enumerable.Range(0, MaxDepth).Select(_ => new Stage(budget))];
    private readonly IDecoder?[] _decoders = new IDecoder?[2 * MaxDepth];

    // Blocks of one size, so that the bounds are met at the same byte however the bytes arrived.
    private readonly byte[] _block = new byte[1024];
    private int _blockLength;
    private IByteSink _first = NoSink.Instance;
    private bool _wanted;

    /// <summary>
    /// The bytes that were promised for the stream that ended last and did not come; 0 when its data told that they are all, which they
    /// cannot without a filter.
    /// </summary>
    public long Missing { get; private set; }

    /// <summary>Begins a stream; what it decodes to goes to the sink.</summary>
    /// <param name="length">The bytes that are promised; 0 when that is not known.</param>
    /// <returns><see cref="DecodeStatus.Done"/>, or why it cannot be decoded.</returns>
    public DecodeStatus Begin(in StreamFilters filters, IByteSink sink, long length = 0)
    {
        Missing = length;
        budget.BeginStream();
        if (filters.Count > MaxDepth || budget.FileBytes > DecodeBudget.MaxFileBytes)
        {
            return DecodeStatus.OverLimit;
        }

        if (filters.HasUnknown)
        {
            return DecodeStatus.UnknownFilter;
        }

        _first = sink;
        for (var i = filters.Count - 1; i >= 0; i--)
        {
            if (filters[i].Kind == FilterKind.Crypt)
            {
                continue;
            }

            if (!_stages[i].Begin(filters[i], _first, out var decoder, out var predictor))
            {
                Complete();
                return DecodeStatus.Broken;
            }

            // In the order in which bytes pass them, so that completing them in order flushes all.
            _decoders[2 * i] = decoder;
            _decoders[(2 * i) + 1] = predictor;
            _first = decoder;
        }

        _wanted = true;
        return DecodeStatus.Done;
    }

    public bool Write(ReadOnlySpan<byte> bytes)
    {
        Missing -= bytes.Length;
        while (!bytes.IsEmpty && _wanted)
        {
            var taken = Math.Min(bytes.Length, _block.Length - _blockLength);
            bytes[..taken].CopyTo(_block.AsSpan(_blockLength));
            _blockLength += taken;
            bytes = bytes[taken..];
            if (_blockLength == _block.Length)
            {
                WriteBlock();
            }
        }

        return _wanted;
    }

    /// <summary>Ends the stream; whatever was held back reaches the sink before it returns.</summary>
    public DecodeStatus Complete()
    {
        WriteBlock();
        var (broken, first) = (false, default(IDecoder));
        for (var i = 0; i < _decoders.Length; i++)
        {
            if (_decoders[i] is { } decoder)
            {
                first ??= decoder;
                decoder.Complete();
                broken |= decoder.IsBroken;
                _decoders[i] = null;
            }
        }

        Missing = first is { HasEnded: true } ? 0 : Missing;
        (_first, _wanted) = (NoSink.Instance, false);
        return budget.IsExceeded ? DecodeStatus.OverLimit : broken ? DecodeStatus.Broken : DecodeStatus.Done;
    }

    private void WriteBlock()
    {
        if (_wanted && _blockLength > 0)
        {
            budget.AddInput(_blockLength);
            _wanted = _first.Write(_block.AsSpan(0, _blockLength));
        }

        _blockLength = 0;
    }

    /// <summary>One filter of each kind and a predictor; each is made when a stream first needs it.</summary>
    private sealed class Stage(DecodeBudget budget)
    {
        private FlateDecoder? _flate;
        private LzwDecoder? _lzw;
        private Ascii85Decoder? _ascii85;
        private AsciiHexDecoder? _asciiHex;
        private RunLengthDecoder? _runLength;
        private Predictor? _predictor;

        public bool Begin(StreamFilter filter, IByteSink next, out IDecoder decoder, out IDecoder? predictor)
        {
            predictor = null;
            if (filter.Kind is FilterKind.Flate or FilterKind.Lzw && filter.Parameters.Predictor is not (0 or 1))
            {
                _predictor ??= new();
                if (!_predictor.Begin(next, filter.Parameters))
                {
                    decoder = _predictor;
                    return false;
                }

                next = predictor = _predictor;
            }

            switch (filter.Kind)
            {
                case FilterKind.Flate:
                    (_flate ??= new(budget)).Begin(next);
                    decoder = _flate;
                    break;
                case FilterKind.Lzw:
                    (_lzw ??= new(budget)).Begin(next, filter.Parameters.EarlyChange);
                    decoder = _lzw;
                    break;
                case FilterKind.Ascii85:
                    (_ascii85 ??= new(budget)).Begin(next);
                    decoder = _ascii85;
                    break;
                case FilterKind.AsciiHex:
                    (_asciiHex ??= new(budget)).Begin(next);
                    decoder = _asciiHex;
                    break;
                default:
                    (_runLength ??= new(budget)).Begin(next);
                    decoder = _runLength;
                    break;
            }

            return true;
        }
    }
}
