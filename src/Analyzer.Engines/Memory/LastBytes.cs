namespace Analyzer.Engines.Memory;

/// <summary>The last of the bytes that were read, for what may have begun in them.</summary>
/// <param name="max">How many are kept.</param>
internal sealed class LastBytes(int max)
{
    private readonly byte[] _bytes = new byte[max];
    private int _length;

    public ReadOnlySpan<byte> Span => _bytes.AsSpan(0, _length);

    /// <param name="bytes">They follow on those that were added before.</param>
    public void Add(ReadOnlySpan<byte> bytes)
    {
        var added = bytes[Math.Max(0, bytes.Length - max)..];
        var kept = Math.Min(_length, max - added.Length);
        _bytes.AsSpan(_length - kept, kept).CopyTo(_bytes);
        added.CopyTo(_bytes.AsSpan(kept));
        _length = kept + added.Length;
    }

    public void Clear() => _length = 0;
}
