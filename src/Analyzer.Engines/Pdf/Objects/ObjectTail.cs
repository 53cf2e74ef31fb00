namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Keeps the last bytes between two objects: the next object's beginning may be cut.</summary>
internal sealed class ObjectTail
{
    /// <summary>Enough for an object's two numbers before the word obj, with some space between.</summary>
    public const int MaxLength = 64;

    private readonly byte[] _bytes = new byte[MaxLength];
    private readonly ObjectStart _objectStart = new();
    private int _length;

    public bool IsEmpty => _length == 0;

    /// <summary>The number of the object that was found last.</summary>
    public int Number => _objectStart.Number;

    /// <summary>Where the object that was found last begins.</summary>
    public long Offset => _objectStart.Offset;

    public void Clear() => _length = 0;

    /// <summary>Whether an object's number, its generation and the word obj end at a place.</summary>
    /// <param name="offset">That of the first byte.</param>
    public bool EndsObjectStart(ReadOnlySpan<byte> bytes, int end, long offset)
    {
        if (end > 2 ? !bytes[..end].EndsWith("obj"u8) : end + _length < "obj".Length)
        {
            return false;
        }

        Span<byte> window = stackalloc byte[MaxLength + 1];
        var fromBytes = Math.Min(end, MaxLength);
        var fromTail = Math.Min(_length, MaxLength - fromBytes);
        _bytes.AsSpan(_length - fromTail, fromTail).CopyTo(window);
        bytes.Slice(end - fromBytes, fromBytes + 1).CopyTo(window[fromTail..]);
        window = window[..(fromTail + fromBytes + 1)];
        var begins = false;
        _objectStart.Clear();
        for (var i = 0; i < window.Length; i++)
        {
            begins = _objectStart.Read(window[i], offset + end - window.Length + 1 + i);
        }

        return begins;
    }

    /// <summary>Keeps the last of these bytes, after what was kept before.</summary>
    public void Keep(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length >= MaxLength)
        {
            bytes[^MaxLength..].CopyTo(_bytes);
            _length = MaxLength;
            return;
        }

        var kept = Math.Min(_length, MaxLength - bytes.Length);
        _bytes.AsSpan(_length - kept, kept).CopyTo(_bytes);
        bytes.CopyTo(_bytes.AsSpan(kept));
        _length = kept + bytes.Length;
    }
}
