using System.Globalization;
using System.Text;

namespace Analyzer.Engines.JavaScript.Values;

/// <summary>The functions that turn text or numbers into other text.</summary>
internal static class KnownFunctions
{
    /// <returns>Null when it is not known.</returns>
    public static object? Call(PathReference function, object?[] arguments, FoldBudget budget)
    {
        var first = arguments.Length > 0 ? Coerced.ToText(arguments[0]) : null;
        return function.Name switch
        {
            "unescape" or "decodeURIComponent" or "decodeURI" when first is not null && budget.TryText(first.Length) =>
                function.Name == "unescape" ? Unescape(first) : Uri.UnescapeDataString(first),
            "escape" when first is not null && budget.TryText(6L * first.Length) => Escape(first),
            "atob" when first is not null && budget.TryText(first.Length) => FromBase64(first),
            "fromCharCode" or "fromCodePoint" => FromCodes(arguments, budget),
            "String" => arguments.Length == 0 ? "" : first,
            "Number" => arguments.Length == 0 ? 0.0 : Coerced.ToNumber(arguments[0]),
            "parseInt" when first is not null => ParseInt(first, arguments.Length > 1 ? Coerced.ToIndex(arguments[1]) : 0),
            "parseFloat" when first is not null => Coerced.ToNumber(first),
            "Array" when arguments is not [double or int] && budget.TrySteps(arguments.Length) => arguments,
            _ => null,
        };
    }

    /// <summary>Undoes <c>%41</c> and <c>%u0041</c> (ECMA-262, B.2.1.2).</summary>
    public static string Unescape(string text)
    {
        var decoded = new StringBuilder(text.Length);
        for (var at = 0; at < text.Length; at++)
        {
            if (text[at] == '%' && TryHex(text, at + 2, 4, out var wide) && text[at + 1] is 'u' or 'U')
            {
                decoded.Append((char)wide);
                at += 5;
            }
            else if (text[at] == '%' && TryHex(text, at + 1, 2, out var code))
            {
                decoded.Append((char)code);
                at += 2;
            }
            else
            {
                decoded.Append(text[at]);
            }
        }

        return decoded.ToString();
    }

    private static bool TryHex(string text, int at, int digits, out int value)
    {
        value = 0;
        return at + digits <= text.Length
            && int.TryParse(text.AsSpan(at, digits), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out value);
    }

    private static string Escape(string text)
    {
        var escaped = new StringBuilder(text.Length);
        foreach (var character in text)
        {
            _ = char.IsAsciiLetterOrDigit(character) || "@*_+-./".Contains(character) ? escaped.Append(character)
                : character < 256 ? escaped.Append(CultureInfo.InvariantCulture, $"%{(int)character:X2}")
                : escaped.Append(CultureInfo.InvariantCulture, $"%u{(int)character:X4}");
        }

        return escaped.ToString();
    }

    private static string? FromBase64(string text)
    {
        var padded = text.Replace("\r", "").Replace("\n", "").Replace(" ", "").TrimEnd('=');
        var bytes = new byte[padded.Length];
        padded += (padded.Length % 4) switch { 2 => "==", 3 => "=", _ => "" };
        return Convert.TryFromBase64String(padded, bytes, out var length) ? Encoding.Latin1.GetString(bytes.AsSpan(0, length)) : null;
    }

    private static string? FromCodes(object?[] codes, FoldBudget budget)
    {
        if (!budget.TryText(codes.Length))
        {
            return null;
        }

        var text = new StringBuilder(codes.Length);
        foreach (var code in codes)
        {
            if (Coerced.ToNumber(code) is not { } number)
            {
                return null;
            }

            text.Append((char)(ushort)Coerced.ToInt32(number));
        }

        return text.ToString();
    }

    private static double? ParseInt(string text, int? radix)
    {
        text = text.Trim();
        var isHex = text.StartsWith("0x", StringComparison.OrdinalIgnoreCase);
        text = isHex ? text[2..] : text;
        var (number, digits) = (0.0, 0);
        var with = radix is null or 0 ? isHex ? 16 : 10 : radix.Value;
        foreach (var character in text)
        {
            var digit = char.IsAsciiDigit(character) ? character - '0'
                : char.IsAsciiLetter(character) ? (character | 0x20) - 'a' + 10 : int.MaxValue;
            if (digit >= with)
            {
                break;
            }

            (number, digits) = ((number * with) + digit, digits + 1);
        }

        return digits == 0 ? double.NaN : number;
    }
}
