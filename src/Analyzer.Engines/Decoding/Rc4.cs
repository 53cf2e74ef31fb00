namespace Analyzer.Engines.Decoding;

/// <summary>
/// The cipher of PDF 1.1 to 1.5 and of office documents before 2007, which .NET does not have. It keeps no secret: documents are only
/// read by it.
/// </summary>
internal struct Rc4
{
    private readonly byte[] _state;
    private byte _i;
    private byte _j;

    /// <param name="key">1 to 256 bytes.</param>
    /// <param name="state">256 bytes that it may use.</param>
    public Rc4(ReadOnlySpan<byte> key, byte[] state)
    {
        _state = state;
        for (var i = 0; i < 256; i++)
        {
            state[i] = (byte)i;
        }

        byte j = 0;
        for (var i = 0; i < 256; i++)
        {
            j += (byte)(state[i] + key[i % key.Length]);
            (state[i], state[j]) = (state[j], state[i]);
        }
    }

    /// <summary>Decrypts the next bytes in place.</summary>
    public void Apply(Span<byte> bytes)
    {
        foreach (ref var value in bytes)
        {
            ref var one = ref _state[++_i];
            ref var other = ref _state[_j += one];
            (one, other) = (other, one);
            value ^= _state[(byte)(one + other)];
        }
    }

    /// <summary>Decrypts bytes in place with a key of their own.</summary>
    public static void Apply(ReadOnlySpan<byte> key, Span<byte> bytes) => new Rc4(key, new byte[256]).Apply(bytes);
}
