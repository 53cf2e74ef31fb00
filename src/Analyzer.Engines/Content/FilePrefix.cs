namespace Analyzer.Engines.Content;

/// <summary>The first bytes of a file, kept because a PDF header or a type's signature can span two segments.</summary>
internal sealed class FilePrefix
{
    /// <summary>Enough for a PDF header (1037), a tar header (512) and the first few entries of a zip container.</summary>
    private const int Capacity = 4096;

    private readonly byte[] _bytes = new byte[Capacity];
    private int _length;

    /// <summary>True when it takes no further bytes.</summary>
    public bool IsComplete => _length == Capacity;

    public ReadOnlySpan<byte> Bytes => _bytes.AsSpan(0, _length);

    /// <summary>Makes it ready for another file.</summary>
    public void Clear() => _length = 0;

    /// <returns>The number of bytes it took.</returns>
    public int Take(ReadOnlySpan<byte> bytes)
    {
        var taken = Math.Min(bytes.Length, Capacity - _length);
        bytes[..taken].CopyTo(_bytes.AsSpan(_length));
        _length += taken;
        return taken;
    }
}
