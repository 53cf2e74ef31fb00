using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Pdf.Attachments;
using Analyzer.Engines.Pdf.Filters;
using Analyzer.Engines.Memory;
using Analyzer.Engines.Pdf.Scripts;
using Analyzer.Engines.Xfa;
using Analyzer.Engines.JavaScript;

namespace Analyzer.Engines.Pdf.Streams;

/// <summary>
/// Remembers what streams and strings that are kept no longer would be as a script, an XML form or an embedded file.
/// </summary>
/// <remarks>
/// <para>
/// Something may still name one of them as that, and what stands between must not lower the score. So each is examined before it is
/// forgotten, by its first <see cref="ScriptReader.MaxLength"/> bytes; what remains of it are a few bits, without its text.
/// </para>
/// <para>
/// To decode and examine costs several times what a byte that passes does. So this is done for the first streams of a file only, up to
/// <see cref="MaxDecoded"/> bytes, and for the longer ones, which page contents are, up to <see cref="MaxLargeDecoded"/>. What follows a
/// stream never takes its share from it. A script that was not examined counts as not read.
/// </para>
/// </remarks>
internal sealed class ForgottenStreams : IByteSink
{
    public const int MaxObjects = 65_536;
    public const int MaxDecoded = 128 * 1024;
    public const int MaxLargeDecoded = MaxDecoded / 4;

    // Twelve bits for each use: of a script and of a form the marks, and whether it was not read as a whole.
    private const int FormShift = 12;
    private const int AttachmentShift = 24;
    private const int Unread = 1 << 11;
    private const int UnreadByAll = Unread | (Unread << FormShift);

    private readonly FilterBook _filterBook;
    private readonly DictionaryReader _dictionaries;
    private readonly DecodeBudget _budget = new();
    private readonly FilterChain _chain;
    private readonly ScriptReader _script = new(lists: false);
    private readonly ScriptReader _formScripts = new(lists: false);
    private readonly XfaReader _form;
    private readonly FilePrefix _start = new();
    private readonly IntTable _objects = new(MaxObjects);
    private long _decoded;

    public ForgottenStreams(FilterBook filterBook, DictionaryReader dictionaries)
    {
        (_filterBook, _dictionaries) = (filterBook, dictionaries);
        _chain = new(_budget);
        _form = new(new FormParts(_formScripts, actions: null, links: null));
    }

    /// <summary>Notes that a revision of an object was never kept.</summary>
    /// <param name="readAs">What it was read as while it passed.</param>
    public void Add(int number, StreamUse readAs) => Add(number, UnreadByAll | ((int)Unless(readAs) << AttachmentShift));

    /// <summary>Examines a stream or a string that is forgotten now.</summary>
    /// <param name="bytes">Its dictionary, unless that has been read, and its data.</param>
    /// <param name="filters">Those of a stream whose dictionary has been read.</param>
    public void Add(in KeptStream kept, ReadOnlySpan<byte> bytes, in StreamFilters filters)
    {
        var data = bytes[kept.DictionaryLength..];
        if (_decoded >= (data.Length > RecentStreams.MaxSmallStream ? MaxLargeDecoded : MaxDecoded))
        {
            Add(kept.Place.Object, kept.ReadAs);
        }
        else if (kept.IsString)
        {
            _decoded += data.Length;
            _script.Read(data, isCut: false, default, default);
            Add(kept.Place.Object, Take(_script, isWhole: true));
        }
        else
        {
            var (declared, length) = _dictionaries.Read(kept, bytes, filters);
            Examine(kept, data, declared, length);
        }
    }

    /// <summary>The remembered facts about an object, over all its revisions.</summary>
    public ForgottenStream Find(int number, StreamUse use)
    {
        var isForgotten = _objects.TryGet(number, out var bits);
        if (use == StreamUse.Attachment)
        {
            return new(isForgotten) { Kinds = (AttachedKinds)(bits >> AttachmentShift) };
        }

        bits >>= use == StreamUse.Form ? FormShift : 0;
        return new(isForgotten)
        {
            Marks = bits & (Unread - 1),
            IsUnread = (bits & Unread) != 0 || _objects.Count == MaxObjects,
        };
    }

    /// <summary>Takes no more of a stream than is read of a script.</summary>
    public bool Write(ReadOnlySpan<byte> bytes)
    {
        _decoded += bytes.Length;
        _start.Take(bytes);
        _form.Write(bytes);
        return _script.Write(bytes);
    }

    /// <summary>Makes it ready for another file, and gives back what it has rented.</summary>
    public void Clear()
    {
        _objects.Clear();
        _script.Clear();
        _formScripts.Clear();
        _form.Clear();
        _budget.Open(null);
        _decoded = 0;
    }

    /// <param name="length">The bytes that its dictionary promises.</param>
    private void Examine(in KeptStream kept, ReadOnlySpan<byte> data, in StreamFilters declared, long length)
    {
        _script.Begin();
        _form.Begin();
        _start.Clear();
        var status = _chain.Begin(_filterBook.Resolve(declared, StreamUse.Nothing), this, length);
        if (status == DecodeStatus.Done)
        {
            _chain.Write(data);
            status = _chain.Complete();
        }

        var isShort = _chain.Missing > StreamReaders.MaxLineEnd;

        // An object that names filters may still turn out to say something else.
        var isWhole = status == DecodeStatus.Done && !isShort && !declared.HasReferences;
        _script.Complete(default);
        isWhole &= _script.Cut.Count == 0;
        var form = Take(_formScripts, _form.Complete() && isWhole);
        var kinds = (int)(Unless(kept.ReadAs) == AttachedKinds.None ? AttachedKinds.None
            : AttachedKinds.Unread | AttachmentReader.KindsOf(_start.Bytes));
        Add(kept.Place.Object, Take(_script, isWhole) | (form << FormShift) | (kinds << AttachmentShift));
    }

    private static AttachedKinds Unless(StreamUse readAs) =>
        readAs.Has(StreamUse.Attachment) ? AttachedKinds.None : AttachedKinds.Unread;

    private static int Take(ScriptReader script, bool isWhole)
    {
        var bits = script.Marks | (isWhole && script.Cut.Count == 0 ? 0 : Unread);
        script.Clear();
        return bits;
    }

    private void Add(int number, int bits) => _objects.GetOrAdd(number, out _) |= bits;
}

/// <param name="IsForgotten">Whether a revision of the object was.</param>
internal readonly record struct ForgottenStream(bool IsForgotten)
{
    /// <summary>A bit for each <see cref="ScriptEffect"/> of its scripts.</summary>
    public int Marks { get; init; }

    public AttachedKinds Kinds { get; init; }

    /// <summary>Whether a script of it may not have been read to its end.</summary>
    public bool IsUnread { get; init; }
}
