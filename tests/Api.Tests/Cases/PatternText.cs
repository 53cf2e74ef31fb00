using System.Globalization;
using System.Text;

namespace Api.Tests.Cases;

/// <summary>Makes texts of the patterns that the documents have: classes, groups, alternatives and counts.</summary>
internal static class PatternText
{
    private const int ManyMost = 12;

    public static string Make(string pattern, Random random)
    {
        var at = 0;
        var text = Alternatives(pattern.TrimStart('^').TrimEnd('$'), ref at, random);
        return text is "." or ".." ? "x" : text;
    }

    private static string Alternatives(string pattern, ref int at, Random random)
    {
        var branches = new List<string> { Sequence(pattern, ref at, random) };
        while (at < pattern.Length && pattern[at] == '|')
        {
            at++;
            branches.Add(Sequence(pattern, ref at, random));
        }

        return branches[random.Next(branches.Count)];
    }

    private static string Sequence(string pattern, ref int at, Random random)
    {
        var text = new StringBuilder();
        while (at < pattern.Length && pattern[at] is not ('|' or ')'))
        {
            var start = at;
            Atom(pattern, ref at, random);
            var (least, most) = Count(pattern, ref at);
            var end = at;
            for (var times = random.Next(least, most + 1); times > 0; times--)
            {
                var again = start;
                text.Append(Atom(pattern, ref again, random));
            }

            at = end;
        }

        return text.ToString();
    }

    private static string Atom(string pattern, ref int at, Random random)
    {
        switch (pattern[at])
        {
            case '(':
                at++;
                var inside = Alternatives(pattern, ref at, random);
                at++;
                return inside;
            case '[':
                return Class(pattern, ref at, random);
            case '.':
                at++;
                return "x";
            case '\\':
                at += 2;
                return pattern[at - 1].ToString();
            default:
                return pattern[at++].ToString();
        }
    }

    private static string Class(string pattern, ref int at, Random random)
    {
        var end = pattern.IndexOf(']', at);
        var inside = pattern[(at + 1)..end];
        at = end + 1;
        var isNot = inside[0] == '^';
        var letters = new HashSet<char>();
        for (var i = isNot ? 1 : 0; i < inside.Length; i++)
        {
            if (i + 2 < inside.Length && inside[i + 1] == '-')
            {
                letters.UnionWith(Enumerable.Range(inside[i], inside[i + 2] - inside[i] + 1).Select(code => (char)code));
                i += 2;
            }
            else
            {
                letters.Add(inside[i]);
            }
        }

        var all = isNot ? Enumerable.Range('!', '~' - '!').Select(code => (char)code).Except(letters).ToList() : [.. letters];
        return all[random.Next(all.Count)].ToString();
    }

    private static (int Least, int Most) Count(string pattern, ref int at)
    {
        switch (at < pattern.Length ? pattern[at] : ' ')
        {
            case '*':
                at++;
                return (0, ManyMost);
            case '+':
                at++;
                return (1, ManyMost);
            case '?':
                at++;
                return (0, 1);
            case '{':
                var end = pattern.IndexOf('}', at);
                var numbers = pattern[(at + 1)..end].Split(',').Select(number => int.Parse(number, CultureInfo.InvariantCulture)).ToArray();
                at = end + 1;
                return (numbers[0], numbers[^1]);
            default:
                return (1, 1);
        }
    }
}
