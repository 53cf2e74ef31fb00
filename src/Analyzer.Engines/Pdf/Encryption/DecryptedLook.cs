using Analyzer.Engines.Contract;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Encryption;

/// <summary>
/// Reads an encrypted document a second time, now decrypted: what was held back when the key is found, and the rest as it comes.
/// </summary>
internal sealed class DecryptedLook : IReplay, IDisposable
{
    private readonly ObjectCipher _cipher = new();
    private readonly ulong[] _anchors = new ulong[PdfAnchors.MaskCount(ITypeEngine.SliceLength)];
    private IParts? _parts;
    private long _offset;

    public DecryptedLook() => Contents = new(_cipher);

    public PdfContents Contents { get; }

    /// <summary>Whether a key was found for the file.</summary>
    public bool IsOpen { get; private set; }

    /// <param name="parts">Takes what lies inside it.</param>
    /// <param name="encryptionObject">The object that describes the encryption; 0 for none.</param>
    /// <param name="held">The file's bytes so far.</param>
    public void Open(IParts parts, DocumentKey key, int encryptionObject, HeldInput held)
    {
        (IsOpen, _parts) = (true, parts);
        _offset = -1;
        Contents.Open(key, encryptionObject);
        held.Replay(this);
    }

    public void Append(ReadOnlySpan<byte> bytes, ReadOnlySpan<ulong> anchors) => Contents.Append(bytes, anchors);

    public void Clear()
    {
        if (IsOpen)
        {
            Contents.Reset(0);
            (IsOpen, _parts) = (false, null);
        }
    }

    public void Dispose()
    {
        Contents.Dispose();
        _cipher.Dispose();
    }

    void IReplay.Begin(long offset)
    {
        if (_offset < 0)
        {
            Contents.Reset(offset);
            Contents.Open(_parts!);
        }
        else
        {
            Contents.Skip(offset - _offset);
        }

        _offset = offset;
    }

    void IReplay.Take(ReadOnlySpan<byte> bytes)
    {
        PdfAnchors.Find(bytes, _anchors);
        Contents.Append(bytes, _anchors.AsSpan(0, PdfAnchors.MaskCount(bytes.Length)));
        _offset += bytes.Length;
    }
}
