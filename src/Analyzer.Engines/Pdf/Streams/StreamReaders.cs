using Analyzer.Engines.Contract;
using Analyzer.Engines.Pdf.Attachments;
using Analyzer.Engines.Pdf.Filters;
using Analyzer.Engines.Pdf.Fonts;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Scripts;
using Analyzer.Engines.Xfa;

namespace Analyzer.Engines.Pdf.Streams;

/// <summary>Those who read what a stream decodes to, each for a use of its own.</summary>
internal sealed class StreamReaders(
    ObjectStreamReader objectStream, Excerpts inside, ScriptReader scripts, FormParts formParts, AttachmentReader attachments,
    StreamTally tally) : IByteSink
{
    /// <summary>A line end before the word that ends a stream may belong to the data; to a script it does not matter.</summary>
    public const int MaxLineEnd = 2;

    private readonly XfaReader _form = new(formParts);
    private MetadataReader? _metadata;
    private StreamUse _use;
    private ObjectPlace _place;
    private long _offset;
    private bool _mayGoOn;
    private ObjectPlace _formAt;
    private bool _hasForm;

    /// <summary>The bytes that a file's streams were decoded to, without those between two filters.</summary>
    public long DecodedBytes { get; private set; }

    /// <summary>Which part of a form follows on which.</summary>
    public PacketOrder Packets { get; } = new();

    /// <summary>Looks into fonts.</summary>
    public SfntReader Fonts { get; } = new();

    /// <summary>A stream follows; one that is an object stream has been begun.</summary>
    /// <param name="mayGoOn">Whether its bytes are the file's next ones, without a filter.</param>
    public void Begin(StreamUse use, in ObjectPlace place, bool mayGoOn)
    {
        (_use, _place, _offset, _mayGoOn) = (use, place, 0, mayGoOn);
        if (use.Has(StreamUse.Script))
        {
            scripts.Begin();
        }

        if (use.Has(StreamUse.Form))
        {
            BeginForm(place);
        }

        if (use.Has(StreamUse.Attachment))
        {
            attachments.Begin(place);
        }

        if (use.Has(StreamUse.Font))
        {
            Fonts.Begin();
        }

        if (use.Has(StreamUse.Metadata))
        {
            _metadata ??= new(_form, formParts);
            _metadata.Begin();
        }
    }

    public bool Write(ReadOnlySpan<byte> bytes)
    {
        DecodedBytes += (_use & ~StreamUse.Beginning) == 0 ? 0 : bytes.Length;

        // A script that wants no more is asked again while others read on, and takes nothing.
        var isWanted = _use.Has(StreamUse.Script) && scripts.Write(bytes);
        isWanted |= _use.Has(StreamUse.Form) && _form.Write(bytes);
        isWanted |= _use.Has(StreamUse.Attachment) && attachments.Write(bytes);
        isWanted |= _use.Has(StreamUse.Font) && Fonts.Write(bytes);
        isWanted |= _use.Has(StreamUse.Metadata) && _metadata!.Write(bytes);
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
    /// <param name="isBomb">Whether it expanded beyond all use.</param>
    /// <returns>How reading it ended.</returns>
    public DecodeStatus Complete(DecodeStatus status, long missing, bool isBomb)
    {
        var isWhole = status == DecodeStatus.Done;
        var isRead = isWhole && missing <= (_use.Has(StreamUse.Attachment) ? 0 : MaxLineEnd);
        if (_use.Has(StreamUse.ObjectStream))
        {
            objectStream.Complete();
            inside.Break();
            status = isWhole && objectStream.IsBroken ? DecodeStatus.Broken : status;
            NoteUnless(status == DecodeStatus.Done, status switch
            {
                DecodeStatus.UnknownFilter => tally.UnknownObjectStreams,
                DecodeStatus.OverLimit => tally.LargeObjectStreams,
                _ => tally.BrokenObjectStreams,
            });
        }

        if (_use.Has(StreamUse.Font))
        {
            Fonts.Complete(_place);
        }

        if (_use.Has(StreamUse.Metadata))
        {
            EndForm();
            _metadata!.Complete(_place);
        }

        if (_use.Has(StreamUse.Script))
        {
            scripts.Complete(_place);
            NoteUnless(isRead, tally.UnreadScripts);
        }

        if (_use.Has(StreamUse.Form) && !isRead)
        {
            EndForm(isRead: false);
        }

        if (_use == StreamUse.Attachment && isWhole && !isRead && _mayGoOn && attachments.TryGoOn(_place, missing))
        {
            return status;
        }

        if (_use.Has(StreamUse.Attachment))
        {
            attachments.Complete(_place, isRead ? null : status switch
            {
                DecodeStatus.UnknownFilter => Gap.UnknownCompression,
                DecodeStatus.OverLimit => isBomb ? Gap.Bomb : Gap.TooManyBytes,
                _ => Gap.Broken,
            });
        }

        return isWhole && !isRead && !_use.Has(StreamUse.ObjectStream) ? DecodeStatus.Broken : status;
    }

    /// <summary>No part of the form follows that was read last.</summary>
    /// <param name="isRead">Whether its last part was read to its end.</param>
    public void EndForm(bool isRead = true)
    {
        if (_hasForm && !(_form.Complete() && isRead))
        {
            tally.UnreadScripts.Add(_formAt);
        }

        _hasForm = false;
    }

    /// <summary>Makes it ready for another file, and gives back what was rented.</summary>
    public void Clear()
    {
        (DecodedBytes, _hasForm) = (0, false);
        Packets.Clear();
        objectStream.Clear();
        _form.Clear();
        Fonts.Clear();
        _metadata?.Clear();
    }

    private void BeginForm(in ObjectPlace place)
    {
        if (_hasForm && Packets.Follows(_formAt.Object, place.Object))
        {
            _form.Continue();
        }
        else
        {
            EndForm();
            _form.Begin();
        }

        formParts.Begin(place);
        (_formAt, _hasForm) = (place, true);
    }

    private void NoteUnless(bool isRead, PlaceList places)
    {
        if (!isRead)
        {
            places.Add(_place);
        }
    }
}
