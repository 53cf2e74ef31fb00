using System.Text;

namespace Journal.Features.Search;

/// <summary>Texts that everything which a regular expression matches has to hold: most frames are left out by them.</summary>
internal static class RequiredText
{
    private const string Special = "\\^$.|?*+()[]{}";

    /// <returns>The longest text; null if the expression requires none, or is too involved to tell.</returns>
    public static string? In(string expression)
    {
        if (expression.Contains('|', StringComparison.Ordinal) || expression.Contains("(?", StringComparison.Ordinal))
        {
            return null;
        }

        var (longest, run, depth) = ("", new StringBuilder(), 0);
        for (var i = 0; i < expression.Length; i++)
        {
            var letter = expression[i];
            if (letter == '[')
            {
                EndRun(0);
                i = EndOfClass(expression, i);
                continue;
            }

            depth += letter == '(' ? 1 : letter == ')' ? -1 : 0;
            if (letter is '?' or '*' or '{')
            {
                EndRun(1); // the letter before may be missing
                i = letter == '{' ? Math.Max(i, expression.IndexOf('}', i)) : i;
                continue;
            }

            var isEscape = letter == '\\' && i + 1 < expression.Length;
            if (isEscape && (char.IsAsciiLetterOrDigit(expression[i + 1]) || expression[i + 1] > '\x7F'))
            {
                EndRun(0);
                i = char.IsAsciiDigit(expression[i + 1]) || expression[i + 1] is 'x' or 'u' or 'c' or 'p' or 'P' or 'k'
                    ? expression.Length // what follows belongs to it: how much is not worth knowing
                    : i + 1;
            }
            else if (isEscape)
            {
                i++;
                Take(expression[i]);
            }
            else if (Special.Contains(letter, StringComparison.Ordinal))
            {
                EndRun(0);
            }
            else
            {
                Take(letter);
            }
        }

        EndRun(0);
        return longest.Length > 0 ? longest : null;

        void Take(char letter)
        {
            if (depth == 0)
            {
                run.Append(letter);
            }
        }

        void EndRun(int withoutLast)
        {
            if (run.Length - withoutLast > longest.Length)
            {
                longest = run.ToString(0, run.Length - withoutLast);
            }

            run.Clear();
        }
    }

    private static int EndOfClass(string expression, int begin)
    {
        for (var i = begin + 2; i < expression.Length; i++) // a bracket that comes first is a letter of the class
        {
            if (expression[i] == '\\')
            {
                i++;
            }
            else if (expression[i] == ']')
            {
                return i;
            }
        }

        return expression.Length;
    }
}
