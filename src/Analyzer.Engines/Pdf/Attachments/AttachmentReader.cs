using Analyzer.Core;
using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Memory;

namespace Analyzer.Engines.Pdf.Attachments;

/// <summary>Hands embedded files on as they are decoded: each is a part of the document, and analysed as such.</summary>
internal sealed class AttachmentReader : IByteSink
{
    /// <summary>A report lists so many; of more, programs and scripts come first.</summary>
    public const int MaxListed = 64;

    /// <summary>So many are handed on; more are not opened.</summary>
    public const int MaxFiles = 4096;
    private const string Executable = "executable";
    private const string Script = "script";
    private const int MaxKnown = 65_536;
    private const int MaxNames = 1024;
    private const int Named = 1 << 0;
    private const int NamedAsScript = 1 << 1;
    private const int WasRead = 1 << 2;
    private const int WasSought = 1 << 3;
    private const int Known = 1 << 4;

    private static readonly string[] ScriptExtensions =
    [
        ".js", ".jse", ".vbs", ".vbe", ".wsf", ".hta", ".ps1", ".bat", ".cmd", ".sh", ".py", ".settingcontent-ms",
    ];

    private static readonly ByteHistogram NoBytes = new();

    private readonly IntTable _marks = new(MaxKnown);
    private readonly Dictionary<int, NamedFile> _named = [];
    private readonly List<Attachment> _attachments = [];
    private readonly byte[] _start = new byte["%PDF-".Length];
    private IParts? _parts;
    private IPart? _part;
    private long _length;

    /// <summary>Whether one more file is read.</summary>
    public bool HasRoom => _attachments.Count < MaxFiles;

    /// <summary>Files that are kept no longer when they are named; only what they are has been remembered.</summary>
    public PlaceList Forgotten { get; } = new();

    /// <summary>Files that go on behind a word that ends a stream; null when they are not followed.</summary>
    public AttachedRests? Rests { get; init; }

    /// <summary>A document begins.</summary>
    /// <param name="parts">Takes its embedded files.</param>
    public void Open(IParts parts) => _parts = parts;

    /// <summary>Whether a stream is known to be an embedded file.</summary>
    public bool Knows(int target) => Has(target, Known);

    /// <summary>Notes that the streams with this number are looked for which passed before it was known to be an embedded file.</summary>
    /// <returns>True for the first time.</returns>
    public bool Seek(int target)
    {
        ref var marks = ref _marks.GetOrAdd(target, out _);
        var isFirst = (marks & (Known | WasSought)) == Known;
        marks |= WasSought;
        return isFirst;
    }

    /// <summary>Notes that a stream is an embedded file.</summary>
    /// <param name="place">Where that is said.</param>
    public void Add(int target, in ObjectPlace place)
    {
        _marks.GetOrAdd(target, out _) |= Known;
        if (_named.Count < MaxNames)
        {
            _named.TryAdd(target, new(null, place));
        }
    }

    /// <summary>Notes a name of an embedded file that has been added. The first one counts, and any that makes it a script.</summary>
    /// <param name="bytes">Empty when it has none here.</param>
    public void Name(int target, ReadOnlySpan<byte> bytes)
    {
        Span<char> text = stackalloc char[bytes.Length];
        var name = TextStrings.Decode(bytes, text);
        var isScript = IsScript(name);
        ref var marks = ref _marks.GetOrAdd(target, out _);
        if (name.IsEmpty || ((marks & Named) != 0 && (!isScript || (marks & NamedAsScript) != 0)))
        {
            return;
        }

        marks |= isScript ? Named | NamedAsScript : Named;
        if (_named.TryGetValue(target, out var named))
        {
            _named[target] = named with { Name = WithoutControls(text[..name.Length]) };
        }
    }

    /// <param name="place">Where the file's data begin.</param>
    public void Begin(in ObjectPlace place)
    {
        _part = _parts!.Open(_named.GetValueOrDefault(place.Object).Name, place.Offset);
        _length = 0;
    }

    public bool Write(ReadOnlySpan<byte> bytes)
    {
        if (_length < _start.Length)
        {
            bytes[..Math.Min(bytes.Length, _start.Length - (int)_length)].CopyTo(_start.AsSpan((int)_length));
        }

        _length += bytes.Length;
        return _part!.Write(bytes);
    }

    /// <summary>Lets a file go on behind the bytes that were taken for its data, when more were promised.</summary>
    /// <param name="place">Where the file's data begin; they have no filter, and are read right now.</param>
    /// <param name="missing">The bytes that were promised and did not come.</param>
    public bool TryGoOn(in ObjectPlace place, long missing)
    {
        var (from, isDocument) = (place.Offset + _length, _length >= _start.Length && _start.AsSpan().SequenceEqual("%PDF-"u8));
        var (file, number) = (_attachments.Count, place.Object);
        if (Rests?.TryBegin(_part!, place.Offset, from, from + missing, isDocument, WhenEnded) != true)
        {
            return false;
        }

        _attachments.Add(new(number, place, _part, null));
        _part = null;
        _marks.GetOrAdd(number, out _) |= WasRead;
        return true;

        void WhenEnded(PartFacts facts) => _attachments[file] = _attachments[file] with { Facts = facts };
    }

    /// <param name="gap">Why it was not decoded to its end; null when it was.</param>
    public void Complete(in ObjectPlace place, Gap? gap)
    {
        var facts = _part!.Complete(gap);
        _attachments.Add(new(place.Object, place, _part, facts));
        _part = null;
        _marks.GetOrAdd(place.Object, out _) |= WasRead;
    }

    /// <summary>Adds a file that is kept no longer; only what it is has been remembered.</summary>
    /// <param name="place">Where it is named.</param>
    public void AddForgotten(int number, AttachedKinds kinds, in ObjectPlace place)
    {
        if ((kinds & AttachedKinds.Unread) == 0)
        {
            return;
        }

        Forgotten.Add(place);
        if (kinds != AttachedKinds.Unread && HasRoom)
        {
            _attachments.Add(new(number, place, null, null) { Kinds = kinds });
            _marks.GetOrAdd(number, out _) |= WasRead;
        }
    }

    /// <summary>Takes the parts back that are encrypted; one that is known to do harm as it lies there is not.</summary>
    /// <param name="isOpened">Whether they are read again when they are decrypted; else they need a password.</param>
    public void Withdraw(bool isOpened)
    {
        foreach (var attachment in _attachments)
        {
            if (attachment is { Part: { } part, Facts.Verdict: Verdict.Clean or Verdict.Unable })
            {
                part.Withdraw();
                if (!isOpened)
                {
                    _parts!.Skip(null, attachment.Place.Offset, Gap.NeedsPassword);
                }
            }
        }
    }

    /// <summary>The kind of a file with these first bytes.</summary>
    public static AttachedKinds KindsOf(ReadOnlySpan<byte> start)
    {
        if (start.IsEmpty)
        {
            return AttachedKinds.None;
        }

        // Only whether it is text depends on the other bytes, and no kind depends on that.
        var mediaType = PdfHeader.Find(start) is { Offset: 0, IsFormData: false } ? MediaTypes.Pdf : MediaTypes.Find(start, NoBytes);
        return (KindOf(mediaType, false), KindOf(mediaType, true)) switch
        {
            (Executable, _) => AttachedKinds.Program,
            (Script, _) => AttachedKinds.Script,
            (_, Script) => AttachedKinds.ScriptByName,
            _ => AttachedKinds.None,
        };
    }

    /// <summary>Whether a file with this name is a script.</summary>
    public static bool IsScript(ReadOnlySpan<char> name)
    {
        foreach (var extension in ScriptExtensions)
        {
            if (name.EndsWith(extension, StringComparison.OrdinalIgnoreCase))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>
    /// The files in the order of their streams, then those of which there is a name only. The parts get their names with this.
    /// </summary>
    /// <param name="isEncrypted">Names that cannot be read are then none.</param>
    public IReadOnlyList<PdfAttachment> ToList(bool isEncrypted)
    {
        if (isEncrypted)
        {
            foreach (var (number, named) in _named.ToList())
            {
                _named[number] = Encrypted.IsReadable(named.Name) ? named : named with { Name = null };
            }
        }

        foreach (var attachment in _attachments)
        {
            if (attachment.Part is { } part)
            {
                part.Name = _named.GetValueOrDefault(attachment.Object).Name;
            }
        }

        return _named.Count + _attachments.Count == 0 ? [] :
        [
            .. Listed().Select(ToAttachment)
                .Concat(_named.Where(file => file.Value.Name is not null && !Has(file.Key, WasRead))
                    .Select(file => new PdfAttachment(file.Value.Name, file.Value.Place.ToPlace(), null, null, null, null)))
                .Take(MaxListed),
        ];
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _marks.Clear();
        _named.Clear();
        _attachments.Clear();
        Forgotten.Clear();
        Rests?.Clear();
        (_parts, _part) = (null, null);
    }

    private static string WithoutControls(Span<char> name)
    {
        foreach (ref var character in name)
        {
            character = char.IsControl(character) || char.IsSurrogate(character) ? '\uFFFD' : character;
        }

        return name.ToString();
    }

    private bool Has(int target, int mark) => _marks.TryGet(target, out var marks) && (marks & mark) != 0;

    // Whatever number of other files there is, none displaces the first program and the first script.
    private IEnumerable<Attachment> Listed()
    {
        if (_attachments.Count <= MaxListed)
        {
            return _attachments;
        }

        string?[] kinds = [.. _attachments.Select(KindOf)];
        var (program, script) = (Array.IndexOf(kinds, Executable), Array.IndexOf(kinds, Script));
        return Enumerable.Range(0, _attachments.Count)
            .OrderBy(i => i == program || i == script ? 0 : kinds[i] is Executable or Script ? 1 : 2)
            .Take(MaxListed).Order().Select(i => _attachments[i]);
    }

    private PdfAttachment ToAttachment(Attachment attachment) => new(
        _named.GetValueOrDefault(attachment.Object).Name, attachment.Place.ToPlace(),
        attachment.Facts?.Size, attachment.Facts?.Sha256, attachment.Facts?.MediaType, KindOf(attachment));

    private string? KindOf(Attachment attachment) =>
        attachment.Facts?.MediaType is { } type ? KindOf(type, Has(attachment.Object, NamedAsScript))
        : (attachment.Kinds & AttachedKinds.Program) != 0 ? Executable
        : (attachment.Kinds & (Has(attachment.Object, NamedAsScript) ? ~AttachedKinds.Program : AttachedKinds.Script)) != 0 ? Script
        : null;

    private static string KindOf(string mediaType, bool isNamedAsScript) => mediaType switch
    {
        MediaTypes.Pdf => "pdf",
        "application/vnd.microsoft.portable-executable" or "application/x-dosexec" or "application/x-elf" or "application/x-mach-binary"
            or "application/java-archive" or "application/wasm" => Executable,
        "text/x-shellscript" => Script,
        "application/x-ole-storage" or "application/rtf" => "office",
        "application/gzip" or "application/zip" or "application/x-bzip2" or "application/x-xz" or "application/zstd"
            or "application/x-7z-compressed" or "application/vnd.rar" or "application/x-tar" => "archive",
        _ when mediaType.StartsWith("application/vnd.", StringComparison.Ordinal) && mediaType.Contains("document") => "office",
        _ when mediaType.StartsWith("image/", StringComparison.Ordinal) => "image",
        _ when isNamedAsScript => Script,
        _ when mediaType.StartsWith("text/", StringComparison.Ordinal) => "text",
        _ => "other",
    };

    private readonly record struct NamedFile(string? Name, ObjectPlace Place);

    private readonly record struct Attachment(int Object, ObjectPlace Place, IPart? Part, PartFacts? Facts)
    {
        /// <summary>The remembered facts about a forgotten file.</summary>
        public AttachedKinds Kinds { get; init; }
    }
}
