using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Attachments;
using Analyzer.Engines.Pdf.Filters;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Memory;
using Analyzer.Engines.Pdf.Scripts;

namespace Analyzer.Engines.Pdf.Streams;

/// <summary>Reads streams and strings that have passed, as far as they are kept, when something names them.</summary>
internal sealed class EarlierStreams
{
    private readonly DictionaryReader _dictionaries = new();
    private readonly PooledList<(int Target, StreamUse Use, ObjectPlace Place)> _late = new();
    private readonly StreamDecoder _decoder;
    private readonly StreamTally _tally;
    private readonly ScriptReader _scripts;
    private readonly AttachmentReader _attachments;
    private readonly ForgottenStreams _forgotten;

    public EarlierStreams(StreamDecoder decoder, StreamTally tally, ScriptReader scripts, AttachmentReader attachments)
    {
        (_decoder, _tally, _scripts, _attachments) = (decoder, tally, scripts, attachments);
        _forgotten = new(decoder.FilterBook, _dictionaries);
        Recent = new(_forgotten);
    }

    public RecentStreams Recent { get; }

    /// <summary>The objects that are scripts.</summary>
    public ScriptTargets Scripts { get; } = new();

    /// <summary>The objects that are XML forms, or parts of one.</summary>
    public ScriptTargets Forms { get; } = new();

    /// <summary>Reads every revision of an object that is kept, and takes what is remembered of the others.</summary>
    /// <param name="place">Where the object is named.</param>
    public void Read(int target, StreamUse use, in ObjectPlace place)
    {
        var isFound = Recent.Find(target, (in kept, bytes, in filters) => Read(kept, bytes, filters, use));
        var forgotten = _forgotten.Find(target, use);
        _scripts.AddForgotten(forgotten.Marks, place, use == StreamUse.Form ? Origin.Of(Trigger.Open) : new(target));
        if (use == StreamUse.Attachment)
        {
            _attachments.AddForgotten(target, forgotten.Kinds, place);
        }

        if ((isFound || forgotten.IsForgotten) && !forgotten.IsUnread)
        {
            MarkRead(target, use);
        }
    }

    /// <summary>Does the same when the stream that is being decoded has ended.</summary>
    public void ReadLater(int target, StreamUse use, in ObjectPlace place) => _late.Add((target, use, place));

    public void ReadLate()
    {
        for (var i = 0; i < _late.Count; i++)
        {
            var (target, use, place) = _late.Span[i];
            Read(target, use, place);
        }

        _late.Empty();
    }

    /// <summary>Hands every string to the taker that is kept of an object's revisions.</summary>
    public void FindStrings(int number, Action<ReadOnlySpan<byte>> taker) => Recent.Find(number, (in kept, bytes, in _) =>
    {
        if (kept.IsString)
        {
            taker(bytes);
        }
    });

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
        _forgotten.Clear();
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
                _scripts.Read(bytes, isCut: false, kept.Place, new(kept.Place.Object));
            }

            return;
        }

        // An attachment may be named often, and each of its revisions is listed once.
        if (use == StreamUse.Attachment && (kept.ReadAs.Has(use) || !_attachments.HasRoom))
        {
            return;
        }

        if (kept.ReadAs == StreamUse.Nothing && use != StreamUse.Font)
        {
            _tally.TakeBack(SkipReason.Other);
        }

        var (declared, length) = _dictionaries.Read(kept, bytes, filters);
        _decoder.Begin(use, declared, length, kept.Place, isNext: false);
        if (_decoder.IsDecoding)
        {
            _decoder.Write(bytes[kept.DictionaryLength..]);
            _decoder.End(isWhole: true);
        }
    }
}
