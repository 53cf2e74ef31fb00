using Analyzer.Engines.Pdf.Attachments;
using Analyzer.Engines.Pdf.Filters;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Scripts;

namespace Analyzer.Engines.Pdf.Streams;

/// <summary>Those who read what a stream decodes to, each for a use of its own.</summary>
internal sealed class StreamReaders(ObjectStreamReader objectStream, Excerpts inside, ScriptReader scripts, AttachmentReader attachments)
    : IByteSink
{
    /// <summary>A line end before the word that ends a stream may belong to the data; to a script it does not matter.</summary>
    public const int MaxLineEnd = 2;

    private readonly XmlScriptReader _form = new(scripts);
    private StreamUse _use;
    private ObjectPlace _place;
    private long _offset;

    /// <summary>The bytes that a file's streams were decoded to, without those between two filters.</summary>
    public long DecodedBytes { get; private set; }

    /// <summary>A stream follows; one that is an object stream has been begun.</summary>
    public void Begin(StreamUse use, in ObjectPlace place)
    {
        (_use, _place, _offset) = (use, place, 0);
        if (use.Has(StreamUse.Script))
        {
            scripts.Begin();
        }

        if (use.Has(StreamUse.Form))
        {
            _form.Begin(place);
        }

        if (use.Has(StreamUse.Attachment))
        {
            attachments.Begin();
        }
    }

    public bool Write(ReadOnlySpan<byte> bytes)
    {
        DecodedBytes += bytes.Length;

        // A script that wants no more is asked again while others read on, and takes nothing.
        var isWanted = _use.Has(StreamUse.Script) && scripts.Write(bytes);
        isWanted |= _use.Has(StreamUse.Form) && _form.Write(bytes);
        isWanted |= _use.Has(StreamUse.Attachment) && attachments.Write(bytes);
        if (_use.Has(StreamUse.ObjectStream))
        {
            isWanted |= objectStream.Write(bytes);
            inside.Take(bytes, _offset);
            _offset += bytes.Length;
        }

        return isWanted;
    }

    /// <summary>The stream has ended.</summary>
    /// <param name="status">How its decoding ended.</param>
    /// <param name="missing">Bytes that its dictionary promises and that did not come; an object stream tells itself what it holds.</param>
    /// <returns>How reading it ended.</returns>
    public DecodeStatus Complete(DecodeStatus status, long missing, StreamTally tally)
    {
        var isWhole = status == DecodeStatus.Done;
        var isRead = isWhole && missing <= (_use.Has(StreamUse.Attachment) ? 0 : MaxLineEnd);
        if (_use.Has(StreamUse.ObjectStream))
        {
            objectStream.Complete();
            inside.Break();
            status = isWhole && objectStream.IsBroken ? DecodeStatus.Broken : status;
            NoteUnless(status == DecodeStatus.Done, tally.UnopenedObjectStreams);
        }

        if (_use.Has(StreamUse.Script))
        {
            scripts.Complete(_place);
            NoteUnless(isRead, tally.UnreadScripts);
        }

        if (_use.Has(StreamUse.Form))
        {
            NoteUnless(_form.Complete() && isRead, tally.UnreadScripts);
        }

        if (_use.Has(StreamUse.Attachment))
        {
            attachments.Complete(_place, isRead);
        }

        return isWhole && !isRead && !_use.Has(StreamUse.ObjectStream) ? DecodeStatus.Broken : status;
    }

    /// <summary>Makes it ready for another file, and gives back what was rented.</summary>
    public void Clear()
    {
        DecodedBytes = 0;
        objectStream.Clear();
        _form.Clear();
    }

    private void NoteUnless(bool isRead, PlaceList places)
    {
        if (!isRead)
        {
            places.Add(_place);
        }
    }
}
