namespace Analyzer.Engines.Text;

/// <summary>Makes text in UTF-16 readable byte by byte: what is ASCII in it stays, without the zeros between.</summary>
internal sealed class WideText
{
    private byte[] _narrow = [];

    /// <summary>True for text of two bytes a letter.</summary>
    public bool IsActive { get; private set; }

    /// <summary>By the byte order mark, or by zeros in every second place.</summary>
    public static bool IsWide(ReadOnlySpan<byte> start) =>
        start is [0xFE, 0xFF, ..] or [0xFF, 0xFE, ..] or [> 8, 0, > 8, 0, > 8, 0, ..] or [0, > 8, 0, > 8, 0, > 8, ..];

    /// <returns>The text behind a byte order mark of any encoding.</returns>
    public static ReadOnlySpan<byte> WithoutMark(ReadOnlySpan<byte> text) => text switch
    {
        [0xEF, 0xBB, 0xBF, ..] => text[3..],
        [0xFE, 0xFF, ..] or [0xFF, 0xFE, ..] => text[2..],
        _ => text,
    };

    public void Begin(ReadOnlySpan<byte> start) => IsActive = IsWide(start);

    /// <returns>The bytes themselves when the text is not wide; else others that are valid until the next call.</returns>
    public ReadOnlySpan<byte> Narrow(ReadOnlySpan<byte> bytes)
    {
        if (!IsActive)
        {
            return bytes;
        }

        if (_narrow.Length < bytes.Length)
        {
            _narrow = new byte[bytes.Length];
        }

        var length = 0;
        foreach (var value in bytes)
        {
            if (value != 0)
            {
                _narrow[length++] = value;
            }
        }

        return _narrow.AsSpan(0, length);
    }
}
