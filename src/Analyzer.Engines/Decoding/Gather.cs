namespace Analyzer.Engines.Decoding;

/// <summary>Collects a number of bytes that may arrive in several pieces.</summary>
internal sealed class Gather
{
    private const int KeptCapacity = 1024;

    private byte[] _bytes = [];

    public int Length { get; private set; }

    public ReadOnlySpan<byte> Bytes => _bytes.AsSpan(0, Length);

    /// <summary>Takes from the front of the bytes until it has so many.</summary>
    /// <returns>True when it has them.</returns>
    public bool Take(ref ReadOnlySpan<byte> bytes, int wanted)
    {
        var taken = Math.Min(bytes.Length, wanted - Length);
        if (taken > 0)
        {
            Add(bytes[..taken]);
            bytes = bytes[taken..];
        }

        return Length >= wanted;
    }

    public void Add(ReadOnlySpan<byte> bytes)
    {
        if (Length + bytes.Length > _bytes.Length)
        {
            Array.Resize(ref _bytes, Math.Max(Math.Max(_bytes.Length * 2, 64), Length + bytes.Length));
        }

        bytes.CopyTo(_bytes.AsSpan(Length));
        Length += bytes.Length;
    }

    public void Clear() => Length = 0;

    /// <summary>Gives back what it needed for a long one.</summary>
    public void Shrink()
    {
        Length = 0;
        if (_bytes.Length > KeptCapacity)
        {
            _bytes = [];
        }
    }
}
