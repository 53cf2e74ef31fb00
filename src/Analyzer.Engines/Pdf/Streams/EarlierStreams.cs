using Analyzer.Engines.Pdf.Attachments;
using Analyzer.Engines.Pdf.Filters;
using Analyzer.Engines.Pdf.Memory;
using Analyzer.Engines.Pdf.Scripts;

namespace Analyzer.Engines.Pdf.Streams;

/// <summary>Reads streams and strings that have passed, as far as they are kept, when something names them.</summary>
internal sealed class EarlierStreams(StreamDecoder decoder, StreamTally tally, ScriptReader scripts, AttachmentReader attachments)
{
    private readonly DictionaryReader _dictionaries = new();
    private readonly PooledList<(int Target, StreamUse Use)> _late = new();

    public RecentStreams Recent { get; } = new();

    /// <summary>The objects that are scripts.</summary>
    public ScriptTargets Scripts { get; } = new();

    /// <summary>The objects that are XML forms, or parts of one.</summary>
    public ScriptTargets Forms { get; } = new();

    /// <summary>Reads every revision of an object that is kept.</summary>
    public void Read(int target, StreamUse use)
    {
        if ((use != StreamUse.Attachment || attachments.IsWanted(target))
            && Recent.Find(target, (in kept, bytes, in filters) => Read(kept, bytes, filters, use)))
        {
            MarkRead(target, use);
        }
    }

    /// <summary>Does the same when the stream that is being decoded has ended.</summary>
    public void ReadLater(int target, StreamUse use) => _late.Add((target, use));

    public void ReadLate()
    {
        for (var i = 0; i < _late.Count; i++)
        {
            Read(_late.Span[i].Target, _late.Span[i].Use);
        }

        _late.Empty();
    }

    public void MarkRead(int target, StreamUse use)
    {
        if (use.Has(StreamUse.Script))
        {
            Scripts.MarkRead(target);
        }

        if (use.Has(StreamUse.Form))
        {
            Forms.MarkRead(target);
        }
    }

    /// <summary>Makes it ready for another file, and gives back what it has rented.</summary>
    public void Clear()
    {
        Recent.Clear();
        Scripts.Clear();
        Forms.Clear();
        _late.Clear();
    }

    private void Read(in KeptStream kept, ReadOnlySpan<byte> bytes, in StreamFilters filters, StreamUse use)
    {
        if (kept.IsString)
        {
            if (use == StreamUse.Script)
            {
                scripts.Read(bytes, isCut: false, new ScriptPlace(kept.Place.Offset, kept.Place.Object, kept.Place.Container));
            }

            return;
        }

        if (kept.IsPassedOver)
        {
            tally.TakeBack(SkipReason.Other);
        }

        var dictionary = bytes[..kept.DictionaryLength];
        decoder.Begin(use, dictionary.IsEmpty ? filters : _dictionaries.Read(dictionary).Filters, kept.Place);
        if (decoder.IsDecoding)
        {
            decoder.Write(bytes[dictionary.Length..]);
            decoder.End(isWhole: true);
        }
    }
}
