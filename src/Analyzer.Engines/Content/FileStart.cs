namespace Analyzer.Engines.Content;

/// <summary>The first bytes of a file, kept because a PDF header and a type's signature can lie across two segments.</summary>
internal sealed class FileStart
{
    /// <summary>Enough for a PDF header (1037), a tar header (512) and the first few entries of a zip container.</summary>
    private const int Capacity = 4096;

    private readonly byte[] _bytes = new byte[Capacity];
    private int _length;

    /// <summary>No further byte belongs to it.</summary>
    public bool IsComplete => _length == Capacity;

    public ReadOnlySpan<byte> Bytes => _bytes.AsSpan(0, _length);

    /// <summary>For another file.</summary>
    public void Clear() => _length = 0;

    /// <returns>How many of the bytes it took.</returns>
    public int Take(ReadOnlySpan<byte> bytes)
    {
        var taken = Math.Min(bytes.Length, Capacity - _length);
        bytes[..taken].CopyTo(_bytes.AsSpan(_length));
        _length += taken;
        return taken;
    }
}
