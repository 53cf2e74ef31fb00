using System.Text;

namespace Prober.Features.Configuration;

/// <summary>Variables in a text as Go's <c>os.Expand</c> takes them, and so EaseProbe: <c>$NAME</c>, <c>${NAME}</c>, <c>$1</c>, <c>$$</c>.</summary>
internal static class GoVariables
{
    private const string Special = "*#$@!?-0123456789";

    /// <param name="variable">The value of a variable; null when there is none, which stands for nothing.</param>
    /// <param name="absent">Gets the names without a value.</param>
    public static string Expand(string text, Func<string, string?> variable, ICollection<string> absent)
    {
        var expanded = new StringBuilder();
        for (var at = 0; at < text.Length;)
        {
            if (text[at] != '$' || at + 1 == text.Length)
            {
                expanded.Append(text[at++]);
                continue;
            }

            var (name, length) = Name(text.AsSpan(at + 1));
            at += 1 + length;
            if (name.Length > 0 && variable(name) is { } value)
            {
                expanded.Append(value);
            }
            else if (name.Length > 0)
            {
                absent.Add(name);
            }
            else if (length == 0)
            {
                expanded.Append('$'); // a dollar that begins no name stays
            }
        }

        return $"{expanded}";
    }

    /// <returns>The name, and how many characters it takes; an empty name with a length is left out.</returns>
    private static (string Name, int Length) Name(ReadOnlySpan<char> text)
    {
        if (text[0] == '{')
        {
            var end = text.IndexOf('}');
            return end < 0 ? ("", 1) : ($"{text[1..end]}", end + 1);
        }

        if (Special.Contains(text[0]))
        {
            return ($"{text[0]}", 1);
        }

        var length = text.IndexOfAnyExcept(Letters);
        length = length < 0 ? text.Length : length;
        return ($"{text[..length]}", length);
    }

    private static readonly System.Buffers.SearchValues<char> Letters =
        System.Buffers.SearchValues.Create("_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
}
