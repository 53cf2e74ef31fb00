using System.Globalization;
using System.Numerics;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Reference;

/// <summary>Compares numbers exactly, however many digits they have.</summary>
internal static class ReferenceNumber
{
    public static bool IsNumber(string text) => JsonNumber.IsWhole(text);

    public static int Compare(string one, string other)
    {
        var ((firstSign, firstDigits, firstMagnitude), (secondSign, secondDigits, secondMagnitude)) = (Parts(one), Parts(other));
        if (firstSign != secondSign || firstSign == 0)
        {
            return firstSign.CompareTo(secondSign);
        }

        var byMagnitude = firstMagnitude.CompareTo(secondMagnitude);
        return firstSign * (byMagnitude != 0 ? byMagnitude : string.CompareOrdinal(firstDigits, secondDigits));
    }

    /// <summary>A number is sign × 0.digits × 10^magnitude; the digits neither begin nor end with 0.</summary>
    private static (int Sign, string Digits, BigInteger Magnitude) Parts(string text)
    {
        var unsigned = text.TrimStart('-');
        var e = unsigned.IndexOfAny(['e', 'E']);
        var exponent = e < 0
            ? BigInteger.Zero
            : BigInteger.Parse(unsigned[(e + 1)..], NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);
        var mantissa = (e < 0 ? unsigned : unsigned[..e]).Split('.');
        var digits = string.Concat(mantissa).TrimStart('0');
        var magnitude = exponent + mantissa[0].Length - (string.Concat(mantissa).Length - digits.Length);
        digits = digits.TrimEnd('0');
        return digits.Length == 0 ? (0, "", BigInteger.Zero) : (text.StartsWith('-') ? -1 : 1, digits, magnitude);
    }
}
