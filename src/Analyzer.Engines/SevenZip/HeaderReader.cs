namespace Analyzer.Engines.SevenZip;

/// <summary>Reads the numbers of an archive's header, and says when there are no more bytes.</summary>
internal ref struct HeaderReader(ReadOnlySpan<byte> bytes)
{
    public bool IsBroken { get; private set; }

    public ReadOnlySpan<byte> Rest { get; private set; } = bytes;

    public byte Byte() => Take(1) is [var value] ? value : (byte)0;

    public ReadOnlySpan<byte> Take(long length)
    {
        if (length < 0 || length > Rest.Length)
        {
            IsBroken = true;
            Rest = [];
            return [];
        }

        var taken = Rest[..(int)length];
        Rest = Rest[(int)length..];
        return taken;
    }

    public void Skip(long length) => Take(length);

    /// <returns>Which of them there were.</returns>
    public bool[] SkipChecksums(long count)
    {
        var defined = new bool[Math.Clamp(count, 0, SevenZipHeader.MaxItems)];
        if (Byte() == 0)
        {
            Bits(defined);
        }
        else
        {
            Array.Fill(defined, true);
        }

        Skip(4L * defined.Count(isDefined => isDefined));
        return defined;
    }

    public void Bits(Span<bool> bits)
    {
        var (mask, value) = (0, (byte)0);
        foreach (ref var bit in bits)
        {
            if (mask == 0)
            {
                (mask, value) = (0x80, Byte());
            }

            bit = (value & mask) != 0;
            mask >>= 1;
        }
    }

    // The first byte says by its leading ones how many bytes follow.
    public long Number()
    {
        var first = Byte();
        var value = 0L;
        var mask = 0x80;
        for (var i = 0; i < 8; i++, mask >>= 1)
        {
            if ((first & mask) == 0)
            {
                return value + ((long)(first & (mask - 1)) << (8 * i));
            }

            value |= (long)Byte() << (8 * i);
        }

        return value;
    }
}
