using Analyzer.Core;
using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Attachments;
using Analyzer.Engines.Pdf.Filters;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Memory;
using Analyzer.Engines.Pdf.Objects;
using Analyzer.Engines.Pdf.Scripts;
using Analyzer.Engines.Pdf.Streams;

namespace Analyzer.Engines.Pdf;

/// <summary>Collects what a document's objects say, those in the file and those inside its object streams.</summary>
internal sealed class PdfContents : IDocumentParts, IDisposable
{
    private const int MaxWanted = 4096;
    private const int Address = 0;

    private readonly ObjectScanner _scanner;
    private readonly StreamOpener _streams;
    private readonly AttachmentReader _attachments = new();
    private readonly ReferenceLists _packets = new();
    private readonly EmbeddedLists _embeddedLists = new();

    /// <summary>Strings that are objects of their own: names of the embedded files with these numbers, and addresses.</summary>
    private readonly WantedObjects<int, int> _wanted = new(MaxWanted);

    private readonly LinkList _links = new();

    public PdfContents()
    {
        _streams = new(new ObjectStreamReader(this, Actions), InsideExcerpts, Scripts, _attachments);
        _scanner = new(this, _streams, Actions);
    }

    /// <summary>The keywords inside object streams.</summary>
    public PdfKeywordCounts InsideCounts { get; } = new();

    public Excerpts InsideExcerpts { get; } = new(KeywordSlots.Count);

    public PlaceBook Places { get; } = new();

    public ActionGraph Actions { get; } = new();

    public ScriptReader Scripts { get; } = new();

    /// <summary>The streams that went beyond a bound of decoding.</summary>
    public BombList Bombs => _streams.Bombs;

    /// <summary>Whether dictionaries were nested deeper than is followed.</summary>
    public bool IsTooDeep { get; private set; }

    public bool HasObjectStreams => _streams.Tally.ObjectStreams > 0;

    /// <summary>The first object streams that were not opened, or not to their end.</summary>
    public IReadOnlyList<ObjectPlace> UnopenedPlaces => _streams.Tally.UnopenedObjectStreams.Places;

    public IReadOnlyList<string> Links => _links.Links;

    public IReadOnlyList<PdfAttachment> Attachments => _attachments.ToList();

    /// <param name="anchors">The masks that <see cref="PdfAnchors.Find"/> gives for these bytes.</param>
    public void Append(ReadOnlySpan<byte> bytes, ReadOnlySpan<ulong> anchors) => _scanner.Append(bytes, anchors);

    public void Complete() => _scanner.Complete();

    /// <param name="counts">The keywords in the file's bytes.</param>
    /// <param name="unseen">Actions whose targets were not seen.</param>
    /// <param name="isEncrypted">The text of its scripts is encrypted with the document: it was looked at, and says nothing.</param>
    public Coverage CoverageOf(PdfKeywordCounts counts, int unseen, bool isEncrypted)
    {
        var (hiddenStreams, hiddenActions) = (HiddenIn(counts, PdfKeyword.ObjStm), HiddenIn(counts, PdfKeyword.OpenAction));
        var (tally, filters) = (_streams.Tally, _streams.FilterBook);
        return new Coverage
        {
            Streams = tally.Streams,
            Opened = tally.Opened(isEncrypted),
            Skipped = tally.ToSkipped(isEncrypted),
            UnopenedObjectStreams = tally.UnopenedObjectStreams.Count + filters.DoubtfulObjectStreams
                + Math.Max(hiddenStreams, _scanner.HiddenObjects),
            UnreadScripts = tally.UnreadScripts.Count + filters.DoubtfulScripts + (isEncrypted ? Scripts.Count : Scripts.Cut.Count)
                + _streams.ScriptTargets.Missing + _streams.FormTargets.Missing,
            ActionsWithoutTarget = unseen + hiddenActions,
            DecodedBytes = _streams.DecodedBytes,
        };
    }

    /// <summary>The first scripts that were not read to their end, or where they are named.</summary>
    public IReadOnlyList<ObjectPlace> UnreadPlaces(bool isEncrypted)
    {
        var read = isEncrypted ? Scripts.Scripts.Select(static script => script.Place) : Scripts.Cut.Places;
        return
        [
            .. read.Concat(_streams.Tally.UnreadScripts.Places)
                .Concat(_streams.ScriptTargets.MissingPlaces).Concat(_streams.FormTargets.MissingPlaces)
                .Distinct().OrderBy(static place => place.Offset).Take(PlaceList.MaxPlaces),
        ];
    }

    /// <param name="offset">The offset of the next byte.</param>
    public void Reset(long offset)
    {
        _streams.Clear();
        _packets.Clear();
        _embeddedLists.Clear();
        _wanted.Clear();
        _scanner.Reset(offset);
        _attachments.Clear();
        _links.Clear();
        InsideCounts.Clear();
        InsideExcerpts.Clear();
        Places.Clear();
        Actions.Clear();
        Scripts.Clear();
        IsTooDeep = false;
    }

    public void Dispose()
    {
        Reset(0);
        _attachments.Dispose();
    }

    void IDocumentParts.Keyword(PdfKeyword keyword, bool hasHexCodes, in ObjectPlace place, long offset)
    {
        Places.Add(keyword, hasHexCodes, place);
        if (place.Container == 0)
        {
            return;
        }

        InsideCounts.Add(keyword, place.Offset);
        InsideExcerpts.Request((int)keyword, offset);
        if (hasHexCodes)
        {
            InsideCounts.AddObfuscated(place.Offset);
            InsideExcerpts.Request(KeywordSlots.HexCoded, offset);
        }
    }

    void IDocumentParts.Object(in ObjectPlace place)
    {
        _streams.FilterBook.Object(place.Object);
        if (place.Container > 0)
        {
            InsideCounts.Add(PdfKeyword.Obj, place.Offset);
            InsideCounts.Add(PdfKeyword.EndObj, place.Offset);
        }
    }

    void IDocumentParts.Script(ReadOnlySpan<byte> text, bool isCut, in ObjectPlace place) => Scripts.Read(text, isCut, place);

    void IDocumentParts.ScriptReference(int target, in ObjectPlace place)
    {
        if (_streams.ScriptTargets.Add(target, place))
        {
            _streams.ReadEarlier(target, StreamUse.Script, place);
        }
    }

    void IDocumentParts.FormReference(int target, in ObjectPlace place)
    {
        if (!_streams.FormTargets.Add(target, place))
        {
            return;
        }

        var listed = _packets.Find(target, out var isWhole);
        if (listed.Count == 0)
        {
            _streams.ReadEarlier(target, StreamUse.Form, place);
        }
        else
        {
            AddFormPackets(target, [.. listed], isWhole, place);
        }
    }

    void IDocumentParts.PacketList(ReadOnlySpan<int> targets, bool isCut, in ObjectPlace place)
    {
        if (_streams.FormTargets.Has(place.Object))
        {
            AddFormPackets(place.Object, targets, !isCut, place);
        }
        else
        {
            _packets.Add(place.Object, targets, isCut);
        }
    }

    void IDocumentParts.FilterNames(int number, in StreamFilters names) =>
        _streams.FilterBook.Note(number, names, Actions.MayKnow(number));

    void IDocumentParts.FilterParameters(int number, DecodeParameters parameters) =>
        _streams.FilterBook.Note(number, parameters, Actions.MayKnow(number));

    void IDocumentParts.StringObject(ReadOnlySpan<byte> text, bool isCut, in ObjectPlace place)
    {
        foreach (var stream in _wanted.Find(place.Object))
        {
            Give(text, stream);
        }

        if (_streams.ScriptTargets.Has(place.Object))
        {
            _streams.ScriptTargets.MarkRead(place.Object);
            Scripts.Read(text, isCut, place);
        }
        else
        {
            _streams.Keep(text, isCut, place);
        }
    }

    void IDocumentParts.Uri(ReadOnlySpan<byte> uri, in ObjectPlace place) =>
        _links.Add(TextStrings.Decode(uri, stackalloc char[uri.Length]));

    void IDocumentParts.FileName(ReadOnlySpan<byte> name, in ObjectPlace place)
    {
        var text = TextStrings.Decode(name, stackalloc char[name.Length]);
        if (FileNames.IsUnc(name) || FileNames.IsAddress(text))
        {
            _links.Add(text);
        }
    }

    void IDocumentParts.UriReference(int target) => Want(target, Address);

    void IDocumentParts.EmbeddedFile(int target, ReadOnlySpan<byte> name, int nameObject, in ObjectPlace place) =>
        AddFile(target, name, nameObject, place);

    void IDocumentParts.EmbeddedFiles(int list, ReadOnlySpan<byte> name, int nameObject, in ObjectPlace place)
    {
        foreach (var target in _embeddedLists.AddFile(list, name, nameObject, place))
        {
            AddFile(target, name, nameObject, place);
        }
    }

    void IDocumentParts.FileList(int number, ReadOnlySpan<int> targets)
    {
        foreach (var file in _embeddedLists.AddList(number, targets))
        {
            foreach (var target in targets)
            {
                AddFile(target, file.Name, file.NameObject, file.Place);
            }
        }
    }

    void IDocumentParts.TooDeep() => IsTooDeep = true;

    // A reader may find in strings and stream data what PDFiD's counter has seen there only.
    private long HiddenIn(PdfKeywordCounts counts, PdfKeyword keyword) =>
        Math.Max(0, counts[keyword].Count + InsideCounts[keyword].Count - Places.Count(keyword));

    private void AddFile(int target, ReadOnlySpan<byte> name, int nameObject, in ObjectPlace place)
    {
        _attachments.Add(target, place);
        _attachments.Name(target, name);
        if (nameObject > 0)
        {
            Want(nameObject, target);
        }

        if (_attachments.Seek(target))
        {
            _streams.ReadEarlier(target, StreamUse.Attachment, place);
        }
    }

    // The string may have passed, or follow.
    private void Want(int number, int stream)
    {
        if (_wanted.Add(number, stream) is { } uses)
        {
            uses.Add(stream);
            _streams.FindStrings(number, text => Give(text, stream));
        }
    }

    private void Give(ReadOnlySpan<byte> text, int stream)
    {
        text = text[..Math.Min(text.Length, StringValues.MaxNameLength)];
        if (stream == Address)
        {
            _links.Add(TextStrings.Decode(text, stackalloc char[text.Length]));
        }
        else
        {
            _attachments.Name(stream, text);
        }
    }

    // A list that is not known as a whole stays unread.
    private void AddFormPackets(int list, ReadOnlySpan<int> targets, bool isWhole, in ObjectPlace place)
    {
        if (isWhole)
        {
            _streams.FormTargets.MarkRead(list);
        }

        foreach (var target in targets)
        {
            if (_streams.FormTargets.Add(target, place))
            {
                _streams.ReadEarlier(target, StreamUse.Form, place);
            }
        }
    }
}
