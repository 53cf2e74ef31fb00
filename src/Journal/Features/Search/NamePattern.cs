namespace Journal.Features.Search;

/// <summary>A name with <c>*</c> for any letters and <c>?</c> for one; the case does not matter.</summary>
internal static class NamePattern
{
    public static bool Matches(ReadOnlySpan<char> pattern, ReadOnlySpan<char> name)
    {
        var (p, n, star, taken) = (0, 0, -1, 0);
        while (n < name.Length)
        {
            if (p < pattern.Length && pattern[p] == '*')
            {
                (star, taken) = (p++, n);
            }
            else if (p < pattern.Length && (pattern[p] == '?' || char.ToLowerInvariant(pattern[p]) == char.ToLowerInvariant(name[n])))
            {
                p++;
                n++;
            }
            else if (star >= 0)
            {
                (p, n) = (star + 1, ++taken);
            }
            else
            {
                return false;
            }
        }

        return pattern[p..].TrimStart('*').IsEmpty;
    }
}
