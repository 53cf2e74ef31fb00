using System.Security.Cryptography;
using Analyzer.Core;
using Analyzer.Engines.Content;
using Analyzer.Engines.Pdf.Filters;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Attachments;

/// <summary>Reads embedded files as they are decoded: their size, their hash, and their type by their first bytes.</summary>
internal sealed class AttachmentReader : IByteSink, IDisposable
{
    public const int MaxAttachments = 64;

    private static readonly string[] ScriptExtensions =
    [
        ".js", ".jse", ".vbs", ".vbe", ".wsf", ".hta", ".ps1", ".bat", ".cmd", ".sh", ".py", ".settingcontent-ms",
    ];

    private readonly FilePrefix _prefix = new();
    private readonly ByteHistogram _histogram = new();
    private readonly Dictionary<int, string> _names = [];
    private readonly List<Attachment> _attachments = [];
    private IncrementalHash? _sha256;
    private long _size;

    /// <summary>Whether one more file is read.</summary>
    public bool HasRoom => _attachments.Count < MaxAttachments;

    /// <summary>Whether a stream is known to be an embedded file.</summary>
    public bool Knows(int target) => _names.ContainsKey(target);

    /// <summary>Whether a stream that is known to be one has not been read, and there is room for it.</summary>
    public bool IsWanted(int target) => HasRoom && Knows(target) && _attachments.TrueForAll(attachment => attachment.Object != target);

    /// <summary>Notes the name of the embedded file that a stream is.</summary>
    public void Name(int target, ReadOnlySpan<byte> name)
    {
        if (_names.Count < MaxAttachments && !Knows(target))
        {
            _names.Add(target, TextOf(name));
        }
    }

    public void Begin()
    {
        _prefix.Clear();
        _histogram.Clear();
        _size = 0;
        _sha256 ??= IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
    }

    public bool Write(ReadOnlySpan<byte> bytes)
    {
        _prefix.Take(bytes);
        _histogram.Add(bytes);
        _sha256!.AppendData(bytes);
        _size += bytes.Length;
        return true;
    }

    /// <param name="isWhole">False when it was not decoded to its end.</param>
    public void Complete(long offset, int number, bool isWhole)
    {
        Span<byte> digest = stackalloc byte[FileId.ByteLength];
        _sha256!.GetHashAndReset(digest);
        _attachments.Add(new(
            offset, number, isWhole ? _size : null, isWhole ? new FileId(digest) : null,
            _size == 0 ? null : MediaType()));
    }

    /// <summary>The files in the order of their streams, then those of which there is a name only.</summary>
    public IReadOnlyList<PdfAttachment> ToList() => _names.Count + _attachments.Count == 0 ? [] :
    [
        .. _attachments.Select(attachment => ToAttachment(attachment, _names.GetValueOrDefault(attachment.Object)))
            .Concat(_names.Where(name => _attachments.All(attachment => attachment.Object != name.Key))
                .Select(name => new PdfAttachment(name.Value, new Place(0, name.Key), null, null, null, null)))
            .Take(MaxAttachments),
    ];

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _names.Clear();
        _attachments.Clear();
    }

    public void Dispose() => _sha256?.Dispose();

    /// <summary>A name without control characters.</summary>
    private static string TextOf(ReadOnlySpan<byte> bytes)
    {
        Span<char> text = stackalloc char[bytes.Length];
        text = text[..FileNames.Decode(bytes, text).Length];
        foreach (ref var character in text)
        {
            character = char.IsControl(character) || char.IsSurrogate(character) ? '\uFFFD' : character;
        }

        return text.ToString();
    }

    private string MediaType() =>
        PdfHeader.Find(_prefix.Bytes) is { Offset: 0 } ? MediaTypes.Pdf : MediaTypes.Find(_prefix.Bytes, _histogram);

    private static PdfAttachment ToAttachment(Attachment attachment, string? name) => new(
        name, new Place(attachment.Offset, attachment.Object), attachment.Size, attachment.Sha256, attachment.MediaType,
        attachment.MediaType is { } type ? KindOf(type, name ?? "") : null);

    private static string KindOf(string mediaType, string name) => mediaType switch
    {
        MediaTypes.Pdf => "pdf",
        "application/vnd.microsoft.portable-executable" or "application/x-dosexec" or "application/x-elf" or "application/x-mach-binary"
            or "application/java-archive" or "application/wasm" => "executable",
        "text/x-shellscript" => "script",
        "application/x-ole-storage" or "application/rtf" => "office",
        "application/gzip" or "application/zip" or "application/x-bzip2" or "application/x-xz" or "application/zstd"
            or "application/x-7z-compressed" or "application/vnd.rar" or "application/x-tar" => "archive",
        _ when mediaType.StartsWith("application/vnd.", StringComparison.Ordinal) && mediaType.Contains("document") => "office",
        _ when mediaType.StartsWith("image/", StringComparison.Ordinal) => "image",
        _ when ScriptExtensions.Any(extension => name.EndsWith(extension, StringComparison.OrdinalIgnoreCase)) => "script",
        _ when mediaType.StartsWith("text/", StringComparison.Ordinal) => "text",
        _ => "other",
    };

    private sealed record Attachment(long Offset, int Object, long? Size, FileId? Sha256, string? MediaType);
}
