using System.Buffers;
using System.Globalization;

namespace Sigma.Engine.Expressions;

/// <summary>Translates what a backslash begins.</summary>
internal static class EscapeTranslator
{
    private static readonly SearchValues<char> SignedDigits = SearchValues.Create("-0123456789");

    /// <param name="text">The text, at the backslash.</param>
    /// <param name="groups">The groups of the expression; null inside of a class.</param>
    /// <returns>Whether it is a set, and not one character.</returns>
    public static bool Translate(ExpressionText text, GroupNames? groups)
    {
        if (text.Rest.Length < 2)
        {
            throw new ExpressionException(@"The last backslash has nothing to escape. Write \\ for the backslash itself.");
        }

        var isInClass = groups is null;
        switch (text.Rest[1])
        {
            case 'Q':
                text.Skip(2);
                Quote(text, isInClass);
                return false;
            case 'E':
                text.Skip(2);
                return false;
            case 'h':
                return Set(text, CharacterSets.Horizontal, isInClass);
            case 'H':
                return Set(text, CharacterSets.NotHorizontal, isInClass);
            case 'v':
                return Set(text, CharacterSets.Vertical, isInClass);
            case 'V':
                return Set(text, CharacterSets.NotVertical, isInClass);
            case 'N' when !isInClass && text.Rest.Length > 2 && text.Rest[2] != '{':
            case 'N' when !isInClass && text.Rest.Length == 2:
                return Set(text, @"\x00-\t\x0B-\uFFFF", isInClass);
            case 'R' when !isInClass:
                text.Skip(2);
                text.Write($@"(?>\r\n|[{CharacterSets.Vertical}])");
                return true;
            case 'x':
                Hexadecimal(text, isInClass);
                return false;
            case 'o' when text.Begins(@"\o{"):
                text.Skip(3);
                text.WriteCode(Number(text.Until("}", @"\o{"), 8), isInClass);
                return false;
            case 'p' or 'P':
                Property(text);
                return true;
            case 'g' or 'k' when !isInClass:
                Reference(text, groups!);
                return false;
            case >= '0' and <= '9':
                Numbered(text, groups);
                return false;
            case 'c' when text.Rest.Length > 2:
                text.Copy(3);
                return false;
            case 'w' or 'W' or 'd' or 'D' or 's' or 'S':
                text.Copy(2);
                return true;
            case 'K' or 'X' or 'C':
                throw new ExpressionException($@"\{text.Rest[1]} is not read. Write the expression without it.");
            case '_' or '<' or '>' or '\'' or '"' or > '\x7F':
                text.Skip(1); // .NET refuses these, or reads them as references
                text.Copy(1);
                return false;
            default:
                text.Copy(2);
                return false;
        }
    }

    private static bool Set(ExpressionText text, string set, bool isInClass)
    {
        text.Skip(2);
        text.Write(isInClass ? set : $"[{set}]");
        return true;
    }

    private static void Quote(ExpressionText text, bool isInClass)
    {
        var end = text.Rest.IndexOf(@"\E", StringComparison.Ordinal);
        var quoted = (end < 0 ? text.Rest : text.Rest[..end]).ToString();
        text.Skip(quoted.Length + (end < 0 ? 0 : 2));
        foreach (var character in quoted)
        {
            if (char.IsAscii(character) && !char.IsAsciiLetterOrDigit(character))
            {
                text.WriteCode(character, isInClass);
            }
            else
            {
                text.Write(character);
            }
        }
    }

    private static void Hexadecimal(ExpressionText text, bool isInClass)
    {
        text.Skip(2);
        if (text.Takes("{"))
        {
            text.WriteCode(Number(text.Until("}", @"\x{"), 16), isInClass);
            return;
        }

        var digits = 0;
        while (digits < 2 && digits < text.Rest.Length && char.IsAsciiHexDigit(text.Rest[digits]))
        {
            digits++;
        }

        var code = digits == 0 ? 0 : Number(text.Rest[..digits].ToString(), 16);
        text.Skip(digits);
        text.WriteCode(code, isInClass);
    }

    private static long Number(string digits, int radix)
    {
        var number = 0L;
        foreach (var digit in digits.Length is > 0 and < 12 ? digits : throw Bad())
        {
            var value = char.IsAsciiHexDigit(digit) ? Convert.ToInt32($"{digit}", 16) : radix;
            number = value < radix ? (number * radix) + value : throw Bad();
        }

        return number;

        ExpressionException Bad() => new($"{digits} is no number of a character.");
    }

    private static void Property(ExpressionText text)
    {
        var isNegated = text.Rest[1] == 'P';
        text.Skip(2);
        var name = text.Takes("{") ? text.Until("}", @"\p{")
            : text.IsAtEnd ? throw new ExpressionException(@"\p has no property. Write one such as \p{L}.")
            : text.Rest[..1].ToString();
        if (name.Length == 1 && !text.IsAtEnd && text.Current == name[0])
        {
            text.Skip(1);
        }

        isNegated ^= name.StartsWith('^');
        text.Write($@"\{(isNegated ? 'P' : 'p')}{{{name.TrimStart('^')}}}");
    }

    /// <summary>A group, if there are as many; otherwise the octal number of a character.</summary>
    private static void Numbered(ExpressionText text, GroupNames? groups)
    {
        text.Skip(1);
        var digits = Digits(text, '9', 6);
        if (groups is not null && digits[0] != '0' && int.Parse(digits, CultureInfo.InvariantCulture) is var number
            && (digits.Length == 1 || groups.HasNumber(number)))
        {
            text.Skip(digits.Length);
            text.Write(groups.Reference(number));
            return;
        }

        digits = Digits(text, '7', 3);
        text.Skip(digits.Length);
        text.WriteCode(Number(digits, 8), groups is null);
    }

    private static string Digits(ExpressionText text, char last, int max)
    {
        var digits = text.Rest[..Math.Min(text.Rest.Length, max)];
        var length = digits.IndexOfAnyExceptInRange('0', last);
        return (length < 0 ? digits : digits[..length]).ToString();
    }

    /// <summary><c>\g1</c>, <c>\g{1}</c>, <c>\g{name}</c>, <c>\k{name}</c>, <c>\k'name'</c>, <c>\k&lt;name></c>.</summary>
    private static void Reference(ExpressionText text, GroupNames groups)
    {
        var isNamed = text.Rest[1] == 'k';
        text.Skip(2);
        var key = text.Takes("{") ? text.Until("}", "A reference")
            : isNamed && text.Takes("<") ? text.Until(">", "A reference")
            : isNamed && text.Takes("'") ? text.Until("'", "A reference")
            : isNamed || text.IsAtEnd || text.Begins("<") || text.Begins("'")
                ? throw new ExpressionException("Expressions do not call groups. Write the group once more.")
            : TakeDigits(text);
        if (int.TryParse(key, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number))
        {
            text.Write(number > 0 ? groups.Reference(number) : throw new ExpressionException(
                $"The reference {key} counts backwards. Give the group a name, and write \\k<name>."));
        }
        else
        {
            text.Write(groups.Has(key) ? $@"\k<{key}>" : throw new ExpressionException($"There is no group {key}."));
        }
    }

    private static string TakeDigits(ExpressionText text)
    {
        var end = text.Rest.IndexOfAnyExcept(SignedDigits);
        var digits = (end < 0 ? text.Rest : text.Rest[..end]).ToString();
        text.Skip(digits.Length);
        return digits;
    }
}
