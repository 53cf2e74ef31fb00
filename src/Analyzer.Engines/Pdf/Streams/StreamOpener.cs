using Analyzer.Engines.Contract;
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
    private const int MaxFonts = 4096;

    private readonly HashSet<int> _fonts = [];
    private StreamUse _use;

    public StreamOpener(
        ObjectStreamReader objectStream, Excerpts inside, ScriptReader scripts, FormParts formParts, AttachmentReader attachments)
    {
        _decoder = new(objectStream, inside, scripts, formParts, attachments, Tally);
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

    /// <summary>Which part of a form follows on which.</summary>
    public PacketOrder Packets => _decoder.Packets;

    /// <summary>A document begins.</summary>
    /// <param name="budget">What it shares with the documents around it.</param>
    public void Open(PartBudget budget) => _decoder.Open(budget);

    /// <summary>The document has ended.</summary>
    public void Complete() => _decoder.Complete();

    public void BeginStream(StreamDictionary dictionary, in ObjectPlace place, long offset)
    {
        Tally.Streams++;
        var data = place with { Offset = offset };
        _use = UseOf(dictionary.Kind, place);
        ReadsObjects = _use.Has(StreamUse.ObjectStream) && dictionary.Filters.Count == 0;
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
            _decoder.Begin(_use, dictionary.Filters, dictionary.Length, data, isNext: true);
        }
    }

    public bool NeedsDictionary(int number) =>
        ScriptTargets.Has(number) || FormTargets.Has(number) || _attachments.Knows(number) || _fonts.Contains(number);

    /// <summary>Notes that a stream is a font.</summary>
    public void AddFont(int number, in ObjectPlace place)
    {
        if (_fonts.Count < MaxFonts && _fonts.Add(number))
        {
            ReadEarlier(number, StreamUse.Font, place);
        }
    }

    /// <summary>Fonts with a table that readers have been attacked through.</summary>
    public PlaceList BadFonts => _decoder.BadFonts;

    public void BeginStream(StreamKind kind, ReadOnlySpan<byte> dictionary, in ObjectPlace place)
    {
        Tally.Streams++;
        ReadsObjects = false;
        _use = Pass(kind);
        if (_use == StreamUse.Recent)
        {
            _earlier.Recent.Begin(dictionary, place);
        }
    }

    public bool ReadsObjects { get; private set; }

    public bool AreJudgedAt(long offset) => _attachments.Rests?.IsInDocument(offset) == true;

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
            // No string is an embedded file.
            _earlier.Recent.Lose(place.Object, StreamUse.Attachment);
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
        _fonts.Clear();
        _use = StreamUse.Nothing;
    }

    private StreamUse UseOf(StreamKind kind, in ObjectPlace place)
    {
        var number = place.Object;
        var use = kind == StreamKind.ObjectStream ? StreamUse.ObjectStream : StreamUse.Nothing;
        use |= ScriptTargets.Has(number) ? StreamUse.Script : StreamUse.Nothing;
        use |= FormTargets.Has(number) ? StreamUse.Form : StreamUse.Nothing;
        if (kind == StreamKind.EmbeddedFile || _attachments.Knows(number))
        {
            if (_attachments.HasRoom)
            {
                use |= StreamUse.Attachment;
            }
            else
            {
                Tally.UnreadAttachments.Add(place);
            }
        }

        if (use == StreamUse.Nothing && (kind == StreamKind.TableFont || _fonts.Contains(number)))
        {
            return Pass(kind) | StreamUse.Font;
        }

        if (use == StreamUse.Nothing && kind == StreamKind.Metadata)
        {
            return Pass(kind) | StreamUse.Metadata;
        }

        // While an object stream is read, the strings in it are kept.
        return use == StreamUse.Nothing ? Pass(kind) : use.Has(StreamUse.ObjectStream) ? use : use | StreamUse.Recent;
    }

    private StreamUse Pass(StreamKind kind)
    {
        Tally.Skip(kind switch
        {
            StreamKind.Image => SkipReason.Image,
            StreamKind.Font or StreamKind.TableFont => SkipReason.Font,
            StreamKind.EmbeddedFile => SkipReason.OverLimit,
            _ => SkipReason.Other,
        });
        return kind == StreamKind.Other ? StreamUse.Recent : StreamUse.Nothing;
    }
}
