using Analyzer.Core;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Attachments;
using Analyzer.Engines.Pdf.Encryption;
using Analyzer.Engines.Pdf.Filters;
using Analyzer.Engines.Pdf.Fonts;
using Analyzer.Engines.Pdf.Foreign;
using Analyzer.Engines.Pdf.Gaps;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Links;
using Analyzer.Engines.Pdf.Objects;
using Analyzer.Engines.Pdf.Scripts;
using Analyzer.Engines.Pdf.Streams;
using Analyzer.Engines.JavaScript;

namespace Analyzer.Engines.Pdf;

/// <summary>Collects what a document's objects say, those in the file and those inside its object streams.</summary>
internal sealed class PdfContents : IDocumentParts, IDisposable
{
    private const int MaxWanted = 4096;

    private readonly ObjectScanner _scanner;
    private readonly StreamOpener _streams;
    private readonly AttachmentReader _attachments;
    private readonly FormPackets _packets;
    private readonly EmbeddedFiles _files;
    private readonly FontMatrices _matrices = new();
    private readonly LinkList _links = new();

    /// <summary>The nodes of the tree of scripts that run when the document is opened.</summary>
    private readonly HashSet<int> _scriptTree = [];

    private readonly ObjectCipher? _cipher;
    private readonly DecryptedStreams? _decrypted;
    private long _offset;

    /// <summary>For a document as it lies there.</summary>
    public PdfContents(EncryptionWatch watch)
    {
        _attachments = new() { Rests = new() };
        _streams = NewStreams();
        (_files, _packets) = (new(_attachments, _streams, _links), new(_streams));
        _scanner = new(this, new HeldStreams(_streams, watch.HoldBack), Actions, watch: watch);
    }

    /// <summary>For a document that is decrypted as it is read.</summary>
    public PdfContents(ObjectCipher cipher)
    {
        (_cipher, _attachments) = (cipher, new());
        _streams = NewStreams();
        (_files, _packets) = (new(_attachments, _streams, _links), new(_streams));
        _decrypted = new(_streams, cipher);
        _scanner = new(this, _decrypted, Actions, cipher);
    }

    /// <summary>Data of another type between objects, or behind the last of them.</summary>
    public ForeignData Foreign { get; } = new();

    /// <summary>Links and buttons that cannot be seen.</summary>
    public CoverList Covers { get; } = new();

    /// <summary>Fonts whose matrix has something else in it than numbers.</summary>
    public PlaceList BadMatrices => _matrices.Bad;

    /// <summary>Fonts with a table that readers have been attacked through.</summary>
    public PlaceList BadFonts => _streams.BadFonts;

    /// <summary>The keywords inside object streams.</summary>
    public PdfKeywordCounts InsideCounts { get; } = new();

    /// <summary>The bytes around the first place of each keyword in an object that lies open.</summary>
    public Excerpts Excerpts { get; } = new(KeywordSlots.Count);

    public Excerpts InsideExcerpts { get; } = new(KeywordSlots.Count);

    public PlaceBook Places { get; } = new();

    public ActionGraph Actions { get; } = new();

    public ScriptReader Scripts { get; } = new();

    /// <summary>The streams that went beyond a bound of decoding.</summary>
    public BombList Bombs => _streams.Bombs;

    /// <summary>What the scripts do; known when the actions have been followed.</summary>
    public FoundActTable ScriptFoundActs { get; } = new(Enum.GetValues<ScriptEffect>().Length);

    /// <summary>Whether a part of the tree of scripts was not found, so that any script may be in it.</summary>
    public bool HasLostScriptTree { get; private set; }

    /// <summary>Whether dictionaries were nested deeper than is followed.</summary>
    public bool IsTooDeep { get; private set; }

    public bool HasObjectStreams => _streams.Tally.ObjectStreams > 0;

    public LinkList Links => _links;

    /// <param name="isEncrypted">Names that cannot be read are then none.</param>
    public IReadOnlyList<PdfAttachment> AttachmentsOf(bool isEncrypted) => _attachments.ToList(isEncrypted);

    /// <param name="anchors">The masks that <see cref="PdfAnchors.Find"/> gives for these bytes.</param>
    public void Append(ReadOnlySpan<byte> bytes, ReadOnlySpan<ulong> anchors)
    {
        _scanner.Append(bytes, anchors);
        Excerpts.Take(bytes, _offset);
        Foreign.Take(bytes, _offset);
        _attachments.Rests?.Take(bytes, _offset);
        _offset += bytes.Length;
    }

    /// <summary>A document begins.</summary>
    /// <param name="parts">Takes what lies inside it.</param>
    public void Open(IParts parts)
    {
        _attachments.Open(parts);
        Foreign.Open(parts);
        _streams.Open(parts.Budget);
    }

    public void Complete()
    {
        _scanner.Complete();
        _streams.Complete();
        _attachments.Rests?.Complete();
        Excerpts.Take([], _offset);
        if (_cipher is null)
        {
            Foreign.Complete();
        }
    }

    /// <summary>Takes the embedded files back, which are encrypted.</summary>
    /// <param name="isOpened">Whether they are read again when they are decrypted; else they need a password.</param>
    public void WithdrawAttachments(bool isOpened) => _attachments.Withdraw(isOpened);

    /// <summary>Follows all actions, and tells what leads to each script.</summary>
    /// <param name="isEncrypted">Texts that cannot be read are then no scripts, but encrypted.</param>
    /// <returns>Where actions are named that need no click and were not found.</returns>
    public PlaceList Follow(bool isEncrypted)
    {
        var unseen = Actions.Follow();
        _matrices.Settle(Actions);
        Scripts.Tell(ScriptFoundActs, isEncrypted, origin =>
            Actions.TriggerOf(origin) is var trigger && trigger == Trigger.None && HasLostScriptTree ? Trigger.Open : trigger);
        return unseen;
    }

    /// <summary>Takes the key of the next file.</summary>
    /// <param name="encryptionObject">The object that describes the encryption; 0 for none.</param>
    public void Open(DocumentKey key, int encryptionObject)
    {
        _cipher!.Open(key, encryptionObject);
        _decrypted!.Open(key.Dictionary);
    }

    /// <summary>Goes on behind bytes that are not known any more: data of the stream that is being read.</summary>
    public void Skip(long count)
    {
        _scanner.Skip(count);
        Excerpts.Break();
        _offset += count;
    }

    /// <param name="unseen">Actions whose targets were not seen.</param>
    /// <param name="isEncrypted">The text of its scripts is encrypted with the document: it was looked at, and says nothing.</param>
    public Coverage CoverageOf(PlaceList unseen, bool isEncrypted)
    {
        var tally = _streams.Tally;
        return new Coverage
        {
            Streams = tally.Streams,
            Opened = tally.Opened(isEncrypted),
            Skipped = tally.ToSkipped(isEncrypted),
            UnopenedObjectStreams = tally.UnopenedObjectStreams + _streams.FilterBook.DoubtfulObjectStreams,
            UnreadScripts = UnreadScripts(isEncrypted),
            ActionsWithoutTarget = unseen.Count,
            DecodedBytes = _streams.DecodedBytes,
        };
    }

    /// <summary>What was left out.</summary>
    /// <param name="unseen">Actions whose targets were not seen.</param>
    /// <param name="opening">What became of its encryption, when this is what lies there encrypted.</param>
    public GapList GapsOf(PlaceList unseen, DocumentOpening opening)
    {
        var (gaps, tally, isEncrypted) = (new GapList(), _streams.Tally, opening != DocumentOpening.NotEncrypted);
        gaps.Add(opening == DocumentOpening.NeedsPassword ? Gap.NeedsPassword : PdfGap.NotDecrypted, isEncrypted ? 1 : 0);
        gaps.Add(PdfGap.ObjectStreamFilter,
            tally.UnknownObjectStreams.Count + _streams.FilterBook.DoubtfulObjectStreams, tally.UnknownObjectStreams.Places);
        gaps.Add(PdfGap.ObjectStreamBroken, isEncrypted ? new() : tally.BrokenObjectStreams);
        gaps.Add(PdfGap.ObjectStreamOverLimit, tally.LargeObjectStreams);
        gaps.Add(PdfGap.HiddenObject, _scanner.Hidden);
        gaps.Add(PdfGap.CutObject, _scanner.Doubtful);
        gaps.Add(PdfGap.ScriptUnread, UnreadScripts(isEncrypted), UnreadPlaces(isEncrypted));
        gaps.Add(PdfGap.ActionUnseen, unseen);
        gaps.Add(PdfGap.AttachmentUnread, _attachments.Forgotten);
        gaps.Add(Gap.TooManyParts, _streams.Tally.UnreadAttachments);
        gaps.Add(PdfGap.TooManyActions, Actions.Lost);
        gaps.Add(PdfGap.TooDeepNesting, IsTooDeep ? 1 : 0);
        return gaps;
    }

    /// <param name="offset">The offset of the next byte.</param>
    public void Reset(long offset)
    {
        _streams.Clear();
        _packets.Clear();
        _files.Clear();
        _scanner.Reset(offset);
        _offset = offset;
        _attachments.Clear();
        _links.Clear();
        InsideCounts.Clear();
        Foreign.Clear();
        Covers.Clear();
        _matrices.Clear();
        Excerpts.Clear();
        InsideExcerpts.Clear();
        Places.Clear();
        Actions.Clear();
        Scripts.Clear();
        ScriptFoundActs.Clear();
        _scriptTree.Clear();
        (IsTooDeep, HasLostScriptTree) = (false, false);
    }

    public void Dispose()
    {
        Reset(0);
    }

    void IDocumentParts.Keyword(PdfKeyword keyword, bool hasHexCodes, in ObjectPlace place, long offset)
    {
        Places.Add(keyword, hasHexCodes, place);
        if (place.Container == 0)
        {
            Request((int)keyword, offset);
            if (hasHexCodes)
            {
                Request(KeywordSlots.HexCoded, offset);
            }

            return;
        }

        if (_streams.ReadsObjects)
        {
            Places.AddTwin(keyword);
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

    void IDocumentParts.Script(ReadOnlySpan<byte> text, bool isCut, in ObjectPlace place, Origin origin) =>
        Scripts.Read(text, isCut, place, origin);

    // A node that has passed is not known any more: it was nothing but a dictionary.
    void IDocumentParts.ScriptTree(int target, in ObjectPlace place) =>
        HasLostScriptTree |= _scriptTree.Count == MaxWanted || (_scriptTree.Add(target) && Actions.MayKnow(target));

    bool IDocumentParts.IsScriptTree(int number) => _scriptTree.Count > 0 && _scriptTree.Contains(number);

    void IDocumentParts.ScriptReference(int target, in ObjectPlace place)
    {
        if (_streams.ScriptTargets.Add(target, place))
        {
            _streams.ReadEarlier(target, StreamUse.Script, place);
        }
    }

    void IDocumentParts.FormReference(int target, in ObjectPlace place) => _packets.Refer(target, place);

    void IDocumentParts.PacketList(ReadOnlySpan<int> targets, bool isCut, bool areNamed, in ObjectPlace place)
    {
        if (!areNamed || isCut || !_streams.ScriptTargets.Has(place.Object))
        {
            _packets.List(targets, isCut, place);
            return;
        }

        _streams.ScriptTargets.MarkRead(place.Object);
        foreach (var target in targets)
        {
            Actions.AddReference(Origin.Of(Trigger.Open), target, place, isScript: true);
            ((IDocumentParts)this).ScriptReference(target, place);
        }
    }

    void IDocumentParts.FilterNames(int number, in StreamFilters names) =>
        _streams.FilterBook.Note(number, names, Actions.MayKnow(number));

    void IDocumentParts.FilterParameters(int number, DecodeParameters parameters) =>
        _streams.FilterBook.Note(number, parameters, Actions.MayKnow(number));

    void IDocumentParts.StringObject(ReadOnlySpan<byte> text, bool isCut, in ObjectPlace place)
    {
        _files.Text(text, place.Object);
        if (_streams.ScriptTargets.Has(place.Object))
        {
            _streams.ScriptTargets.MarkRead(place.Object);
            Scripts.Read(text, isCut, place, new(place.Object));
        }
        else
        {
            _streams.Keep(text, isCut, place);
        }
    }

    void IDocumentParts.Uri(ReadOnlySpan<byte> uri, in ObjectPlace place) =>
        _links.Add(TextStrings.Decode(uri, stackalloc char[uri.Length]), place);

    void IDocumentParts.FileName(ReadOnlySpan<byte> name, in ObjectPlace place)
    {
        var text = TextStrings.Decode(name, stackalloc char[name.Length]);
        if (FileNames.IsUnc(text) || FileNames.IsAddress(text))
        {
            _links.Add(text, place);
        }
    }

    void IDocumentParts.UriReference(int target) => _files.AddAddress(target);

    void IDocumentParts.EmbeddedFile(int target, ReadOnlySpan<byte> name, int nameObject, in ObjectPlace place) =>
        _files.Add(target, name, nameObject, place);

    void IDocumentParts.EmbeddedFiles(int list, ReadOnlySpan<byte> name, int nameObject, in ObjectPlace place) =>
        _files.AddListed(list, name, nameObject, place);

    void IDocumentParts.FileList(int number, ReadOnlySpan<int> targets) => _files.AddList(number, targets);

    void IDocumentParts.TooDeep() => IsTooDeep = true;

    void IDocumentParts.FontFile(int target, in ObjectPlace place) => _streams.AddFont(target, place);

    void IDocumentParts.FontMatrix(in ObjectPlace place) => _matrices.Add(place);

    void IDocumentParts.FontMatrix(int target, in ObjectPlace place) => _matrices.Add(target, place);

    void IDocumentParts.Covered(double area, int action, in ObjectPlace place) => Covers.Add(area, action, place);

    void IDocumentParts.PageArea(double area) => Covers.PageArea = area > 0 ? area : Covers.PageArea;

    void IDocumentParts.Between(ReadOnlySpan<byte> bytes, long offset, bool isFollowed) => Foreign.Between(bytes, offset, isFollowed);

    void IDocumentParts.Mail(ReadOnlySpan<byte> word, long offset) => Foreign.Begin(word, offset);

    private void Request(int slot, long offset)
    {
        if (_scanner.Earlier is { IsEmpty: false } earlier)
        {
            Excerpts.Request(slot, offset, earlier, _scanner.EarlierOffset);
        }
        else
        {
            Excerpts.Request(slot, offset);
        }
    }

    private StreamOpener NewStreams() => new(
        new ObjectStreamReader(this, Actions), InsideExcerpts, Scripts, new FormParts(Scripts, Actions, _links), _attachments);

    private long UnreadScripts(bool isEncrypted) =>
        _streams.Tally.UnreadScripts.Count + _streams.FilterBook.DoubtfulScripts + (isEncrypted ? Scripts.Count : Scripts.Cut.Count)
        + _streams.ScriptTargets.Missing + _streams.FormTargets.Missing;

    // Scripts that were not read to their end, or where they are named.
    private IEnumerable<ObjectPlace> UnreadPlaces(bool isEncrypted) =>
        (isEncrypted ? Scripts.Scripts.Select(static script => script.Place) : Scripts.Cut.Places)
        .Concat(_streams.Tally.UnreadScripts.Places)
        .Concat(_streams.ScriptTargets.MissingPlaces).Concat(_streams.FormTargets.MissingPlaces);
}
