namespace Sigma.Engine.Yaml;

/// <summary>The grammar of a number in JSON (RFC 8259, section 6).</summary>
internal static class JsonNumber
{
    public static bool IsWhole(ReadOnlySpan<char> text)
    {
        var at = text.StartsWith('-') ? 1 : 0;
        var digits = Digits(text[at..]);
        if (digits == 0 || (digits > 1 && text[at] == '0'))
        {
            return false;
        }

        at += digits;
        if (at < text.Length && text[at] == '.')
        {
            var fraction = Digits(text[(at + 1)..]);
            if (fraction == 0)
            {
                return false;
            }

            at += 1 + fraction;
        }

        if (at < text.Length && text[at] is 'e' or 'E')
        {
            at++;
            at += at < text.Length && text[at] is '+' or '-' ? 1 : 0;
            var exponent = Digits(text[at..]);
            if (exponent == 0)
            {
                return false;
            }

            at += exponent;
        }

        return at == text.Length;
    }

    private static int Digits(ReadOnlySpan<char> text)
    {
        var end = text.IndexOfAnyExceptInRange('0', '9');
        return end < 0 ? text.Length : end;
    }
}
