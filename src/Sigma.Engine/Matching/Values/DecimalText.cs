using System.Globalization;
using System.Numerics;
using System.Text;

namespace Sigma.Engine.Matching.Values;

/// <summary>A JSON number, compared exactly and without conversion: sign, significant digits and magnitude.</summary>
internal readonly ref struct DecimalText
{
    private readonly ReadOnlySpan<byte> _whole;
    private readonly ReadOnlySpan<byte> _fraction;
    private readonly ReadOnlySpan<byte> _exponent;
    private readonly bool _isNegative;

    /// <param name="text">Checked by the grammar.</param>
    public DecimalText(ReadOnlySpan<byte> text)
    {
        _isNegative = text[0] == '-';
        text = _isNegative ? text[1..] : text;
        var e = text.IndexOfAny((byte)'e', (byte)'E');
        _exponent = e < 0 ? default : text[(e + 1)..];
        text = e < 0 ? text : text[..e];
        var point = text.IndexOf((byte)'.');
        _whole = point < 0 ? text : text[..point];
        _fraction = point < 0 ? default : text[(point + 1)..];
    }

    public bool IsZero => !_whole.ContainsAnyExcept((byte)'0') && !_fraction.ContainsAnyExcept((byte)'0');

    /// <summary>A small integer, by which most numbers can be found in a table.</summary>
    public bool TryInteger(out long value)
    {
        value = 0;
        if (_exponent.Length > 0 || _whole.Length > 18 || _fraction.ContainsAnyExcept((byte)'0'))
        {
            return false;
        }

        foreach (var digit in _whole)
        {
            value = (value * 10) + (digit - '0');
        }

        value = _isNegative ? -value : value;
        return true;
    }

    public int CompareTo(DecimalText other)
    {
        var (sign, otherSign) = (IsZero ? 0 : _isNegative ? -1 : 1, other.IsZero ? 0 : other._isNegative ? -1 : 1);
        if (sign != otherSign || sign == 0)
        {
            return sign.CompareTo(otherSign);
        }

        var byMagnitude = Magnitude().CompareTo(other.Magnitude());
        return sign * (byMagnitude != 0 ? byMagnitude : CompareDigits(other));
    }

    /// <summary>The power of ten of the first significant digit.</summary>
    private BigInteger Magnitude()
    {
        var leading = _whole.IndexOfAnyExcept((byte)'0');
        BigInteger magnitude = leading >= 0 ? _whole.Length - leading : -_fraction.IndexOfAnyExcept((byte)'0');
        return _exponent.Length == 0 ? magnitude : magnitude + BigInteger.Parse(
            Encoding.ASCII.GetString(_exponent), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);
    }

    private int CompareDigits(DecimalText other)
    {
        var (at, otherAt) = (FirstDigit, other.FirstDigit);
        var (count, otherCount) = (_whole.Length + _fraction.Length - at, other._whole.Length + other._fraction.Length - otherAt);
        for (var i = 0; i < Math.Max(count, otherCount); i++)
        {
            var order = (i < count ? Digit(at + i) : (byte)'0').CompareTo(i < otherCount ? other.Digit(otherAt + i) : (byte)'0');
            if (order != 0)
            {
                return order;
            }
        }

        return 0;
    }

    private int FirstDigit =>
        _whole.IndexOfAnyExcept((byte)'0') is >= 0 and var first ? first : _whole.Length + _fraction.IndexOfAnyExcept((byte)'0');

    private byte Digit(int at) => at < _whole.Length ? _whole[at] : _fraction[at - _whole.Length];
}
