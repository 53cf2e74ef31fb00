using Analyzer.Engines.Contract;
using Analyzer.Engines.Pdf.Attachments;
using Analyzer.Engines.Pdf.Filters;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Scripts;

namespace Analyzer.Engines.Pdf.Streams;

/// <summary>Decodes one stream after the other for those who read them, and counts what became of each.</summary>
internal sealed class StreamDecoder
{
    private readonly DecodeBudget _budget = new();
    private readonly FilterChain _chain;
    private readonly StreamReaders _readers;
    private readonly StreamTally _tally;
    private StreamUse _use;
    private ObjectPlace _place;

    public StreamDecoder(
        ObjectStreamReader objectStream, Excerpts inside, ScriptReader scripts, FormParts formParts, AttachmentReader attachments,
        StreamTally tally)
    {
        _chain = new(_budget);
        _readers = new(objectStream, inside, scripts, formParts, attachments, tally);
        _tally = tally;
    }

    /// <summary>The objects' information about filters.</summary>
    public FilterBook FilterBook { get; } = new();

    /// <summary>The streams that went beyond a bound of decoding.</summary>
    public BombList Bombs { get; } = new();

    /// <summary>Whether a stream has begun and not ended.</summary>
    public bool IsDecoding => _use != StreamUse.Nothing;

    /// <summary>Fonts with a table that readers have been attacked through.</summary>
    public PlaceList BadFonts => _readers.Fonts.Found;

    public long DecodedBytes => _readers.DecodedBytes;

    /// <summary>Which part of a form follows on which.</summary>
    public PacketOrder Packets => _readers.Packets;

    /// <summary>A document begins.</summary>
    /// <param name="budget">What it shares with the documents around it.</param>
    public void Open(PartBudget budget) => _budget.Open(budget);

    /// <summary>Begins a stream; one that cannot be decoded ends at once.</summary>
    /// <param name="declared">The filters that its dictionary names.</param>
    /// <param name="length">The bytes that its dictionary promises; 0 when that is not known.</param>
    /// <param name="isNext">Whether its bytes are the file's next ones; else they have passed.</param>
    public void Begin(StreamUse use, in StreamFilters declared, long length, in ObjectPlace place, bool isNext)
    {
        (_use, _place) = (use & StreamUse.Decoded, place);
        _readers.Begin(_use, place, mayGoOn: isNext && declared.Count == 0);
        if (_chain.Begin(FilterBook.Resolve(declared, _use), _readers, length) is not DecodeStatus.Done and var status)
        {
            End(status);
        }
    }

    public void Write(ReadOnlySpan<byte> bytes) => _chain.Write(bytes);

    /// <summary>The document has ended.</summary>
    public void Complete() => _readers.EndForm();

    /// <summary>Ends the stream that was begun.</summary>
    /// <param name="isWhole">False when the file ended first.</param>
    public void End(bool isWhole)
    {
        var status = _chain.Complete();
        End(isWhole || status != DecodeStatus.Done ? status : DecodeStatus.Broken);
    }

    /// <summary>Makes it ready for another file, and gives back what it has rented.</summary>
    public void Clear()
    {
        _chain.Complete();
        _budget.Open(null);
        _readers.Clear();
        FilterBook.Clear();
        Bombs.Clear();
        _use = StreamUse.Nothing;
    }

    private void End(DecodeStatus status)
    {
        var use = _use;
        _use = StreamUse.Nothing;
        status = _readers.Complete(status, _chain.Missing, _budget.IsBomb);
        if ((use & ~StreamUse.Beginning) == 0)
        {
            // It counts as skipped: only its beginning was looked at.
            return;
        }

        switch (status)
        {
            case DecodeStatus.Done:
                _tally.Open(isObjectStream: use.Has(StreamUse.ObjectStream));
                break;
            case DecodeStatus.Broken:
                _tally.Skip(SkipReason.Broken);
                break;
            case DecodeStatus.UnknownFilter:
                _tally.Skip(SkipReason.UnknownFilter);
                break;
            default:
                _tally.Skip(SkipReason.OverLimit);

                // A large attachment is ordinary; what else is that large, or expands that much, is not.
                if (use != StreamUse.Attachment || _budget.IsBomb)
                {
                    Bombs.Add(_place, _budget);
                }

                break;
        }
    }
}
