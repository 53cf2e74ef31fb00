using Analyzer.Core;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Pdf.Encryption;

/// <summary>Opens an encrypted document as soon as its key is known, and tells what became of that.</summary>
internal sealed class DocumentSecurity : IDisposable
{
    private DecryptedLook? _look;
    private IParts? _parts;
    private DocumentKey? _key;
    private bool _wasAsked;

    /// <summary>Watches the file as it lies there.</summary>
    public EncryptionWatch Watch { get; } = new();

    /// <summary>What the file says once it is decrypted; null when it was not.</summary>
    public PdfContents? Decrypted => _look is { IsOpen: true } look ? look.Contents : null;

    public DocumentOpening Opening => Watch.Finder switch
    {
        { IsNamed: false } => DocumentOpening.NotEncrypted,
        { Dictionary: null } => DocumentOpening.NoDictionary,
        { Dictionary.IsKnown: false } => DocumentOpening.UnknownMethod,
        _ when _key is null => DocumentOpening.NeedsPassword,
        _ when Decrypted is null => DocumentOpening.TooLate,
        _ => _key.ForEveryone ? DocumentOpening.ForEveryone : DocumentOpening.WithPassword,
    };

    /// <summary>Whether the document is encrypted in several ways; then readers may see another one.</summary>
    public bool IsContradictory => Watch.Finder.IsContradictory;

    /// <summary>What a report tells; null of a document that is not encrypted.</summary>
    public PdfEncryption? ToReport() => Opening switch
    {
        DocumentOpening.NotEncrypted => null,
        DocumentOpening.ForEveryone => new(PdfEncryption.ForEveryone, Watch.Finder.Dictionary!.Name),
        DocumentOpening.WithPassword => new(PdfEncryption.WithPassword, Watch.Finder.Dictionary!.Name),
        DocumentOpening.TooLate => new(PdfEncryption.NotOpened, Watch.Finder.Dictionary!.Name),
        DocumentOpening.NeedsPassword => new(PdfEncryption.NeedsPassword, Watch.Finder.Dictionary!.Name),
        _ => new(PdfEncryption.NotOpened, Watch.Finder.Dictionary?.Name),
    };

    /// <summary>Begins a file.</summary>
    /// <param name="parts">Tells the password that was sent with it, and takes its parts; what is held back counts as kept.</param>
    public void Begin(IParts parts)
    {
        _parts = parts;
        Watch.HoldBack.Begin(parts);
    }

    /// <summary>The file as it lies there has read the bytes; the decrypted one follows.</summary>
    /// <param name="anchors">Their masks.</param>
    public void Append(ReadOnlySpan<byte> bytes, ReadOnlySpan<ulong> anchors)
    {
        if (_look is { IsOpen: true })
        {
            _look.Append(bytes, anchors);
        }
        else if (Watch.Finder.Dictionary is { IsKnown: true } && !_wasAsked)
        {
            Open();
        }
    }

    /// <summary>Ends the file.</summary>
    public void Complete()
    {
        Watch.Finder.Complete();
        Append([], []);
        Decrypted?.Complete();
        Watch.HoldBack.Release();
    }

    /// <summary>Makes it ready for another file, and forgets the password.</summary>
    public void Clear()
    {
        (_parts, _key, _wasAsked) = (null, null, false);
        _look?.Clear();
        Watch.Clear();
    }

    public void Dispose()
    {
        Clear();
        _look?.Dispose();
    }

    private void Open()
    {
        _wasAsked = true;
        foreach (var id in Watch.Finder.Identifiers)
        {
            _key ??= DocumentKey.Find(Watch.Finder.Dictionary!, id, _parts!.Password);
        }

        if (_key is not null && !Watch.HoldBack.HasEnded)
        {
            _look ??= new();
            _look.Open(_parts!, _key, Watch.Finder.Object, Watch.HoldBack.Bytes);
        }

        Watch.HoldBack.Release();
    }
}
