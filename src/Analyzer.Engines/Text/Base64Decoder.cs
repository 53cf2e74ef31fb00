namespace Analyzer.Engines.Text;

/// <summary>
/// Base64 (RFC 4648, both alphabets), over several lines, also where entities end them, or over several strings that a script joins.
/// </summary>
internal sealed class Base64Decoder : ITextDecoder
{
    private const sbyte Ignored = -2;
    private const sbyte Quote = -3;

    private static readonly sbyte[] Values = MakeValues();

    private int _bits;
    private int _count;
    private bool _isBetween;
    private bool _isEntity;

    public void Begin() => (_bits, _count, _isBetween, _isEntity) = (0, 0, false, false);

    public DecodedLetter Take(byte letter, out byte decoded)
    {
        decoded = 0;
        if (_isEntity || (letter == '&' && !_isBetween))
        {
            // "&#xA;", as a line's end is written in the attribute of a tag.
            _isEntity = letter != ';';
            return letter is (byte)'&' or (byte)';' or (byte)'#' or (byte)'x' or (byte)'X' || char.IsAsciiHexDigit((char)letter)
                ? DecodedLetter.Nothing : DecodedLetter.End;
        }

        var value = Values[letter];
        if (value == Quote)
        {
            _isBetween = !_isBetween;
            return DecodedLetter.Nothing;
        }

        if (_isBetween)
        {
            // Between two strings: the signs that join them, also at the end of a line.
            return value == Ignored || letter is (byte)'+' or (byte)'&' or (byte)'_' or (byte)',' ? DecodedLetter.Nothing
                : DecodedLetter.End;
        }

        if (value < 0)
        {
            return value == Ignored ? DecodedLetter.Nothing : DecodedLetter.End;
        }

        _bits = (_bits << 6) | (byte)value;
        _count += 6;
        if (_count < 8)
        {
            return DecodedLetter.Nothing;
        }

        _count -= 8;
        decoded = (byte)(_bits >> _count);
        _bits &= (1 << _count) - 1;
        return DecodedLetter.Byte;
    }

    public int TakeRun(ReadOnlySpan<byte> letters, Span<byte> decoded, out int length)
    {
        length = 0;
        if (_isBetween || _isEntity || _count > 0)
        {
            return 0;
        }

        (var taken, length) = Base64Letters.Decode(letters, decoded);
        return taken;
    }

    private static sbyte[] MakeValues()
    {
        sbyte[] values = [.. Enumerable.Range(0, 256).Select(letter => Base64Letters.ValueOf((byte)letter))];
        (values['-'], values['_']) = (62, 63);
        foreach (var letter in " \t\r\n\\\0")
        {
            values[letter] = Ignored;
        }

        values['"'] = values['\''] = values['`'] = Quote;
        return values;
    }
}
