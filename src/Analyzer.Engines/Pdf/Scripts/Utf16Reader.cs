namespace Analyzer.Engines.Pdf.Scripts;

/// <summary>Makes ASCII of XML in UTF-16, other characters becoming question marks; bytes of another encoding stay as they are.</summary>
internal sealed class Utf16Reader
{
    private Encoding _encoding;
    private byte _first;
    private bool _hasFirst;

    private enum Encoding
    {
        Unknown,
        Bytes,
        BigEndian,
        LittleEndian,
    }

    public void Begin() => (_encoding, _hasFirst) = (Encoding.Unknown, false);

    /// <param name="target">Room for what is read.</param>
    /// <param name="read">How many bytes were read, at least one.</param>
    public ReadOnlySpan<byte> Read(ReadOnlySpan<byte> bytes, Span<byte> target, out int read)
    {
        if (_encoding == Encoding.Bytes)
        {
            read = bytes.Length;
            return bytes;
        }

        var length = 0;
        for (read = 0; read < bytes.Length && length + 2 <= target.Length && _encoding != Encoding.Bytes;)
        {
            var value = bytes[read++];
            if (!_hasFirst)
            {
                (_first, _hasFirst) = (value, true);
                continue;
            }

            _hasFirst = false;
            length += _encoding == Encoding.Unknown ? Recognize(value, target[length..]) : Decode(value, target[length..]);
        }

        return target[..length];
    }

    // XML 1.0, appendix F: by the byte order mark, or by the first character, which has to be a <.
    private int Recognize(byte second, Span<byte> target)
    {
        _encoding = (_first, second) switch
        {
            (0xFE, 0xFF) or (0, (byte)'<') => Encoding.BigEndian,
            (0xFF, 0xFE) or ((byte)'<', 0) => Encoding.LittleEndian,
            _ => Encoding.Bytes,
        };
        if (_encoding != Encoding.Bytes)
        {
            return _first is 0xFE or 0xFF ? 0 : Decode(second, target);
        }

        (target[0], target[1]) = (_first, second);
        return 2;
    }

    private int Decode(byte second, Span<byte> target)
    {
        var (high, low) = _encoding == Encoding.BigEndian ? (_first, second) : (second, _first);
        target[0] = high == 0 && low < 0x80 ? low : (byte)'?';
        return 1;
    }
}
