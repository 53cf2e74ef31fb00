namespace Analyzer.Engines.Text;

/// <summary>
/// Hex digits, with white space between them, or bytes as programs write them: <c>4D-5A</c>, <c>0x4D, 0x5A</c>, <c>\x4D\x5A</c>.
/// </summary>
internal sealed class HexDecoder : ITextDecoder
{
    private int _high = -1;

    /// <returns>The value of a hex digit; 0 for anything else.</returns>
    public static int ValueOf(byte digit) =>
        !char.IsAsciiHexDigit((char)digit) ? 0 : digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10;

    public void Begin() => _high = -1;

    public DecodedLetter Take(byte letter, out byte decoded)
    {
        decoded = 0;
        if (letter is (byte)' ' or (byte)'\t' or (byte)'\r' or (byte)'\n' or 0 or (byte)'-' or (byte)',' or (byte)':' or (byte)'\\')
        {
            return DecodedLetter.Nothing;
        }

        if (letter == 'x' && _high <= 0)
        {
            _high = -1; // the zero before it is no digit
            return DecodedLetter.Nothing;
        }

        if (!char.IsAsciiHexDigit((char)letter))
        {
            return DecodedLetter.End;
        }

        var value = ValueOf(letter);
        if (_high < 0)
        {
            _high = value;
            return DecodedLetter.Nothing;
        }

        decoded = (byte)((_high << 4) | value);
        _high = -1;
        return DecodedLetter.Byte;
    }
}
