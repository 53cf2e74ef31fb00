using Analyzer.Engines.Pdf.Attachments;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Objects;
using Analyzer.Engines.Pdf.Scripts;

namespace Analyzer.Engines.Pdf.Streams;

/// <summary>
/// Decodes the streams that can act as they pass: object streams, scripts, forms and embedded files. Small ones of unknown use are kept
/// for a while, because they often stand before what names them.
/// </summary>
internal sealed class StreamOpener : IStreams
{
    private readonly StreamDecoder _decoder;
    private readonly ObjectStreamReader _objectStream;
    private readonly AttachmentReader _attachments;
    private readonly EarlierStreams _earlier;
    private StreamUse _use;

    public StreamOpener(ObjectStreamReader objectStream, Excerpts inside, ScriptReader scripts, AttachmentReader attachments)
    {
        _decoder = new(objectStream, inside, scripts, attachments, Tally);
        _earlier = new(_decoder, Tally, scripts, attachments);
        (_objectStream, _attachments) = (objectStream, attachments);
    }

    public StreamTally Tally { get; } = new();

    /// <summary>The objects that are scripts.</summary>
    public ScriptTargets ScriptTargets => _earlier.Scripts;

    /// <summary>The objects that are XML forms, or parts of one.</summary>
    public ScriptTargets FormTargets => _earlier.Forms;

    /// <summary>The objects' information about filters.</summary>
    public FilterBook FilterBook => _decoder.FilterBook;

    /// <summary>The streams that went beyond a bound of decoding.</summary>
    public BombList Bombs => _decoder.Bombs;

    public long DecodedBytes => _decoder.DecodedBytes;

    public void BeginStream(StreamDictionary dictionary, in ObjectPlace place, long offset)
    {
        Tally.Streams++;
        var data = place with { Offset = offset };
        _use = UseOf(dictionary.Kind, place.Object);
        if (_use.Has(StreamUse.ObjectStream))
        {
            Tally.ObjectStreams++;
            _objectStream.Begin(dictionary, data);
        }

        if (_use.Has(StreamUse.Recent))
        {
            _earlier.Recent.Begin(dictionary, place, _use & StreamUse.Decoded);
        }

        _earlier.MarkRead(place.Object, _use);
        if (_use.Has(StreamUse.Decoded))
        {
            _decoder.Begin(_use, dictionary.Filters, dictionary.Length, data);
        }
    }

    public bool NeedsDictionary(int number) => ScriptTargets.Has(number) || FormTargets.Has(number) || _attachments.Knows(number);

    public void BeginStream(StreamKind kind, ReadOnlySpan<byte> dictionary, in ObjectPlace place)
    {
        Tally.Streams++;
        _use = Pass(kind);
        if (_use == StreamUse.Recent)
        {
            _earlier.Recent.Begin(dictionary, place);
        }
    }

    public void AddToStream(ReadOnlySpan<byte> bytes)
    {
        if (_use.Has(StreamUse.Recent) && !_earlier.Recent.Write(bytes))
        {
            _use &= ~StreamUse.Recent;
        }

        if (_decoder.IsDecoding)
        {
            _decoder.Write(bytes);
        }
    }

    public void EndStream(bool isWhole)
    {
        if (_use.Has(StreamUse.Recent))
        {
            _earlier.Recent.End();
        }

        if (_decoder.IsDecoding)
        {
            // Until everything is decoded the decoders are taken: what is named meanwhile is read afterwards.
            _decoder.End(isWhole);
        }

        _use = StreamUse.Nothing;
        _earlier.ReadLate();
    }

    /// <summary>Keeps a string that is an object of its own: it may be a script.</summary>
    public void Keep(ReadOnlySpan<byte> text, bool isCut, in ObjectPlace place)
    {
        if (isCut)
        {
            _earlier.Recent.Lose(place.Object);
        }
        else
        {
            _earlier.Recent.Add(text, place);
        }
    }

    /// <summary>Reads a stream that has passed, as far as it is kept, now that its use is known.</summary>
    /// <param name="place">Where it is named.</param>
    public void ReadEarlier(int target, StreamUse use, in ObjectPlace place)
    {
        if (_use == StreamUse.Nothing)
        {
            _earlier.Read(target, use, place);
        }
        else
        {
            _earlier.ReadLater(target, use, place);
        }
    }

    /// <summary>Hands every string to the taker that is kept of an object's revisions.</summary>
    public void FindStrings(int number, Action<ReadOnlySpan<byte>> taker) => _earlier.FindStrings(number, taker);

    /// <summary>Makes it ready for another file, and gives back what it has rented.</summary>
    public void Clear()
    {
        _decoder.Clear();
        _earlier.Clear();
        Tally.Clear();
        _use = StreamUse.Nothing;
    }

    private StreamUse UseOf(StreamKind kind, int number)
    {
        var use = kind == StreamKind.ObjectStream ? StreamUse.ObjectStream : StreamUse.Nothing;
        use |= ScriptTargets.Has(number) ? StreamUse.Script : StreamUse.Nothing;
        use |= FormTargets.Has(number) ? StreamUse.Form : StreamUse.Nothing;
        use |= (kind == StreamKind.EmbeddedFile || _attachments.Knows(number)) && _attachments.HasRoom
            ? StreamUse.Attachment : StreamUse.Nothing;

        // While an object stream is read, the strings in it are kept.
        return use == StreamUse.Nothing ? Pass(kind) : use.Has(StreamUse.ObjectStream) ? use : use | StreamUse.Recent;
    }

    private StreamUse Pass(StreamKind kind)
    {
        Tally.Skip(kind switch
        {
            StreamKind.Image => SkipReason.Image,
            StreamKind.Font => SkipReason.Font,
            StreamKind.EmbeddedFile => SkipReason.OverLimit,
            _ => SkipReason.Other,
        });
        return kind == StreamKind.Other ? StreamUse.Recent : StreamUse.Nothing;
    }
}
